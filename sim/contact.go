package sim

import (
	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// contact is one touching contact of one step. Contacts are kept in contact order: by
// list (pair of kinds), then by the indices of the shapes, then as the kernel found
// them.
type contact struct {
	point, normal vec.Vec3 // normal from a to b
	overlap       float64  // [m]
	shear         vec.Vec3 // shear force on a [N]
	force         vec.Vec3 // whole force on a [N]
	kn, kt, mu    float64
	normalForce   float64 // [N]
	lost          float64 // energy that sliding took in this step [J]
	smaller       float64 // the smaller radius, for the overlap ratio [m]
	bodyA, bodyB  int32
	a, b          int32 // shapes, in the slices of their kinds
	from          int32 // contact of the previous step it continues, -1 for a new one
	revision      uint32
	feature       int32
	list, pair    int32 // the candidate it came from
	kindA, kindB  shape.Kind
	sliding       bool
}

// sameDirection is the cosine of the largest angle between the normals of one contact in
// two successive steps. Normals turn by far less in a step; contacts of one pair in
// different places (a groove) differ by more.
const sameDirection = 0.86 // 30°

// continued finds, among the contacts a pair had in the previous step, the one that touch
// continues: of those not yet taken, the one whose normal is nearest. A pair that had one
// contact and has one keeps it. Returns -1 for a new contact.
func continued(previous []contact, first, count int32, touch *narrow.Touch, taken *uint32) int32 {
	best, found := sameDirection, int32(-1)
	for i := int32(0); i < count && i < 32; i++ {
		if *taken&(1<<i) != 0 {
			continue
		}
		p := &previous[first+i]
		d := p.normal.Dot(touch.Normal)
		if p.feature == touch.Feature {
			d += 1e-3 // of two equally near, the one of the same feature
		}
		if d > best {
			best, found = d, i
		}
	}
	if found < 0 {
		return -1
	}
	*taken |= 1 << found
	return first + found
}
