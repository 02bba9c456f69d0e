package contact

import (
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/vec"
)

// touchTable keeps the touches of a chunk of pairs number by number, for vector kernels: see
// Table.
type touchTable struct {
	point, normal vectors
	overlap       []float64
	feature       []int32
}

// vectors are vectors, component by component.
type vectors struct{ x, y, z []float64 }

func (v *vectors) resize(n int) { v.x, v.y, v.z = sized(v.x, n), sized(v.y, n), sized(v.z, n) }

func (v *vectors) at(i int) vec.Vec3 { return vec.Vec3{X: v.x[i], Y: v.y[i], Z: v.z[i]} }

func (v *vectors) put(i int, a vec.Vec3) { v.x[i], v.y[i], v.z[i] = a.X, a.Y, a.Z }

// Resize makes it hold n touches, of which it keeps what it can. Vector kernels may read and
// write as many numbers as a block of contacts has, where the last touch is.
func (t *touchTable) Resize(n int) {
	t.point.resize(n)
	t.normal.resize(n)
	t.overlap, t.feature = sized(t.overlap, n), sized(t.feature, n)
}

func sized[T any](s []T, n int) []T {
	if n+BlockSize > cap(s) {
		s = append(make([]T, 0, n+n/2+BlockSize), s...)
	}
	return s[:n]
}

func (t *touchTable) len() int { return len(t.overlap) }

// Read makes touch what is kept of touch i.
func (t *touchTable) Read(i int, touch *narrow.Touch) {
	touch.Point.X, touch.Point.Y, touch.Point.Z = t.point.x[i], t.point.y[i], t.point.z[i]
	touch.Normal.X, touch.Normal.Y, touch.Normal.Z = t.normal.x[i], t.normal.y[i], t.normal.z[i]
	touch.Overlap, touch.Feature = t.overlap[i], t.feature[i]
}

// Put makes touch i what a kernel has found.
func (t *touchTable) Put(i int, touch *narrow.Touch) {
	t.point.put(i, touch.Point)
	t.normal.put(i, touch.Normal)
	t.overlap[i], t.feature[i] = touch.Overlap, touch.Feature
}
