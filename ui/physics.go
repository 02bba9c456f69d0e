package ui

import (
	"fmt"
	"strings"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// physics edits the settings and the materials of the world.
type physics struct {
	*shared
	scene     *scene
	questions *questions
	forecast  *forecast
}

// The edits of the physics that panels make. Each checks the value, sends one command and
// shows the value until a snapshot has it; a value that cannot be is refused with its
// reason and sends nothing.

// materialKey names a number of a material as --set does.
func materialKey(material, field string) string { return "materials." + material + "." + field }

// material returns material i as the panel shows it: what the snapshot says, with the
// edits that are on their way.
func (ph *physics) material(i int) law.Material {
	have := ph.snap.Materials[i]
	for _, f := range law.Fields {
		v := f.Of(&have.Law)
		*v = shown(&ph.edits, materialKey(have.Name, f.Name), *v)
	}
	return have.Law
}

// confirm does what a person asks for, or asks first whether it is meant.
func (qs *questions) confirm(about string, usual bool, text, yes string, do func()) {
	qs.withdraw(about)
	if usual {
		do()
		return
	}
	qs.ask(question{about: about, text: text, yes: yes, do: do})
}

// wantMaterial changes one number of material i, after a question if it is unusual.
func (ph *physics) wantMaterial(i int, f law.Field, v float64) {
	w, name := wordOf(f), ph.snap.Materials[i].Name
	usual := v >= w.usual[0] && v <= w.usual[1] || f.Check(v) != nil // what cannot be is refused, not asked about
	ph.questions.confirm(materialKey(name, f.Name), usual,
		fmt.Sprintf("%s of %s for %s: usual are %s to %s. The step may become "+
			"very short, or bodies may pass through one another.", w.name, format.Quantity(v, f.Unit, 4), name,
			format.Quantity(w.usual[0], f.Unit, 3), format.Quantity(w.usual[1], f.Unit, 3)),
		"Set it", func() { ph.setMaterial(i, f, v) })
}

// setMaterial changes one number of material i.
func (ph *physics) setMaterial(i int, f law.Field, v float64) {
	key := materialKey(ph.snap.Materials[i].Name, f.Name)
	if err := f.Check(v); err != nil {
		ph.refuse.Set(key, err.Error())
		return
	}
	next := ph.material(i)
	if *f.Of(&next) == v {
		ph.refuse.Forget(key)
		return
	}
	*f.Of(&next) = v
	ph.refuse.Forget("materials." + ph.snap.Materials[i].Name) // of the material as a whole
	ph.set(key, v, bridge.SetMaterial{Index: i, Material: next})
}

// componentKey names a number of a setting: of a vector a component of it, which panels edit one by one.
func componentKey(s *setting.Setting, i int) string {
	if s.IsVector() {
		return s.Key + "." + "xyz"[i:i+1]
	}
	return s.Key
}

// setting returns a setting as the panel shows it: what the snapshot says, with the edits that are on their way.
func (ph *physics) setting(s *setting.Setting) setting.Value {
	v := s.Value(&ph.snap.Params)
	v.Word = shown(&ph.edits, s.Key, v.Word)
	for i := range v.Numbers {
		v.Numbers[i] = shown(&ph.edits, componentKey(s, i), v.Numbers[i])
		if !s.IsVector() {
			break
		}
	}
	return v
}

// wantNumber changes a number of a setting, after a question if it is unusual.
func (ph *physics) wantNumber(s *setting.Setting, i int, x float64) {
	v := ph.setting(s)
	v.Numbers[i] = x
	usual := s.Usual == [2]float64{} || x >= s.Usual[0] && x <= s.Usual[1] || s.Check(v) != nil // then it is refused
	ph.questions.confirm(s.Key, usual, fmt.Sprintf("%s of %s: usual are %s to %s. %s", wordFor(componentKey(s, i)),
		format.Quantity(x, s.Unit, 6), format.Quantity(s.Usual[0], s.Unit, 3), format.Quantity(s.Usual[1], s.Unit,
			3), s.Beyond), "Set it",
		func() { ph.setNumber(s, i, x) })
}

// setNumber changes a number of a setting.
func (ph *physics) setNumber(s *setting.Setting, i int, x float64) {
	v := ph.setting(s)
	was := v.Numbers[i]
	v.Numbers[i] = x
	if err := s.Check(v); err != nil {
		ph.refuse.Set(s.Key, err.Error())
		return
	}
	refused := ph.refuse.Of(s.Key) != ""
	ph.refuse.Forget(s.Key)
	if x != was || refused {
		ph.set(componentKey(s, i), x, bridge.Set{Key: s.Key, To: v})
	}
}

// setWord chooses the word of a setting.
func (ph *physics) setWord(s *setting.Setting, word string) {
	if word != ph.setting(s).Word {
		ph.set(s.Key, word, bridge.Word(s.Key, word))
	}
}

// word is what the panels call a number of a material, where its slider ends, and from where on
// a person is asked whether it is meant: typed numbers may use the whole range that law.Fields allows.
type word struct {
	name    string
	formula string // what it does, in symbols
	slider  widget.Scale
	usual   [2]float64
}

// materialWords are the words of law.Fields by name.
var materialWords = map[string]word{
	"young": {"Young's modulus", "kn = E A / (l₁ + l₂) for two alike", widget.Scale{Lo: 1e4, Hi: 1e12, Log: true},
		[2]float64{1e3, 2e12}},
	"ktDivKn": {"Tangential stiffness", "kt / kn", widget.Scale{Lo: 0, Hi: 1}, [2]float64{0, 2}},
	"tanPhi":  {"Friction", "|Ft| ≤ tan φ · Fn", widget.Scale{Lo: 0, Hi: 1.5}, [2]float64{0, 5}},
	"density": {"Density", "m = ρ V", widget.Scale{Lo: 10, Hi: 2e4, Log: true}, [2]float64{1, 3e4}},

	"poisson":          {"Poisson's ratio", "G = E / 2 (1 + ν)", widget.Scale{Lo: 0, Hi: 0.5}, [2]float64{0, 0.5}},
	"restitution":      {"Restitution", "e = v′ / v", widget.Scale{Lo: 0.01, Hi: 1}, [2]float64{0.01, 1}},
	"rollingFriction":  {"Rolling friction", "|Mr| ≤ μr · R · Fn", widget.Scale{Lo: 0, Hi: 0.5}, [2]float64{0, 2}},
	"twistingFriction": {"Twisting friction", "|Mt| ≤ μt · R · Fn", widget.Scale{Lo: 0, Hi: 0.5}, [2]float64{0, 2}},
	"surfaceEnergy":    {"Surface energy", "pull-off 3/2 π γ R", widget.Scale{Lo: 0, Hi: 10}, [2]float64{0, 100}},
}

// wordOf returns the words for a number of a material; one without a row is called as scene files do.
func wordOf(f law.Field) word {
	if w, ok := materialWords[f.Name]; ok {
		return w
	}
	return word{name: f.Name, slider: widget.Scale{Lo: f.Min, Hi: f.Max}, usual: [2]float64{f.Min, f.Max}}
}

// wordFor returns what the panels call the field with a key, or nothing.
func wordFor(key string) string {
	if s := settingOf(key); s != nil && s.Key != key {
		return s.Name + " along " + strings.TrimPrefix(key, s.Key+".")
	} else if s != nil {
		return s.Name
	}
	rest, ok := strings.CutPrefix(key, "materials.")
	if !ok {
		return ""
	}
	dot := strings.LastIndexByte(rest, '.')
	if dot < 0 {
		return rest
	}
	name := rest[dot+1:]
	if w, ok := materialWords[name]; ok {
		name = w.name
	}
	return rest[:dot] + ", " + name
}

// settingOf returns the setting that a key of a field is about, also of one component of it, or nil.
func settingOf(key string) *setting.Setting {
	if s := setting.Of(key); s != nil {
		return s
	}
	dot := max(strings.LastIndexByte(key, '.'), 0)
	if s := setting.Of(key[:dot]); s != nil && s.IsVector() {
		return s
	}
	return nil
}

// fieldHelp says what a number of a material is, how it is called elsewhere and what is allowed.
func fieldHelp(f law.Field) string {
	unit := ""
	if f.Unit != "" {
		unit = " [" + f.Unit + "]"
	}
	meaning := strings.ToUpper(f.Meaning[:1]) + f.Meaning[1:]
	s := fmt.Sprintf("%s%s, ≥ %s and ≤ %s.\nIn scene files: %s", meaning, unit, format.Number(f.Min, 3),
		format.Number(f.Max, 3), f.Name)
	if formula := wordOf(f).formula; formula != "" {
		s += ".   " + formula
	}
	return s
}
