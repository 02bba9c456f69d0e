//go:build unix

package woo

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the program has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0 // then no script is ended
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
