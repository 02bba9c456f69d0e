package narrow

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/widthtest"
	"example.org/tumble/sim/vec"
)

// Contract: of capsules that move over a mesh and into it, the kernel finds contacts to the last bit as MeshCapsule
// does, leaves the same budgets behind, and finds no contact where there is another one besides.
func TestFacesGiveTheSameBits(t *testing.T) { widthtest.Each(t, testFaces) }

func testFaces(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	s := band(8, 0.7, 0.08, 0.02, func(p vec.Vec3) float64 {
		switch {
		case p.X > 1: // a flat part
			return 0
		case p.X < -1: // a valley, from above
			return 0.1 * (p.X + 1) * (p.X + 1)
		}
		return 0.25 * math.Sin(2*p.X) * math.Cos(2*p.Y)
	})
	runs := 40
	if wide.InUse() == wide.Evaluated {
		runs = 8
	}
	var f Faces
	touching, found, whole := 0, 0, 0
	for range runs {
		const n = 2*wide.Lanes + 3
		var speed, turn [n]vec.Vec3
		capsules, watches := make([]shape.Capsule, n), make([]Watch, n)
		pos, ori := random(r, 1), vec.FromRotationVector(random(r, 2))
		for i := range capsules {
			capsules[i] = shape.Capsule{Center: random(r, 2), Axis: random(r, 1).Unit(), Half: 0.2 * r.Float64(), Radius: 0.05}
			if i%5 == 0 {
				capsules[i].Half = 0
			}
			if on, core, _ := s.Nearest(&capsules[i]); i%3 > 0 && on != core { // else it is anywhere
				way := core.Sub(on)
				capsules[i].Center = capsules[i].Center.AddScaled(0.065/way.Norm()-1, way)
			}
			speed[i], turn[i] = random(r, 3e-4), random(r, 3e-4)
			if i%2 == 0 { // it slides
				speed[i] = random(r, 1e-2)
				speed[i].Z = 0
			}
			watches[i].Update(all(s))
		}
		for range 100 {
			var touches [n]Touch
			var done [n]bool
			var before [n][]budget
			for i := range capsules {
				before[i] = slices.Clone(watches[i].budgets)
			}
			f.Begin(s, pos, ori, capsules)
			for i := range capsules {
				if f.Add(i, &capsules[i], &watches[i]) {
					f.Find(touches[:], done[:])
				}
			}
			f.Find(touches[:], done[:])
			for i := range capsules {
				w := &watches[i]
				after := slices.Clone(w.budgets)
				alone, others := w.alone, w.others
				copy(w.budgets, before[i])
				wanted, _ := w.points(s, &capsules[i], nil, nil)
				touching += len(wanted)
				if !done[i] {
					continue
				}
				if found++; capsules[i].Half == 0 {
					whole++
				}
				if len(wanted) != 1 || w.alone != alone || w.others != others {
					t.Fatalf("%d contacts, want one of triangle %d", len(wanted), alone)
				}
				want, got := LineContact{Touch: wanted[0]}, LineContact{Touch: touches[i]}
				want.Point, want.Normal = pos.Add(ori.Rotate(want.Point)), ori.Rotate(want.Normal)
				if bitsOf(&got) != bitsOf(&want) || got.Feature != want.Feature {
					t.Fatalf("%+v, want %+v, of %+v", got, want, capsules[i])
				}
				if !slices.Equal(after, w.budgets) {
					t.Fatalf("budgets %v, want %v", after, w.budgets)
				}
			}
			for i := range capsules {
				was, c := capsules[i], &capsules[i]
				c.Center = c.Center.AddScaled(r.Float64(), speed[i])
				c.Axis = vec.FromRotationVector(turn[i].Scale(r.Float64())).Rotate(c.Axis).Unit()
				watches[i].Go(c.Center.Sub(was.Center).Norm() + c.Half*c.Axis.Sub(was.Axis).Norm())
			}
		}
	}
	if found < 100*runs || whole < 20*runs {
		t.Errorf("the kernel found only %d of %d contacts, %d of them with spheres", found, touching, whole)
	}
}
