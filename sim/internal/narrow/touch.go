// Package narrow computes the geometry of contacts: one file and one pure function per pair of shapes.
// All have the form that Query describes and do not allocate.
//
// # Conventions
//
// The shapes of a pair are ordered wall, mesh, cylinder, sphere, capsule; the normal
// points from the first to the second. All lengths are metres. The gap of a pair without
// contact tells the engine how far the bodies may move before it must look again.
//
// The reach of a pair is the distance between their cores at which they touch: the sum of the radii, or
// radius and half thickness.
//
// Every finite input of sane size gives a finite unit normal: axes that cross,
// centres that coincide, shafts of length zero and degenerate triangles included.
//
// # The documented rule for capsules
//
// A capsule may lie flat on another capsule or on a plane. The point of contact of the
// nearest points would then jump from end to end, so the rule weights the contacts of
// the end points with their overlaps; see CapsuleCapsule and WallCapsule.
//
// # The integral rule for capsules
//
// It defines an energy, a function of the overlap all along the shafts, and takes the gradient of this
// energy as contact force: the contacts are continuous, conserve energy, and may carry a couple; see
// LineContact and the functions named Integral.
package narrow

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Touch is the geometry of one contact.
type Touch struct {
	Point   vec.Vec3 // where the force acts [m]
	Normal  vec.Vec3 // unit vector from the first shape to the second
	Overlap float64  // depth of the contact, not negative [m]
	Feature int32    // which part of the second shape touches, one of the Feature constants
}

// Features of the second shape. Where one pair can have several contacts, a contact is recognised by its
// feature in the next step. Pairs with one contact use FeatureWhole. A corner continues nothing but itself.
const (
	FeatureWhole int32 = iota
	FeatureEndA        // the end at -Axis
	FeatureEndB        // the end at +Axis
	FeatureBoth        // both ends on one smooth patch
	FeatureShaft       // between the ends

	FeatureCorner int32 = -1 // the first corner of a polyhedron; the other corners follow, downwards
)

const (
	// parallel is the squared sine under which two axes count as parallel. At this angle, 3e-13 rad, both
	// formulae differ by less than the rounding of the input.
	parallel = 1e-25
	// coincident is the distance, relative to the reach of the contact, under which the
	// direction from one point to another is rounding noise and not used.
	coincident = 1e-14
	// cancelled is the length of a mean normal below which its direction is rounding noise.
	cancelled = 1e-9
)

// between returns the contact of two rounded bodies. p is the nearest point on the first core and ra its
// radius; the contact point is in the middle of the overlap.
func between(p, normal vec.Vec3, ra, overlap float64) Touch {
	return Touch{Point: p.AddScaled(ra-overlap/2, normal), Normal: normal, Overlap: overlap}
}

// sideways returns the normal for cores that meet (distance zero): perpendicular to both axes if they
// cross, otherwise perpendicular to the only axis or to the common one. The offset w of the centres
// chooses the side, so that exchanging the bodies reverses the normal wherever the configuration allows.
func sideways(u1 vec.Vec3, h1 float64, u2 vec.Vec3, h2 float64, w vec.Vec3) vec.Vec3 {
	if h1 > 0 && h2 > 0 {
		n := u1.Cross(u2)
		if nn := n.Norm2(); nn > parallel {
			f := 1 / math.Sqrt(nn)
			if n.Dot(w) < 0 {
				f = -f
			}
			return n.Scale(f)
		}
	}
	switch length := h1 + h2; {
	case w.Norm2() > 1e-18*length*length: // the offset is along the axis
		return w.Unit().Perpendicular()
	case h1 == 0 && h2 == 0:
		return vec.AxisZ
	case h2 > h1:
		return u2.Perpendicular()
	}
	return u1.Perpendicular()
}

// weighted collects contacts of end points and averages them, weighted with their overlaps, as Woo's
// documentation says for capsules.
type weighted struct {
	sum           float64
	point, normal vec.Vec3
	count         int
}

func (w *weighted) add(point, normal vec.Vec3, overlap float64) {
	w.sum += overlap
	w.point = w.point.AddScaled(overlap, point)
	w.normal = w.normal.AddScaled(overlap, normal)
	w.count++
}

// mean returns the weighted point and the normalised weighted normal, or instead if the
// normals cancel.
func (w *weighted) mean(instead vec.Vec3) (point, normal vec.Vec3) {
	f := 1 / w.sum
	point, normal = w.point.Scale(f), w.normal.Scale(f)
	if n := normal.Norm(); n > cancelled {
		return point, normal.Scale(1 / n)
	}
	return point, instead
}
