package live

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Knob is a number of a run that the reader of its page can change.
type Knob struct {
	Key   string  `json:"key"`   // as --knobs names it: a setting, or materials.NAME.NUMBER
	Label string  `json:"label"` // for people
	Unit  string  `json:"unit"`
	Value float64 `json:"value"` // in the author's run; of a vector its length
	Min   float64 `json:"min"`   // range of the slider
	Max   float64 `json:"max"`
	// Of the seed, all that the page has a start for, the author's with them; nil of other numbers.
	Options []uint64 `json:"options,omitempty"`
}

// MostKnobs is the largest number of knobs of a page.
const MostKnobs = 12

// MostSeeds is the largest number of seeds of a page besides the author's: each is a world that is made before the run.
const MostSeeds = 32

// seedKey is the key of the seed. What a seed makes of a scene is in the page as the states in which its runs begin.
const seedKey = "seed"

// usual are the keys of the knobs of a page whose author names none, besides friction of the materials.
var usual = []string{"damping", "gravity"}

// Knobs returns the knobs with the given keys; without keys, friction of the first three materials, damping and
// gravity. A key may have the range of its slider, as in damping=0..0.5; of the seed it is all whole numbers in it, as
// in seed=1..5, without it those of the author's run and the four after.
//
// Errors: too many keys, one that is given twice, one that names no number that can be changed as the world runs, or
// a range that is none or has a number that is not allowed; more than MostSeeds seeds.
func Knobs(w bridge.World, keys []string) (list []Knob, err error) {
	if len(keys) == 0 {
		for i := range 3 {
			if name, _, ok := w.Material(i); ok {
				keys = append(keys, materials+name+".tanPhi")
			}
		}
		keys = append(keys, usual...)
	}
	if len(keys) > MostKnobs {
		return nil, fmt.Errorf("must be %d knobs or fewer, got %d", MostKnobs, len(keys))
	}
	for _, text := range keys {
		key, span, ranged := strings.Cut(text, "=")
		if slices.ContainsFunc(list, func(k Knob) bool { return k.Key == key }) {
			return nil, fmt.Errorf("%s is given twice", spell.Quote(key))
		}
		var k Knob
		if key == seedKey {
			k, err = seeds(w.Params().Seed, span, ranged)
		} else if k, err = knob(w, key); err == nil && ranged {
			err = k.span(w, span)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, nil
}

const materials = "materials." // begins the key of a number of a material

// knob returns the knob of a key.
func knob(w bridge.World, key string) (k Knob, err error) {
	if strings.HasPrefix(key, materials) {
		i, f, err := number(w, key)
		if err != nil {
			return k, err
		}
		name, m, _ := w.Material(i)
		x := *f.Of(&m)
		k = Knob{Key: key, Label: f.Word + " of " + name, Unit: f.Unit, Value: x, Min: f.Min, Max: f.Max}
		if most := max(2*x, 1); k.Max > most { // what is possible can be far beyond what is usual
			k.Max = most
		}
		return k, nil
	}
	s := setting.Of(key)
	if s == nil || !s.Live || s.IsWord() {
		return k, fmt.Errorf("%s is no number that can be changed as a run goes on: %s are, and %sNAME.NUMBER",
			spell.Quote(key), strings.Join(numbers(), ", "), materials)
	}
	p := w.Params()
	k = Knob{Key: key, Label: s.Name, Unit: s.Unit, Value: s.Value(&p).Numbers[0], Min: s.Slider[0], Max: s.Slider[1]}
	if s.IsVector() {
		k.Value, k.Min = s.Value(&p).Vec().Norm(), 0
	}
	k.Min, k.Max = min(k.Min, k.Value), max(k.Max, 2*k.Value)
	return k, nil
}

// mostSeed is the largest seed of a page, whose script has numbers of 53 bits.
const mostSeed uint64 = 1<<53 - 1

// seeds returns the knob of whole numbers in a range, such as 1..5. It is a range as those of other knobs: commas stand
// between knobs.
func seeds(own uint64, span string, ranged bool) (k Knob, err error) {
	first, last := own, own+4
	if ranged {
		least, most, both := strings.Cut(span, "..")
		if !both {
			most = least
		}
		first, err = strconv.ParseUint(least, 10, 64)
		var bad error
		if last, bad = strconv.ParseUint(most, 10, 64); err != nil || bad != nil {
			return k, fmt.Errorf("%q: must be whole numbers from 0 to %d, as in 1..5, got %s", seedKey, mostSeed,
				spell.Quote(span))
		}
	}
	switch {
	case max(own, first, last) > mostSeed:
		return k, fmt.Errorf("%q: must be at most %d in a page, got %d", seedKey, mostSeed, max(own, first, last))
	case first > last:
		return k, fmt.Errorf("%q: the range must begin with the smaller number, got %s", seedKey, spell.Quote(span))
	case last-first >= MostSeeds:
		return k, fmt.Errorf("%q: must be %d seeds or fewer, got %d", seedKey, MostSeeds, last-first+1)
	case first == own && last == own:
		return k, fmt.Errorf("%q: must name another seed than %d, which the run has", seedKey, own)
	}
	for x := first; x <= last; x++ {
		k.Options = append(k.Options, x)
	}
	if at, found := slices.BinarySearch(k.Options, own); !found {
		k.Options = slices.Insert(k.Options, at, own)
	}
	k.Key, k.Label, k.Value = seedKey, "Seed", float64(own)
	k.Min, k.Max = float64(k.Options[0]), float64(k.Options[len(k.Options)-1])
	return k, nil
}

// Seeds returns the seeds of a page besides that of its run, for each of which it holds a start.
func Seeds(knobs []Knob) (list []uint64) {
	for _, k := range knobs {
		for _, x := range k.Options {
			if float64(x) != k.Value {
				list = append(list, x)
			}
		}
	}
	return list
}

// span gives the slider of a knob a range, such as 0..0.5.
func (k *Knob) span(w bridge.World, text string) error {
	least, most, _ := strings.Cut(text, "..")
	for _, end := range []struct {
		text string
		to   *float64
	}{{least, &k.Min}, {most, &k.Max}} {
		x, err := strconv.ParseFloat(end.text, 64)
		if err != nil {
			return fmt.Errorf("%s: the range must be as in 0..0.5, got %s", spell.Quote(k.Key), spell.Quote(text))
		}
		if _, err := k.edit(w, x); err != nil {
			return err
		}
		*end.to = x
	}
	if k.Min >= k.Max || k.Value < k.Min || k.Value > k.Max {
		return fmt.Errorf("%s: the range must have %g, the value of the run, got %s", spell.Quote(k.Key), k.Value,
			spell.Quote(text))
	}
	return nil
}

// numbers returns the keys of all settings that can be knobs.
func numbers() (keys []string) {
	for i := range setting.Table {
		if s := &setting.Table[i]; s.Live && !s.IsWord() {
			keys = append(keys, s.Key)
		}
	}
	return keys
}

// number returns the index of the material and the field that a key names.
func number(w bridge.World, key string) (i int, f law.Field, err error) {
	name, field := strings.TrimPrefix(key, materials), ""
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		name, field = name[:dot], name[dot+1:]
	}
	var names, fields []string
	at := -1
	for i := 0; ; i++ {
		other, _, ok := w.Material(i)
		if !ok {
			break
		}
		if names = append(names, other); other == name {
			at = i
		}
	}
	if at < 0 {
		return 0, f, fmt.Errorf("%s: there is no such material, there are %s", spell.Quote(key), strings.Join(names, ", "))
	}
	for _, f := range law.Fields {
		if f.Name == field {
			return at, f, nil
		}
		fields = append(fields, f.Name)
	}
	return 0, f, fmt.Errorf("%s: a material has %s", spell.Quote(key), strings.Join(fields, ", "))
}

// edit returns the edit that gives a knob a value.
func (k *Knob) edit(w bridge.World, x float64) (bridge.Edit, error) {
	if strings.HasPrefix(k.Key, materials) {
		i, f, err := number(w, k.Key)
		if err != nil {
			return nil, err
		}
		_, m, _ := w.Material(i)
		*f.Of(&m) = x
		return bridge.SetMaterial{Index: i, Material: m}, f.Check(x)
	}
	s, p := setting.Of(k.Key), w.Params()
	if !s.IsVector() {
		return bridge.Number(k.Key, x), s.Check(setting.Number(x))
	}
	way := s.Value(&p).Vec()
	if n := way.Norm(); n > 0 {
		way = way.Scale(1 / n)
	} else {
		way = vec.New(0, 0, -1)
	}
	v := setting.Vector(way.Scale(x))
	return bridge.Set{Key: k.Key, To: v}, s.Check(v)
}
