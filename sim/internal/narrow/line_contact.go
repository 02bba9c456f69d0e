package narrow

import (
	"math"

	"example.org/tumble/sim/vec"
)

// LineContact is a contact of the rule integral: a pressure along the shaft of a capsule,
// summed up to one wrench.
//
// The rule states a potential. Let u(s) be the overlap of the point s of a shaft with the
// other body, zero where they are apart. The overlap of the contact is the mean of u
// weighted with its own square,
//
//	ue = ∫ u³ ds / ∫ u² ds,
//
// and the energy is E(ue), where E is the energy of two spheres (½ kn u² for the ideal elastic law). The
// wrench is the negative gradient of this energy and nothing else, so a collision gives back all the
// energy that it stores:
//
//	on the second body: force  E'(ue) Share Normal at Point, couple  E'(ue) Arm,
//
// and the opposite on the first. For two capsules ue is the mean of the integrals along both shafts, so
// the order does not matter; a capsule with zero shaft contributes its one point.
//
// The weight is the square of u for three reasons. A uniform overlap u gives ue = u and Share 1, as for
// spheres. The tip of a tilted capsule, where u falls linearly, gives ue = 3/4 u and 9/16 of the
// stiffness of a sphere; with the first power of u the tip would have only 4/9 of it, less than half. And
// since u² vanishes at the ends of the overlap, the wrench is continuous. The length of the shaft does
// not enter.
type LineContact struct {
	Touch          // Overlap is ue
	Share float64  // force divided by the force of two spheres with this overlap [1]
	Arm   vec.Vec3 // couple on the second body divided by that force of spheres [m]
}

// integral sums contacts of single points of a shaft, each with its quadrature weight g. All positions
// are relative to one origin.
type integral struct {
	second, third    float64  // ∫ u², ∫ u³
	point            vec.Vec3 // ∫ u² c, where c is the middle of the overlap
	push1, push2     vec.Vec3 // ∫ u n, ∫ u² n
	torque1, torque2 vec.Vec3 // ∫ u c × n, ∫ u² c × n
}

// add adds a point of the shaft. When the body moves by d, the point's overlap u changes by n·d; when it
// turns, u changes in proportion to c × n.
func (i *integral) add(g float64, t Touch) {
	u, c, n := t.Overlap, t.Point, t.Normal
	arm := c.Cross(n)
	g1 := g * u
	g2 := g1 * u
	i.second += g2
	i.third += g2 * u
	i.point = i.point.AddScaled(g2, c)
	i.push1, i.push2 = i.push1.AddScaled(g1, n), i.push2.AddScaled(g2, n)
	i.torque1, i.torque2 = i.torque1.AddScaled(g1, arm), i.torque2.AddScaled(g2, arm)
}

// wrench is a force with its moment about the origin, both divided by E'.
type wrench struct {
	overlap float64
	point   vec.Vec3
	push    vec.Vec3
	torque  vec.Vec3
}

// lineContact returns the contact of a wrench about the given origin. If the force vanishes, the wrench
// is a couple alone, and the normal is instead.
func (w wrench) lineContact(origin, instead vec.Vec3) LineContact {
	share, normal := split(w.push, 1, instead)
	return LineContact{
		Touch: Touch{Point: w.point.Add(origin), Normal: normal, Overlap: w.overlap},
		Share: share,
		Arm:   w.torque.Sub(w.point.Cross(w.push)),
	}
}

// gauss holds the points in (-1, 1) and the weights of the Gauss rule of six points, which is exact for
// polynomials of degree 11. Where the overlap is small against the radii, u³ is a polynomial of degree
// six.
var gauss = [6][2]float64{
	{-0.9324695142031521, 0.1713244923791704},
	{-0.6612093864662645, 0.3607615730481386},
	{-0.2386191860831969, 0.4679139345726910},
	{0.2386191860831969, 0.4679139345726910},
	{0.6612093864662645, 0.3607615730481386},
	{0.9324695142031521, 0.1713244923791704},
}

// stretch returns the part of [lo, hi] in which |m + s v| < reach; it is empty if lo ≥ hi.
func stretch(m, v vec.Vec3, reach, lo, hi float64) (from, to float64) {
	const level = 1e-200 // a slope whose square is less than this reaches nothing over any length that occurs
	vv := v.Norm2()
	if vv < level {
		if m.Norm2() < reach*reach {
			return lo, hi
		}
		return lo, lo
	}
	middle := -m.Dot(v) / vv
	half2 := (reach*reach - m.AddScaled(middle, v).Norm2()) / vv
	if !(half2 > 0) {
		return lo, lo
	}
	half := math.Sqrt(half2)
	if middle-half > lo {
		lo = middle - half
	}
	if middle+half < hi {
		hi = middle + half
	}
	return lo, hi
}
