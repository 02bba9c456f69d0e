package external

import (
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/vec"
)

// Drag is a law of the drag of a sphere in a fluid, as a table row.
type Drag struct {
	Name string
	// times returns by how much the drag is larger than that of Stokes, for a Reynolds number Re = ρ |v| 2 r / µ.
	times func(re float64) float64
}

// Drags are the laws of drag. Each opposes spin by the torque of Stokes, too.
//
// F = -6 π µ r v and T = -8 π µ r³ ω are from G. G. Stokes, On the effect of the internal friction of fluids on
// the motion of pendulums, Trans. Camb. Phil. Soc. 9 (1851) 8. The factor max(1 + 0.15 Re^0.687, 0.44 Re/24) is from
// L. Schiller and A. Naumann, Über die grundlegenden Berechnungen bei der Schwerkraftaufbereitung, Z. VDI 77 (1933)
// 318, with the coefficient 0.44 of Newton's regime, Re > 1000.
var Drags = [...]Drag{
	{Name: "stokes", times: func(float64) float64 { return 1 }},
	{Name: "schiller-naumann", times: schillerNaumann},
}

// schillerNaumann takes its power by Exp2, since math.Pow has other bits where a processor fuses products and sums.
func schillerNaumann(re float64) float64 {
	return max(1+0.15*math.Exp2(0.687*math.Log2(re)), 0.44/24*re)
}

// dragOf returns the law of a name; nil if there is none.
func dragOf(name string) *Drag {
	for i := range Drags {
		if Drags[i].Name == name {
			return &Drags[i]
		}
	}
	return nil
}

// DragNames are the names of the laws of drag.
func DragNames() (names []string) {
	for i := range Drags {
		names = append(names, Drags[i].Name)
	}
	return names
}

// sphereOf returns the radius of the sphere that a body is to a fluid [m]: that of the same volume, as is usual for
// particles that are no spheres (R. Clift, J. R. Grace, M. E. Weber, Bubbles, Drops, and Particles, 1978, chapter 2).
func sphereOf(t *body.Template) float64 {
	if len(t.Shapes) == 1 && t.Shapes[0].Shaft == 0 && t.Shapes[0].IsHull() {
		return t.Shapes[0].Radius
	}
	return math.Cbrt(t.Volume * 3 / (4 * math.Pi))
}

// stream is a fluid as it acts on one body.
type stream struct {
	factor      float64 // 6 π µ r [N·s/m]
	reynolds    float64 // 2 r ρ / µ [s/m]
	law         *Drag
	velocity    vec.Vec3 // of the fluid [m/s]
	coefficient float64  // F = -coefficient (v - velocity) [N·s/m]
	couple      float64  // T = -couple ω [N·m·s]
}

// rounds is how often the drag is computed with the velocity that it leads to. The result has no error at a constant
// velocity, and else one of second order in the time step from the second round on.
const rounds = 3

// drag computes the coefficients of the drag of fluids on body i and the velocity of the body at this moment [m/s],
// which is half a step after that of the body. With the other forces F on it, its mass m, and h = dt/2,
//
//	v = (v⁻ + h (F + Σ c u) / m) / (1 + h Σ c / m)
//
// which is stable for any step: a drag of v⁻ would be of first order, and unstable where c dt > 2 m.
func drag(b *body.Set, i int, half float64, force vec.Vec3, streams []stream) (v vec.Vec3) {
	inverse, old, block := b.Mass(i).Inv, b.Vel[i], b.Block[i]
	v = old
	for range rounds {
		sum, carried := 0.0, force
		for k := range streams {
			s := &streams[k]
			s.coefficient = s.factor * s.law.times(s.reynolds*v.Sub(s.velocity).Norm())
			sum += s.coefficient
			carried = carried.AddScaled(s.coefficient, s.velocity)
		}
		v = old.AddScaled(half*inverse, carried).Scale(1 / (1 + half*inverse*sum))
		v = body.Keep(v, old, block)
	}
	return v
}

// turning returns the spin of body i at this moment [rad/s], with fluids that oppose it by a torque of -c ω: by the
// same reasoning as drag, with the angular momentum L, ω = (J + h c)⁻¹ (L⁻ + h T).
func turning(b *body.Set, i int, half float64, torque vec.Vec3, c float64) vec.Vec3 {
	m, q := b.Mass(i), b.Ori[i]
	l := q.Unrotate(b.AngularMomentum(i).AddScaled(half, torque))
	j := m.Inertia
	w := q.Rotate(vec.New(l.X/(j.X+half*c), l.Y/(j.Y+half*c), l.Z/(j.Z+half*c)))
	return body.Keep(w, b.Spin[i], b.Block[i]>>3)
}
