package parallel

import "sync/atomic"

// lent is how many cores are lent, and spinning how many helpers that must leave their core have not parked.
var lent, spinning atomic.Int32

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

// Ready reports whether all helpers that must leave their core have done so: they park once they have done what they
// took of a loop, at most an eighth of it. Whoever sleeps until then gives them the core that they need for it.
func (Loan) Ready() bool { return spinning.Load() == 0 }

// GiveBack ends the loan. It must be called once.
func (Loan) GiveBack() { lent.Add(-1) }

// givesWay reports whether a helper must leave its core.
func (h *helper) givesWay() bool { return h.last && lent.Load() > 0 }
