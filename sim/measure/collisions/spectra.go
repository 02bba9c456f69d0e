package collisions

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Spectra count collisions by the energy that they lost, for each pair of materials. The zero value has none.
type Spectra struct{ bins map[binKey]*Bin }

type binKey struct{ a, b, decade int }

// Bin has the collisions of two materials that lost an energy in a range.
type Bin struct {
	MaterialA, MaterialB int     // the first is not the greater
	From, To             float64 // the range [J]; From is 0 for the least, also of those that gained some by rounding
	Count                int64

	// Sums over the collisions.
	Normal, Tangential         float64 // of speeds at the first touch [m/s]
	LostNormal, LostTangential float64 // [J]
	Duration                   float64 // [s]
}

// perDecade is the number of bins for each power of ten, and least the energy below which all are in one [J].
const perDecade, least = 5, 1e-18

// Add counts a collision.
func (s *Spectra) Add(c *Collision) {
	lowest := int(math.Round(perDecade * math.Log10(least)))
	key := binKey{min(c.MaterialA, c.MaterialB), max(c.MaterialA, c.MaterialB), lowest - 1}
	if e := c.Lost(); e > least {
		key.decade = max(int(math.Floor(perDecade*math.Log10(e))), lowest)
	}
	if s.bins == nil {
		s.bins = map[binKey]*Bin{}
	}
	b := s.bins[key]
	if b == nil {
		edge := func(k int) float64 { return math.Pow(10, float64(k)/perDecade) }
		b = &Bin{MaterialA: key.a, MaterialB: key.b, From: edge(key.decade), To: edge(key.decade + 1)}
		if key.decade < lowest {
			b.From, b.To = 0, least
		}
		s.bins[key] = b
	}
	b.Count++
	b.Normal += c.Normal
	b.Tangential += c.Tangential
	b.LostNormal += c.LostNormal
	b.LostTangential += c.LostTangential
	b.Duration += c.Duration
}

// Bins returns all bins that have collisions, by materials and then by energy.
func (s *Spectra) Bins() (list []*Bin) {
	order := func(a, b binKey) int {
		return cmp.Or(cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b), cmp.Compare(a.decade, b.decade))
	}
	for _, key := range slices.SortedFunc(maps.Keys(s.bins), order) {
		list = append(list, s.bins[key])
	}
	return list
}
