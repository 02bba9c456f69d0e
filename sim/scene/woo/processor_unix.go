//go:build unix

package woo

import (
	"syscall"
	"time"
)

// processorTime is what the program has had of the processor.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0 // then nothing is ended
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
