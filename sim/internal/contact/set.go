package contact

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Set is what touches, how it pushes, and all that this takes. It sees bodies, shapes
// and the clock of its world, to which it is bound once.
type Set struct {
	Bodies *body.Set
	Shapes *body.Shapes
	Clock  *Clock
	Team   *parallel.Team

	Materials  []Material
	Pairs      []PairDef
	Properties []Properties // of each ordered pair of materials
	Law        law.Kind
	soften     float64 // by what contacts are softer than their materials, at least 1 [1]; 0 counts as 1
	Resists    bool    // some pair of materials opposes rolling or twisting
	Damps      bool    // ... has a dashpot

	Revision   uint32 // edits of materials and of the law so far
	rule       string // row of CapsuleRules
	ruleBefore string // the rule of the last step, if it is another now; see RuleWork

	Lists    []List    // pairs, one list per pair of kinds, and their contacts
	Chunks   []*Chunk  // of all lists, in contact order
	Listing  int64     // how often they were listed anew
	outcomes []outcome // of their contacts
	views    []view    // of pairs with a mesh
	viewMemory
	Pool   Pool
	seen   Contact // the one that a loop over all is at
	counts []int32 // memory of Means

	// Of the last step.
	foundIn int64 // Clock.Step as its contacts were found: it has moved bodies if that is another now
	Count   int
	Deepest float64 // overlap over the smaller radius
	Unsound bool    // a force may be lost

	walls     wallPlanes
	Partition Partition
	Spaces    []Workspace // one per worker
	stiff     stiffMemory
	Gravity   vec.Vec3      // [m/s²]
	find      parallel.Task // doChunks

	losses        losses
	sum, timedSum parallel.Task
	Move          parallel.Task // what becomes of a chunk of bodies once the forces on it are known
}

// Bind lets the set see bodies, their shapes and the clock of a world, and share its work between a team.
func (set *Set) Bind(bodies *body.Set, shapes *body.Shapes, clock *Clock, team *parallel.Team) {
	set.Bodies, set.Shapes, set.Clock, set.Team = bodies, shapes, clock, team
	set.Spaces = make([]Workspace, team.Workers())
	set.AddLosses(0, nil)
	set.Partition.chunks, set.Partition.Bodies = team.Even(), team.Even()
	set.lend()
	set.find, set.sum, set.timedSum = set.doChunks, set.SumSpan, set.sumSpanTimed
}
