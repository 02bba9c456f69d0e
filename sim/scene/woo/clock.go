package woo

import "time"

// scriptTime bounds the time to read and run a script, commandTime the time of one run of a command of the script
// while its scene runs.
const (
	scriptTime  = 6 * time.Second
	commandTime = 5 * time.Second
)

// stopwatch ends scripts and commands that take longer than they may, both by the clock and in processor time of
// the program, since other programs may use the processor meanwhile. No result depends on the stopwatch, since a
// script that it ends is an error.
type stopwatch struct {
	from       time.Time
	used, most time.Duration
}

func newStopwatch(most time.Duration) stopwatch {
	return stopwatch{used: processorTime(), most: most, from: time.Now()}
}

// over reports whether the time is over.
func (s *stopwatch) over() bool {
	return time.Since(s.from) > s.most && processorTime()-s.used > s.most
}

// within calls do and waits for it until the time is over, and reports whether do has returned. If it has not, it
// goes on in its goroutine, and nobody waits for it.
func (s *stopwatch) within(do func()) bool {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		do()
	}()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return true
		case <-tick.C:
			if s.over() {
				return false
			}
		}
	}
}
