package parallel

import "sync/atomic"

// lent is how many loans there are, and active how many helpers that must leave their core for a loan have not parked.
var lent, active atomic.Int32

// Loan is a core that the teams of the program leave to other work.
type Loan struct{}

// LendCore takes a core from the teams of the program for other work, a picture above all, until the loan is given
// back: each team that has a worker for every core does without its last helper. The operating system would stop that
// helper in the middle of a piece, often for some milliseconds, and all other workers would wait for it. Several loans
// at once take one helper from each team, as one does.
func LendCore() Loan {
	lent.Add(1)
	return Loan{}
}

// Ready reports whether all helpers that must leave their core have parked. They do so once they have done the pieces
// that they took, at most a quarter of their part of a loop. The borrower should sleep until then, as they may need the
// core on which it runs.
func (Loan) Ready() bool { return active.Load() == 0 }

// GiveBack ends the loan. It must be called once.
func (Loan) GiveBack() { lent.Add(-1) }

// givesWay reports whether a helper must leave its core now.
func (h *helper) givesWay() bool { return h.last && lent.Load() > 0 }
