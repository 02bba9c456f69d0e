package bridge

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/spell"
)

// Collisions counts the collisions that have ended while the scene or somebody wanted them, see Wanted.Collisions. Its
// slices may be kept.
type Collisions struct {
	Asked        bool // the scene asks for them: they are part of its world
	Followed     bool // they were, at some time of this run; else the rest is zero
	Since, Until float64
	Spectra      [][]CollisionBin // by each of collisions.Numbers
	Materials    []string         // the names of all
}

// MaterialPair are two materials that meet, by their numbers, the first not the greater; or AllMaterials.
type MaterialPair [2]int

// AllMaterials stands for all pairs of materials together.
var AllMaterials = MaterialPair{-1, -1}

// allMaterials is the name of AllMaterials.
const allMaterials = "all"

// Name returns the names of two materials with + between them, or all.
func (p MaterialPair) Name(materials []string) string {
	if p == AllMaterials {
		return allMaterials
	}
	return materials[p[0]] + "+" + materials[p[1]]
}

// Sum returns the sum of those bins that belong to the pair.
func (p MaterialPair) Sum(bins []CollisionBin) (sum CollisionBin) {
	for i := range bins {
		if p == AllMaterials || p == (MaterialPair{bins[i].MaterialA, bins[i].MaterialB}) {
			sum.Add(&bins[i])
		}
	}
	return sum
}

// FindMaterialPair returns the pair of a name: all, or two materials in any order with + between them.
//
// Errors: there is none.
func FindMaterialPair(materials []string, name string) (MaterialPair, error) {
	if name == allMaterials {
		return AllMaterials, nil
	}
	for at := range name {
		if name[at] != '+' {
			continue
		}
		a, b := slices.Index(materials, name[:at]), slices.Index(materials, name[at+1:])
		if a >= 0 && b >= 0 {
			return MaterialPair{min(a, b), max(a, b)}, nil
		}
	}
	first, second, both := strings.Cut(name, "+")
	if !both {
		return AllMaterials, fmt.Errorf("a pair of materials must be all, or two names with + between them as in "+
			"steel+grain, got %s", spell.Quote(name))
	}
	if slices.Contains(materials, first) {
		first = second
	}
	return AllMaterials, noneOf("material", first, slices.Clone(materials))
}

// mostPaired is the largest number of materials of which tables have each pair.
const mostPaired = 6

// Pairs returns the pairs of materials that tables have: all together and, unless there are many materials, each.
func (c *Collisions) Pairs() []MaterialPair {
	list := []MaterialPair{AllMaterials}
	if n := len(c.Materials); n <= mostPaired {
		for a := range n {
			for b := a; b < n; b++ {
				list = append(list, MaterialPair{a, b})
			}
		}
	}
	return list
}

// Met returns the pairs of materials that have met, in the order of their numbers.
func (c *Collisions) Met() (list []MaterialPair) {
	if len(c.Spectra) == 0 {
		return nil
	}
	for i := range c.Spectra[0] {
		b := &c.Spectra[0][i]
		if p := (MaterialPair{b.MaterialA, b.MaterialB}); len(list) == 0 || list[len(list)-1] != p {
			list = append(list, p)
		}
	}
	return list
}

// Sum returns the sum of the collisions of a pair of materials.
func (c *Collisions) Sum(of MaterialPair) CollisionBin {
	if len(c.Spectra) == 0 {
		return CollisionBin{}
	}
	return of.Sum(c.Spectra[0])
}

// CollisionBin has the collisions of two materials of which a number lies in a range.
type CollisionBin struct {
	MaterialA, MaterialB int     // the first is not the greater
	From, To             float64 // the range; From is 0 for the least, also of those that are negative by rounding
	Count                int64

	// Sums over the collisions.
	Normal, Tangential         float64 // of speeds at the first touch [m/s]
	LostNormal, LostTangential float64 // [J]
	Duration                   float64 // [s]

	MaxNormal, MaxTangential float64 // the largest of these speeds [m/s]
}

// Add adds the collisions of another bin, but leaves materials and range as they are.
func (b *CollisionBin) Add(o *CollisionBin) {
	b.Count += o.Count
	b.Normal += o.Normal
	b.Tangential += o.Tangential
	b.LostNormal += o.LostNormal
	b.LostTangential += o.LostTangential
	b.Duration += o.Duration
	b.MaxNormal, b.MaxTangential = max(b.MaxNormal, o.MaxNormal), max(b.MaxTangential, o.MaxTangential)
}

// CollisionNumber is a number of the collisions of two materials, or of all. Tables, conditions, results, sweeps and
// reports have those of CollisionNumbers.
type CollisionNumber struct {
	Name, Unit string
	Whole      bool // it is a count
	About      string
	Of         func(all *CollisionBin, time float64) float64 // of the sums over a time [s]
}

// CollisionNumbers are all numbers of the collisions of two materials, in the order of columns.
var CollisionNumbers = []CollisionNumber{
	{"collisions", "", true, "That have ended.", func(b *CollisionBin, _ float64) float64 { return float64(b.Count) }},
	{collisionRate, "1/s", false, "Of collisions: in tables the mean from one line to the next.",
		func(b *CollisionBin, time float64) float64 { return float64(b.Count) / time }},
	{"energy lost", "J", false, "By all of them.",
		func(b *CollisionBin, _ float64) float64 { return b.LostNormal + b.LostTangential }},
	{"normal energy lost", "J", false, "The part that was lost along the normal.",
		func(b *CollisionBin, _ float64) float64 { return b.LostNormal }},
	{"tangential energy lost", "J", false, "The part that was lost by tangential forces and couples.",
		func(b *CollisionBin, _ float64) float64 { return b.LostTangential }},
	{"mean energy lost", "J", false, "By a collision.",
		func(b *CollisionBin, _ float64) float64 { return (b.LostNormal + b.LostTangential) / float64(b.Count) }},
	{"mean normal speed", "m/s", false, "Of approach at the first touch.",
		func(b *CollisionBin, _ float64) float64 { return b.Normal / float64(b.Count) }},
	{"mean tangential speed", "m/s", false, "Of sliding at the first touch.",
		func(b *CollisionBin, _ float64) float64 { return b.Tangential / float64(b.Count) }},
	{"max normal speed", "m/s", false, "The largest speed of approach.",
		func(b *CollisionBin, _ float64) float64 { return b.largest(b.MaxNormal) }},
	{"max tangential speed", "m/s", false, "The largest speed of sliding.",
		func(b *CollisionBin, _ float64) float64 { return b.largest(b.MaxTangential) }},
	{"mean duration", "s", false, "From the first touch until they had parted.",
		func(b *CollisionBin, _ float64) float64 { return b.Duration / float64(b.Count) }},
}

// largest returns a number of the bin; NaN if there are no collisions.
func (b *CollisionBin) largest(x float64) float64 {
	if b.Count == 0 {
		return math.NaN()
	}
	return x
}

// collisionRate is the rate of the number before it.
const collisionRate = "rate"

// IsRate reports whether the number is the rate of the one before it: tables have the mean from one line to the next.
func (n *CollisionNumber) IsRate() bool { return n.Name == collisionRate }

// Column returns the name of the column of the number in tables, for a pair of materials: glass+steel, or all.
func (n *CollisionNumber) Column(pair string) string { return "between " + pair + " " + n.Name }

// FindCollisionNumber returns a number of collisions by its name, written with spaces or as one word.
//
// Errors: there is none.
func FindCollisionNumber(name string) (*CollisionNumber, error) {
	var words []string
	for i := range CollisionNumbers {
		n := &CollisionNumbers[i]
		word := strings.ReplaceAll(n.Name, " ", "_")
		if words = append(words, word); name == n.Name || name == word {
			return n, nil
		}
	}
	return nil, fmt.Errorf("collisions have no %s%s (there are %s)", spell.Quote(name), spell.DidYouMean(name, words),
		strings.Join(words, ", "))
}
