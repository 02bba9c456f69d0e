package run

import "example.org/tumble/sim/internal/parallel"

// Panic is a fault of the program itself, caught where it would have ended the program: what was said, the
// file and line, and the stack of the goroutine.
type Panic = parallel.Panic

// Attempt does something, and returns the panic in it, or nil.
func Attempt(do func()) (p *Panic) {
	defer func() {
		if recovered := recover(); recovered != nil {
			p = parallel.Recovered(recovered)
		}
	}()
	do()
	return nil
}
