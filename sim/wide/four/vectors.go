// Code generated from sim/wide/vectors.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package four

import (
	"simd/archsimd"
	"unsafe"

	"tumble/sim/vec"
)

// All are the bits of a mask that is true in all lanes.
const All = 1<<Lanes - 1

// Leave ends a kernel, or one turn of its loop. Between the first operation in lanes and
// Leave there must be no plain arithmetic on floats, not even a comparison, nor a variable in
// memory that begins as zero: the processor takes some hundred cycles to put the two kinds of
// registers in step.
func Leave() { archsimd.ClearAVXUpperBits() }

// Lane is the memory of one Float.
type Lane [Lanes]float64

// Lanes32 is how many numbers of 32 bits a kernel does at a time, and All32 the bits of a mask
// of them that is true in all lanes.
const (
	Lanes32 = 2 * Lanes
	All32   = 1<<Lanes32 - 1
)

// Lane32 is the memory of one Float32.
type Lane32 [Lanes32]float32

// Same32 returns the number in lane k, one of the first few, of x in all lanes.
func Same32(x Float32, k int) Float32 { return x.Permute(load32(&all32[k])) }

// all32 lists a lane's number for every lane.
var all32 = func() (a [6][Lanes32]uint32) {
	for k := range a {
		for l := range a[k] {
			a[k][l] = uint32(k)
		}
	}
	return a
}()

// Fill sets all lanes to one number.
func (l *Lane) Fill(x float64) {
	for i := range l {
		l[i] = x
	}
}

// Constants, in all lanes.
var Ones, Halves, Twos = Splat(1), Splat(0.5), Splat(2)

// Splat returns a lane's memory filled with one number, for constants.
func Splat(x float64) (l Lane) {
	l.Fill(x)
	return l
}

// Column returns the memory k cache lines behind l, in a table whose columns are one each.
func (l *Lane) Column(k int) *Lane { return (*Lane)(unsafe.Add(unsafe.Pointer(l), 64*k)) }

// Soon says that so many cache lines from l on will be needed before long.
func (l *Lane) Soon(lines int) {}

// Pack writes those lanes of x where the mask is true, one behind the other, and then anything.
func (l *Lane) Pack(x Float, m Mask) { l.Keep(Packed(x, m.ToBits())) }

// Set are the bits of a mask.
type Set uint8

// Put makes it those of a mask.
func (s *Set) Put(m Mask) { *s = Set(m.ToBits()) }

// Mask returns the mask.
func (s *Set) Mask() Mask { return Bits(uint8(*s)) }

// Any reports whether a mask is true in any lane.
func Any(m Mask) bool { return m.ToBits() != 0 }

// Records is where a slice of records begins, and Index are the numbers of four of them.
type (
	Records = unsafe.Pointer
	Index   [Lanes]int32
)

// Vectors returns where a slice of vectors begins.
func Vectors(v []vec.Vec3) Records { return unsafe.Pointer(unsafe.SliceData(v)) }

// Vectors returns vectors of three slices.
func (x *Index) Vectors(first, second, third Records) (a, b, c Vec3) {
	return x.Vec3(first), x.Vec3(second), x.Vec3(third)
}

// Vec3 returns vectors of one slice.
func (x *Index) Vec3(base Records) (a Vec3) {
	rows := x.rows()
	a.X, a.Y, a.Z, _ = rows.Load(base)
	return a
}

// Together returns four vectors that lie one behind the other, KeepTogether writes them.
func Together(base Records) Vec3        { return Load3((*[Lanes]vec.Vec3)(base)) }
func KeepTogether(base Records, a Vec3) { Store3((*[Lanes]vec.Vec3)(base), a) }

// Quats returns four quaternions that lie one behind the other, KeepQuats writes them.
func Quats(base Records) (q Quat) {
	q.W, q.X, q.Y, q.Z = Load(base, unsafe.Sizeof(vec.Quat{}))
	return q
}

func KeepQuats(base Records, q Quat) { Store(base, unsafe.Sizeof(vec.Quat{}), q.W, q.X, q.Y, q.Z) }

// Wrenches returns the first two vectors of four records of four numbers each, which lie one
// behind the other.
func Wrenches(base Records) (force, torque Vec3) {
	force.X, force.Y, force.Z, torque.X = Load(base, 64)
	torque.Y, torque.Z, _, _ = Load(unsafe.Add(base, 32), 64)
	return force, torque
}

// Exchange adds force and torque of each lane to its record a of four numbers, and takes the force
// and another torque from its record b, lane by lane.
func Exchange(records Records, a, b *Index, force, onA, onB Vec3) {
	var rowsA, rowsB [Lanes][8]float64
	StoreRows(&rowsA, force.X, force.Y, force.Z, onA.X, onA.Y, onA.Z)
	StoreRows(&rowsB, force.X, force.Y, force.Z, onB.X, onB.Y, onB.Z)
	for l := range rowsA {
		AddRow((*[8]float64)(unsafe.Add(records, 64*int(a[l]))), &rowsA[l])
		SubRow((*[8]float64)(unsafe.Add(records, 64*int(b[l]))), &rowsB[l])
	}
}

// Numbers returns four numbers of each record, from number first on.
func (r *Rows) Numbers(base Records, first int) (a, b, c, d Float) {
	return r.Load(unsafe.Add(base, 8*first))
}

// Rows are where four records of a slice begin, in bytes from its first one. A kernel
// reads and writes four numbers of each at a time. It may read as many as there are lanes,
// and there must be room for them behind the last record (see Padded).
type Rows [Lanes]uintptr

// Squares returns the sum of the squares of all numbers, to some digits. It is no number if one of
// them is none.
func Squares(v []float64) float64 {
	n := len(v) / (4 * Lanes) * (4 * Lanes)
	rest := 0.
	for _, x := range v[n:] {
		rest += x * x
	}
	var a, b, c, d Float // an addition takes as long as four can take one behind the other
	for i := 0; i < n; i += 4 * Lanes {
		w, x, y, z := (*Lane)(v[i:]).Load(), (*Lane)(v[i+Lanes:]).Load(), (*Lane)(v[i+2*Lanes:]).Load(), (*Lane)(v[i+3*Lanes:]).Load()
		a, b, c, d = a.Add(w.Mul(w)), b.Add(x.Mul(x)), c.Add(y.Mul(y)), d.Add(z.Mul(z))
	}
	var sum Lane
	sum.Keep(a.Add(b).Add(c.Add(d)))
	Leave()
	for _, x := range sum {
		rest += x
	}
	return rest
}

// Above reports whether any number is above its limit; there are as many limits as numbers.
func Above(v, limits []float64) bool {
	n := len(v) / Lanes * Lanes
	for i, x := range v[n:] {
		if x > limits[n+i] {
			return true
		}
	}
	above := uint8(0)
	for i := 0; i < n; i += Lanes {
		above |= (*Lane)(v[i:]).Load().Greater((*Lane)(limits[i:]).Load()).ToBits()
	}
	Leave()
	return above != 0
}
