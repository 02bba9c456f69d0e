package neighbour

import (
	"sync"
	"sync/atomic"

	"example.org/tumble/sim/internal/broad"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/parallel"
)

// Search finds the pairs that may touch before some body has used up its margin.
type Search struct {
	contacts   *contact.Set
	grid       broad.Grid
	strays     strays
	rebuilding sync.Mutex  // of what the workers of a rebuild share: the spans of cylinders
	Stale      bool        // the neighbour lists must be rebuilt,
	Exhausted  atomic.Bool // ... as a body has used up its margin
	Rebuilds   int64

	arrangement int64 // how often bodies came, left or were sorted, or their travel began anew, before a rebuild

	counted      pairCount
	listRebuilds []listRebuild // by list
	near         []nearby      // by worker
	within       float64       // how far apart contacts act [m]
	findPart     parallel.Task
}

// Bind lets the search keep the lists of a set.
func (search *Search) Bind(set *contact.Set) {
	search.contacts, search.Stale = set, true
	search.findPart = search.rebuildPart
	search.near = make([]nearby, set.Team.Workers())
}

// nearby is the memory in which a worker rebuilds lists.
type nearby struct {
	offered contact.Pair
	later   []int32            // boxes beside one
	space   *contact.Workspace // of the same worker
	_       [64]byte           // the next one is another worker's
}
