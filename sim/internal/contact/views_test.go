package contact

import (
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/widthtest"
	"example.org/tumble/sim/vec"
)

// Contract: the kernel brings capsules to the frame of a mesh, and finds their ways there, to the last bit as scalar
// code does.
func TestLocalsGiveTheSameBits(t *testing.T) {
	widthtest.Each(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		random := func() vec.Vec3 { return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()) }
		for range 50 {
			m := body.PlacedMesh{Pos: random(), Ori: vec.FromRotationVector(random())}
			var capsules, locals [wide.Lanes]shape.Capsule
			var views [wide.Lanes]view
			var rows, viewRows wide.Rows
			var ways wide.Lane
			for i := range capsules {
				capsules[i] = shape.Capsule{Center: random(), Axis: random().Unit(), Half: r.Float64(), Radius: r.Float64()}
				views[i].center, views[i].axis = random(), random().Unit()
				rows[i], viewRows[i] = rowOfCapsule(int32(i)), rowOfView(int32(i))
			}
			x := wide.Local{Capsules: wide.First(capsules[:]), Rows: &rows, Before: wide.First(views[:]), BeforeRows: &viewRows,
				Locals: wide.First(locals[:]), Ways: &ways, Pos: wide.Vector(m.Pos), Back: wide.Quat(m.Ori.Conj())}
			wide.LocalKernel.Run(&x, 0)
			for i := range capsules {
				if want := m.ToLocal(capsules[i]); locals[i] != want {
					t.Fatalf("%+v, want %+v", locals[i], want)
				}
				if want := views[i].wayTo(&locals[i]); ways[i] != want {
					t.Fatalf("way %g, want %g", ways[i], want)
				}
			}
		}
	})
}
