package collisions

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
)

// Number is a number of a collision by which Spectra count.
type Number struct {
	Name, Unit, About string
	least             float64 // below which all collisions are in one bin
	of                func(*Collision) float64
}

// Numbers are all numbers by which Spectra count. Files have the first.
var Numbers = []Number{
	{"energy lost", "J", "What contact forces took from the motion of both bodies and did not give back, in all.",
		1e-18, (*Collision).Lost},
	{"normal energy lost", "J", "The part that was lost along the normal.",
		1e-18, func(c *Collision) float64 { return c.LostNormal }},
	{"tangential energy lost", "J", "The part that was lost by tangential forces and couples.",
		1e-18, func(c *Collision) float64 { return c.LostTangential }},
	{"normal speed", "m/s", "At which they approached at the first touch, along the normal.",
		1e-9, func(c *Collision) float64 { return c.Normal }},
	{"tangential speed", "m/s", "At which they slid over each other at the first touch.",
		1e-9, func(c *Collision) float64 { return c.Tangential }},
	{"duration", "s", "From the first touch until they had parted.",
		1e-12, func(c *Collision) float64 { return c.Duration }},
}

// Spectra count collisions by one of Numbers, for each pair of materials. The zero value has none, and counts by the
// energy that they lost.
type Spectra struct {
	By   int      // an index into Numbers
	keys []binKey // of bins, in ascending order
	bins []bridge.CollisionBin
}

type binKey struct{ a, b, decade int }

func (k binKey) compare(o binKey) int {
	return cmp.Or(cmp.Compare(k.a, o.a), cmp.Compare(k.b, o.b), cmp.Compare(k.decade, o.decade))
}

// perDecade is the number of bins for each power of ten.
const perDecade = 5

// lowest returns the key of the bin that begins with the least number: that of the bin below is one less.
func (n *Number) lowest() int { return int(math.Round(perDecade * math.Log10(n.least))) }

// Add counts a collision.
func (s *Spectra) Add(c *Collision) {
	by := &Numbers[s.By]
	lowest := by.lowest()
	key := binKey{min(c.MaterialA, c.MaterialB), max(c.MaterialA, c.MaterialB), lowest - 1}
	if x := by.of(c); x > by.least {
		key.decade = max(int(math.Floor(perDecade*math.Log10(x))), lowest)
	}
	i, there := slices.BinarySearchFunc(s.keys, key, binKey.compare)
	if !there {
		s.keys, s.bins = slices.Insert(s.keys, i, key), slices.Insert(s.bins, i, s.binOf(key))
	}
	s.bins[i].Add(&bridge.CollisionBin{Count: 1, Normal: c.Normal, Tangential: c.Tangential, MaxNormal: c.Normal,
		MaxTangential: c.Tangential, LostNormal: c.LostNormal, LostTangential: c.LostTangential, Duration: c.Duration})
}

// binOf returns an empty bin.
func (s *Spectra) binOf(key binKey) bridge.CollisionBin {
	edge := func(k int) float64 { return math.Pow(10, float64(k)/perDecade) }
	b := bridge.CollisionBin{MaterialA: key.a, MaterialB: key.b, From: edge(key.decade), To: edge(key.decade + 1)}
	if by := &Numbers[s.By]; key.decade < by.lowest() {
		b.From, b.To = 0, by.least
	}
	return b
}

// Bins returns copies of all bins that have collisions, by materials and then by the number.
func (s *Spectra) Bins() []bridge.CollisionBin { return slices.Clone(s.bins) }

// Head returns the columns of a table of bins by one of Numbers.
func Head(by int) []string {
	n := &Numbers[by]
	return []string{"material A", "material B", series.WithUnit(n.Name+" from", n.Unit),
		series.WithUnit(n.Name+" to", n.Unit), "collisions", "mean normal speed [m/s]", "mean tangential speed [m/s]",
		"mean duration [s]", "normal energy lost [J]", "tangential energy lost [J]"}
}

// Line returns the cells of a bin in such a table, with the names of all materials.
func Line(b *bridge.CollisionBin, materials []string) []string {
	line, n := []string{materials[b.MaterialA], materials[b.MaterialB]}, float64(b.Count)
	for _, x := range []float64{b.From, b.To, n, b.Normal / n, b.Tangential / n, b.Duration / n, b.LostNormal,
		b.LostTangential} {
		line = append(line, series.Decimal(x))
	}
	line[4] = strconv.FormatInt(b.Count, 10)
	return line
}
