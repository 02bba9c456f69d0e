package woo

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the program has used.
func processorTime() time.Duration {
	process, err := syscall.GetCurrentProcess()
	var created, ended, kernel, user syscall.Filetime
	if err != nil || syscall.GetProcessTimes(process, &created, &ended, &kernel, &user) != nil {
		return 0 // then no script is ended
	}
	ticks := func(t syscall.Filetime) time.Duration { // in units of 100 ns
		return time.Duration(t.HighDateTime)<<32 | time.Duration(t.LowDateTime)
	}
	return 100 * (ticks(kernel) + ticks(user))
}
