package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"

	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/mesh"
)

// WriteParticles writes the spheres and capsules of a state as CSV, one per line, in the
// form that scenes read under "particles": position, size, orientation, velocity and
// material. The members of a clump have the number of the clump; their velocity, spin, mass,
// age, force and torque are those of the clump as one body.
func WriteParticles(w io.Writer, s *state.State) error {
	table := csv.NewWriter(w)
	head := []string{"id", "body", "name", "kind", "clump", "shape", "shape kind", "radius [m]", "shaft [m]"}
	for _, f := range slices.Concat(placing, moving) {
		head = append(head, series.WithUnit(f.name, f.unit))
	}
	head = append(head, "mass [kg]", "age [s]")
	for _, f := range acting {
		head = append(head, series.WithUnit(f.name, f.unit))
	}
	table.Write(append(head, "material", "color"))
	for i := range s.Bodies {
		b := &s.Bodies[i]
		for k := range b.Shapes {
			if isRound(&b.Shapes[k]) {
				table.Write(particleLine(s, b, k))
			}
		}
	}
	table.Flush()
	return table.Error()
}

func particleLine(s *state.State, b *state.Body, k int) []string {
	h, clump := &b.Shapes[k], ""
	if len(b.Shapes) > 1 {
		clump = integer(int64(b.ID))
	}
	line := []string{integer(h.ID), integer(int64(b.ID)), b.Name, b.Kind, clump, integer(int64(k)), h.Kind}
	numbers := slices.Concat([]float64{h.Radius, h.Shaft}, h.Position[:], h.Orientation[:])
	for _, f := range moving {
		numbers = append(numbers, f.of(b))
	}
	numbers = append(numbers, b.Mass, b.Age)
	for _, f := range acting {
		numbers = append(numbers, f.of(b))
	}
	for _, x := range numbers {
		line = append(line, series.Decimal(x))
	}
	color := ""
	if c := h.Def.Colors; c[0][3] != 0 {
		color = fmt.Sprintf("#%02x%02x%02x%02x", c[0][0], c[0][1], c[0][2], c[0][3])
		if c[1] != c[0] {
			color += fmt.Sprintf(" #%02x%02x%02x%02x", c[1][0], c[1][1], c[1][2], c[1][3])
		}
	}
	return append(line, s.Materials[h.Def.Material], color)
}

// HasMesh reports whether a state has a mesh that WriteSTL could write.
func HasMesh(s *state.State) bool {
	return slices.ContainsFunc(s.Bodies, func(b state.Body) bool {
		return slices.ContainsFunc(b.Shapes, func(h state.Shape) bool { return h.Def.Outline() != nil })
	})
}

// WriteSTL writes all meshes of a state, at their positions in it, as one binary STL in metres.
//
// Errors: no mesh in the state.
func WriteSTL(w io.Writer, s *state.State) error {
	var all mesh.Mesh
	for i := range s.Bodies {
		for k := range s.Bodies[i].Shapes {
			h := &s.Bodies[i].Shapes[k]
			m := h.Def.Outline()
			if m == nil {
				continue
			}
			first := int32(len(all.Vertices))
			at, q := point(h), rotation(h)
			for _, v := range m.Vertices {
				all.Vertices = append(all.Vertices, at.Add(q.Rotate(v)))
			}
			for _, t := range m.Triangles {
				all.Triangles = append(all.Triangles, [3]int32{first + t[0], first + t[1], first + t[2]})
			}
		}
	}
	if len(all.Triangles) == 0 {
		return fmt.Errorf("export: stl: the scene must have a mesh, got none")
	}
	return all.WriteSTL(w)
}
