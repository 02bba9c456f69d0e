package bridge

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
