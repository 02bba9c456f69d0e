package scene

import (
	"fmt"
	"reflect"
	"slices"

	"tumble/sim/bridge"
	"tumble/sim/contact"
	"tumble/sim/law"
	"tumble/sim/spell"
)

// Edit puts what a person changed as the scene ran into the scene: gravity, damping, the
// fraction of the critical time step, the contact rule of capsules, the law and the
// materials. What was not changed stays as the scene says it, or leaves it out.
//
// Errors: materials that are not those of the scene.
func (s *Spec) Edit(p bridge.Params, materials []bridge.Material) error {
	if len(materials) != len(s.Materials) {
		return fmt.Errorf("scene: edit: the scene has %d materials, its world has %d", len(s.Materials), len(materials))
	}
	for i := range materials {
		if m := &s.Materials[i]; m.Name != materials[i].Name {
			return fmt.Errorf("scene: edit: material %d of the scene is %s, that of its world is %s", i, spell.Quote(m.Name),
				spell.Quote(materials[i].Name))
		}
	}
	s.Gravity = Vector{p.Gravity.X, p.Gravity.Y, p.Gravity.Z}
	s.Damping, s.TimeStep.Safety = p.Damping, p.TimeStepSafety
	if s.CapsuleRule != "" || p.CapsuleRule != contact.CapsuleRules[0].Name {
		s.CapsuleRule = p.CapsuleRule
	}
	if s.Law != "" || p.Law != law.Kinds[0].Name {
		s.Law = p.Law
	}
	for i := range materials {
		s.Materials[i].edit(materials[i].Law)
	}
	return nil
}

// edit gives the numbers that differ.
func (m *Material) edit(to law.Material) {
	was := m.law()
	for i, given := range materialNumbers(m) {
		if v := *law.Fields[i].Of(&to); v != *law.Fields[i].Of(&was) {
			*given = &v
		}
	}
}

// law returns the material in the engine's form.
func (m *Material) law() law.Material {
	l := law.Default
	for i, given := range materialNumbers(m) {
		if *given != nil {
			*law.Fields[i].Of(&l) = **given
		}
	}
	return l
}

// materialNumbers returns where a *Material or a *Pair keeps the numbers of law.Fields, in their order: nil
// for one that it cannot give.
func materialNumbers(entry any) []**float64 {
	v := reflect.ValueOf(entry).Elem()
	list := make([]**float64, len(law.Fields))
	for f, key := range keysOf(v.Type()) {
		if i := slices.IndexFunc(law.Fields, func(known law.Field) bool { return known.Name == key }); i >= 0 {
			list[i] = v.FieldByName(f.Name).Addr().Interface().(**float64)
		}
	}
	return list
}
