package sim

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Panic is a fault of the program itself, caught where it would have ended the program.
type Panic struct {
	Value any    // what was panicked with
	Place string // where, as file:line
	Stack []byte // of the goroutine, for those who mend it
}

// Error says what happened and where.
func (p *Panic) Error() string { return fmt.Sprintf("%v (%s)", p.Value, p.Place) }

// asPanic returns what was recovered as a Panic. It must be called by the deferred function, where
// the stack is still that of the panic; one that comes from another goroutine keeps its own.
func asPanic(recovered any) *Panic {
	if p, ok := recovered.(*Panic); ok {
		return p
	}
	return &Panic{recovered, panicPlace(), debug.Stack()}
}

// panicPlace returns the file and line of the innermost function of ours that panicked.
func panicPlace() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	below := false // the frames of the panic have come
	for {
		f, more := frames.Next()
		runs := strings.HasPrefix(f.Function, "runtime.")
		if below && !runs {
			file := f.File
			if i := strings.LastIndex(file, "/tumble/"); i >= 0 {
				file = file[i+len("/tumble/"):]
			}
			return fmt.Sprintf("%s:%d", file, f.Line)
		}
		below = below || f.Function == "runtime.gopanic" || f.Function == "runtime.sigpanic"
		if !more {
			return "at an unknown place"
		}
	}
}
