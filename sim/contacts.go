package sim

import (
	"sync"
	"sync/atomic"

	"tumble/sim/body"
	"tumble/sim/broad"
	"tumble/sim/law"
	"tumble/sim/parallel"
	"tumble/sim/vec"
)

// contactSet is what touches, how it pushes, and all that this takes. It sees bodies, shapes
// and the clock of its world, to which it is bound once.
type contactSet struct {
	bodies *body.Set
	shapes *body.Shapes
	clock  *clock
	team   *parallel.Team

	materials []material
	pairs     []PairDef
	surfaces  []surface // of each ordered pair of materials
	law       law.Kind
	resists   bool // some surface opposes rolling or twisting
	elastic   bool // none does, and none has a dashpot

	lists     []pairList      // candidate pairs, one list per pair of kinds, and their contacts
	chunks    []*chunkOfPairs // of all lists, in contact order
	outcomes  []outcome       // of their contacts
	views     []meshView      // of pairs with a mesh
	freeViews []int32
	viewing   sync.Mutex // of views, which the workers of a rebuild share
	pool      chunkPool
	seen      contact // the one that a loop over all is at

	// Of the last step.
	count   int
	deepest float64 // overlap over the smaller radius
	unsound bool    // a force may be lost

	cuts    cuts
	spaces  []workspace   // one per worker
	stiff   []stiffness   // of some bodies
	gravity vec.Vec3      // [m/s²]
	find    parallel.Task // contactChunks
}

// neighbourSearch finds the pairs that may touch before some body has used up its margin.
type neighbourSearch struct {
	*contactSet
	grid       broad.Grid
	strays     strays
	rebuilding sync.Mutex  // of what the workers of a rebuild share: how far cylinders reach
	stale      bool        // the candidate lists must be rebuilt,
	gone       atomic.Bool // ... as a body has used up its margin
	rebuilds   int64
	within     float64 // how far apart contacts act [m]
	search     parallel.Task
}

// bind lets contacts and the search for them see a world.
func (w *World) bind() {
	s := &w.contactSet
	s.bodies, s.shapes, s.clock, s.team = &w.bodies, &w.shapes, &w.clock, w.team
	w.neighbourSearch.contactSet = s
	s.find, w.neighbourSearch.search = s.contactChunks, w.rebuildPart
}
