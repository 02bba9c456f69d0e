package bridge

import (
	"math"
	"testing"
)

// Contract: the stage holds what is there, inlets and walls that are near, and nothing that
// is far; with nothing there it is empty.
func TestStage(t *testing.T) {
	inf := float32(math.Inf(1))
	s := Snapshot{Bounds: Bounds{Core: [2][3]float32{{inf, inf, inf}, {-inf, -inf, -inf}}}}
	s.Walls = []Wall{{Axis: 2, Position: -3}, {Axis: 0, Position: 400}}
	if lo, hi := s.Stage(3); !(lo[0] > hi[0]) {
		t.Errorf("an empty scene has the stage %v to %v", lo, hi)
	}
	s.Inlets = []Inlet{{Position: [3]float32{0, 0, 5}, Axis: [3]float32{0, 0, -1}, Radius: 0.5, Height: 1}}
	if lo, hi := s.Stage(0.5); lo != [3]float32{-0.5, -0.5, 3.5} || hi != [3]float32{0.5, 0.5, 5.5} {
		t.Errorf("an inlet has the stage %v to %v", lo, hi)
	}
	s.Bounds.Core = [2][3]float32{{-1, 0, 0}, {1, 0, 1}}
	if lo, hi := s.Stage(3); lo != [3]float32{-1, -0.5, -3} || hi != [3]float32{1, 0.5, 5.5} {
		t.Errorf("bodies below it and a wall have the stage %v to %v", lo, hi)
	}
}
