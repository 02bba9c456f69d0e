package contact

// Bodies that touch should lie near each other in memory. In piles of 20,000 and 100,000 bodies
// in no order a step takes a tenth and a quarter longer than in sorted ones; with two workers,
// who each sum the forces on half of the bodies, a third. Fewer than SortLeast gain nothing that
// could be measured. Sorting takes as long as four steps.
//
// The first step of many bodies in no order takes several times as long as in order: they are sorted before it, by
// their places, since there are no contacts yet.
const (
	SortFirst = 50000 // bodies that are sorted before the first step
	SortEvery = 1000  // steps between two checks whether sorting pays
	SortLeast = 1000  // bodies
)

// SortLayer returns the thickness of the layers in which bodies are sorted, two of the smallest diameters [m].
func (set *Set) SortLayer() float64 { return 4 * set.Shapes.SmallestRadius() }

// SortingPays reports whether the bodies should be sorted by where they are before this step. The step,
// the contacts and the places alone say so, so that a restored world goes on with the same bits.
func (set *Set) SortingPays() bool {
	if set.Clock.Step == 0 {
		return set.Bodies.Len() >= SortFirst && set.Bodies.Scattered(set.SortLayer())
	}
	return set.Clock.Step%SortEvery == 1 && set.Bodies.Len() >= SortLeast && set.Scattered()
}
