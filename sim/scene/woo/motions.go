package woo

import (
	"math"

	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// The classes of motions that scripts impose on nodes.
var motionClass, harmonicClass, alignedClass *class

// initMotions makes the classes of motions.
func initMotions() {
	motionClass = &class{name: "InterpolatedMotion", made: motionMade, fields: []field{
		{name: "t0", conv: moment, init: 0.0}, {name: "poss", conv: several(space)}, {name: "oris", conv: several(turned)},
		{name: "times", conv: several(number)},
	}}
	harmonicClass = &class{name: "HarmonicOscillation", made: harmonicMade, fields: []field{
		{name: "freq", conv: positive}, {name: "amp", conv: number}, {name: "dir", conv: space, init: vec.AxisX},
		{name: "t0", conv: moment, init: 0.0},
		{name: "perpFree", conv: only(false, "what is imposed is the whole motion of the centre"), init: false},
	}}
	triple := func(in *interp, what string, v value) value {
		t := several(anyNumber)(in, what, v).(tuple)
		if len(t) != 3 {
			in.fail("%s must be three numbers, got %s", what, in.brief(v))
		}
		return t
	}
	nan := math.NaN()
	alignedClass = &class{name: "AlignedHarmonicOscillations", fields: []field{
		{name: "freqs", conv: triple, init: tuple{nan, nan, nan}}, {name: "amps", conv: triple, init: tuple{0.0, 0.0, 0.0}},
	}}
}

var ofMotion converter = func(in *interp, what string, v value) value {
	if o, ok := v.(*object); ok && (o.class == motionClass || o.class == harmonicClass || o.class == alignedClass) {
		return o
	}
	in.fail("%s must be a motion (InterpolatedMotion, HarmonicOscillation, AlignedHarmonicOscillations), got %s", what,
		in.brief(v))
	return nil
}

// moment reads a time, which inside a doneHook may be S.time plus some seconds.
var moment converter = func(in *interp, what string, v value) value {
	if h, ok := v.(hookTime); ok {
		return h
	}
	return in.float(what, v)
}

func motionMade(in *interp, o *object) {
	n := len(o.tuple("times"))
	if n < 1 || len(o.tuple("poss")) != n || len(o.tuple("oris")) != n {
		in.fail("InterpolatedMotion must have as many poss and oris as times, and at least one, got %d, %d and %d",
			len(o.tuple("poss")), len(o.tuple("oris")), n)
	}
}

func harmonicMade(in *interp, o *object) {
	if !o.given("freq") || !o.given("amp") {
		in.fail("HarmonicOscillation needs freq and amp")
	}
	if o.vec("dir").Norm() == 0 {
		in.fail("HarmonicOscillation.dir must not be zero")
	}
}

// hookChange is an assignment of a doneHook to the data of a node: a velocity, spin or motion that the node gets
// when the hook runs.
type hookChange struct {
	inlet, data *object
	name        string // vel, angVel or impose
	value       value
	line        int
}

// setLater keeps an assignment of a doneHook to the data of a node for the moment when the hook runs, and reports
// whether it did.
func (in *interp) setLater(o *object, name string, v value) bool {
	if in.hook == nil || o.class != demDataClass && o.class != clumpDataClass {
		return false
	}
	if name == "impose" {
		in.checkLater(v)
	}
	s := in.session
	s.later = append(s.later, hookChange{in.hook, o, name, v, in.line})
	return true
}

// checkLater refuses motions that a doneHook cannot start, since the moment when it runs
// is not known yet.
func (in *interp) checkLater(v value) {
	m, ok := v.(*object)
	switch {
	case !ok:
		in.fail("a doneHook cannot end a motion; it can set vel and angVel to zero")
	case m.class == alignedClass:
		in.fail("AlignedHarmonicOscillations cannot be started by a doneHook: where they would be in their swing is not " +
			"known yet (HarmonicOscillation has t0=S.time)")
	}
	h, later := m.get("t0").(hookTime)
	if !later || m.class == motionClass && h.offset < 0 {
		in.fail("t0 of a motion that a doneHook starts must be S.time, or S.time plus a number")
	}
}

// motions adds the motions of a body: the motion that is imposed on it or, if doneHooks start others, its own
// velocity; and the motions that doneHooks start.
func (b *specBuilder) motions(e *entry) {
	data := demOf(b.in, e.node)
	m := data.object("impose")
	body := &b.spec.Bodies[b.bodies[e]]
	own := scene.Constant{Velocity: body.Velocity, Spin: body.Spin}
	hooks := b.hooksOf(data)
	if m == nil && hooks == nil {
		return
	}
	if hasMass(e) && (body.Blocked == nil || !blocksAll(*body.Blocked)) {
		b.in.fail("%s is moved by forces: only a body with blocked='xyzXYZ' can be given a motion", body.Name)
	}
	body.Velocity, body.Spin = scene.Vector{}, scene.Vector{}
	add := func(d scene.Motion) {
		d.Name, d.Body = b.unique("move-"+body.Name), body.Name
		b.spec.Motions = append(b.spec.Motions, d)
	}
	switch {
	case m != nil:
		b.in.line = m.line
		add(b.imposed(m, own))
	case own != scene.Constant{}:
		add(scene.Motion{Path: scene.Path{Constant: &own}})
	}
	for _, changes := range hooks {
		add(b.started(changes, own))
	}
}

// hooksOf returns the assignments of doneHooks to the data of a node, those of one inlet together.
func (b *specBuilder) hooksOf(data *object) (list [][]hookChange) {
	at := map[*object]int{}
	for _, c := range b.in.session.later {
		if c.data != data {
			continue
		}
		b.in.line = c.line
		k, known := at[c.inlet]
		if !known {
			k = len(list)
			at[c.inlet] = k
			list = append(list, nil)
		}
		list[k] = append(list[k], c)
	}
	return list
}

// started describes the motion that a doneHook starts. Velocities that the hook does not set stay as they were.
func (b *specBuilder) started(changes []hookChange, own scene.Constant) scene.Motion {
	var m *object
	for _, c := range changes {
		b.in.line = c.line
		switch c.name {
		case "vel":
			own.Velocity = vector(c.value.(vec.Vec3))
		case "angVel":
			own.Spin = vector(c.value.(vec.Vec3))
		default:
			m = c.value.(*object)
		}
	}
	d := scene.Motion{Path: scene.Path{Constant: &own}}
	if m != nil {
		d = b.imposed(m, own)
	}
	if d.After = b.inlets[changes[0].inlet]; d.After == "" {
		b.in.fail("the motion waits for an inlet that is not among S.engines")
	}
	return d
}

// imposed describes a motion that a script imposes on a body with a velocity and spin of its own; the motion
// replaces those components that it prescribes.
func (b *specBuilder) imposed(m *object, own scene.Constant) (d scene.Motion) {
	var swings []scene.Path
	switch m.class {
	case motionClass:
		b.interpolated(m, &d)
		return d
	case harmonicClass:
		own.Velocity = scene.Vector{}
		swings = append(swings, harmonic(m))
	case alignedClass:
		freqs, amps := m.tuple("freqs"), m.tuple("amps")
		for i := range 3 {
			f, a := b.in.float("freqs", freqs[i]), b.in.float("amps", amps[i])
			if math.IsNaN(f) || math.IsNaN(a) {
				continue
			}
			own.Velocity[i] = 0
			swings = append(swings, scene.Path{Harmonic: &scene.Harmonic{Shift: vector(vec.Axis(i).Scale(a)), Frequency: f}})
		}
	}
	if own != (scene.Constant{}) || len(swings) == 0 {
		swings = append(swings, scene.Path{Constant: &own})
	}
	if len(swings) == 1 {
		d.Path = swings[0]
	} else {
		d.Sum = swings
	}
	return d
}

// interpolated describes a motion through poses.
func (b *specBuilder) interpolated(m *object, d *scene.Motion) {
	switch t := m.get("t0").(type) {
	case hookTime:
		d.Delay = t.offset
	case float64:
		if t < 0 {
			b.in.fail("InterpolatedMotion.t0 must be ≥ 0 s, got %s", formatFloat(t))
		}
		d.Start = t
	}
	times, poss, oris := m.tuple("times"), m.tuple("poss"), m.tuple("oris")
	for i := range times {
		d.Keys = append(d.Keys, scene.Key{
			Time: b.in.float("times", times[i]), Position: vector(poss[i].(vec.Vec3)), Orientation: rotation(oris[i].(vec.Quat)),
		})
	}
}

// harmonic describes a swing x = A sin(2π f (t - t0)), which begins with the run or with the hook that starts it;
// t0 gives the phase at that moment.
func harmonic(m *object) scene.Path {
	f, t0 := m.float("freq"), 0.0
	switch t := m.get("t0").(type) {
	case hookTime:
		t0 = t.offset
	case float64:
		t0 = t
	}
	return scene.Path{Harmonic: &scene.Harmonic{
		Shift: vector(m.vec("dir").Unit().Scale(m.float("amp"))), Frequency: f, PhaseDegrees: neat(-360 * f * t0),
	}}
}
