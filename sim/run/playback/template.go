package playback

import (
	"fmt"
	"math"

	"example.org/tumble/sim/files/dump"
	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// template is a clumped body of an exported scene, in the frame of its principal axes.
type template struct {
	name    string
	mass    float64
	inertia vec.Vec3
	radii   []float64
	spheres []vec.Vec3 // centres, in the order of the atoms
	shapes  []solid    // of the body in the scene
}

// Tolerances for the atoms of a body against the spheres of its template, because dumps are printed with
// six digits: radii and places relative to the radius, and places relative to their distance from the
// origin.
const (
	sphereGap = 1e-3
	printed   = 1e-5
)

// newTemplate returns the template of a record.
//
// Errors: a type that the record does not have, a material that the scene does not.
func (s *Stage) newTemplate(t *deck.Template) (template, error) {
	made := template{name: t.Name, mass: t.Mass, inertia: vector(t.Inertia)}
	for _, one := range t.Spheres {
		made.spheres, made.radii = append(made.spheres, vector(one.Position)), append(made.radii, one.Radius)
	}
	if t.Type < 1 || t.Type > len(s.record.Types) {
		return made, fmt.Errorf("must be of a type from 1 to %d, got %d", len(s.record.Types), t.Type)
	}
	for _, h := range t.Shapes {
		material, known := s.named(h.Material)
		if !known {
			return made, fmt.Errorf("is of material %s, which the scene does not have", spell.Quote(h.Material))
		}
		one := solid{Atom: dump.Atom{Type: t.Type, Position: vector(h.Position), Radius: h.Radius, Shaft: h.Shaft,
			Orientation: vec.Identity}, material: material}
		if axis := vector(h.Axis); axis.Norm2() > 0 {
			side := axis.Unit().Perpendicular()
			one.Orientation = vec.Mat3{A: side, B: axis.Unit().Cross(side), C: axis.Unit()}.Quat()
		}
		for k, text := range h.Colors {
			one.colors[k] = color(text)
		}
		made.shapes = append(made.shapes, one)
	}
	return made, nil
}

// matches reports whether atoms may be the spheres of a template.
func (t *template) matches(atoms []dump.Atom) bool {
	if len(atoms) != len(t.radii) {
		return false
	}
	for i := range atoms {
		if math.Abs(atoms[i].Radius-t.radii[i]) > sphereGap*t.radii[i] {
			return false
		}
	}
	return true
}

// placed returns the shapes of a body; their numbers begin with its first atom's.
func (t *template) placed(b *Body, lead *dump.Atom) []solid {
	list := make([]solid, len(t.shapes))
	for i, h := range t.shapes {
		h.ID, h.Mol = lead.ID+int64(i), lead.Mol
		h.Position = b.Center.Add(b.Orientation.Rotate(h.Position))
		h.Orientation = b.Orientation.Mul(h.Orientation)
		list[i] = h
	}
	return list
}

// color reads a colour from a record; it is zero without one.
func color(text string) (c bridge.RGBA) {
	if _, err := fmt.Sscanf(text, "#%02x%02x%02x%02x", &c[0], &c[1], &c[2], &c[3]); err != nil {
		return bridge.RGBA{}
	}
	return c
}
