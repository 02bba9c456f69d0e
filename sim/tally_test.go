package sim

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// count counts at planes of a world, and adds up in regions of it, from now on.
func count(t testing.TB, w *World, planes, regions []string) []bridge.Region {
	t.Helper()
	list, err := bridge.ParsePlanes(planes)
	if err == nil {
		err = w.Build().AddPlanes(list)
	}
	in, wrong := bridge.ParseRegions(regions)
	if err != nil || wrong != nil {
		t.Fatal(err, wrong)
	}
	w.Build().SetRegions(in)
	return in
}

// passed returns what went through the named planes of a world.
func passed(w *World) []bridge.Passed {
	var s bridge.Snapshot
	w.FillNumbers(&s)
	return s.Through
}

// Contract: a ball on a straight way crosses a disc or a rectangle in any direction at the place and moment that
// geometry gives, forward or back, and not beside it; its time in a region is that of its way inside, to rounding.
func TestCrossingsOfAStraightWay(t *testing.T) {
	w := newWorld(t, 1e-3, law.Default)
	at, v := vec.New(-0.05, 0.02, 0.11), vec.New(0.37, -0.11, 0.23)
	add(t, w, body.Def{Shapes: sphereDef(0.01), Position: at, Velocity: v})
	mass := w.bodies.Mass(0).Mass
	n := vec.New(1, 2, -0.5)
	meets := func(center, normal vec.Vec3) (when float64, point vec.Vec3) {
		when = center.Sub(at).Dot(normal) / v.Dot(normal)
		return when, at.AddScaled(when, v)
	}
	center := vec.New(0.02, 0, 0.15)
	when, point := meets(center, n)
	off := point.Sub(center).Norm()
	regions := count(t, w, []string{
		fmt.Sprintf("wide=disc/0.02,0,0.15/1,2,-0.5/%g", 1.01*off),
		fmt.Sprintf("small=disc/0.02,0,0.15/1,2,-0.5/%g", 0.99*off),
		"against=rectangle/0.1,-0.02,0.2/0,0,0.1/0,0.1,0", "along=rectangle/0.1,-0.02,0.2/0,0.1,0/0,0,0.1",
		"late=disc/5,0,0/1,0,0/9",
	}, []string{"box=box/0,-1,-1/0.1,1,1#time", "ball=sphere/0.05,0,0.17/0.05#time"})
	for range 700 {
		w.Step()
	}
	list := passed(w)
	straight, _ := meets(vec.New(0.1, 0, 0), vec.AxisX)
	for i, want := range []struct {
		forward, back int64
		last          float64
	}{{1, 0, when}, {0, 0, math.NaN()}, {0, 1, straight}, {1, 0, straight}, {0, 0, math.NaN()}} {
		if v.Dot(n) < 0 && i == 0 {
			want.forward, want.back = want.back, want.forward
		}
		p := &list[i]
		if p.Forward != (bridge.Crossed{Bodies: want.forward, Mass: float64(want.forward) * mass}) ||
			p.Back != (bridge.Crossed{Bodies: want.back, Mass: float64(want.back) * mass}) ||
			p.Bodies != want.forward-want.back || !(math.Abs(p.Last-want.last) < 1e-12) && !math.IsNaN(want.last+p.Last) {
			t.Errorf("%s: %+v, want %+v", p.Plane, p, want)
		}
	}
	in := bridge.Snapshot{}
	for _, r := range regions {
		in.Regions = append(in.Regions, bridge.Measured{Region: r})
	}
	w.FillNumbers(&in)
	q := at.Sub(vec.New(0.05, 0, 0.17))
	half := q.Dot(v) / v.Norm2()
	chord := 2 * math.Sqrt(half*half-(q.Norm2()-0.05*0.05)/v.Norm2())
	for i, want := range []float64{0.1 / v.X, chord} {
		if got := in.Regions[i].Added.Time; !(math.Abs(got-want) < 1e-12) {
			t.Errorf("%s: the ball was %.15g s inside, want %.15g", regions[i].Name, got, want)
		}
	}
}

// Contract: the time of a body in a region that moves is that of its way in it, to rounding, if both move at constant
// rates: in a cart from its start on, between the faces of a blade that turns, and in a ball about one that flies.
func TestTimesInMovingRegions(t *testing.T) {
	w := newWorld(t, 1e-3, law.Default)
	at, v := vec.New(-0.05, 0.02, 0.11), vec.New(0.37, -0.11, 0.23)
	ball := w.bodies.ID(add(t, w, body.Def{Shapes: sphereDef(0.01), Position: at, Velocity: v}))
	comet, flies := vec.New(-0.8, 1, -0.5), vec.New(0.9, -0.1, 0.3)
	add(t, w, body.Def{Name: "comet", Shapes: sphereDef(0.01), Position: comet, Velocity: flies})
	drives, turns, axis := vec.New(-0.21, 0.05, 0.02), 11.0, vec.New(0.1, -0.03, -2)
	for name, path := range map[string]motion.Constant{"cart": {Velocity: drives}, "blade": {Spin: vec.New(0, 0, turns)}} {
		add(t, w, body.Def{Name: name, Shapes: sphereDef(0.01), Position: axis, Blocked: body.BlockAll})
		if err := w.Build().AddMotion(kinematic.Def{Name: name, Body: name, Path: path}); err != nil {
			t.Fatal(err)
		}
	}
	count(t, w, nil, []string{"cart=box/-0.1,-1,0/-0.05,1,9@cart#time", "blade=box/-0.013,-9,-9/0.013,9,9@blade#time",
		"comet=sphere/0.3,-1,0.6/0.2@comet#time"})
	for range 700 {
		w.Step()
	}
	is := func(name string, now float64) bool {
		p := at.AddScaled(now, v)
		switch d := p.Sub(axis); name {
		case "cart":
			x := d.X - now*drives.X
			return x >= -0.1 && x <= -0.05
		case "blade":
			return math.Abs(d.X*math.Cos(turns*now)+d.Y*math.Sin(turns*now)) <= 0.013
		default:
			return p.Sub(comet.AddScaled(now, flies)).Sub(vec.New(0.3, -1, 0.6)).Norm() <= 0.2
		}
	}
	for _, name := range []string{"cart", "blade", "comet"} {
		want, crossings := 0.0, 0
		for k := range 7000 {
			low, high := float64(k)*1e-4, float64(k+1)*1e-4
			was, ends := is(name, low), is(name, high)
			if was && ends {
				want += high - low
			}
			if was == ends {
				continue
			}
			from, to := low, high
			for range 60 {
				if middle := (from + to) / 2; is(name, middle) == was {
					from = middle
				} else {
					to = middle
				}
			}
			if crossings++; was {
				want += from - low
			} else {
				want += high - from
			}
		}
		if got := w.tally.TimeOf(name, ball); crossings == 0 || !(math.Abs(got-want) < 1e-12) {
			t.Errorf("%s: the ball was %.15g s inside, want %.15g, with %d crossings", name, got, want, crossings)
		}
	}
}

// Contract: flow through a plane that moves with a body is counted as seen from the body. Grains at rest, through which
// a plane is carried, cross it once, at the moment that geometry gives, also where it turns; those that go along with
// it do not cross it, nor does its own body. A restored world counts on with the same numbers.
func TestCrossingsOfMovingPlanes(t *testing.T) {
	w := newWorld(t, 1e-3, law.Default)
	rng := rand.New(rand.NewPCG(3, 9))
	drives, turns := vec.New(0.5, -0.1, 0.2), 2.0
	var rest, along []vec.Vec3
	for range 60 {
		p := vec.New(0.5*rng.Float64(), rng.Float64()-0.5, rng.Float64()-0.5)
		rest, along = append(rest, p), append(along, p.Add(vec.New(-0.3, 30, 0)))
		add(t, w, body.Def{Shapes: sphereDef(1e-5), Position: p})
		add(t, w, body.Def{Shapes: sphereDef(1e-5), Position: along[len(along)-1], Velocity: drives})
	}
	for name, path := range map[string]motion.Constant{"cart": {Velocity: drives}, "blade": {Spin: vec.New(0, 0, turns)}} {
		add(t, w, body.Def{Name: name, Shapes: sphereDef(0.01), Position: vec.New(-0.1, 0, 3), Blocked: body.BlockAll})
		if err := w.Build().AddMotion(kinematic.Def{Name: name, Body: name, Path: path}); err != nil {
			t.Fatal(err)
		}
	}
	// In the frame of its body, whose centre is at -0.1, 0, 3 at first.
	count(t, w, []string{"push=rectangle/0,0,-3/0,0.4,0/0,0,0.4@cart", "far=rectangle/-0.2,30,-3/0,9,0/0,0,9@cart",
		"own=disc/0,0,0/1,0,0/1@cart", "turn=rectangle/0.4,0,-3/0.35,0,0/0,0,0.4@blade"}, nil)
	const steps = 1000
	now := func(p vec.Vec3, at float64) vec.Vec3 { // of a grain at rest, in the frame of the cart
		return p.Sub(vec.New(-0.1, 0, 3)).AddScaled(-at, drives)
	}
	crossed, last := int64(0), 0.0
	swept, turned := int64(0), 0.0
	for _, p := range rest {
		when := (p.X + 0.1) / drives.X
		if q := now(p, when).Add(vec.New(0, 0, 3)); when < steps*1e-3 && math.Abs(q.Y) <= 0.4 && math.Abs(q.Z) <= 0.4 {
			crossed, last = crossed+1, max(last, when)
		}
		d := p.Sub(vec.New(-0.1, 0, 0))
		angle := math.Atan2(d.Y, d.X)
		if angle < 0 {
			angle += 2 * math.Pi
		}
		if when, off := angle/turns, math.Hypot(d.X, d.Y); when < steps*1e-3 && off >= 0.05 && off <= 0.75 &&
			math.Abs(d.Z) <= 0.4 {
			swept, turned = swept+1, max(turned, when)
		}
	}
	var restored *World
	for w.Clock().Step < steps {
		if w.Step(); restored != nil {
			restored.Step()
		} else if w.Clock().Step == 400 {
			var err error
			if restored, err = Restore(w.Checkpoint(), 2); err != nil {
				t.Fatal(err)
			}
			defer restored.Close()
		}
	}
	list := passed(w)
	for i, want := range []struct {
		forward, back int64
		last          float64
	}{{0, crossed, last}, {0, 0, math.NaN()}, {0, 0, math.NaN()}, {swept, 0, turned}} {
		p := &list[i]
		if p.Forward.Bodies != want.forward || p.Back.Bodies != want.back ||
			!(math.Abs(p.Last-want.last) < 1e-12) && !math.IsNaN(p.Last+want.last) {
			t.Errorf("%s: forward %d, back %d, last at %.15g s, want %+v", p.Plane, p.Forward.Bodies, p.Back.Bodies, p.Last,
				want)
		}
	}
	if crossed < 10 || swept < 10 {
		t.Fatalf("%d grains are crossed, %d swept", crossed, swept)
	}
	if one, other := fmt.Sprint(list), fmt.Sprint(passed(restored)); one != other {
		t.Errorf("a restored world has %s, want %s", other, one)
	}
	err := w.Build().AddPlanes([]bridge.Plane{{Name: "none", Body: "nobody", Part: list[0].Plane.Part}})
	if err == nil || !strings.Contains(err.Error(), "plane none: @nobody") {
		t.Errorf("with no body: %v", err)
	}
}

// Contract: what crosses parts of planes that fly and turn is what a look at all bodies after each step counts, with
// any number of workers; also where bodies pass beside a part and through it within two long steps.
func TestCrossingsOfTurningPlanes(t *testing.T) {
	const bodies = 600
	drives, spin, begin := vec.New(0.02, -0.01, 0.01), vec.New(0, 0, 7), vec.New(-0.2, 0.1, 0)
	for _, texts := range [][]string{
		{"disc=disc/0.3,0,0/0,1,0.3/0.1@blade", "leaf=rectangle/0.1,0.05,-0.2/0.1,0,0/0,0.2,0.1@blade"},
		{"skirt=rectangle/0.3,-0.1,0/0,0.1,0/0,0,0.02@blade"}} {
		for _, workers := range []int{1, 3} {
			w := newWorld(t, 1e-2, law.Default)
			w.params.Gravity, w.params.Workers = vec.Vec3{}, workers
			rng := rand.New(rand.NewPCG(3, 9))
			random := func() vec.Vec3 { return vec.New(rng.Float64()-0.5, rng.Float64()-0.5, rng.Float64()-0.5) }
			for range bodies {
				at, v := random(), random()
				if len(texts) == 1 { // they touch its plane, hardly
					angle, off := 2*math.Pi*rng.Float64(), 0.3+1e-3*rng.Float64()
					at, v = begin.Add(vec.New(off*math.Cos(angle), off*math.Sin(angle), 0.03*at.Z)), drives
				}
				add(t, w, body.Def{Shapes: sphereDef(1e-6), Position: at, Velocity: v})
			}
			add(t, w, body.Def{Name: "blade", Shapes: sphereDef(1e-6), Position: begin, Blocked: body.BlockAll})
			if err := w.Build().AddMotion(kinematic.Def{Name: "turn", Body: "blade",
				Path: motion.Constant{Velocity: drives, Spin: spin}}); err != nil {
				t.Fatal(err)
			}
			count(t, w, texts, nil)
			want := passed(w)
			for range 100 {
				from := w.Clock().Time
				w.Step()
				for i := range bodies {
					at := func(part float64) vec.Vec3 { // in the frame of the blade
						now := from + part*w.Clock().Last
						frame := bridge.BodyFrame{Origin: begin.AddScaled(now, drives),
							Orientation: vec.FromRotationVector(spin.Scale(now))}
						return frame.In(w.bodies.Pos[i].AddScaled((part-1)*w.Clock().Last, w.bodies.Vel[i]))
					}
					for k := range want {
						look(&want[k], at)
					}
				}
			}
			for k, p := range passed(w) {
				forward, back := want[k].Forward.Bodies, want[k].Back.Bodies
				if p.Forward.Bodies != forward || p.Back.Bodies != back || forward+back < 5 {
					t.Errorf("%s: %d went forward and %d back, want %d and %d", p.Plane, p.Forward.Bodies, p.Back.Bodies,
						forward, back)
				}
			}
		}
	}
}

// look counts a body that crosses a plane in a step, given where it is in the frame of the plane after a part of it.
func look(p *bridge.Passed, at func(part float64) vec.Vec3) {
	part := &p.Plane.Part
	beyond := func(when float64) bool { return at(when).Sub(part.Center).Dot(part.Forward()) > 0 }
	was, is := beyond(0), beyond(1)
	if was == is {
		return
	}
	low, high := 0.0, 1.0
	for range 40 {
		if middle := (low + high) / 2; beyond(middle) == was {
			low = middle
		} else {
			high = middle
		}
	}
	switch {
	case !part.Holds(at(high)):
	case is:
		p.Forward.Bodies++
	default:
		p.Back.Bodies++
	}
}

// Contract: while bodies come, leave and are sorted, each has the time in a region, and each plane the crossings, of a
// look at all bodies after each step.
func TestTimesOfAStream(t *testing.T) {
	w := stream(t, 3)
	regions := count(t, w, []string{"low=disc/0,0,0.06/0,0,-1/0.09"}, []string{"ball=sphere/0,0,0.04/0.05#time"})
	middle, times, forward := vec.New(0, 0, 0.04), map[body.ID]float64{}, int64(0)
	for range 1500 {
		w.Step()
		dt := w.Clock().Last
		for i, to := range w.bodies.Pos {
			if w.bodies.Kind[i] != body.Dynamic {
				continue
			}
			from := to.AddScaled(-dt, w.bodies.Vel[i])
			if at := from.AddScaled((from.Z-0.06)/(from.Z-to.Z), to.Sub(from)); from.Z >= 0.06 && to.Z < 0.06 &&
				math.Hypot(at.X, at.Y) <= 0.09 {
				forward++
			}
			// the roots s of |from + s (to - from) - middle| = radius
			p, d := from.Sub(middle), to.Sub(from)
			half, rest := p.Dot(d)/d.Norm2(), (p.Norm2()-0.05*0.05)/d.Norm2()
			switch was, is := p.Norm() <= 0.05, to.Sub(middle).Norm() <= 0.05; {
			case was && is:
				times[w.bodies.ID(i)] += dt
			case was:
				times[w.bodies.ID(i)] += dt * (-half + math.Sqrt(half*half-rest))
			case is:
				times[w.bodies.ID(i)] += dt * (1 + half + math.Sqrt(half*half-rest))
			}
		}
	}
	entered := 0
	for i := range w.bodies.Len() {
		id := w.bodies.ID(i)
		if got := w.tally.TimeOf(regions[0].Name, id); math.Abs(got-times[id]) > 1e-12 {
			t.Errorf("body %d was %.15g s inside, want %.15g", id, got, times[id])
		} else if got > 0 {
			entered++
		}
	}
	if got := passed(w)[0].Forward.Bodies; entered < 10 || forward < 20 || got != forward {
		t.Errorf("%d bodies were inside; %d went down through the disc, want %d", entered, got, forward)
	}
}

// Contract: what contacts lose in regions that share out the space adds up to the heat of the ledger, whatever
// makes it; sums over bodies are those of a count after each
// step. A restored world goes on with the same bits, and no bit of the run is another one.
func TestTalliesAddUp(t *testing.T) {
	planes := []string{"low=disc/0,0,0.045/0,0,-1/0.05", "lean=rectangle/0,0,0.05/0.1,0,0.02/0,0.1,0"}
	texts := []string{"all=box/-9,-9,-9/9,9,9#time#power", "left=box/-9,-9,-9/0.001,9,9#power",
		"right=box/0.001,-9,-9/9,9,9#power", "cup=box/-1,-1,-1/1,1,0.06@cup#time"}
	for _, lossy := range []bool{false, true} {
		var want []byte
		for _, workers := range []int{1, 3} {
			plain, w := pile(t, workers, 7, 60), pile(t, workers, 7, 60)
			if lossy {
				for _, one := range []*World{plain, w} {
					m := one.contacts.Materials[0].Law
					m.Restitution, m.RollingFriction = 0.5, 0.1
					bridge.MakeEdit(one, bridge.SetMaterial{Material: m})
				}
			}
			var restored *World
			before, forward := make([]vec.Vec3, w.bodies.Len()), int64(0)
			regions := count(t, w, planes, texts)
			for w.Clock().Time < 0.25 {
				copy(before, w.bodies.Pos)
				plain.Step()
				w.Step()
				for i, from := range before {
					to := w.bodies.Pos[i]
					cross := from.AddScaled((from.Z-0.045)/(from.Z-to.Z), to.Sub(from))
					if w.bodies.Kind[i] == body.Dynamic && from.Z >= 0.045 && to.Z < 0.045 && math.Hypot(cross.X, cross.Y) <= 0.05 {
						forward++
					}
				}
				if restored == nil && w.Clock().Time > 0.1 {
					var err error
					if restored, err = Restore(w.Checkpoint(), 2); err != nil {
						t.Fatal(err)
					}
					defer restored.Close()
				}
				if restored != nil && restored.Clock().Step < w.Clock().Step {
					restored.Step()
				}
			}
			if plain.Hash() != w.Hash() {
				t.Fatal("the sensors changed the run")
			}
			if got := w.Checkpoint(); want == nil {
				want = got
			} else if !bytes.Equal(got, want) {
				t.Errorf("lossy %v: %d workers give other bits", lossy, workers)
			}
			for i := range regions {
				one, other := w.tally.Added(&regions[i]), restored.tally.Added(&regions[i])
				if fmt.Sprint(one) != fmt.Sprint(other) {
					t.Errorf("lossy %v: a restored world has %+v in %s, want %+v", lossy, other, regions[i].Name, one)
				}
			}
			if one, other := passed(w), passed(restored); fmt.Sprint(one) != fmt.Sprint(other) {
				t.Errorf("lossy %v: through planes of a restored world went %+v, want %+v", lossy, other, one)
			}
			var s bridge.Snapshot
			for _, r := range regions {
				s.Regions = append(s.Regions, bridge.Measured{Region: r})
			}
			w.FillNumbers(&s)
			e, lost := w.Energy(), func(i int) float64 { return s.Regions[i].Added.Lost }
			heat := e.Friction + e.Viscous + e.Rolling + e.Adhesion
			if !(lost(0) > 0) || math.Abs(lost(0)-heat) > 1e-12*heat || math.Abs(lost(1)+lost(2)-heat) > 1e-12*heat ||
				!(min(lost(1), lost(2)) > 0.1*heat) || lossy != (e.Viscous > 0) || lossy != (e.Rolling > 0) {
				t.Errorf("lossy %v: of %.15g J are in all %.15g, in halves %g and %g", lossy, heat, lost(0), lost(1), lost(2))
			}
			if got := s.Through[0].Forward.Bodies; got != forward || forward < 5 {
				t.Errorf("%d bodies went down through the disc, want %d", got, forward)
			}
			if a := s.Regions[0].Added; math.Abs(a.Time-w.Clock().Time) > 1e-12 || a.Deviation > 1e-12 {
				t.Errorf("all bodies were inside for %g ± %g s of %g", a.Time, a.Deviation, w.Clock().Time)
			}
			var times []float64
			for _, one := range w.State().Bodies {
				if one.Kind == "dynamic" {
					times = append(times, one.Times["cup"])
				}
			}
			mean, square := 0.0, 0.0
			for _, x := range times {
				mean += x / float64(len(times))
			}
			for _, x := range times {
				square += (x - mean) * (x - mean) / float64(len(times))
			}
			if a := s.Regions[3].Added; math.Abs(a.Time-mean) > 1e-12 || math.Abs(a.Deviation-math.Sqrt(square)) > 1e-12 ||
				slices.Max(times) == slices.Min(times) {
				t.Errorf("in the cup: %g ± %g s, by bodies %g ± %g", a.Time, a.Deviation, mean, math.Sqrt(square))
			}
		}
	}
}
