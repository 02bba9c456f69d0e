package run

import (
	"testing"
	"time"
)

// TestInterval: snapshots take a fiftieth of the time where that gives fifteen a second, else more, but never more
// than a tenth: however large a world is, it computes more than it shows.
func TestInterval(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct{ takes, want time.Duration }{
		{0, publishEvery}, {ms / 5, publishEvery}, {ms, 50 * ms}, {2 * ms, publishSeldom}, {6 * ms, publishSeldom},
		{7 * ms, 70 * ms}, {150 * ms, 1500 * ms},
	} {
		if got := interval(c.takes, publishEvery, publishSeldom); got != c.want {
			t.Errorf("a snapshot that takes %v comes every %v, want %v", c.takes, got, c.want)
		}
	}
}
