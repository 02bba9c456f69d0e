package ages_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"example.org/tumble/sim/internal/ages"
	"example.org/tumble/sim/internal/archive"
)

// spread returns ages of three decades, and all of them as a summary.
func spread(n int) (list []float64, s ages.Ages) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		list = append(list, 0.02*math.Exp(2*r.NormFloat64()))
		s.Add(list[len(list)-1])
	}
	return list, s
}

// Contract: mean and deviation are those of all ages to the last digits, quantiles those that sorting gives within the
// width of a bin, and the histogram counts each age where it belongs.
func TestAgesAreThoseOfTheList(t *testing.T) {
	for _, n := range []int{1, 2, 3, 40, 10_000} {
		list, s := spread(n)
		sum, squares := 0.0, 0.0
		for _, x := range list {
			sum += x
		}
		mean := sum / float64(n)
		for _, x := range list {
			squares += (x - mean) * (x - mean)
		}
		deviation := math.Sqrt(squares / float64(n))
		if math.Abs(s.Mean()-mean) > 1e-12*mean || math.Abs(s.Deviation()-deviation) > 1e-10*mean || s.Count != int64(n) {
			t.Errorf("%d ages: mean %.15g, deviation %.15g, want %.15g, %.15g", s.Count, s.Mean(), s.Deviation(), mean,
				deviation)
		}
		slices.Sort(list)
		for _, share := range []float64{0, 0.05, 0.5, 0.77, 0.95, 1} {
			rank := share * float64(n-1)
			low := int(rank)
			want := list[low]
			if low+1 < n {
				want += (rank - float64(low)) * (list[low+1] - list[low])
			}
			allowed := ages.Width * want
			if share == 0 || share == 1 {
				allowed = 0
			}
			if got := s.Quantile(share); math.Abs(got-want) > allowed {
				t.Errorf("%d ages: quantile %g is %.9g, want %.9g", n, share, got, want)
			}
		}
		above := 0.0
		for _, c := range s.Histogram() {
			in := int64(0)
			for _, x := range list {
				if x >= c.From && x < c.To {
					in++
				}
			}
			if c.From < above || c.To > 1.13*c.From || in != c.Count {
				t.Errorf("%d ages: %d from %g to %g s, want %d", n, c.Count, c.From, c.To, in)
			}
			above = c.To
			n -= int(c.Count)
		}
		if n != 0 {
			t.Errorf("the histogram counts %d too few", n)
		}
	}
}

// Contract: of no ages nothing is known, and an age of 0 is one.
func TestAgesOfNothing(t *testing.T) {
	var s ages.Ages
	if s.Mean() == s.Mean() || s.Deviation() == s.Deviation() || s.Quantile(0.5) == s.Quantile(0.5) ||
		s.Histogram() != nil {
		t.Errorf("mean %g, deviation %g, median %g, histogram %v", s.Mean(), s.Deviation(), s.Quantile(0.5), s.Histogram())
	}
	if s.Add(0); s.Mean() != 0 || s.Deviation() != 0 || s.Quantile(0.5) != 0 || s.Histogram()[0].Count != 1 {
		t.Errorf("of one age of 0: mean %g, deviation %g, median %g", s.Mean(), s.Deviation(), s.Quantile(0.5))
	}
}

// Contract: saved ages come back whole, a copy shares nothing with them, and words that no ages have are refused.
func TestAgesAreSaved(t *testing.T) {
	_, s := spread(1000)
	w := archive.NewWriter(nil)
	s.Archive(w)
	var read, copied ages.Ages
	r := archive.NewReader(w.Bytes(), 0)
	if read.Archive(r); r.Err() != nil || r.Left() != 0 || !reflect.DeepEqual(read, s) {
		t.Fatalf("%v, %d bytes left, got %+v, want %+v", r.Err(), r.Left(), read, s)
	}
	s.CopyTo(&copied)
	if s.Add(s.Quantile(0.5)); !reflect.DeepEqual(copied, read) {
		t.Error("a copy changed with the ages")
	}
	for word := range len(w.Bytes()) / 8 {
		for _, to := range []uint64{math.MaxUint64, 1 << 62, 0} {
			data := slices.Clone(w.Bytes())
			was := data[8*word : 8*word+8 : 8*word+8]
			same := true
			for k := range was {
				b := byte(to >> (8 * k))
				same, was[k] = same && was[k] == b, b
			}
			var bad ages.Ages
			r := archive.NewReader(data, 0)
			bad.Archive(r)
			may := word == 1 && to == 1<<62 || word == 2 && to != math.MaxUint64 // a mean of 2 s, any sum of squares
			if !same && !may && r.Err() == nil {
				t.Errorf("word %d as %x is read as ages", word, to)
			}
		}
	}
}
