package run

import "example.org/tumble/sim/internal/parallel"

// Panic is a fault of the program itself, which was caught and would have ended the program: the message,
// the file and line, and the stack of the goroutine.
type Panic = parallel.Panic

// Attempt calls a function and returns its panic, or nil.
func Attempt(do func()) (p *Panic) {
	defer func() {
		if recovered := recover(); recovered != nil {
			p = parallel.Recovered(recovered)
		}
	}()
	do()
	return nil
}
