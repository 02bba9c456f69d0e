package parallel

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Panic is a fault of the program itself, caught where it would have ended the program.
type Panic struct {
	Value any    // the argument of panic
	Place string // where, as file:line
	Stack []byte // of the goroutine, for whoever looks for the cause
}

// Error says what happened and where.
func (p *Panic) Error() string { return fmt.Sprintf("%v (%s)", p.Value, p.Place) }

// Recovered returns the result of recover, which is not nil, as a Panic. It must be called by the
// deferred function, where the stack is still the stack of the panic. A Panic that comes from another
// goroutine keeps its own place and stack.
func Recovered(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{value, panicPlace(), debug.Stack()}
}

// panicPlace returns the file and line of the innermost function of the program that panicked.
func panicPlace() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	below := false // the frames of the panic itself are passed
	for {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if below && !inRuntime {
			return fmt.Sprintf("%s:%d", pathInRepository(f.File), f.Line)
		}
		below = below || f.Function == "runtime.gopanic" || f.Function == "runtime.sigpanic"
		if !more {
			return "at an unknown place"
		}
	}
}

// pathInRepository cuts the path of a source file down to its part in the repository.
func pathInRepository(file string) string {
	const root = "/tumble/"
	if i := strings.LastIndex(file, root); i >= 0 {
		return file[i+len(root):]
	}
	return file
}
