package publish

import (
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/grab"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
)

// Motions copies prescribed motions into a snapshot.
func Motions(s *bridge.Snapshot, list []kinematic.Motion, b *body.Set) {
	s.Motions = slices.Grow(s.Motions[:0], len(list))[:len(list)]
	for i := range list {
		fillMotion(&s.Motions[i], &list[i], b)
	}
}

// fillMotion fills the row of a motion, whose list of key frames is used again.
func fillMotion(row *bridge.Motion, m *kinematic.Motion, b *body.Set) {
	d := &m.Def
	*row = bridge.Motion{Name: d.Name, Moves: int64(b.ID(int(m.Body))), Keys: row.Keys[:0], Start: d.When.Start,
		After: d.When.After, Delay: d.When.Delay, Started: m.Started, At: m.At, Duration: d.Duration, Retired: m.Retired}
	switch p := d.Path.(type) {
	case motion.Harmonic:
		row.Kind = bridge.MotionHarmonic
	case motion.Constant:
		row.Kind = bridge.MotionConstant
	case motion.Sum:
		row.Kind = bridge.MotionSum
	case motion.Servo:
		row.Kind = bridge.MotionServo
		row.Servo = bridge.ServoState{Load: motion.Loads[p.Load].Name, Unit: motion.Loads[p.Load].Unit,
			SpeedUnit: motion.Loads[p.Load].SpeedUnit, Shares: p.Load == motion.LoadVolume,
			Axis: p.Axis.Float32(), Held: setting.Servo{Set: p.Set, Limit: p.Limit},
			Varies: len(p.Times) > 0, Target: m.Holding.Target, Present: m.Holding.Present(), Speed: m.Holding.Speed}
		if p.Radial() {
			row.Servo.Radius = b.Template(m.Body).Shapes[0].Radius
		}
	}
	row.Keys = m.AppendKeys(row.Keys)
}

// Hand copies into a snapshot how a person drags a body.
func Hand(s *bridge.Snapshot, h *grab.Hand, b *body.Set) {
	s.Hand = bridge.Hand{}
	if d, holds := h.Drag(b); holds {
		s.Hand = bridge.Hand{Holds: true, Body: int64(d.Body), Point: d.Point.Float32(), To: d.To.Float32(), Turn: d.Turn,
			Force: d.Force.Float32(), Torque: d.Torque.Float32()}
	}
}
