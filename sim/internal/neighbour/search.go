package neighbour

import (
	"sync/atomic"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/vec"
)

// Search finds the pairs that may touch before some body has used up its margin.
type Search struct {
	contacts  *contact.Set
	strays    strays
	Stale     bool        // the neighbour lists must be rebuilt,
	Exhausted atomic.Bool // ... as a body has used up its margin
	Rebuilds  int64
	skin
	rebuild

	counted  pairCount
	near     []nearby // by worker
	findPart parallel.Task
	box      func(i int) vec.Box // boxOf
}

// Bind lets the search keep the lists of a set.
func (search *Search) Bind(set *contact.Set) {
	search.contacts, search.Stale = set, true
	search.findPart, search.box = search.rebuildPart, search.boxOf
	search.near = make([]nearby, set.Team.Workers())
	search.grid.Share = func(n int, do func(worker, first, last int)) {
		set.Team.Run(n, perShare, perBox, nil, do)
	}
}

// nearby is the memory in which a worker rebuilds lists.
type nearby struct {
	offered contact.Pair
	later   []int32            // boxes beside one
	space   *contact.Workspace // of the same worker
	_       [64]byte           // the next one is another worker's
}
