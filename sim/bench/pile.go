// Package bench measures the throughput of the engine with a usual benchmark of DEM
// programs: equal spheres or capsules that have settled in an open box.
//
// The package is not part of the engine: it builds worlds and reads clocks.
package bench

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// The numbers of the pile, with its friction and damping, are those of the benchmarks of other
// programs, so that results can be compared.
const (
	radius   = 5e-3  // [m]
	shaft    = 10e-3 // length of the segment of a capsule [m]
	fill     = 0.6   // solid fraction if the bodies filled a cube as wide as the box
	timeStep = 2e-5  // [s]
	damping  = 0.2
)

var grains = law.Material{Young: 1e7, KtDivKn: 0.2, TanPhi: 0.2, Density: 2500}

// Pile describes the bodies in the box.
type Pile struct {
	Capsules bool // else spheres
	Count    int
	Workers  int
	Pouring  bool // one side of the box is removed after the pile has settled
}

// grain is one body of a pile.
type grain struct {
	position, velocity vec.Vec3
	orientation        vec.Quat // turns x into the axis of a capsule
}

// Shape names the shape of the bodies.
func (p Pile) Shape() string {
	if p.Capsules {
		return shape.KindCapsule.String()
	}
	return shape.KindSphere.String()
}

func (p Pile) half() float64 {
	if p.Capsules {
		return shaft / 2
	}
	return 0
}

// side returns the width of the box [m].
func (p Pile) side() float64 {
	v := shape.Capsule{Radius: radius, Half: p.half()}.Volume()
	return math.Cbrt(float64(p.Count) * v / fill)
}

// Settle returns a world in which the bodies have come to rest in the box. It takes 10,000
// to 60,000 steps.
//
// The bodies begin on a wide lattice, at random orientations, with downward velocities
// that grow with height, so that the whole column closes up at once: neighbours meet
// slowly, and no time is lost while the top falls.
//
// Settle uses all cores while the pile comes to rest, whatever p.Workers is: the number of workers changes no bit. Its
// last steps, with the final time step, are those of p.Workers.
// progress, unless it is nil, is called after each step with the progress so far.
func (p Pile) Settle(progress func(Settling)) (*sim.World, error) {
	const (
		closing = 0.25 // time in which the lattice closes up [s]
		resting = 0.2  // least time after that [s]
		most    = 3    // time at which a pile counts as settled in any case [s]
		still   = 2e-9 // kinetic energy per body at which the pile counts as settled [J]; it lifts a sphere by 150 nm
		gentle  = 0.02 // time with the final step and damping [s]
	)
	if err := limit.CheckWorld(p.Count, p.Count); err != nil {
		return nil, err
	}
	box := p
	box.Pouring, box.Workers = false, runtime.GOMAXPROCS(0)
	w, err := box.world(p.side(), p.lattice(closing), 2*timeStep, 0.5)
	if err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(Settling) {}
	}
	now := Settling{Until: closing + resting, Rest: still}
	unrest := func() bool {
		now.Energy = w.Energy().Kinetic / float64(p.Count)
		return w.Clock().Time < most && now.Energy > still
	}
	for w.Log().Fault() == "" && (w.Clock().Time < closing+resting || unrest()) {
		for range 250 {
			w.Step()
			now.Time = w.Clock().Time
			progress(now)
		}
	}
	progress(now)
	rested := p.bodiesOf(w)
	w.Close()
	if w, err = p.world(p.side(), rested, timeStep, damping); err != nil {
		return nil, err
	}
	settled := now.Time
	now.Until = settled + gentle
	for w.Clock().Time < gentle && w.Log().Fault() == "" {
		w.Step()
		now.Time = settled + w.Clock().Time
		progress(now)
	}
	return w, nil
}

// Settling is the progress of a pile that comes to rest.
type Settling struct {
	Time, Until  float64 // simulated time, and the time from which on the pile may count as settled [s]
	Energy, Rest float64 // kinetic energy per body, read since Until; the pile is settled when it falls to Rest [J]
}

// lattice returns bodies on a cubic lattice, wide enough for any orientation.
func (p Pile) lattice(closing float64) []grain {
	pitch := 2.04 * (radius + p.half())
	perRow := int(p.side() / pitch)
	if perRow < 1 {
		perRow = 1
	}
	wide := p.side() / float64(perRow)
	r := rand.New(rand.NewPCG(1, uint64(p.Count)))
	// settled is the height of the settled pile over the height of the lattice; all layers come down by this factor.
	volume := shape.Capsule{Radius: radius, Half: p.half()}.Volume()
	settled := volume / (fill * wide * wide * pitch)
	out := make([]grain, p.Count)
	for i := range out {
		jitter := func() float64 { return (wide - 2*(radius+p.half())) * (r.Float64() - 0.5) }
		b := &out[i]
		b.position = vec.New(
			(float64(i%perRow)+0.5)*wide+jitter(),
			(float64(i/perRow%perRow)+0.5)*wide+jitter(),
			(float64(i/perRow/perRow)+0.5)*pitch)
		b.velocity = vec.New(0.02*r.NormFloat64(), 0.02*r.NormFloat64(), -(1-settled)*b.position.Z/closing)
		b.orientation = vec.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
	}
	return out
}

// Read returns a world with the settled pile of a file: one line "side count radius
// shaft", then for each body "x y z w x y z", its centre and the quaternion that turns z into
// its axis. Radius and shaft must be those of this package; lengths are in metres.
//
// Read also returns the pile that the file describes, with the number and shape of its bodies.
func (p Pile) Read(from io.Reader) (Pile, *sim.World, error) {
	in := bufio.NewReader(from)
	var side, r, s float64
	if _, err := fmt.Fscan(in, &side, &p.Count, &r, &s); err != nil {
		return p, nil, fmt.Errorf("bench: pile: first line: %w", err)
	}
	p.Capsules = s > 0
	if p.Count < 1 || !(side > 0) || r != radius || s != 2*p.half() {
		return p, nil, fmt.Errorf("bench: pile: must hold bodies of radius %g m and shaft 0 or %g m, got %d of %g and %g",
			radius, shaft, p.Count, r, s)
	}
	if err := limit.CheckWorld(p.Count, p.Count); err != nil {
		return p, nil, fmt.Errorf("bench: pile: %w", err)
	}
	upright := vec.FromAxisAngle(vec.AxisY, -math.Pi/2) // turns x into z
	var bodies []grain
	for i := 0; i < p.Count; i++ {
		var x vec.Vec3
		var q vec.Quat
		if _, err := fmt.Fscan(in, &x.X, &x.Y, &x.Z, &q.W, &q.X, &q.Y, &q.Z); err != nil {
			return p, nil, fmt.Errorf("bench: pile: body %d of %d: %w", i+1, p.Count, err)
		}
		bodies = append(bodies, grain{position: x, orientation: q.Unit().Mul(upright)})
	}
	w, err := p.world(side, bodies, timeStep, damping)
	return p, w, err
}

// world returns the box with the bodies in it.
func (p Pile) world(side float64, bodies []grain, dt, damping float64) (*sim.World, error) {
	w, err := sim.New(sim.Params{
		Gravity: vec.New(0, 0, -10), Damping: damping, TimeStep: dt, TimeStepSafety: 0.5, Workers: p.Workers,
	})
	if err != nil {
		return nil, err
	}
	if _, err = w.Build().AddMaterial("grains", grains); err == nil {
		err = p.fill(w, side, bodies)
	}
	if err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// fill adds walls and bodies.
func (p Pile) fill(w *sim.World, side float64, bodies []grain) error {
	for axis := 0; axis < 3; axis++ {
		for k, at := range []float64{0, side} {
			if axis == 2 && k == 1 {
				break // the box is open at the top
			}
			if p.Pouring && axis == 0 && k == 1 {
				continue
			}
			wall := body.ShapeDef{Kind: shape.KindWall, Wall: body.WallDef{Axis: axis, Sense: 1 - 2*k, Position: at}}
			if _, err := w.Build().AddBody(body.Def{Name: "box", Shapes: []body.ShapeDef{wall}}); err != nil {
				return err
			}
		}
	}
	one := body.ShapeDef{Kind: shape.KindSphere, Radius: radius}
	if p.Capsules {
		one.Kind, one.Shaft = shape.KindCapsule, shaft
	}
	w.Build().Expect(len(bodies), one.Kind)
	for i := range bodies {
		b := &bodies[i]
		d := body.Def{Name: "grain", Shapes: []body.ShapeDef{one}, Position: b.position, Velocity: b.velocity,
			Orientation: b.orientation}
		if _, err := w.Build().AddBody(d); err != nil {
			return err
		}
	}
	return nil
}

// bodiesOf returns the bodies of a pile at their present places, without velocities.
func (p Pile) bodiesOf(w *sim.World) []grain {
	var out []grain
	for _, b := range w.State().Bodies {
		if b.Mass > 0 {
			out = append(out, grain{
				position:    vec.New(b.Position[0], b.Position[1], b.Position[2]),
				orientation: vec.Quat{W: b.Orientation[0], X: b.Orientation[1], Y: b.Orientation[2], Z: b.Orientation[3]},
			})
		}
	}
	return out
}
