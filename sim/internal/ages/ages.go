// Package ages keeps how old bodies were at some event, such as when an outlet took them, in little memory.
package ages

import (
	"cmp"
	"math"
	"slices"

	"example.org/tumble/sim/internal/archive"
)

// Ages are the ages of any number of bodies. Number, mean and deviation are exact but for rounding. Quantiles and the
// histogram come from bins, whose width is at most Width of the ages in them. The bits depend on the order in which
// ages are added. The zero value has none.
type Ages struct {
	Count   int64
	mean    float64 // [s]
	squares float64 // Σ (age - mean)² [s²]
	least   float64 // [s]
	most    float64 // [s]
	bins    []bin   // those with ages, in ascending order
}

// bin counts the ages between two edges.
type bin struct {
	key   int64 // the leading bits of the ages
	count int64
}

// Width is the largest width of a bin over the ages in it. It follows from the bits of a number that name the bin: its
// exponent, and the first seven digits after the point.
const Width = 1.0 / 128

// dropped is how many of the 52 digits after the point do not name the bin, and endless the bin of infinity.
const (
	dropped = 45
	endless = 0x7ff << (52 - dropped)
)

// edges returns where a bin begins and ends [s].
func (b *bin) edges() (from, to float64) {
	return math.Float64frombits(uint64(b.key) << dropped), math.Float64frombits(uint64(b.key+1) << dropped)
}

// find returns the place of a bin, and whether it is there.
func (s *Ages) find(key int64) (at int, there bool) {
	return slices.BinarySearchFunc(s.bins, key, func(b bin, key int64) int { return cmp.Compare(b.key, key) })
}

// Add adds an age [s]; a negative one counts as 0. The sums are those of Welford (1962), Technometrics 4.
func (s *Ages) Add(age float64) {
	age = max(age, 0)
	key := int64(math.Float64bits(age) >> dropped)
	at, there := s.find(key)
	if !there {
		s.bins = slices.Insert(s.bins, at, bin{key: key})
	}
	s.bins[at].count++
	if s.Count == 0 {
		s.least = age
	}
	s.Count++
	s.least, s.most = min(s.least, age), max(s.most, age)
	off := age - s.mean
	s.mean += off / float64(s.Count)
	s.squares += off * (age - s.mean)
}

// Mean returns the mean age [s]; NaN of none.
func (s *Ages) Mean() float64 {
	if s.Count == 0 {
		return math.NaN()
	}
	return s.mean
}

// Deviation returns the root of the mean square of ages about their mean [s]; NaN of none.
func (s *Ages) Deviation() float64 { return math.Sqrt(s.squares / float64(s.Count)) }

// Quantile returns the age below which a share of the ages lies, 0 to 1 [s], interpolated between the two ages next
// to it. It is within Width of the exact quantile, and exact at 0 and 1; NaN of none.
func (s *Ages) Quantile(share float64) float64 {
	if s.Count == 0 {
		return math.NaN()
	}
	rank := share * float64(s.Count-1)
	low := int64(rank)
	a, b := s.ranked(low), s.ranked(min(low+1, s.Count-1))
	return a + (rank-float64(low))*(b-a)
}

// ranked returns the age of a rank from 0 up, as if those of a bin were spread evenly over it [s].
func (s *Ages) ranked(rank int64) float64 {
	if rank == 0 {
		return s.least
	}
	before := int64(0)
	for i := range s.bins {
		b := &s.bins[i]
		if rank < min(before+b.count, s.Count-1) {
			from, to := b.edges()
			at := from + (to-from)*(float64(rank-before)+0.5)/float64(b.count)
			return min(max(at, s.least), s.most)
		}
		before += b.count
	}
	return s.most
}

// Step is a column of a histogram: how many ages lie from one age on and below another [s].
type Step struct {
	From, To float64
	Count    int64
}

// joined is how many neighbouring bins a column of the histogram has: eight columns for each doubling of the age.
const joined = 16

// Histogram returns the columns that are not empty, in ascending order. It counts each age.
func (s *Ages) Histogram() (list []Step) {
	last := int64(-1)
	for _, b := range s.bins {
		if first := b.key - b.key%joined; first != last {
			from, _ := (&bin{key: first}).edges()
			_, to := (&bin{key: first + joined - 1}).edges()
			list, last = append(list, Step{From: from, To: to}), first
		}
		list[len(list)-1].Count += b.count
	}
	return list
}

// CopyTo copies the ages, in the memory of the others.
func (s *Ages) CopyTo(to *Ages) {
	bins := append(to.bins[:0], s.bins...)
	*to = *s
	to.bins = bins
}

// Archive takes all of it. What no ages can have is refused.
func (s *Ages) Archive(a *archive.Archive) {
	archive.Integer(a, &s.Count)
	a.Numbers(&s.mean, &s.squares, &s.least, &s.most)
	archive.List(a, &s.bins, func(b *bin) {
		archive.Integer(a, &b.key)
		archive.Integer(a, &b.count)
	})
	if a.Good() && !s.possible() {
		a.Fail("the ages of %d bodies do not fit together", s.Count)
	}
}

// possible reports whether the bins are those of so many ages, of which the least and the most are in the outer ones.
func (s *Ages) possible() bool {
	left, above := s.Count, int64(-1)
	for _, b := range s.bins {
		if b.key <= above || b.key >= endless || b.count < 1 || b.count > left {
			return false
		}
		left, above = left-b.count, b.key
	}
	if left != 0 {
		return false
	}
	if s.Count == 0 {
		return s.mean == 0 && s.squares == 0 && s.least == 0 && s.most == 0
	}
	in := func(x float64, b bin) bool {
		from, to := b.edges()
		return x >= from && x < to
	}
	return in(s.least, s.bins[0]) && in(s.most, s.bins[len(s.bins)-1]) && s.least <= s.most &&
		s.mean >= s.least && s.mean <= s.most && s.squares >= 0 && !math.IsInf(s.squares, 1)
}
