package bridge

// Collisions counts the collisions that have ended while somebody wanted them, see Wanted.Collisions. Its slices may be
// kept.
type Collisions struct {
	Asked        bool // the scene asks for them
	Followed     bool // they were, at some time of this run; else the rest is zero
	Since, Until float64
	Spectra      [][]CollisionBin // by each of collisions.Numbers
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
}

// Add adds the collisions of another bin, but leaves materials and range as they are.
func (b *CollisionBin) Add(o *CollisionBin) {
	b.Count += o.Count
	b.Normal += o.Normal
	b.Tangential += o.Tangential
	b.LostNormal += o.LostNormal
	b.LostTangential += o.LostTangential
	b.Duration += o.Duration
}

// CollisionNumber is a number of the collisions of two materials, or of all. Results, sweeps and reports have those of
// CollisionNumbers.
type CollisionNumber struct {
	Name, Unit string
	Whole      bool // it is a count
	About      string
	Of         func(all *CollisionBin, time float64) float64 // of the sums over a time [s]
}

// CollisionNumbers are all numbers of the collisions of two materials, in the order of columns.
var CollisionNumbers = []CollisionNumber{
	{"collisions", "", true, "That have ended.", func(b *CollisionBin, _ float64) float64 { return float64(b.Count) }},
	{"rate", "1/s", false, "Of collisions.",
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
	{"mean duration", "s", false, "From the first touch until they had parted.",
		func(b *CollisionBin, _ float64) float64 { return b.Duration / float64(b.Count) }},
}

// Column returns the name of the column of the number in tables, for a pair of materials: glass+steel, or all.
func (n *CollisionNumber) Column(pair string) string { return "between " + pair + " " + n.Name }
