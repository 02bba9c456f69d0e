package sim

import (
	"math"
	"slices"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/shape"
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
	for _, kind := range shape.Solids {
		infos := w.shapes.Infos[kind]
		for i := range infos {
			crit = math.Min(crit, w.soundStep(infos[i].Radius, int(infos[i].Material)))
		}
	}
	for s, radius := range w.flow.Fresh {
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
// limited to growth by 1e-4 per step. Bodies move by it in this step, as in the reference. Without contacts it stays. The lever arms of a
// clump's members are not counted, nor is the turn of I against the global axes.
//
// Springs that stiffen count with the slope they have now, those that soften as they pull with their
// stiffness. They will be stiffer in the next impact, so the step then never exceeds the one from the
// speed of sound.
func (w *World) estimateTimeStep() {
	c, every := &w.clock, int64(w.params.TimeStepEvery)
	if w.params.TimeStep > 0 || every == 0 || c.step%every != 0 || w.count == 0 {
		return
	}
	crit2 := w.critical()
	if math.IsInf(crit2, 1) {
		return
	}
	since := float64(c.step % every)
	if c.step > 0 {
		since = float64(every)
	}
	most := c.dt * math.Pow(1+timeStepGrowth, since)
	if law.Kinds[w.law].Stiffens() {
		most = math.Min(most, w.params.TimeStepSafety*w.soundLimit())
	}
	c.dt = math.Min(w.params.TimeStepSafety*math.Sqrt(2*crit2), most)
}

// critical returns the least m/k and I/kr of all bodies [s²], infinite if nothing limits them.
func (w *contactSet) critical() float64 {
	crit2 := math.Inf(1)
	for first := 0; first < w.bodies.Len(); first += stiffPiece {
		own := span{int32(first), int32(lesser(first+stiffPiece, w.bodies.Len()))}
		w.sumStiffness(own)
		crit2 = math.Min(crit2, w.softest(own))
	}
	return crit2
}

// stiffPiece is for how many bodies at a time stiffness is summed, which takes little memory
// then; contacts between two pieces are looked at twice.
const stiffPiece = 64 * chunk

// softest returns the least m/k and I/kr of some bodies [s²], infinite if nothing limits them.
func (w *contactSet) softest(own span) float64 {
	crit2 := math.Inf(1)
	b := w.bodies
	for i := own.first; i < own.last; i++ {
		s := &w.stiff[i-own.first]
		if b.Kind[i] != bridge.Dynamic || s.move == (vec.Vec3{}) {
			continue
		}
		for axis := 0; axis < 3; axis++ {
			if b.Block[i]&(body.BlockX<<axis) == 0 {
				crit2 = math.Min(crit2, dampedLimit(b.Mass[i].Mass, s.move.Component(axis), s.drag.Component(axis)))
			}
			if b.Block[i]&(body.BlockRotX<<axis) == 0 {
				crit2 = math.Min(crit2, quotient(b.Mass[i].Inertia.Component(axis), s.turn.Component(axis)))
			}
		}
	}
	return crit2
}

// sumStiffness fills stiff, one entry for each of some bodies.
func (w *contactSet) sumStiffness(own span) {
	n := int(own.last - own.first)
	w.stiff = slices.Grow(w.stiff[:0], n)[:n]
	clear(w.stiff)
	for _, k := range w.chunks {
		if !own.meets(k.bodiesA) && !own.meets(k.bodiesB) {
			continue
		}
		for i := range k.contacts.n {
			if c := k.contact(i); own.has(c.bodyA) || own.has(c.bodyB) {
				w.addStiffness(&c, own)
			}
		}
	}
}

// addStiffness adds that of a contact to those of its bodies that are among some.
func (w *contactSet) addStiffness(c *contact, own span) {
	la, lb, _ := law.Lengths(w.shapes.Info(c.kindA, c.a).Radius, w.shapes.Info(c.kindB, c.b).Radius)
	l, s := &law.Kinds[w.law], c.law()
	grade := l.Grade(s, c.overlap)
	kn, kt := math.Max(l.Slope(s, c.overlap, grade), c.kn*grade), c.kt*grade
	n2 := c.normal.Mul(c.normal)
	flat := vec.New(n2.Y+n2.Z, n2.Z+n2.X, n2.X+n2.Y) // 1 - n²
	move := n2.Scale(kn - kt).Add(vec.New(kt, kt, kt))
	turn := flat.Scale(kt)
	add := func(i int32, length float64) {
		if own.has(i) {
			s := &w.stiff[i-own.first]
			s.move, s.turn = s.move.Add(move), s.turn.AddScaled(length*length, turn)
		}
	}
	add(c.bodyA, la)
	add(c.bodyB, lb)
	if s := &w.surfaces[c.surface]; s.damping > 0 || s.resists() {
		w.addResistance(c, s, n2, flat, own)
	}
}

// addResistance adds to the stiffness of the bodies of a contact, of those among some, what
// dashpots and the springs against rolling and twisting oppose.
func (w *contactSet) addResistance(c *contact, s *surface, n2, flat vec.Vec3, own span) {
	l := &law.Kinds[w.law]
	r, kn := c.radius(w), c.kn*l.Grade(c.law(), c.overlap)
	drag := n2.Scale(l.Viscosity(s.damping, kn, c.mass))
	turn := flat.Scale(law.RollingStiffness(s.RollingFriction, r, kn)).
		AddScaled(law.RollingStiffness(s.TwistingFriction, r, kn), n2)
	for _, i := range [2]int32{c.bodyA, c.bodyB} {
		if own.has(i) {
			s := &w.stiff[i-own.first]
			s.drag, s.turn = s.drag.Add(drag), s.turn.Add(turn)
		}
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
