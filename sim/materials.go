package sim

import (
	"cmp"
	"fmt"

	"tumble/sim/contact"
	"tumble/sim/law"
	"tumble/sim/limit"
)

// AddMaterial adds a material and returns its index, which shapes refer to. A Restitution
// of 0 counts as 1.
//
// Errors: a number out of its range.
func (w *World) AddMaterial(name string, m law.Material) (int, error) {
	m = m.Completed()
	err := cmp.Or(limit.CheckName(name), m.Check())
	if err == nil {
		err = limit.Materials.Check(len(w.contacts.Materials) + 1)
	}
	if err != nil {
		return 0, fmt.Errorf("sim: add material %q: %w", name, err)
	}
	w.contacts.Materials = append(w.contacts.Materials, contact.Material{Name: name, Law: m})
	w.contacts.MixProperties()
	return len(w.contacts.Materials) - 1, nil
}

// AddPair gives a pair of materials numbers of its own. Of two for the same pair the later
// counts.
//
// Errors: an unknown material, a number out of its range.
func (w *World) AddPair(d contact.PairDef) error {
	if err := d.Check(w.contacts.Materials); err != nil {
		return fmt.Errorf("sim: add pair: %w", err)
	}
	if err := limit.Pairs.Check(len(w.contacts.Pairs) + 1); err != nil {
		return fmt.Errorf("sim: add pair: %w", err)
	}
	w.contacts.Pairs = append(w.contacts.Pairs, d)
	w.contacts.MixPair(&d)
	w.contacts.SumUpProperties()
	return nil
}
