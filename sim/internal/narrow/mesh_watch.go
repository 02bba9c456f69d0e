package narrow

// Watch holds the triangles near one capsule and bounds of their distances. With these bounds MeshCapsule
// skips triangles that the capsule cannot have reached since. The zero value watches no triangles.
type Watch struct {
	Triangles []int32 // in ascending order

	budgets []budget
	found   [parts]ranking // memory of the contacts with single triangles
	gone    float64        // distance that the capsule has moved so far [m]
	touches bool           // MeshCapsuleIntegral found something in reach in its last call
	alone   int            // index of the only triangle that can be in reach ...
	others  float64        // ... before the capsule has moved so far [m]; 0: not known to be the only one
	before  struct {       // memory of the lists before the last Update
		triangles []int32
		budgets   []budget
	}
}

// budget is how far the capsule must have moved in all before a triangle can come into reach of one of
// its ends, or of the segment between them [m]. Zero, the initial value, means that nothing is known; a
// negative number means that the triangle is in reach or may be.
type budget [parts]float64

// passes reports whether the triangle at index k is known to be out of reach.
func (w *Watch) passes(k int) bool {
	if k >= len(w.budgets) {
		return false
	}
	b := &w.budgets[k]
	return w.gone < b[endA] && w.gone < b[endB] && w.gone < b[shaft]
}

// Travel returns how far the capsule has moved so far [m].
func (w *Watch) Travel() float64 { return w.gone }

// Go records that the capsule has moved in the surface's frame, no point of it by more than d [m].
func (w *Watch) Go(d float64) { w.gone += d }

// Forget stops watching all triangles and sets the distance moved to zero.
func (w *Watch) Forget() {
	w.Triangles, w.budgets, w.touches, w.gone, w.others = w.Triangles[:0], w.budgets[:0], false, 0, 0
}

// Room returns an empty list to be filled and passed to Update.
func (w *Watch) Room() []int32 { return w.before.triangles[:0] }

// Update replaces the watched triangles by a list in ascending order. The budgets of triangles that stay
// are kept.
func (w *Watch) Update(list []int32) {
	old, known := w.Triangles, w.budgets
	w.Triangles, w.budgets, w.others = list, w.before.budgets[:0], 0
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
