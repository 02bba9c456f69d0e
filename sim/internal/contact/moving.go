package contact

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// BeginSums makes room for the sums of forces on bodies in gravity [m/s²].
func (set *Set) BeginSums(gravity vec.Vec3) {
	set.Gravity = gravity
	set.Bodies.Wrench = wide.Padded(set.Bodies.Wrench, spareRecords*len(set.Partition.Spans))
}

// SumAll adds up the forces on all bodies, without moving them.
func (set *Set) SumAll() {
	for i := range set.Partition.Spans {
		set.SumSpan(0, i, i+1)
	}
}

// SumAndMove adds up the forces on all bodies and calls Move for chunks of them, each once the forces on
// it are known.
func (set *Set) SumAndMove() {
	sum := set.sum
	if set.Clock.Timed() {
		sum = set.timedSum
	}
	set.Team.RunAfter(len(set.Partition.Spans), sum, set.Bodies.Len(), parallel.Chunk, body.PerBody, set.Partition.Bodies,
		set.Move)
}

// StopIfLost looks for a number of bodies that is not finite or beyond all bounds. If there is one it
// stops the world, names the body and the quantity, and reports true; contacts whose force is lost show
// none. Nothing that is wrong ever footprints a position: if the force of a contact is lost, all bodies stay
// where they were at the end of the last step, else those of the same chunk of bodies, for any number of
// workers.
func (set *Set) StopIfLost(log *notice.Log) bool {
	i, quantity, wrong, lost := set.Bodies.FirstLost()
	if lost {
		log.Stop("step %d: the %s of body %d (%s) is %s; stopped before it moves. "+
			"Either the time step of %.3g s is too long, or bodies overlap too much",
			set.Clock.Step, quantity, set.Bodies.ID(i), set.Bodies.Name(i), wrong, set.Clock.Dt)
		set.dropLostForces()
	}
	return lost
}
