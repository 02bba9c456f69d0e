package woo

import "time"

// scriptTime is how long a script may take to be read and run, commandTime one run of a
// command of it while its scene runs.
const (
	scriptTime  = 6 * time.Second
	commandTime = 5 * time.Second
)

// stopwatch ends what takes too long: longer than it may by the clock, and by the time that
// the program has had of the processor, since other programs may have had it meanwhile. No
// result depends on it, as what it ends is an error.
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

// within does something as long as the time is not over, and reports whether it ended. What
// does not is abandoned.
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
