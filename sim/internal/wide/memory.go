package wide

import "unsafe"

// Lanes is the size of a batch: the number of records that a kernel processes at a time.
const Lanes = 8

// All is the set of all lanes.
const All = 1<<Lanes - 1

// Lane holds one number of each record of a batch: a column, if there are several.
type Lane [Lanes]float64

// Number holds a number that all lanes share.
type Number = float64

// Vectors holds a vector of each record, VectorsAt points to one, and Vector holds a vector that all
// lanes share, as Quat is a quaternion that they share.
type (
	Vectors   struct{ X, Y, Z Lane }
	VectorsAt struct{ X, Y, Z *Lane }
	Vector    struct{ X, Y, Z Number }
	Quat      struct{ W, X, Y, Z Number }
)

// Put sets the number of one lane.
func (v *Vectors) Put(l int, a Vector) { v.X[l], v.Y[l], v.Z[l] = a.X, a.Y, a.Z }

// Set has a bit for each lane.
type Set uint8

// Index holds the indices of a batch's records in a slice.
type Index [Lanes]int32

// Rows holds the offsets of a batch's records, in bytes from the first record of a slice.
type Rows [Lanes]uintptr

// Records points to the first record of a slice. Kernels may read beyond the last one: see Padded.
type Records = unsafe.Pointer

// Fill sets all lanes to one number.
func (l *Lane) Fill(x float64) {
	for i := range l {
		l[i] = x
	}
}

// Column returns the column k cache lines behind l, in a table whose columns are one cache line each.
func (l *Lane) Column(k int) *Lane { return (*Lane)(unsafe.Add(unsafe.Pointer(l), 64*k)) }

// At returns eight numbers of a slice, from number i on, also beyond its length.
func At(v []float64, i int) *Lane { return (*Lane)(v[i : i+Lanes]) }

// First returns the records of a slice.
func First[T any](v []T) Records { return unsafe.Pointer(unsafe.SliceData(v)) }

// Padded returns v with room for n more records behind its end.
func Padded[T any](v []T, n int) []T {
	if cap(v) >= len(v)+n {
		return v
	}
	return append(make([]T, 0, len(v)+n), v...)
}
