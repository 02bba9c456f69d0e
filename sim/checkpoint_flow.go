package sim

import (
	"tumble/sim/archive"
	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/motion"
	"tumble/sim/schedule"
)

// archiveFlow takes what moves bodies along, makes them and takes them away.
func (w *World) archiveFlow(a *archive.Archive, l *body.Library) {
	archive.List(a, &w.motions, func(m *motionState) { m.archive(a, w) })
	w.flow.Archive(a, l, w.event)
}

// event returns the number of an inlet, outlet or motion by its name; see schedule.Number.
func (w *World) event(name string) int { return schedule.Number(w.events, name) }

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
