package series

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: whatever order the moments of a run come in, a series is that of a straight run; what a reader has of it
// stays as it was; a long one is thinned to the table of a longer interval, with the lowest and the highest of what
// went.
func TestSeriesIsThatOfAStraightRun(t *testing.T) {
	const n = 3*Most + 1
	at := func(i int) bridge.Sample {
		v := make([]float64, Least)
		v[0], v[1], v[timeStep], v[4] = 0.01*float64(i), float64(10*i), 0.001, float64(i%7)
		if i == 9999 {
			v[4] = 1e6
		}
		return bridge.Sample{Moment: bridge.Moment{Step: int64(10 * i), Time: v[0]}, Values: v}
	}
	begin := bridge.Series{Columns: General(), Every: 0.01}
	straight, jumping := begin, begin
	for i := range Most {
		Add(&straight, at(i))
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(500)
	for _, i := range order {
		Add(&jumping, at(i))
	}
	had := jumping
	had.Samples = slices.Clone(jumping.Samples)
	seen := jumping
	for i := range Most {
		if fresh := Add(&jumping, at(i)); fresh != (i >= 500) {
			t.Fatalf("sample %d is new: %v", i, fresh)
		}
	}
	if !reflect.DeepEqual(seen, had) {
		t.Error("what a reader had has changed")
	}
	if !reflect.DeepEqual(straight, jumping) {
		t.Error("a run with jumps has another series than a straight one")
	}
	for i := Most; i < n; i++ {
		if m := at(i); Past(m.Time, 0.001, straight.Every) > Past(at(i-1).Time, 0.001, straight.Every) {
			Add(&straight, m)
		}
	}
	if k := len(straight.Samples); k > Most || k < Most/2 || straight.Every != 0.04 {
		t.Errorf("%d samples every %g s", k, straight.Every)
	}
	highest := 0.0
	for i := range straight.Samples {
		if step := straight.Samples[i].Step; step != int64(40*i) {
			t.Fatalf("sample %d is of step %d", i, step)
		}
		_, high := straight.Extremes(i, 4)
		highest = math.Max(highest, high)
	}
	if highest != 1e6 {
		t.Errorf("the highest value is %g", highest)
	}
}

// The interval of charts is that of --csv, but for short scenes and long steps.
func TestEvery(t *testing.T) {
	for _, c := range []struct{ end, dt, want float64 }{
		{4.1, 3.6e-5, 0.01}, {0, 1e-5, 0.01}, {0.05, 1e-7, 5e-4}, {1, 1e-3, 0.05}, {60, 2e-4, 0.01},
	} {
		if got := Every(c.end, c.dt); got != c.want {
			t.Errorf("a scene of %g s with steps of %g s is read every %g s, want %g", c.end, c.dt, got, c.want)
		}
	}
}
