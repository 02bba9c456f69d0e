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
	crit := math.Inf(1)
	for _, infos := range [][]shapeInfo{w.shapes.sphereInfo, w.shapes.capsuleInfo} {
		for i := range infos {
			crit = math.Min(crit, w.soundStep(infos[i].radius, int(infos[i].material)))
		}
	}
	for i := range w.inlets {
		for _, s := range w.inlets[i].def.Product {
			crit = math.Min(crit, w.soundStep(s.Radius*w.inlets[i].shrink, s.Material))
		}
	}
	if math.IsInf(crit, 1) {
		crit = 1e-3 // nothing that could be unstable
	}
	w.clock.dt = w.params.TimeStepSafety * crit
}

func (w *World) soundStep(radius float64, material int) float64 {
	m := &w.materials[material].law
	return radius * math.Sqrt(m.Density/m.Young)
}

// stiffness is what the contacts of one body oppose to its motion.
type stiffness struct {
	move vec.Vec3 // along each global axis [N/m]
	turn vec.Vec3 // about each global axis [N·m]
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
				crit2 = math.Min(crit2, quotient(b.mass[i].mass, w.stiff[i].move.Component(axis)))
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
	c.dt = math.Min(w.params.TimeStepSafety*math.Sqrt(2*crit2), most)
}

// sumStiffness fills stiff, one entry per body.
func (w *World) sumStiffness() {
	w.stiff = append(w.stiff[:0], make([]stiffness, w.bodies.len())...)
	for c := range w.touching {
		la, lb, _ := law.Lengths(w.shapes.info(c.kindA, c.a).radius, w.shapes.info(c.kindB, c.b).radius)
		n2 := c.normal.Mul(c.normal)
		move := n2.Scale(c.kn - c.kt).Add(vec.New(c.kt, c.kt, c.kt))
		turn := vec.New(n2.Y+n2.Z, n2.Z+n2.X, n2.X+n2.Y).Scale(c.kt)
		a, b := &w.stiff[c.bodyA], &w.stiff[c.bodyB]
		a.move, a.turn = a.move.Add(move), a.turn.AddScaled(la*la, turn)
		b.move, b.turn = b.move.Add(move), b.turn.AddScaled(lb*lb, turn)
	}
}

// quotient returns a/b, or infinity if either says nothing.
func quotient(a, b float64) float64 {
	if !(a > 0) || !(b > 0) {
		return math.Inf(1)
	}
	return a / b
}
