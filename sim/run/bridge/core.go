package bridge

import "example.org/tumble/sim/internal/parallel"

// CoreLoan is a core that all worlds of the program leave to other work; see LendCore.
type CoreLoan = parallel.Loan

// LendCore takes a core from all worlds of the program for other work, a picture above all, until the loan is given
// back: a world that has a worker for every core does without one of them. The core is free once the loan is ready.
func LendCore() CoreLoan { return parallel.LendCore() }
