package woo

import (
	"syscall"
	"time"
)

// processorTime is what the program has had of the processor.
func processorTime() time.Duration {
	process, err := syscall.GetCurrentProcess()
	var created, ended, kernel, user syscall.Filetime
	if err != nil || syscall.GetProcessTimes(process, &created, &ended, &kernel, &user) != nil {
		return 0 // then nothing is ended
	}
	ticks := func(t syscall.Filetime) time.Duration { // of 100 ns
		return time.Duration(t.HighDateTime)<<32 | time.Duration(t.LowDateTime)
	}
	return 100 * (ticks(kernel) + ticks(user))
}
