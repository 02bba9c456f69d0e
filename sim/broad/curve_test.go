package broad

import (
	"slices"
	"testing"
)

// Contract: no two cells are in the same place of the curve, and it goes from each to one that
// shares a face with it. Cubes of 16³ cells at both ends and about the middle, where the
// octants of all sizes meet, show it: it goes through each of their octants in one go.
func TestCurveGoesFromCellToCell(t *testing.T) {
	const side = 16
	for _, corner := range []uint32{0, CurveSide/2 - side/2, CurveSide - side} {
		cells := make(map[uint64][3]uint32)
		var places []uint64
		for i := range uint32(side * side * side) {
			cell := [3]uint32{corner + i%side, corner + i/side%side, corner + i/side/side}
			place := Along(cell)
			if place >= 1<<(3*curveBits) {
				t.Fatalf("%v is at %d, beyond the end", cell, place)
			}
			if other, taken := cells[place]; taken {
				t.Fatalf("%v and %v are both at %d", cell, other, place)
			}
			cells[place] = cell
			places = append(places, place)
		}
		slices.Sort(places)
		steps := 0
		for i, place := range places[1:] {
			if before := places[i]; place == before+1 {
				steps++
				if d := distance(cells[before], cells[place]); d != 1 {
					t.Errorf("from %v the curve goes to %v", cells[before], cells[place])
				}
			}
		}
		// It leaves the cube at most after each of its octants.
		if gaps := len(places) - 1 - steps; gaps > 8 {
			t.Errorf("at %d the curve leaves a cube of %d cells %d times", corner, len(places), gaps)
		}
	}
}

// distance is the number of steps along the axes from one cell to another.
func distance(a, b [3]uint32) (n int) {
	for i := range a {
		d := int(a[i]) - int(b[i])
		n += max(d, -d)
	}
	return n
}
