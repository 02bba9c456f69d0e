package sim

import (
	"tumble/sim/law"
	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// contact is one touching contact of one step. Contacts are kept in contact order: by
// list (pair of kinds), then by the indices of the shapes, then as the kernel found
// them. A contact that continues is renewed in place: until its law is applied it tells
// of the step before.
//
// What the law reads comes first, in an order that vector kernels can load four numbers
// at a time; see lanes_simd.go.
type contact struct {
	point, normal vec.Vec3 // normal from a to b
	shear         vec.Vec3 // shear force on a [N]
	overlap       float64  // [m]
	normalForce   float64  // of spring and dashpot, never negative [N]
	smaller       float64  // the smaller radius, for the overlap ratio [m]
	kn, kt        float64  // law.Springs: what they mean depends on the law
	mu            float64  // friction coefficient [1]
	drag          float64  // of the dashpot, part of the normal force [N]

	couple       vec.Vec3 // on a, against rolling and twisting [N·m]
	surface      int32    // in World.surfaces
	bodyA, bodyB int32
	a, b         int32 // shapes, in the slices of their kinds
	feature      int32
	kindA, kindB shape.Kind
	fresh        bool // it began in this step
	sliding      bool
}

// force returns the whole force on a [N].
func (c *contact) force() vec.Vec3 { return c.shear.AddScaled(-c.normalForce, c.normal) }

// mix sets the constants of a contact from its two materials.
func (c *contact) mix(w *World) {
	a, b := w.shapes.info(c.kindA, c.a), w.shapes.info(c.kindB, c.b)
	m := law.Kinds[w.law].Mix(w.materials[a.material].law, w.materials[b.material].law, a.radius, b.radius)
	la, lb, _ := law.Lengths(a.radius, b.radius)
	c.surface = a.material*int32(len(w.materials)) + b.material
	c.kn, c.kt, c.mu, c.smaller = m.Kn, m.Kt, w.surfaces[c.surface].TanPhi, lower(la, lb)
}

// radius returns the reduced radius of a contact [m].
func (c *contact) radius(w *World) float64 {
	return law.Reduced(w.shapes.info(c.kindA, c.a).radius, w.shapes.info(c.kindB, c.b).radius)
}

// touching calls yield for all contacts of the last step, in contact order.
func (w *World) touching(yield func(*contact) bool) {
	for i := range w.lists {
		for k := range w.lists[i].chunks {
			contacts := w.lists[i].chunks[k].contacts
			for j := range contacts {
				if !yield(&contacts[j]) {
					return
				}
			}
		}
	}
}

// sameDirection is the cosine of the largest angle between the normals of one contact in
// two successive steps. Normals turn by far less in a step; contacts of one pair in
// different places (a groove) differ by more.
const sameDirection = 0.86 // 30°

// continued finds, among the contacts a pair had in the previous step, the one that touch
// continues: of those not yet taken, the one whose normal is nearest. Returns -1 for a new
// contact.
func continued(previous []contact, touch *narrow.Touch, taken *uint32) int {
	var best float64
	found := -1
	for i := range previous {
		if i == 32 || *taken&(1<<i) != 0 {
			continue
		}
		p := &previous[i]
		d := p.normal.Dot(touch.Normal)
		if !(d > sameDirection) {
			continue
		}
		if p.feature == touch.Feature {
			d += 1e-3 // of two equally near, the one of the same feature
		}
		if d > best {
			best, found = d, i
		}
	}
	if found >= 0 {
		*taken |= 1 << found
	}
	return found
}
