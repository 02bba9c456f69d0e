package contact

import (
	"fmt"
	"slices"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
)

// Material is a material with its name.
type Material struct {
	Name string
	Law  law.Material
}

// Properties holds what two materials have together where they touch, ready for the laws.
type Properties struct {
	law.PairProperties
	Damping float64 // damping ratio of the dashpot [1]; 0: there is none
}

// resists reports whether the pair opposes rolling or twisting.
func (s *Properties) resists() bool { return s.RollingFriction > 0 || s.TwistingFriction > 0 }

// PairDef gives two materials numbers of their own where they touch; those not given are
// mixed from the two materials.
type PairDef struct {
	A, B  int         // indices of the materials, in any order
	Given []law.Given // numbers of law.PairProperties
}

// Check returns an error for an unknown material or the first number out of its range.
func (d *PairDef) Check(materials []Material) error {
	for _, i := range [2]int{d.A, d.B} {
		if i < 0 || i >= len(materials) {
			return fmt.Errorf("materials %d and %d: there are only %d", d.A, d.B, len(materials))
		}
	}
	for _, g := range d.Given {
		if err := new(law.PairProperties).Put(g); err != nil {
			return fmt.Errorf("%q and %q: %w", materials[d.A].Name, materials[d.B].Name, err)
		}
	}
	return nil
}

// Numbers returns the number of that name, the last if there are several, nil if there is none.
func (d *PairDef) Numbers(name string) *float64 {
	for i := len(d.Given) - 1; i >= 0; i-- {
		if d.Given[i].Name == name {
			return &d.Given[i].Value
		}
	}
	return nil
}

// MixProperties makes the table of pair properties anew: one entry for each ordered pair of materials.
func (set *Set) MixProperties() {
	set.Properties = set.Properties[:0]
	for a := range set.Materials {
		for b := range set.Materials {
			s := law.MixPair(set.Materials[a].Law, set.Materials[b].Law)
			set.Properties = append(set.Properties, Properties{s, law.DampingRatio(s.Restitution)})
		}
	}
	for i := range set.Pairs {
		set.MixPair(&set.Pairs[i])
	}
	set.sumUpProperties()
}

// MixPair puts what a pair is given into its properties.
func (set *Set) MixPair(d *PairDef) {
	n := len(set.Materials)
	for _, i := range [2]int{d.A*n + d.B, d.B*n + d.A} {
		s := set.Properties[i].PairProperties
		for _, g := range d.Given {
			s.Put(g) // which was checked
		}
		set.Properties[i] = Properties{s, law.DampingRatio(s.Restitution)}
	}
}

// sumUpProperties says what all pairs of materials have in common.
func (set *Set) sumUpProperties() {
	set.Resists, set.Damps = false, false
	for i := range set.Properties {
		s := &set.Properties[i]
		set.Resists = set.Resists || s.resists()
		set.Damps = set.Damps || s.Damping > 0
	}
}

// ArchiveMaterials takes the materials and the pairs of them. Numbers are those of
// law.Fields, so that a state from a program with other ones is refused.
func (set *Set) ArchiveMaterials(a *archive.Archive) {
	fields := set.numbersInUse()
	least := fields
	if archive.Integer(a, &fields); a.Reading() {
		least = set.numbersInUse()
	}
	if fields < least || fields > len(law.Fields) {
		a.Fail("materials have %d numbers, this program knows %d", fields, len(law.Fields))
		return
	}
	numbers := law.Fields[:fields]
	archive.List(a, &set.Materials, func(m *Material) { m.archive(a, numbers) })
	a.Bound(limit.Materials, len(set.Materials))
	archive.List(a, &set.Pairs, func(d *PairDef) {
		d.archive(a, numbers)
		if a.Reading() {
			if err := d.Check(set.Materials); err != nil {
				a.Fail("pair %w", err)
			}
		}
	})
	a.Bound(limit.Pairs, len(set.Pairs))
}

// numbersInUse returns how many of law.Fields say something of the materials: not the last ones that are
// Later, if they are zero. So a state without them is what it was before there were any.
func (set *Set) numbersInUse() int {
	n := len(law.Fields)
	for ; law.Fields[n-1].Later; n-- {
		f := &law.Fields[n-1]
		used := func(m Material) bool { return *f.Of(&m.Law) != 0 }
		given := func(d PairDef) bool { return d.Numbers(f.Name) != nil }
		if slices.ContainsFunc(set.Materials, used) || slices.ContainsFunc(set.Pairs, given) {
			break
		}
	}
	return n
}

func (m *Material) archive(a *archive.Archive, numbers []law.Field) {
	a.Name(&m.Name)
	for i := range numbers {
		a.Number(numbers[i].Of(&m.Law))
	}
	if a.Reading() {
		if err := m.Law.Check(); err != nil {
			a.Fail("material %q: %w", m.Name, err)
		}
	}
}

func (d *PairDef) archive(a *archive.Archive, numbers []law.Field) {
	archive.Integer(a, &d.A)
	archive.Integer(a, &d.B)
	for i := range numbers {
		f := &numbers[i]
		if f.Shared == nil {
			continue
		}
		x := d.Numbers(f.Name)
		archive.Optional(a, &x, a.Number)
		if a.Reading() && x != nil {
			d.Given = append(d.Given, law.Given{Name: f.Name, Value: *x})
		}
	}
}
