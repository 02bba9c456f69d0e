package sim

import (
	"cmp"

	"tumble/sim/archive"
	"tumble/sim/limit"
)

// What a saved state says is checked where a step would otherwise go wrong: indices, and
// numbers that searches rely on. Numbers that only make a strange world are left alone.

// mostTime is the longest time that a saved clock may show [s].
const mostTime = 1e30

// checkNumbers refuses numbers that a scene could not begin with either. A world with a fault is
// only looked at: it may hold what made it stop.
func (w *World) checkNumbers(a *archive.Archive) {
	b := &w.bodies
	for i := range b.Pos {
		err := cmp.Or(limit.Length.CheckVector("position", b.Pos[i]), limit.Speed.CheckVector("velocity", b.Vel[i]),
			limit.Spin.CheckVector("spin", b.Spin[i]))
		if err != nil {
			a.Fail("body %d: %w", b.Info[i].ID, err)
			return
		}
	}
	w.contacts.CheckNumbers(a)
}
