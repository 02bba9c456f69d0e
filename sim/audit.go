package sim

import (
	"math"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// # Audits
//
// Now and then a world is looked at for what makes its results wrong although every number is
// finite: steps too long for contacts or for speeds, energy from nowhere, bodies that fall for
// ever. Each is told by a notice; where nothing is left to believe, the world stops. When that is
// due depends on steps alone, and what is found on the state alone.

// audits are the looks.
var audits = [...]func(*World){
	(*World).auditTimeStep, (*World).auditWays, (*World).auditEnergy, (*World).auditFalling, (*World).auditScale,
}

// auditEvery is how many steps go by between two audits. Each takes about as long as a step.
const auditEvery = 1000

// auditDue reports whether a step ends with an audit: the first ones soon, since most mistakes are
// in the numbers that a scene begins with.
func auditDue(step int64) bool { return step%auditEvery == 0 || step == 1 || step == 10 || step == 100 }

// Audit looks whether results can be believed, as the world does by itself now and then. Whoever has
// built a world calls it, and whoever ends a run, so that nothing of the last steps stays untold.
func (w *World) Audit() {
	for _, look := range audits {
		if w.log.Fault() == "" {
			look(w)
		}
	}
}

// told holds the largest value of each warning that was given, so that it is given again only for
// a much larger one.
type told struct {
	overlap float64 // over radius
	step    float64 // over the critical one
	way     float64 // in a step, over radius
	turn    float64 // in a step [rad]
	made    float64 // share of all energy
	falling float64 // number of bodies
}

// warn gives a warning about a value, unless one about more than half of it was given.
func (w *World) warn(last *float64, value float64, format string, args ...any) {
	if value >= 2**last {
		*last = value
		w.log.Add(bridge.Warning, "", format, args...)
	}
}

// onWall is the critical time step of a ball on a wall, √(2m/k), over r √(ρ/E): the first contact of a
// ball cannot take a longer one.
var onWall = math.Sqrt(8. / 3)

// auditTimeStep looks whether a time step that is not chosen from contacts is longer than they allow.
func (w *World) auditTimeStep() {
	p := &w.params
	if p.TimeStep == 0 && (p.TimeStepEvery > 0 && w.count > 0) {
		return
	}
	critical, of := onWall*w.soundLimit(), "of the first contact of a ball"
	if crit2 := w.critical(); !math.IsInf(crit2, 1) {
		critical, of = math.Sqrt(2*crit2), "of the contacts there are"
	}
	factor := w.clock.dt / critical
	if !(factor > 1) {
		return
	}
	w.warn(&w.told.step, factor, "step %d: the time step of %.3g s is %.3g times the critical one %s, %.3g s: "+
		"bodies will gain energy or pass through each other. Leave timeStep.fixed and timeStep.initial out, "+
		"or give at most %.2g s", w.clock.step, w.clock.dt, factor, of, critical, p.TimeStepSafety*critical)
}

// auditWays looks whether bodies move by more than a radius in a step, or turn by more than a radian.
func (w *World) auditWays() {
	b, dt, least := &w.bodies, w.clock.last, w.shapes.SmallestRadius()
	var way, turn float64
	var moving, turning int
	for i := range b.Pos {
		r := least
		if b.Kind[i] == bridge.Dynamic {
			r = b.Template(i).Finest()
		}
		if x := dt * b.Pace(i) / r; x > way {
			way, moving = x, i
		}
		if x := dt * b.Spin[i].Norm(); x > turn {
			turn, turning = x, i
		}
	}
	if way > 1 && least > 0 {
		w.warn(&w.told.way, way, "step %d: body %d (%s) moves by %.3g radii in a step, at %.3g m/s: it can pass through others. "+
			"Steps of %.2g s would see what it meets", w.clock.step, b.Info[moving].ID, b.Info[moving].Name, way, b.Pace(moving), dt/way/2)
	}
	if turn > 1 {
		w.warn(&w.told.turn, turn, "step %d: body %d (%s) turns by %.3g rad in a step, at %.3g rad/s: "+
			"neither its turning nor its friction can be believed",
			w.clock.step, b.Info[turning].ID, b.Info[turning].Name, turn, b.Spin[turning].Norm())
	}
}

// Energy from nowhere: of all the energy that is in motion, in contacts or was turned into heat, the
// share that neither the beginning nor gravity, inlets, motions or edits brought. The rules for
// capsules and the error of a good time step make up to a few per cent. Ten times as much energy
// as ever was brought means that nothing is left of what the scene said.
const (
	madeTold  = 0.1
	madeFatal = 0.9
)

// auditEnergy looks for energy that came from nowhere.
func (w *World) auditEnergy() {
	made, all := w.madeEnergy()
	switch share := made / all; {
	case share > madeFatal && !w.ruleMakesEnergy():
		i := w.fastest()
		b := &w.bodies
		w.log.Stop("step %d: %.3g of the %.3g J that bodies have or had came from nowhere: nothing is left to believe. "+
			"Body %d (%s) is the fastest, at %.3g m/s. Either the time step of %.3g s is too long, or bodies overlap too much",
			w.clock.step, made, all, b.Info[i].ID, b.Info[i].Name, b.Pace(i), w.clock.last)
	case share > madeTold:
		w.warn(&w.told.made, share, "step %d: %.2g %% of the energy, %.3g of %.3g J, came from nowhere: the time step is too long, "+
			"bodies overlap too much, or the rule for capsules does not suit the scene", w.clock.step, 100*share, made, all)
	}
}

// ruleMakesEnergy reports whether the contact rule itself may be what made most of the energy: the
// documented rule makes up to several times that of an impact where capsules touch, and a scene that
// asks for it gets it. A time step beyond the critical one is no such excuse.
func (w *World) ruleMakesEnergy() bool {
	if w.told.step > 1 || w.Energy().ContactRule < w.Energy().ClosureError {
		return false
	}
	return len(w.shapes.Capsules) > 0
}

// madeEnergy returns the energy that came from nowhere, and all that is in motion, in contacts, lifted
// bodies, or was turned into heat [J]; 0 of 1 where rounding is not smaller.
func (w *World) madeEnergy() (made, all float64) {
	e := w.Energy()
	l := &w.ledger
	made = e.ContactRule + e.ClosureError
	all = math.Max(e.Kinetic+e.Elastic+e.Dissipated+math.Max(e.Potential-l.Start, 0), made) // it may have left
	noise := 0.0                                                                            // what lifts all bodies by a thousandth of a radius, and the rounding of what is booked
	lift := w.params.Gravity.Norm() * w.shapes.SmallestRadius()
	for i := range w.bodies.Mass {
		noise += 1e-3 * w.bodies.Mass[i].Mass * lift
	}
	for _, x := range [...]float64{e.Potential, l.Start, e.Inlets, e.Outlets, e.Imposed, e.Edits} {
		noise += 1e-9 * math.Abs(x)
	}
	if !(made > noise) || !(all > noise) {
		return 0, 1
	}
	return made, all
}

// fastest returns the body that moves fastest.
func (w *World) fastest() (i int) {
	b := &w.bodies
	for k := range b.Pos {
		if b.Kind[k] == bridge.Dynamic && b.Pace(k) > b.Pace(i) {
			i = k
		}
	}
	return i
}

// auditFalling looks for bodies that fall out of the scene for ever: no wall is before them, and
// they are far below all that has an end.
func (w *World) auditFalling() {
	b, down := &w.bodies, w.params.Gravity.Unit()
	if _, endless := w.flow.Sinks(); endless || down == (vec.Vec3{}) {
		return // nothing falls, or it is taken out
	}
	things, low := w.boxOfThings(), math.Inf(-1)
	if !things.IsEmpty() {
		for k := range 8 {
			low = math.Max(low, things.Corner(k).Dot(down))
		}
		low += 10 * things.Size().Norm()
	}
	falling, first := 0, 0
	for i := range b.Pos {
		free := b.Kind[i] == bridge.Dynamic && b.Block[i]&(body.BlockX|body.BlockY|body.BlockZ) == 0
		if free && b.Pos[i].Dot(down) > low && !w.wallBefore(b.Pos[i], down) {
			if falling++; falling == 1 {
				first = i
			}
		}
	}
	if falling > 0 {
		w.warn(&w.told.falling, float64(falling), "step %d: body %d (%s) falls for ever, as nothing is below it (%d such): "+
			"a floor would hold it, an outlet take it out",
			w.clock.step, b.Info[first].ID, b.Info[first].Name, falling)
	}
}

// boxOfThings returns a box round what has an end and is no body that forces move: meshes, fixed spheres
// and capsules, cylinders where bodies are, inlets and outlets; empty if there is none.
func (w *World) boxOfThings() vec.Box {
	s, all := &w.shapes, vec.EmptyBox()
	for i := range s.Meshes {
		all = all.Union(w.shapes.Bounds(shape.KindMesh, &w.bodies, i))
	}
	for k := range s.Solids() {
		if w.bodies.Kind[s.BodyOfSolid(k)] != bridge.Dynamic {
			all = all.Union(w.boxOf(k))
		}
	}
	for i := range s.Cylinders {
		c := w.bodies.Pos[s.Infos[shape.KindCylinder][i].Body]
		all = all.Union(vec.Box{Lo: c, Hi: c}.Grow(s.Cylinders[i].Radius))
	}
	sources, _ := w.flow.Sources()
	sinks, _ := w.flow.Sinks()
	return all.Union(sources).Union(sinks)
}

// wallBefore reports whether a body at p that falls along down meets a wall that holds it.
func (w *World) wallBefore(p, down vec.Vec3) bool {
	for i := range w.shapes.Walls {
		wall := &w.shapes.Walls[i]
		fall := down.Component(wall.Axis)
		if math.Abs(fall) > 1e-3 && float64(wall.Sense)*fall <= 0 && (w.shapes.WallPosition(&w.bodies, i)-p.Component(wall.Axis))*fall >= 0 {
			return true
		}
	}
	return false
}

// A mesh is as large as this, in diameters of the largest particle and in sizes of the region that
// particles begin in, if its file was written in millimetres and that was not said.
const (
	oversizeOfParticles = 1000
	oversizeOfRegion    = 30
)

// auditScale looks, before the first step, for meshes that are far too large for the rest.
func (w *World) auditScale() {
	if w.clock.step > 0 {
		return
	}
	region, particle := vec.EmptyBox(), 0.0
	for k := range w.shapes.Solids() {
		if body := w.shapes.BodyOfSolid(k); w.bodies.Kind[body] == bridge.Dynamic {
			region = region.Union(w.boxOf(k))
			particle = math.Max(particle, 2*w.bodies.Template(int(body)).Extent())
		}
	}
	sources, largest := w.flow.Sources()
	region, particle = region.Union(sources), math.Max(particle, largest)
	for i := range w.shapes.Meshes {
		edge := longest(w.shapes.Meshes[i].Tree.Bounds())
		if particle > 0 && edge >= oversizeOfParticles*particle && edge >= oversizeOfRegion*longest(region) {
			info := &w.bodies.Info[w.shapes.Infos[shape.KindMesh][i].Body]
			w.log.Add(bridge.Warning, "", "the mesh of %s is %.3g m long, %.2g times the largest particle: "+
				"is its file in mm? Then it needs scale: 0.001", info.Name, edge, edge/particle)
		}
	}
}

// longest returns the longest edge of a box [m].
func longest(b vec.Box) float64 {
	size := b.Size()
	return math.Max(size.X, math.Max(size.Y, size.Z))
}
