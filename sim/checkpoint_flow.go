package sim

import (
	"math/rand/v2"

	"tumble/sim/archive"
	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/motion"
	"tumble/sim/schedule"
)

// archiveFlow takes what moves bodies along, makes them and takes them away.
func (w *World) archiveFlow(a *archive.Archive, l *body.Library) {
	archive.List(a, &w.motions, func(m *motionState) { m.archive(a, w) })
	archive.List(a, &w.inlets, func(in *inlet) { in.archive(a, w, l) })
	archive.List(a, &w.outlets, func(o *outlet) { o.archive(a, w) })
}

// event returns the number of an inlet, outlet or motion by its name; see schedule.Number.
func (w *World) event(name string) int { return schedule.Number(w.events, name) }

func (v *Volume) archive(a *archive.Archive) {
	archive.Whole(a, &v.Kind)
	a.Vectors(&v.Origin, &v.Axis, &v.Half)
	a.Numbers(&v.Radius, &v.Height)
	a.Quat(&v.Orientation)
	if a.Reading() {
		if _, err := v.check(); err != nil {
			a.Fail("%w", err)
		}
	}
}

func archivePose(a *archive.Archive, p *motion.Pose) {
	a.Vector(&p.Position)
	a.Quat(&p.Orientation)
}

func (m *motionState) archive(a *archive.Archive, w *World) {
	d := &m.def
	a.Name(&d.Name)
	a.Name(&d.Body)
	d.When.Archive(a, w.event)
	a.Number(&d.Duration)
	archivePath(a, &d.Path, 0)
	if a.Deciding() {
		archive.Whole(a, &w.bodies.Info[m.body].ID)
	} else {
		archive.Whole(a, &m.body)
	}
	a.Flag(&m.begun)
	a.Number(&m.at)
	archivePose(a, &m.from)
	a.Flag(&m.done)
	a.Flag(&m.retired)
	if a.Good() && (m.body < 0 || m.body >= w.bodies.Len() || w.bodies.Kind[m.body] != bridge.Kinematic) {
		a.Fail("motion %q moves body %d, which is not there to be moved", d.Name, m.body)
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
func archivePath(a *archive.Archive, p *motion.Motion, depth int) {
	var kind int
	switch (*p).(type) {
	case motion.Harmonic:
		kind = pathHarmonic
	case motion.Constant:
		kind = pathConstant
	case motion.Sum:
		kind = pathSum
	}
	archive.Whole(a, &kind)
	switch kind {
	case pathInterpolated:
		m, _ := (*p).(motion.Interpolated)
		archive.List(a, &m.Times, a.Number)
		archive.List(a, &m.Poses, func(p *motion.Pose) { archivePose(a, p) })
		*p = m
	case pathHarmonic:
		m, _ := (*p).(motion.Harmonic)
		a.Vectors(&m.Shift, &m.Turn)
		a.Numbers(&m.Frequency, &m.Phase)
		*p = m
	case pathConstant:
		m, _ := (*p).(motion.Constant)
		a.Vectors(&m.Velocity, &m.Spin)
		archive.Optional(a, &m.About, a.Vector)
		*p = m
	case pathSum:
		m, _ := (*p).(motion.Sum)
		if depth > deepestSum {
			a.Fail("sums of motions are nested too deep")
		}
		archive.List(a, (*[]motion.Motion)(&m), func(p *motion.Motion) { archivePath(a, p, depth+1) })
		*p = m
	default:
		a.Fail("there is no motion of kind %d", kind)
	}
	if a.Good() {
		if err := (*p).Check(); err != nil {
			a.Fail("%w", err)
		}
	}
}

func (in *inlet) archive(a *archive.Archive, w *World, l *body.Library) {
	d := &in.def
	a.Name(&d.Name)
	d.Volume.archive(a)
	d.When.Archive(a, w.event)
	archive.Whole(a, &d.Every)
	archive.Whole(a, &d.Attempts)
	archive.Whole(a, &d.PerBody)
	a.Numbers(&d.MassRate, &d.MaxMass)
	archive.Whole(a, &d.MaxBodies)
	a.Flag(&d.Fill)
	archive.Optional(a, &d.Orientation, a.Quat)
	a.Vector(&d.Velocity)

	archive.List(a, &in.products, func(p *product) { p.archive(a, l) })
	in.archiveStream(a)
	a.Numbers(&in.mass, &in.goal, &in.last, &in.doneAt)
	archive.Whole(a, &in.bodies)
	a.Flag(&in.begun)
	a.Flag(&in.done)
	if !a.Deciding() {
		a.Number(&in.rate.value)
	}
	if a.Good() {
		in.checkRestored(a, len(w.materials))
	}
}

func (p *product) archive(a *archive.Archive, l *body.Library) {
	d := &p.def
	archive.List(a, &d.Shapes, func(s *body.ShapeDef) { s.Archive(a) })
	archive.Whole(a, &d.Sampling)
	archive.Optional(a, &d.Sizes, func(s *Sizes) {
		a.Flag(&s.ByNumber)
		archive.List(a, &s.Diameters, a.Number)
		archive.List(a, &s.Passing, a.Number)
	})
	a.Numbers(&d.ShaftRatio[0], &d.ShaftRatio[1], &d.Weight)
	l.Template(a, &p.template)
	a.Numbers(&p.volume, &p.shrink)
}

// archiveStream takes the state of the random stream.
func (in *inlet) archiveStream(a *archive.Archive) {
	var state string
	if !a.Reading() {
		data, err := in.source.MarshalBinary()
		if err != nil {
			panic("sim: a random stream has no state")
		}
		state = string(data)
	}
	a.Text(&state)
	if a.Reading() {
		in.source = new(rand.PCG)
		if err := in.source.UnmarshalBinary([]byte(state)); err != nil {
			a.Fail("inlet %q: %w", in.def.Name, err)
		}
		in.random = rand.New(in.source)
	}
}

func (o *outlet) archive(a *archive.Archive, w *World) {
	d := &o.def
	a.Name(&d.Name)
	d.Volume.archive(a)
	d.When.Archive(a, w.event)
	a.Flag(&d.Keep)
	archive.Whole(a, &d.Every)
	a.Number(&d.MaxMass)
	archive.Whole(a, &d.MaxBodies)
	archive.Whole(a, &o.bodies)
	a.Numbers(&o.mass, &o.last, &o.doneAt)
	a.Flag(&o.done)
	if !a.Deciding() {
		a.Numbers(&o.energy, &o.rate.value)
	}
	if a.Good() {
		if err := d.check(); err != nil {
			a.Fail("outlet %q: %w", d.Name, err)
		}
	}
}
