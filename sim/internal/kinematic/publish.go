package kinematic

import (
	"slices"

	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/run/bridge"
)

// Publish copies the motions into a snapshot.
func (m *Motions) Publish(s *bridge.Snapshot) {
	s.Motions = slices.Grow(s.Motions[:0], len(m.List))[:len(m.List)]
	for i := range m.List {
		m.List[i].record(&s.Motions[i], int64(m.site.Bodies.Info[m.List[i].Body].ID))
	}
}

// record fills the row of a motion, whose list of key frames is used again.
func (m *Motion) record(row *bridge.Motion, body int64) {
	d := &m.Def
	*row = bridge.Motion{Name: d.Name, Moves: body, Keys: row.Keys[:0], Start: d.When.Start, After: d.When.After,
		Delay: d.When.Delay, Begun: m.Begun, At: m.At, Duration: d.Duration, Retired: m.retired}
	switch d.Path.(type) {
	case motion.Harmonic:
		row.Kind = bridge.MotionHarmonic
	case motion.Constant:
		row.Kind = bridge.MotionConstant
	case motion.Sum:
		row.Kind = bridge.MotionSum
	}
	row.Keys = appendKeys(row.Keys, d.Path)
}
