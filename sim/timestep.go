package sim

import (
	"math"

	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/vec"
)

// timeStepGrowth is by how much the time step may grow per step since the last estimate;
// it may fall at once.
const timeStepGrowth = 1e-4

// prepareTimeStep sets the time step before the first step from the speed of sound:
//
//	dt = safety · min r √(ρ/E)
//
// over all spheres and capsules, free or in a clump, and over what inlets will make.
func (w *World) prepareTimeStep() {
	if w.clock.dt > 0 {
		return
	}
	crit := w.soundLimit()
	if math.IsInf(crit, 1) {
		crit = 1e-3 // nothing that could be unstable
	}
	w.clock.dt = w.params.TimeStepSafety * crit
}

// soundLimit returns min r √(ρ/E) over all there is and what inlets will make [s],
// infinite if that is nothing.
func (w *World) soundLimit() float64 {
	crit := math.Inf(1)
	for _, infos := range [][]shapeInfo{w.shapes.sphereInfo, w.shapes.capsuleInfo} {
		for i := range infos {
			crit = math.Min(crit, w.soundStep(infos[i].radius, int(infos[i].material)))
		}
	}
	for s, radius := range w.fresh {
		crit = math.Min(crit, w.soundStep(radius, s.Material))
	}
	return crit
}

func (w *World) soundStep(radius float64, material int) float64 {
	m := &w.materials[material].law
	return radius * math.Sqrt(m.Density/m.Young)
}

// stiffness is what the contacts of one body oppose to its motion.
type stiffness struct {
	move vec.Vec3 // along each global axis [N/m]
	turn vec.Vec3 // about each global axis [N·m]
	drag vec.Vec3 // of dashpots, along each global axis [N·s/m]
}

// estimateTimeStep recomputes the time step, every few steps, from the stiffness that
// contacts give to each body (DynDt of the reference). With the normal n and the contact
// length l of a body in each of its contacts:
//
//	k  = Σ n² (kn - kt) + kt,   kr = Σ l² kt (1 - n²)    by component
//	dt = safety · min √(2 min(m/k, I/kr))
//
// limited to growth by 1e-4 per step. Without contacts it stays. The lever arms of a
// clump's members are not counted, nor is the turn of I against the global axes.
//
// Springs that stiffen count with the slope they have now. They will be stiffer in the
// next impact, so the step then never exceeds the one from the speed of sound.
func (w *World) estimateTimeStep() {
	c, every := &w.clock, int64(w.params.TimeStepEvery)
	if w.params.TimeStep > 0 || every == 0 || c.step%every != 0 || w.stats.contacts == 0 {
		return
	}
	w.sumStiffness()
	crit2 := math.Inf(1)
	b := &w.bodies
	for i := range w.stiff {
		if b.kind[i] != bridge.Dynamic || w.stiff[i].move == (vec.Vec3{}) {
			continue
		}
		for axis := 0; axis < 3; axis++ {
			if b.block[i]&(BlockX<<axis) == 0 {
				crit2 = math.Min(crit2, dampedLimit(b.mass[i].mass, w.stiff[i].move.Component(axis), w.stiff[i].drag.Component(axis)))
			}
			if b.block[i]&(BlockRotX<<axis) == 0 {
				crit2 = math.Min(crit2, quotient(b.mass[i].inertia.Component(axis), w.stiff[i].turn.Component(axis)))
			}
		}
	}
	if math.IsInf(crit2, 1) {
		return
	}
	since := float64(c.step % every)
	if c.step > 0 {
		since = float64(every)
	}
	most := c.dt * math.Pow(1+timeStepGrowth, since)
	if w.law.Stiffens() {
		most = math.Min(most, w.params.TimeStepSafety*w.soundLimit())
	}
	c.dt = math.Min(w.params.TimeStepSafety*math.Sqrt(2*crit2), most)
}

// sumStiffness fills stiff, one entry per body.
func (w *World) sumStiffness() {
	w.stiff = append(w.stiff[:0], make([]stiffness, w.bodies.len())...)
	for c := range w.touching {
		la, lb, _ := law.Lengths(w.shapes.info(c.kindA, c.a).radius, w.shapes.info(c.kindB, c.b).radius)
		grade := w.law.Grade(c.overlap)
		kn, kt := c.kn*grade*w.law.Tangent(), c.kt*grade
		n2 := c.normal.Mul(c.normal)
		flat := vec.New(n2.Y+n2.Z, n2.Z+n2.X, n2.X+n2.Y) // 1 - n²
		move := n2.Scale(kn - kt).Add(vec.New(kt, kt, kt))
		turn := flat.Scale(kt)
		a, b := &w.stiff[c.bodyA], &w.stiff[c.bodyB]
		a.move, a.turn = a.move.Add(move), a.turn.AddScaled(la*la, turn)
		b.move, b.turn = b.move.Add(move), b.turn.AddScaled(lb*lb, turn)
		if s := &w.surfaces[c.surface]; s.damping > 0 || s.resists() {
			w.addResistance(&c, s, n2, flat)
		}
	}
}

// addResistance adds to the stiffness of the two bodies of a contact what dashpots and
// the springs against rolling and twisting oppose.
func (w *World) addResistance(c *contact, s *surface, n2, flat vec.Vec3) {
	r, kn := c.radius(w), c.kn*w.law.Grade(c.overlap)
	drag := n2.Scale(w.law.Viscosity(s.damping, kn, w.reducedMass(c)))
	turn := flat.Scale(law.RollingStiffness(s.RollingFriction, r, kn)).
		AddScaled(law.RollingStiffness(s.TwistingFriction, r, kn), n2)
	for _, i := range [2]int32{c.bodyA, c.bodyB} {
		w.stiff[i].drag = w.stiff[i].drag.Add(drag)
		w.stiff[i].turn = w.stiff[i].turn.Add(turn)
	}
}

// dampedLimit returns half the square of the longest stable step [s²] of a mass m on a
// spring k with a dashpot c whose velocity is half a step old: the positive root of
// k dt² + 2 c dt = 2 m. Without dashpot that is m/k.
func dampedLimit(m, k, c float64) float64 {
	if c == 0 || k == 0 {
		return quotient(m, k)
	}
	dt := 2 * m / (c + math.Sqrt(c*c+2*k*m))
	return dt * dt / 2
}

// quotient returns a/b, or infinity if either says nothing.
func quotient(a, b float64) float64 {
	if !(a > 0) || !(b > 0) {
		return math.Inf(1)
	}
	return a / b
}
