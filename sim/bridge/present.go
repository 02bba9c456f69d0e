package bridge

import (
	"fmt"
	"math"
	"strings"

	"example.org/tumble/sim/law"
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
	case SetMotionKey:
		if c.Motion >= 0 && c.Motion < len(s.Motions) {
			if keys := s.Motions[c.Motion].Keys; c.Key >= 0 && c.Key < len(keys) {
				return SetMotionKey{c.Motion, c.Key, keys[c.Key]}
			}
		}
	case AddMotionKey:
		return presentKey(s, c.Motion, c.To.Time)
	case RemoveMotionKey:
		return presentKey(s, c.Motion, c.Time)
	case SetInlet:
		if c.Inlet >= 0 && c.Inlet < len(s.Inlets) {
			return SetInlet{c.Inlet, s.Inlets[c.Inlet].Flow}
		}
	}
	return nil
}

// presentKey returns the command that leaves a motion with the key frame that it has at a time, or with none there.
func presentKey(s *Snapshot, motion int, time float64) Command {
	if motion < 0 || motion >= len(s.Motions) {
		return nil
	}
	for _, k := range s.Motions[motion].Keys {
		if k.Time == time {
			return AddMotionKey{motion, k}
		}
	}
	return RemoveMotionKey{motion, time}
}

// Change says in words what leads from one command to another of the same kind, and which value it is about, by
// which edits of one value are known.
func Change(s *Snapshot, before, after Command) (field, text string) {
	said := func(field string, from, to any) (string, string) {
		return field, fmt.Sprintf("%s %v → %v", field, from, to)
	}
	if drag, ok := after.(Grab); ok {
		return fmt.Sprintf("grab.%d", drag.Body), fmt.Sprintf("drag body %d", drag.Body)
	}
	if anew, ok := after.(SetSeed); ok { // what the streams have given is not taken back
		return "", fmt.Sprintf("random streams begin anew with seed %d", anew.Seed)
	}
	if before == nil {
		return "", strings.TrimPrefix(fmt.Sprintf("%T", after), "bridge.")
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
	case SetMotionKey:
		field := fmt.Sprintf("motions.%s.keys.%d", s.Motions[after.Motion].Name, after.Key)
		return field, field + keyChange(before.(SetMotionKey).To, after.To)
	case AddMotionKey:
		return "", fmt.Sprintf("motions.%s: add a key frame at %v s", s.Motions[after.Motion].Name, after.To.Time)
	case RemoveMotionKey:
		return "", fmt.Sprintf("motions.%s: remove the key frame at %v s", s.Motions[after.Motion].Name, after.Time)
	case SetInlet:
		field := "inlets." + s.Inlets[after.Inlet].Name
		return field, field + flowChange(before.(SetInlet).Flow, after.Flow)
	}
	return "", strings.TrimPrefix(fmt.Sprintf("%T", after), "bridge.")
}

// keyChange says what of a key frame changes.
func keyChange(from, to MotionKey) (text string) {
	if from.Time != to.Time {
		text += fmt.Sprintf(" time %v → %v", from.Time, to.Time)
	}
	if p, q := from.Position, to.Position; p != q {
		text += fmt.Sprintf(" position %v → %v", []float64{p.X, p.Y, p.Z}, []float64{q.X, q.Y, q.Z})
	}
	if from.Orientation != to.Orientation {
		degrees := func(k MotionKey) float64 { return k.Orientation.RotationVector().Norm() * 180 / math.Pi }
		text += fmt.Sprintf(" turn %.4g° → %.4g°", degrees(from), degrees(to))
	}
	return text
}

// flowChange says what of an inlet's flow changes.
func flowChange(from, to InletFlow) (text string) {
	if from.Off != to.Off {
		text += map[bool]string{true: " off", false: " on"}[to.Off]
	}
	if from.MassRate != to.MassRate {
		text += fmt.Sprintf(" massRate %v → %v", from.MassRate, to.MassRate)
	}
	if from.MaxMass != to.MaxMass {
		text += fmt.Sprintf(" maxMass %v → %v", from.MaxMass, to.MaxMass)
	}
	if from.MaxBodies != to.MaxBodies {
		text += fmt.Sprintf(" maxBodies %v → %v", from.MaxBodies, to.MaxBodies)
	}
	return text
}
