package sim

import (
	"math/rand/v2"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/motion"
)

// archiveFlow takes what moves bodies along, makes them and takes them away.
func (w *World) archiveFlow(a *archive) {
	listOf(a, &w.motions, func(m *motionState) { m.archive(a, w) })
	listOf(a, &w.inlets, func(in *inlet) { in.archive(a, w) })
	listOf(a, &w.outlets, func(o *outlet) { o.archive(a, w) })
}

func (s *When) archive(a *archive, w *World) {
	a.numbers(&s.Start, &s.Delay)
	if a.deciding {
		event := w.event(s.After)
		whole(a, &event)
	} else {
		a.text(&s.After)
	}
}

// event returns the number of the inlet, outlet or motion of a name, in this order; -1 if there is
// none, 0 if there is no name.
func (w *World) event(name string) (n int) {
	if name == "" {
		return 0
	}
	for i := range w.inlets {
		if n++; w.inlets[i].def.Name == name {
			return n
		}
	}
	for i := range w.outlets {
		if n++; w.outlets[i].def.Name == name {
			return n
		}
	}
	for i := range w.motions {
		if n++; w.motions[i].def.Name == name {
			return n
		}
	}
	return -1
}

func (v *Volume) archive(a *archive) {
	whole(a, &v.Kind)
	a.vectors(&v.Origin, &v.Axis, &v.Half)
	a.numbers(&v.Radius, &v.Height)
	a.quat(&v.Orientation)
	if a.reading {
		if _, err := v.check(); err != nil {
			a.fail("%w", err)
		}
	}
}

func archivePose(a *archive, p *motion.Pose) {
	a.vector(&p.Position)
	a.quat(&p.Orientation)
}

func (m *motionState) archive(a *archive, w *World) {
	d := &m.def
	a.name(&d.Name)
	a.name(&d.Body)
	d.When.archive(a, w)
	a.number(&d.Duration)
	archivePath(a, &d.Path, 0)
	if a.deciding {
		whole(a, &w.bodies.Info[m.body].ID)
	} else {
		whole(a, &m.body)
	}
	a.flag(&m.begun)
	a.number(&m.at)
	archivePose(a, &m.from)
	a.flag(&m.done)
	a.flag(&m.retired)
	if a.reading && a.err == nil && (m.body < 0 || m.body >= w.bodies.Len() || w.bodies.Kind[m.body] != bridge.Kinematic) {
		a.fail("motion %q moves body %d, which is not there to be moved", d.Name, m.body)
	}
}

// The paths by their numbers in checkpoints.
const (
	pathInterpolated = iota
	pathHarmonic
	pathConstant
	pathSum
)

// deepestSum limits how deep sums of motions may be nested in a checkpoint.
const deepestSum = 20

// archivePath takes a motion of any kind.
func archivePath(a *archive, p *motion.Motion, depth int) {
	var kind int
	switch (*p).(type) {
	case motion.Harmonic:
		kind = pathHarmonic
	case motion.Constant:
		kind = pathConstant
	case motion.Sum:
		kind = pathSum
	}
	whole(a, &kind)
	switch kind {
	case pathInterpolated:
		m, _ := (*p).(motion.Interpolated)
		listOf(a, &m.Times, a.number)
		listOf(a, &m.Poses, func(p *motion.Pose) { archivePose(a, p) })
		*p = m
	case pathHarmonic:
		m, _ := (*p).(motion.Harmonic)
		a.vectors(&m.Shift, &m.Turn)
		a.numbers(&m.Frequency, &m.Phase)
		*p = m
	case pathConstant:
		m, _ := (*p).(motion.Constant)
		a.vectors(&m.Velocity, &m.Spin)
		optional(a, &m.About, a.vector)
		*p = m
	case pathSum:
		m, _ := (*p).(motion.Sum)
		if depth > deepestSum {
			a.fail("sums of motions are nested too deep")
		}
		listOf(a, (*[]motion.Motion)(&m), func(p *motion.Motion) { archivePath(a, p, depth+1) })
		*p = m
	default:
		a.fail("there is no motion of kind %d", kind)
	}
	if a.reading && a.err == nil {
		if err := (*p).Check(); err != nil {
			a.fail("%w", err)
		}
	}
}

func (in *inlet) archive(a *archive, w *World) {
	d := &in.def
	a.name(&d.Name)
	d.Volume.archive(a)
	d.When.archive(a, w)
	whole(a, &d.Every)
	whole(a, &d.Attempts)
	whole(a, &d.PerBody)
	a.numbers(&d.MassRate, &d.MaxMass)
	whole(a, &d.MaxBodies)
	a.flag(&d.Fill)
	optional(a, &d.Orientation, a.quat)
	a.vector(&d.Velocity)

	listOf(a, &in.products, func(p *product) { p.archive(a) })
	in.archiveStream(a)
	a.numbers(&in.mass, &in.goal, &in.last, &in.doneAt)
	whole(a, &in.bodies)
	a.flag(&in.begun)
	a.flag(&in.done)
	if !a.deciding {
		a.number(&in.rate.value)
	}
	if a.reading && a.err == nil {
		in.checkRestored(a, len(w.materials))
	}
}

func (p *product) archive(a *archive) {
	d := &p.def
	listOf(a, &d.Shapes, func(s *body.ShapeDef) { archiveShape(s, a) })
	whole(a, &d.Sampling)
	optional(a, &d.Sizes, func(s *Sizes) {
		a.flag(&s.ByNumber)
		listOf(a, &s.Diameters, a.number)
		listOf(a, &s.Passing, a.number)
	})
	a.numbers(&d.ShaftRatio[0], &d.ShaftRatio[1], &d.Weight)
	a.library.template(a, &p.template)
	a.numbers(&p.volume, &p.shrink)
}

// archiveStream takes the state of the random stream.
func (in *inlet) archiveStream(a *archive) {
	var state string
	if !a.reading {
		data, err := in.source.MarshalBinary()
		if err != nil {
			panic("sim: a random stream has no state")
		}
		state = string(data)
	}
	a.text(&state)
	if a.reading {
		in.source = new(rand.PCG)
		if err := in.source.UnmarshalBinary([]byte(state)); err != nil {
			a.fail("inlet %q: %w", in.def.Name, err)
		}
		in.random = rand.New(in.source)
	}
}

func (o *outlet) archive(a *archive, w *World) {
	d := &o.def
	a.name(&d.Name)
	d.Volume.archive(a)
	d.When.archive(a, w)
	a.flag(&d.Keep)
	whole(a, &d.Every)
	a.number(&d.MaxMass)
	whole(a, &d.MaxBodies)
	whole(a, &o.bodies)
	a.numbers(&o.mass, &o.last, &o.doneAt)
	a.flag(&o.done)
	if !a.deciding {
		a.numbers(&o.energy, &o.rate.value)
	}
	if a.reading && a.err == nil {
		if err := d.check(); err != nil {
			a.fail("outlet %q: %w", d.Name, err)
		}
	}
}
