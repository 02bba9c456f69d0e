//go:build goexperiment.simd && amd64

package wide

import (
	"simd/archsimd"
	"unsafe"

	"tumble/sim/vec"
)

// Lanes is how many records a kernel does at a time.
const Lanes = 8

// Available reports whether this processor has what the kernels need.
var Available = archsimd.X86.AVX512()

// Float is a number, and Mask a truth value, in each lane.
type (
	Float = archsimd.Float64x8
	Mask  = archsimd.Mask64x8
)

// Float32 is a number of 32 bits in each of Lanes32 lanes.
type Float32 = archsimd.Float32x16

// Load reads a Float.
func (l *Lane) Load() Float { return archsimd.LoadFloat64x8((*[8]float64)(l)) }

// Load reads a Float32.
func (l *Lane32) Load() Float32 { return archsimd.LoadFloat32x16((*[16]float32)(l)) }

func load32(l *[Lanes32]uint32) archsimd.Uint32x16 { return archsimd.LoadUint32x16(l) }

// Keep writes a Float.
func (l *Lane) Keep(x Float) { x.Store((*[8]float64)(l)) }

// Number is the memory of a number that all lanes have.
type Number float64

// Set makes it x.
func (n *Number) Set(x float64) { *n = Number(x) }

// Load returns it in all lanes.
func (n *Number) Load() Float {
	all := Splat(float64(*n))
	return all.Load()
}

// Most returns the largest of all lanes, in each of them.
func Most(x Float) Float {
	x = x.Max(x.Permute(archsimd.LoadUint64x8(&swap4)))
	x = x.Max(x.Permute(archsimd.LoadUint64x8(&swap2)))
	return x.Max(x.Permute(archsimd.LoadUint64x8(&swap1)))
}

var (
	swap4 = [8]uint64{4, 5, 6, 7, 0, 1, 2, 3}
	swap2 = [8]uint64{2, 3, 0, 1, 6, 7, 4, 5}
	swap1 = [8]uint64{1, 0, 3, 2, 5, 4, 7, 6}
)

// Bits returns the mask whose lane i is bit i.
func Bits(b uint8) Mask { return archsimd.Mask64x8FromBits(b) }

// Both and Either combine truth values. In long expressions And and Or of archsimd lost terms for
// masks of eight (Go 1.26.8).
func Both(a, b Mask) Mask   { return Bits(a.ToBits() & b.ToBits()) }
func Either(a, b Mask) Mask { return Bits(a.ToBits() | b.ToBits()) }

// Orders in which a turn takes numbers from two registers.
var (
	lower = [8]uint64{0, 1, 8, 9, 4, 5, 12, 13}
	upper = [8]uint64{2, 3, 10, 11, 6, 7, 14, 15}
)

// Load returns four numbers of each record; base is where those of the slice's first
// record are.
func (r *Rows) Load(base unsafe.Pointer) (a, b, c, d Float) {
	return turn4(pair(base, r[0], r[4]), pair(base, r[1], r[5]), pair(base, r[2], r[6]), pair(base, r[3], r[7]))
}

// Load returns four numbers of each of eight records of a size in bytes that follow one
// another.
func Load(base unsafe.Pointer, size uintptr) (a, b, c, d Float) {
	return turn4(pair(base, 0, 4*size), pair(base, size, 5*size), pair(base, 2*size, 6*size), pair(base, 3*size, 7*size))
}

// Store writes four numbers of each of eight records of a size in bytes that follow one
// another.
func Store(base unsafe.Pointer, size uintptr, a, b, c, d Float) {
	a, b, c, d = turnBack4(a, b, c, d)
	keep(base, 0, 4*size, a)
	keep(base, size, 5*size, b)
	keep(base, 2*size, 6*size, c)
	keep(base, 3*size, 7*size, d)
}

// pair loads four numbers of two records. The first load takes eight: a load of four would
// have to be moved to a register of eight lanes.
func pair(base unsafe.Pointer, i, j uintptr) Float {
	return archsimd.LoadFloat64x8((*[8]float64)(unsafe.Add(base, i))).
		SetHi(archsimd.LoadFloat64x4((*[4]float64)(unsafe.Add(base, j))))
}

// keep stores four numbers of two records.
func keep(base unsafe.Pointer, i, j uintptr, x Float) {
	x.GetLo().Store((*[4]float64)(unsafe.Add(base, i)))
	x.GetHi().Store((*[4]float64)(unsafe.Add(base, j)))
}

// turn4 takes records 0 and 4, 1 and 5, 2 and 6, 3 and 7 to lanes.
func turn4(r04, r15, r26, r37 Float) (a, b, c, d Float) {
	t0, t1 := r04.SelectFromPairGrouped(0, 2, r15), r04.SelectFromPairGrouped(1, 3, r15)
	t2, t3 := r26.SelectFromPairGrouped(0, 2, r37), r26.SelectFromPairGrouped(1, 3, r37)
	lo, hi := archsimd.LoadUint64x8(&lower), archsimd.LoadUint64x8(&upper)
	return t0.ConcatPermute(t2, lo), t1.ConcatPermute(t3, lo), t0.ConcatPermute(t2, hi), t1.ConcatPermute(t3, hi)
}

// turnBack4 takes lanes to records 0 and 4, 1 and 5, 2 and 6, 3 and 7.
func turnBack4(a, b, c, d Float) (r04, r15, r26, r37 Float) {
	t0, t1 := a.SelectFromPairGrouped(0, 2, b), a.SelectFromPairGrouped(1, 3, b)
	t2, t3 := c.SelectFromPairGrouped(0, 2, d), c.SelectFromPairGrouped(1, 3, d)
	lo, hi := archsimd.LoadUint64x8(&lower), archsimd.LoadUint64x8(&upper)
	return t0.ConcatPermute(t2, lo), t1.ConcatPermute(t3, lo), t0.ConcatPermute(t2, hi), t1.ConcatPermute(t3, hi)
}

// Turns that take eight vectors, which lie in three registers, apart and put them together:
// first from two of the registers, then from that and the third.
var (
	takeX1 = [8]uint64{0, 3, 6, 9, 12, 15, 0, 0}
	takeX2 = [8]uint64{0, 1, 2, 3, 4, 5, 10, 13}
	takeY1 = [8]uint64{1, 4, 7, 10, 13, 0, 0, 0}
	takeY2 = [8]uint64{0, 1, 2, 3, 4, 8, 11, 14}
	takeZ1 = [8]uint64{2, 5, 8, 11, 14, 0, 0, 0}
	takeZ2 = [8]uint64{0, 1, 2, 3, 4, 9, 12, 15}

	putA1 = [8]uint64{0, 8, 0, 1, 9, 0, 2, 10}
	putA2 = [8]uint64{0, 1, 8, 3, 4, 9, 6, 7}
	putB1 = [8]uint64{0, 3, 11, 0, 4, 12, 0, 5}
	putB2 = [8]uint64{10, 1, 2, 11, 4, 5, 12, 7}
	putC1 = [8]uint64{13, 0, 6, 14, 0, 7, 15, 0}
	putC2 = [8]uint64{0, 13, 2, 3, 14, 5, 6, 15}
)

// Load3 returns eight vectors that lie one behind the other.
func Load3(v *[Lanes]vec.Vec3) Vec3 {
	p := (*[3][8]float64)(unsafe.Pointer(v))
	a, b, c := archsimd.LoadFloat64x8(&p[0]), archsimd.LoadFloat64x8(&p[1]), archsimd.LoadFloat64x8(&p[2])
	return Vec3{join(a, b, c, &takeX1, &takeX2), join(a, b, c, &takeY1, &takeY2), join(a, b, c, &takeZ1, &takeZ2)}
}

// Store3 writes eight vectors one behind the other.
func Store3(v *[Lanes]vec.Vec3, a Vec3) {
	p := (*[3][8]float64)(unsafe.Pointer(v))
	join(a.X, a.Y, a.Z, &putA1, &putA2).Store(&p[0])
	join(a.X, a.Y, a.Z, &putB1, &putB2).Store(&p[1])
	join(a.X, a.Y, a.Z, &putC1, &putC2).Store(&p[2])
}

// join takes numbers from three registers.
func join(a, b, c Float, first, then *[8]uint64) Float {
	return a.ConcatPermute(b, archsimd.LoadUint64x8(first)).ConcatPermute(c, archsimd.LoadUint64x8(then))
}

// Packed returns the numbers of those lanes whose bit is set, in the first lanes.
func Packed(x Float, lanes uint8) Float { return x.Compress(Bits(lanes)) }

// StoreRows writes six numbers of each lane, and two zeros, to a row of its own.
func StoreRows(rows *[Lanes][8]float64, a, b, c, d, e, f Float) {
	var zero Float
	a0, a1 := a.SelectFromPairGrouped(0, 2, b), a.SelectFromPairGrouped(1, 3, b) // a and b of lanes 0, 2, 4, 6; of 1, 3, 5, 7
	c0, c1 := c.SelectFromPairGrouped(0, 2, d), c.SelectFromPairGrouped(1, 3, d)
	e0, e1 := e.SelectFromPairGrouped(0, 2, f), e.SelectFromPairGrouped(1, 3, f)
	lo, hi := archsimd.LoadUint64x8(&lower), archsimd.LoadUint64x8(&upper)
	first, last := archsimd.LoadUint64x8(&firstHalves), archsimd.LoadUint64x8(&lastHalves)
	p, q := a0.ConcatPermute(c0, lo), e0.ConcatPermute(zero, lo) // of lanes 0 and 4
	p.ConcatPermute(q, first).Store(&rows[0])
	p.ConcatPermute(q, last).Store(&rows[4])
	p, q = a1.ConcatPermute(c1, lo), e1.ConcatPermute(zero, lo)
	p.ConcatPermute(q, first).Store(&rows[1])
	p.ConcatPermute(q, last).Store(&rows[5])
	p, q = a0.ConcatPermute(c0, hi), e0.ConcatPermute(zero, hi)
	p.ConcatPermute(q, first).Store(&rows[2])
	p.ConcatPermute(q, last).Store(&rows[6])
	p, q = a1.ConcatPermute(c1, hi), e1.ConcatPermute(zero, hi)
	p.ConcatPermute(q, first).Store(&rows[3])
	p.ConcatPermute(q, last).Store(&rows[7])
}

var (
	firstHalves = [8]uint64{0, 1, 2, 3, 8, 9, 10, 11}
	lastHalves  = [8]uint64{4, 5, 6, 7, 12, 13, 14, 15}
)

// rows returns where these vectors of a slice begin.
func (x *Index) rows() Rows {
	const size = unsafe.Sizeof(vec.Vec3{})
	return Rows{
		uintptr(x[0]) * size, uintptr(x[1]) * size, uintptr(x[2]) * size, uintptr(x[3]) * size,
		uintptr(x[4]) * size, uintptr(x[5]) * size, uintptr(x[6]) * size, uintptr(x[7]) * size,
	}
}

// Outside returns the set of lanes whose number is not in [first, last).
func (x *Index) Outside(first, last int32) uint8 {
	v := archsimd.LoadInt32x8((*[8]int32)(x))
	return archsimd.BroadcastInt32x8(first).Greater(v).Or(v.Greater(archsimd.BroadcastInt32x8(last - 1))).ToBits()
}

// AddRow adds eight numbers to others.
func AddRow(to, row *[8]float64) {
	archsimd.LoadFloat64x8(to).Add(archsimd.LoadFloat64x8(row)).Store(to)
}

// SubRow takes eight numbers from others.
func SubRow(to, row *[8]float64) {
	archsimd.LoadFloat64x8(to).Sub(archsimd.LoadFloat64x8(row)).Store(to)
}
