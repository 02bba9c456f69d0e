//go:build goexperiment.simd && amd64

package wide

import "testing"

func TestSame(t *testing.T) {
	need(t)
	x := Lane{1, 2, 3, 4, 5, 6, 7, 8}
	for k := range x {
		var got Lane
		got.Keep(Same(x.Load(), k))
		Leave()
		if got != Splat(x[k]) {
			t.Errorf("lane %d: got %v", k, got)
		}
	}
}
