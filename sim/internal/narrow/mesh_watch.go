package narrow

// Watch is the triangles near one capsule and what is known of their distances, so that
// the triangles that it cannot have reached since are passed over. The zero value watches none.
type Watch struct {
	Triangles []int32 // in ascending order

	budgets []budget
	found   [parts]ranking // memory of the contacts with single triangles
	gone    float64        // length of the capsule's way so far [m]
	touches bool           // MeshCapsuleIntegral found something in reach last time
	before  struct {       // memory of the lists before Take
		triangles []int32
		budgets   []budget
	}
}

// budget is how long the capsule's way must get before a triangle can come into reach of
// its ends, and of the segment between them [m]. In the beginning, with zero, nothing is
// known; if the number is negative, it is in reach, or nothing is known but that it is not
// far.
type budget [parts]float64

// passes reports whether the triangle at place k is known to be out of reach.
func (w *Watch) passes(k int) bool {
	if k >= len(w.budgets) {
		return false
	}
	b := &w.budgets[k]
	return w.gone < b[endA] && w.gone < b[endB] && w.gone < b[shaft]
}

// Gone returns how far the capsule has gone so far [m].
func (w *Watch) Gone() float64 { return w.gone }

// Go tells that the capsule has moved in the surface's frame, no point of it by more than
// d [m].
func (w *Watch) Go(d float64) { w.gone += d }

// Forget stops to watch all triangles, and begins to count the way anew.
func (w *Watch) Forget() {
	w.Triangles, w.budgets, w.touches, w.gone = w.Triangles[:0], w.budgets[:0], false, 0
}

// Room returns an empty list to fill and hand to Take.
func (w *Watch) Room() []int32 { return w.before.triangles[:0] }

// Update makes the triangles of a list, in ascending order, those to watch. What is known of
// them stays.
func (w *Watch) Update(list []int32) {
	old, known := w.Triangles, w.budgets
	w.Triangles, w.budgets = list, w.before.budgets[:0]
	k := 0
	for _, i := range list {
		for k < len(old) && old[k] < i {
			k++
		}
		var b budget
		if k < len(old) && old[k] == i {
			b = known[k]
		}
		w.budgets = append(w.budgets, b)
	}
	w.before.triangles, w.before.budgets = old, known
}
