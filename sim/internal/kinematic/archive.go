package kinematic

import (
	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/motion"
)

// Archive takes all motions. The bodies are there already when motions are read.
func (m *Motions) Archive(a *archive.Archive) {
	numbers := map[string]int{} // of what they wait for, which is the same for all copies
	number := func(name string) int {
		n, known := numbers[name]
		if !known {
			n = m.site.Times.Number(name)
			numbers[name] = n
		}
		return n
	}
	archive.List(a, &m.List, func(one *Motion) { one.archive(a, &m.site, number) })
}

func archivePose(a *archive.Archive, p *motion.Pose) {
	a.Vector(&p.Position)
	a.Quat(&p.Orientation)
}

func (m *Motion) archive(a *archive.Archive, s *Site, number func(name string) int) {
	d := &m.Def
	a.Name(&d.Name)
	a.Name(&d.Body)
	d.When.Archive(a, number)
	a.Number(&d.Duration)
	archivePath(a, &d.Path, 0)
	if a.Deciding() {
		id := s.Bodies.ID(m.Body)
		archive.Integer(a, &id)
	} else {
		archive.Integer(a, &m.Body)
	}
	a.Flag(&m.Started)
	a.Number(&m.At)
	archivePose(a, &m.from)
	a.Flag(&m.done)
	a.Flag(&m.Retired)
	if a.Reading() {
		m.Holding = holdingOf(d.Path)
	}
	if m.Holding != nil {
		m.Holding.archive(a)
	}
	if a.Good() && (m.Body < 0 || m.Body >= s.Bodies.Len() || s.Bodies.Kind[m.Body] != body.Kinematic) {
		a.Fail("motion %q moves body %d, which is not there to be moved", d.Name, m.Body)
	}
	if a.Reading() && a.Good() && m.holdsSide() {
		m.restoreSide(a, s)
	}
}

// The paths by their numbers in checkpoints.
const (
	pathInterpolated = iota
	pathHarmonic
	pathConstant
	pathSum
	pathRerouted
	pathServo
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
	case motion.Rerouted:
		kind = pathRerouted
	case motion.Servo:
		kind = pathServo
	}
	archive.Integer(a, &kind)
	switch kind {
	case pathInterpolated:
		m, _ := (*p).(motion.Interpolated)
		archiveKeys(a, &m)
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
	case pathRerouted:
		m, _ := (*p).(motion.Rerouted)
		archiveKeys(a, &m.Interpolated)
		a.Number(&m.Since)
		archivePose(a, &m.From)
		*p = m
	case pathServo:
		m, _ := (*p).(motion.Servo)
		archiveServo(a, &m)
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

func archiveKeys(a *archive.Archive, m *motion.Interpolated) {
	archive.List(a, &m.Times, a.Number)
	archive.List(a, &m.Poses, func(p *motion.Pose) { archivePose(a, p) })
}
