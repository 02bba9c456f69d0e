package bridge

import "math"

// SliceOf asks for one of the fields of what bodies do over the cells of a flat box; without a name of the box, for
// none.
type SliceOf struct {
	Field     Field
	Quantity  string // a row of fields.Quantities
	Component int    // of a vector or tensor; -1: the magnitude of a vector
}

// Slice has the numbers of a SliceOf in each cell, x fastest, then y.
type Slice struct {
	Of          SliceOf
	Title, Unit string       // of the field, or of its component
	Values      []float32    // NaN where it is not known
	Density     []float32    // [kg/m³]
	Velocity    [][3]float32 // NaN where there are no bodies [m/s]
}

// thin is the share of the largest density below which a cell of a slice is not shown.
const thin = 0.02

// Shown calls yield for the cells that have bodies and a number.
func (s *Slice) Shown(yield func(cell int) bool) {
	most := float32(0)
	for _, d := range s.Density {
		most = max(most, d)
	}
	for i, x := range s.Values {
		if s.Density[i] > thin*most && !math.IsNaN(float64(x)) && !yield(i) {
			return
		}
	}
}
