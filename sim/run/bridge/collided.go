package bridge

// Collisions counts the collisions that have ended while somebody wanted them, see Wanted.Collisions. Its slices may be
// kept.
type Collisions struct {
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
