package scene

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Edit puts the edits that a person made while the scene ran into the scene: the settings that are Live, the
// materials, the key frames of motions, the flow of inlets, the forces, and what acts at hinges and
// sliders. A value that was not edited stays as the
// scene gives it, or stays left out.
//
// Errors: the scene begins from a state, the snapshot has other materials, inlets, motions or forces than the scene.
func (s *Spec) Edit(of *bridge.Snapshot) error {
	if s.State != "" {
		return fmt.Errorf("scene: edit: what was edited after a state is not kept in a scene file: save the state or the run")
	}
	s.editJoints(of.Joints)
	return cmp.Or(s.editParams(of.Params, of.Materials), s.editInlets(of.Inlets), s.editMotions(of.Motions),
		s.editServos(of.Motions), s.editForces(of.Forces))
}

func (s *Spec) editParams(p setting.Params, materials []bridge.Material) error {
	if len(materials) != len(s.Materials) {
		return fmt.Errorf("scene: edit: the scene has %d materials, its world has %d", len(s.Materials), len(materials))
	}
	for i := range materials {
		if m := &s.Materials[i]; m.Name != materials[i].Name {
			return fmt.Errorf("scene: edit: material %d of the scene is %s, that of its world is %s", i, spell.Quote(m.Name),
				spell.Quote(materials[i].Name))
		}
	}
	for i := range setting.Table {
		if row := &setting.Table[i]; row.Live {
			s.putSetting(row, row.Value(&p))
		}
	}
	for i := range materials {
		s.Materials[i].edit(materials[i].Law)
	}
	return nil
}

func (s *Spec) editInlets(inlets []bridge.Inlet) error {
	if len(inlets) != len(s.Inlets) {
		return fmt.Errorf("scene: edit: the scene has %d inlets, its world has %d", len(s.Inlets), len(inlets))
	}
	for i := range inlets {
		in, f := &s.Inlets[i], inlets[i].Flow
		in.Off, in.MassRate, in.MaxMass, in.MaxBodies = f.Off, f.MassRate, f.MaxMass, f.MaxBodies
		if f.MassRate == 0 {
			in.NoRoom = "" // only an inlet with a rate can have noRoom
		}
	}
	return nil
}

// editMotions takes over the key frames. A body with copies cannot have key frames, so the world has exactly one
// motion with key frames for each such motion of the scene, in the same order. Key frames of a table then stand in the
// scene.
func (s *Spec) editMotions(motions []bridge.Motion) error {
	motions = slices.DeleteFunc(slices.Clone(motions), func(m bridge.Motion) bool { return m.Kind != bridge.MotionKeys })
	for i := range s.Motions {
		keys := s.Motions[i].Keys
		if keys == nil && s.Motions[i].Table == "" {
			continue
		}
		s.Motions[i].Table = ""
		if len(motions) == 0 {
			return fmt.Errorf("scene: edit: motion %s of the scene is not that of its world", spell.Quote(s.Motions[i].Name))
		}
		s.Motions[i].Keys = make([]Key, len(motions[0].Keys))
		for k, to := range motions[0].Keys {
			s.Motions[i].Keys[k] = turnedAs(keys, to.Orientation)
			if err := s.Motions[i].Keys[k].edit(to); err != nil {
				return fmt.Errorf("scene: edit: %w", err)
			}
		}
		motions = motions[1:]
	}
	return nil
}

// editServos takes over what servos hold. The copies of a body have servos of the same name; where they were set to
// different loads, the first counts.
func (s *Spec) editServos(motions []bridge.Motion) error {
	for i := range s.Motions {
		d := &s.Motions[i]
		if d.Servo == nil {
			continue
		}
		of := slices.IndexFunc(motions, func(m bridge.Motion) bool {
			return m.Kind == bridge.MotionServo && m.Name == d.Name
		})
		if of < 0 {
			return fmt.Errorf("scene: edit: servo %s of the scene is not in its world", spell.Quote(d.Name))
		}
		d.Servo.edit(motions[of].Servo.Held)
	}
	return nil
}

// turnedAs returns the key frame of the scene that has the orientation q, so that an orientation that was not
// edited stays as it was written; an empty key frame if there is none.
func turnedAs(keys []Key, q vec.Quat) Key {
	for _, k := range keys {
		if was, err := k.Orientation.quat(); err == nil && was == q {
			return k
		}
	}
	return Key{}
}

// edit takes over the time and the position, and the orientation where it differs.
func (k *Key) edit(to bridge.MotionKey) error {
	k.Time, k.Position = to.Time, Vector{to.Position.X, to.Position.Y, to.Position.Z}
	was, err := k.Orientation.quat()
	if q := to.Orientation; err == nil && q != was {
		k.Orientation = &Rotation{Quaternion: &[4]float64{q.W, q.X, q.Y, q.Z}}
	}
	return err
}

// edit sets the numbers that differ from those of the material to.
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

// materialNumbers returns pointers to the fields of a *Material or a *Pair that hold the numbers of law.Fields, in
// the order of law.Fields; nil for a number that the entry cannot give.
func materialNumbers(entry any) []**float64 {
	v := reflect.ValueOf(entry).Elem()
	list := make([]**float64, len(law.Fields))
	for _, k := range keysOf(v.Type()) {
		if i := slices.IndexFunc(law.Fields, func(known law.Field) bool { return known.Name == k.key }); i >= 0 {
			list[i] = v.FieldByName(k.Name).Addr().Interface().(**float64)
		}
	}
	return list
}
