package bridge

import (
	"fmt"
	"strings"

	"tumble/sim/law"
)

// Present returns the command of the same kind as c that asks for what a snapshot shows: it takes c back. It is nil
// for commands that are not taken back like that.
func Present(s *Snapshot, c Command) Command {
	switch c := c.(type) {
	case SetGravity:
		return SetGravity{s.Params.Gravity}
	case SetDamping:
		return SetDamping{s.Params.Damping}
	case SetTimeStepSafety:
		return SetTimeStepSafety{s.Params.TimeStepSafety}
	case SetCapsuleRule:
		return SetCapsuleRule{s.Params.CapsuleRule}
	case SetLaw:
		return SetLaw{s.Params.Law}
	case SetMaterial:
		if c.Index >= 0 && c.Index < len(s.Materials) {
			return SetMaterial{c.Index, s.Materials[c.Index].Law}
		}
	}
	return nil
}

// Change says in words what leads from one command to another of the same kind, and which value it is about, by
// which edits of one value are known.
func Change(s *Snapshot, before, after Command) (field, text string) {
	said := func(field string, from, to any) (string, string) {
		return field, fmt.Sprintf("%s %v → %v", field, from, to)
	}
	switch after := after.(type) {
	case SetGravity:
		from, to := before.(SetGravity).Gravity, after.Gravity
		return said("gravity", []float64{from.X, from.Y, from.Z}, []float64{to.X, to.Y, to.Z})
	case SetDamping:
		return said("damping", before.(SetDamping).Damping, after.Damping)
	case SetTimeStepSafety:
		return said("timeStep.safety", before.(SetTimeStepSafety).Safety, after.Safety)
	case SetCapsuleRule:
		return said("capsuleRule", before.(SetCapsuleRule).Rule, after.Rule)
	case SetLaw:
		return said("law", before.(SetLaw).Law, after.Law)
	case SetMaterial:
		var fields, texts []string
		from := before.(SetMaterial).Material
		for _, f := range law.Fields {
			if a, b := *f.Of(&from), *f.Of(&after.Material); a != b {
				field, text := said("materials."+s.Materials[after.Index].Name+"."+f.Name, a, b)
				fields, texts = append(fields, field), append(texts, text)
			}
		}
		return strings.Join(fields, ", "), strings.Join(texts, ", ")
	}
	return "", strings.TrimPrefix(fmt.Sprintf("%T", after), "bridge.")
}
