package insertion

import (
	"fmt"
	"math"
	"sort"
)

// Sizes is a distribution of the sizes of bodies: a cumulative curve, piecewise linear
// between points, as sieving gives it (the psdPts of Woo's generators). Two points of
// one diameter are a step: bodies of exactly that size. So is a first share above 0.
//
// The size of a body is its equivalent diameter, the diameter of the sphere of the same volume.
type Sizes struct {
	ByNumber  bool      // shares are of the number of bodies, not of their mass
	Diameters []float64 // [m], not descending
	Passing   []float64 // share of bodies that are not larger, not descending; the last counts as all
}

// sizer draws diameters from a distribution.
type sizer struct {
	byNumber bool
	from, to []float64 // diameters at the ends of each piece [m]
	upTo     []float64 // share, by number, of this piece and those before it, ending at 1
}

// newSizer prepares a distribution.
//
// A piece from d₁ to d₂ that holds the share Δ of the mass, spread evenly over diameters,
// holds a share of the number that goes as
//
//	Δ ∫ d⁻³ dd / (d₂ - d₁) = Δ (d₁ + d₂) / (2 d₁² d₂²)
//
// since the mass of a body goes as d³.
func newSizer(s *Sizes) (*sizer, error) {
	if len(s.Diameters) == 0 || len(s.Diameters) != len(s.Passing) {
		return nil, fmt.Errorf("sizes: need as many shares as diameters, at least one, got %d diameters and %d shares",
			len(s.Diameters), len(s.Passing))
	}
	z := &sizer{byNumber: s.ByNumber}
	var sum float64
	before, d1 := 0., s.Diameters[0]
	for i, d2 := range s.Diameters {
		share := s.Passing[i] - before
		if !(d2 >= d1) || !(d2 > 0) || !finite(d2) || !(share >= 0) || !finite(share) {
			return nil, fmt.Errorf("sizes: diameters must be > 0 m, and they and shares must not descend, "+
				"got %g m with share %g", d2, s.Passing[i])
		}
		weight := share
		if !s.ByNumber {
			weight *= (d1 + d2) / (2 * d1 * d1 * d2 * d2)
		}
		sum += weight
		z.from, z.to, z.upTo = append(z.from, d1), append(z.to, d2), append(z.upTo, sum)
		before, d1 = s.Passing[i], d2
	}
	if !(sum > 0) || !finite(sum) {
		return nil, fmt.Errorf("sizes: the last share must be > 0, got %g", before)
	}
	for i := range z.upTo {
		z.upTo[i] /= sum
	}
	return z, nil
}

// diameter returns the diameter below which the share u of all bodies, by number, is [m];
// u is in [0, 1).
func (z *sizer) diameter(u float64) float64 {
	i := sort.SearchFloat64s(z.upTo, u)
	for i < len(z.upTo)-1 && z.upTo[i] <= u {
		i++ // pieces that hold nothing
	}
	before := 0.
	if i > 0 {
		before = z.upTo[i-1]
	}
	f := (u - before) / (z.upTo[i] - before)
	a, b := z.from[i], z.to[i]
	if z.byNumber || a == b {
		return a + f*(b-a)
	}
	// Within a piece the number goes as d⁻³, its integral as -d⁻².
	return 1 / math.Sqrt(1/(a*a)-f*(1/(a*a)-1/(b*b)))
}

// least returns the smallest diameter that can be drawn [m].
func (z *sizer) least() float64 {
	for i := range z.upTo {
		if z.upTo[i] > 0 {
			return z.from[i]
		}
	}
	return z.from[0]
}

// most returns the largest diameter that can be drawn [m].
func (z *sizer) most() float64 { return z.to[len(z.to)-1] }

func finite(x float64) bool { return x-x == 0 }
