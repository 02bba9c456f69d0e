package sim

import (
	"cmp"
	"fmt"

	"tumble/sim/law"
	"tumble/sim/limit"
)

// material is a material with its name.
type material struct {
	name string
	law  law.Material
}

// surface holds what two materials have together where they touch, ready for the laws.
type surface struct {
	law.Surface
	damping float64 // damping ratio of the dashpot [1]; 0: there is none
}

// resists reports whether the surface opposes rolling or twisting.
func (s *surface) resists() bool { return s.RollingFriction > 0 || s.TwistingFriction > 0 }

// PairDef gives two materials numbers of their own where they touch; those not given are
// mixed from the two materials.
type PairDef struct {
	A, B  int         // indices of the materials, in any order
	Given []law.Given // numbers of law.Surface
}

// AddMaterial adds a material and returns its index, which shapes refer to. A Restitution
// of 0 counts as 1.
//
// Errors: a number out of its range.
func (w *World) AddMaterial(name string, m law.Material) (int, error) {
	m = m.Completed()
	err := cmp.Or(limit.CheckName(name), m.Check())
	if err == nil {
		err = limit.Materials.Check(len(w.materials) + 1)
	}
	if err != nil {
		return 0, fmt.Errorf("sim: add material %q: %w", name, err)
	}
	w.materials = append(w.materials, material{name: name, law: m})
	w.mixSurfaces()
	return len(w.materials) - 1, nil
}

// AddPair gives a pair of materials numbers of its own. Of two for the same pair the later
// counts.
//
// Errors: an unknown material, a number out of its range.
func (w *World) AddPair(d PairDef) error {
	if err := d.check(w.materials); err != nil {
		return fmt.Errorf("sim: add pair: %w", err)
	}
	if err := limit.Pairs.Check(len(w.pairs) + 1); err != nil {
		return fmt.Errorf("sim: add pair: %w", err)
	}
	w.pairs = append(w.pairs, d)
	w.mixPair(&d)
	w.sumUpSurfaces()
	return nil
}

// check returns an error for an unknown material or the first number out of its range.
func (d *PairDef) check(materials []material) error {
	for _, i := range [2]int{d.A, d.B} {
		if i < 0 || i >= len(materials) {
			return fmt.Errorf("materials %d and %d: there are only %d", d.A, d.B, len(materials))
		}
	}
	for _, g := range d.Given {
		if err := new(law.Surface).Put(g); err != nil {
			return fmt.Errorf("%q and %q: %w", materials[d.A].name, materials[d.B].name, err)
		}
	}
	return nil
}

// given returns the number of that name, the last if there are several, nil if there is none.
func (d *PairDef) given(name string) *float64 {
	for i := len(d.Given) - 1; i >= 0; i-- {
		if d.Given[i].Name == name {
			return &d.Given[i].Value
		}
	}
	return nil
}

// mixSurfaces makes the table of surfaces anew: one for each ordered pair of materials.
func (w *contactSet) mixSurfaces() {
	w.surfaces = w.surfaces[:0]
	for a := range w.materials {
		for b := range w.materials {
			s := law.MixSurface(w.materials[a].law, w.materials[b].law)
			w.surfaces = append(w.surfaces, surface{s, law.DampingRatio(s.Restitution)})
		}
	}
	for i := range w.pairs {
		w.mixPair(&w.pairs[i])
	}
	w.sumUpSurfaces()
}

// mixPair puts what a pair gives into its surfaces.
func (w *contactSet) mixPair(d *PairDef) {
	n := len(w.materials)
	for _, i := range [2]int{d.A*n + d.B, d.B*n + d.A} {
		s := w.surfaces[i].Surface
		for _, g := range d.Given {
			s.Put(g) // which was checked
		}
		w.surfaces[i] = surface{s, law.DampingRatio(s.Restitution)}
	}
}

// sumUpSurfaces says what all surfaces have in common.
func (w *contactSet) sumUpSurfaces() {
	w.resists, w.elastic = false, true
	for i := range w.surfaces {
		s := &w.surfaces[i]
		w.resists = w.resists || s.resists()
		w.elastic = w.elastic && !s.resists() && s.damping == 0
	}
}
