package ledger_test

import (
	"fmt"

	"example.org/tumble/sim/internal/ledger"
)

// A block of 2 kg slides at 1 m/s onto a rough floor, whose friction of 5 N stops it: what it had is heat.
func ExampleLedger() {
	const mass, dt = 2, 1e-3
	var l ledger.Ledger
	v, friction := 1.0, 0.0
	l.Open(0.5 * mass * v * v)
	for v > 1e-9 {
		before := v
		v -= friction / mass * dt
		var t ledger.Tally // of all bodies that a worker moves; this one is in lane 0
		t.Done.Contact[0] = -dt / 2 * friction * (before + v)
		t.Ahead.Contact[0] = -dt / 2 * friction * v
		t.Ahead.Translation[0] = t.Ahead.Contact[0]
		l.Lost.Friction -= t.Done.Contact[0]
		l.BookStep([]ledger.StepWork{t.Sum()})
		if !l.Started() {
			l.Begin(0)
			friction = 5
		}
	}
	e := ledger.Energy{Translation: 0.5 * mass * v * v}
	l.Entries(&e)
	fmt.Printf("kinetic %.3f J, friction %.3f J, not explained %.3f J\n", e.Kinetic, e.Friction, e.ClosureError)
	// Output: kinetic 0.000 J, friction 1.000 J, not explained 0.000 J
}
