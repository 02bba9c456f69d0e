package sim

import (
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Contract: contacts of a state name the shapes that touch, so that what is on each shape can
// be summed from them; shapes have ids that no other has. A clump of two spheres of different
// size lies on a plane, with rolling friction.
func TestStateNamesShapes(t *testing.T) {
	w := newWorld(t, 1e-4, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.5, Density: 1000, RollingFriction: 0.1})
	w.params.Gravity = vec.New(0, 0, -10)
	add(t, w, floorDef())
	left, right := sphereDef(0.1)[0], sphereDef(0.2)[0]
	left.Position, right.Position = vec.New(-0.3, 0, 0.1), vec.New(0.3, 0, 0.2)
	add(t, w, body.Def{Shapes: []body.ShapeDef{left, right}, Velocity: vec.New(0.1, 0.2, -0.1)})
	for w.clock.Step < 100 {
		w.Step()
	}
	s := w.State()
	ids := map[int64]bool{}
	couples := 0.
	for _, b := range s.Bodies {
		for k, h := range b.Shapes {
			if ids[h.ID] || k == 0 && h.ID != int64(b.ID) {
				t.Errorf("shape %d of body %d has the id %d", k, b.ID, h.ID)
			}
			ids[h.ID] = true
			var sum, couple vec.Vec3
			for _, c := range s.Contacts {
				switch {
				case c.BodyA == b.ID && c.ShapeA == k:
					sum, couple = sum.Add(vec3(c.Force[:])), couple.Add(vec3(c.Torque[:]))
				case c.BodyB == b.ID && c.ShapeB == k:
					sum, couple = sum.Sub(vec3(c.Force[:])), couple.Sub(vec3(c.Torque[:]))
				}
			}
			want, _ := w.Contacts().ForceOnShape(b.ID, k)
			if sum.Sub(want).Norm() > 1e-12*want.Norm() || want.Norm() == 0 {
				t.Errorf("shape %d of body %d: %v by the contacts, %v by the shape", k, b.ID, sum, want)
			}
			couples = math.Max(couples, couple.Norm())
		}
	}
	if couples == 0 {
		t.Error("rolling friction gives no torque")
	}
}
