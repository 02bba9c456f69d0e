//go:build goexperiment.simd && amd64

package four

import (
	"simd/archsimd"
	"unsafe"

	"tumble/sim/vec"
)

// Lanes is how many records a kernel does at a time.
const Lanes = 4

// Available reports whether this processor has what the kernels need.
var Available = archsimd.X86.AVX2()

// Float is a number, and Mask a truth value, in each lane.
type (
	Float = archsimd.Float64x4
	Mask  = archsimd.Mask64x4
)

// Float32 is a number of 32 bits in each of Lanes32 lanes.
type Float32 = archsimd.Float32x8

// Load reads a Float.
func (l *Lane) Load() Float { return archsimd.LoadFloat64x4((*[4]float64)(l)) }

// Load reads a Float32.
func (l *Lane32) Load() Float32 { return archsimd.LoadFloat32x8((*[8]float32)(l)) }

func load32(l *[Lanes32]uint32) archsimd.Uint32x8 { return archsimd.LoadUint32x8(l) }

// Keep writes a Float.
func (l *Lane) Keep(x Float) { x.Store((*[4]float64)(l)) }

// Number is the memory of a number that all lanes have.
type Number Lane

// Set makes it x.
func (n *Number) Set(x float64) { (*Lane)(n).Fill(x) }

// Load returns it in all lanes.
func (n *Number) Load() Float { return (*Lane)(n).Load() }

// Most returns the largest of all lanes, in each of them.
func Most(x Float) Float {
	x = x.Max(x.Select128FromPair(1, 0, x))
	return x.Max(x.SelectFromPairGrouped(1, 2, x))
}

// Bits returns the mask whose lane i is bit i. AVX2 has no instruction for it.
func Bits(b uint8) Mask {
	var zero archsimd.Int64x4
	return zero.Greater(archsimd.LoadInt64x4(&masks[b&All]))
}

// Both and Either combine truth values.
func Both(a, b Mask) Mask   { return a.And(b) }
func Either(a, b Mask) Mask { return a.Or(b) }

// masks are what a lane of a mask is made of, for each combination of bits.
var masks = [1 << Lanes][Lanes]int64{
	{0, 0, 0, 0}, {-1, 0, 0, 0}, {0, -1, 0, 0}, {-1, -1, 0, 0},
	{0, 0, -1, 0}, {-1, 0, -1, 0}, {0, -1, -1, 0}, {-1, -1, -1, 0},
	{0, 0, 0, -1}, {-1, 0, 0, -1}, {0, -1, 0, -1}, {-1, -1, 0, -1},
	{0, 0, -1, -1}, {-1, 0, -1, -1}, {0, -1, -1, -1}, {-1, -1, -1, -1},
}

// Load returns four numbers of each record; base is where those of the slice's first
// record are.
func (r *Rows) Load(base unsafe.Pointer) (a, b, c, d Float) {
	return turn4(record(base, r[0]), record(base, r[1]), record(base, r[2]), record(base, r[3]))
}

// Load returns four numbers of each of four records of a size in bytes that follow one
// another.
func Load(base unsafe.Pointer, size uintptr) (a, b, c, d Float) {
	return turn4(record(base, 0), record(base, size), record(base, 2*size), record(base, 3*size))
}

// Store writes four numbers of each of four records of a size in bytes that follow one
// another.
func Store(base unsafe.Pointer, size uintptr, a, b, c, d Float) {
	a, b, c, d = turn4(a, b, c, d)
	keep(base, 0, a)
	keep(base, size, b)
	keep(base, 2*size, c)
	keep(base, 3*size, d)
}

// record loads four numbers of a record.
func record(base unsafe.Pointer, i uintptr) Float {
	return archsimd.LoadFloat64x4((*[4]float64)(unsafe.Add(base, i)))
}

// keep stores four numbers of a record.
func keep(base unsafe.Pointer, i uintptr, x Float) { x.Store((*[4]float64)(unsafe.Add(base, i))) }

// turn4 takes four records to lanes, and lanes to records.
func turn4(r0, r1, r2, r3 Float) (a, b, c, d Float) {
	t0, t1 := r0.SelectFromPairGrouped(0, 2, r1), r0.SelectFromPairGrouped(1, 3, r1)
	t2, t3 := r2.SelectFromPairGrouped(0, 2, r3), r2.SelectFromPairGrouped(1, 3, r3)
	return t0.Select128FromPair(0, 2, t2), t1.Select128FromPair(0, 2, t3),
		t0.Select128FromPair(1, 3, t2), t1.Select128FromPair(1, 3, t3)
}

// Load3 returns four vectors that lie one behind the other.
func Load3(v *[Lanes]vec.Vec3) Vec3 {
	p := (*[3][4]float64)(unsafe.Pointer(v))
	// x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3
	a, b, c := archsimd.LoadFloat64x4(&p[0]), archsimd.LoadFloat64x4(&p[1]), archsimd.LoadFloat64x4(&p[2])
	xy, zx, yz := a.Select128FromPair(0, 3, b), a.Select128FromPair(1, 2, c), b.Select128FromPair(0, 3, c)
	return Vec3{xy.SelectFromPairGrouped(0, 3, zx), xy.SelectFromPairGrouped(1, 2, yz), zx.SelectFromPairGrouped(0, 3, yz)}
}

// Store3 writes four vectors one behind the other.
func Store3(v *[Lanes]vec.Vec3, a Vec3) {
	p := (*[3][4]float64)(unsafe.Pointer(v))
	// x0 y0 x2 y2, z0 x1 z2 x3, y1 z1 y3 z3
	xy, zx, yz := a.X.SelectFromPairGrouped(0, 2, a.Y), a.Z.SelectFromPairGrouped(0, 3, a.X), a.Y.SelectFromPairGrouped(1, 3, a.Z)
	xy.Select128FromPair(0, 2, zx).Store(&p[0])
	yz.Select128FromPair(0, 3, xy).Store(&p[1])
	zx.Select128FromPair(1, 3, yz).Store(&p[2])
}

// Packed returns the numbers of those lanes whose bit is set, in the first lanes.
func Packed(x Float, lanes uint8) Float {
	return x.AsInt32x8().Permute(archsimd.LoadUint32x8(&packed[lanes&All])).AsFloat64x4()
}

// packed lists, for each combination of bits, the halves of the numbers whose bit is set.
var packed = func() (p [1 << Lanes][2 * Lanes]uint32) {
	for b := range p {
		n := 0
		for l := range Lanes {
			if b>>l&1 != 0 {
				p[b][2*n], p[b][2*n+1] = uint32(2*l), uint32(2*l+1)
				n++
			}
		}
	}
	return p
}()

// StoreRows writes six numbers of each lane, and two zeros, to a row of its own.
func StoreRows(rows *[Lanes][8]float64, a, b, c, d, e, f Float) {
	var zero Float
	a, b, c, d = turn4(a, b, c, d)
	e, f, g, h := turn4(e, f, zero, zero)
	base := unsafe.Pointer(rows)
	keep(base, 0, a)
	keep(base, 32, e)
	keep(base, 64, b)
	keep(base, 96, f)
	keep(base, 128, c)
	keep(base, 160, g)
	keep(base, 192, d)
	keep(base, 224, h)
}

// rows returns where these vectors of a slice begin.
func (x *Index) rows() Rows {
	const size = unsafe.Sizeof(vec.Vec3{})
	return Rows{uintptr(x[0]) * size, uintptr(x[1]) * size, uintptr(x[2]) * size, uintptr(x[3]) * size}
}

// Outside returns the set of lanes whose number is not in [first, last).
func (x *Index) Outside(first, last int32) uint8 {
	v := archsimd.LoadInt32x4((*[4]int32)(x))
	return archsimd.BroadcastInt32x4(first).Greater(v).Or(v.Greater(archsimd.BroadcastInt32x4(last - 1))).ToBits()
}

// AddRow adds eight numbers to others.
func AddRow(to, row *[8]float64) {
	a, b := (*[2]Lane)(unsafe.Pointer(to)), (*[2]Lane)(unsafe.Pointer(row))
	a[0].Keep(a[0].Load().Add(b[0].Load()))
	a[1].Keep(a[1].Load().Add(b[1].Load()))
}

// SubRow takes eight numbers from others.
func SubRow(to, row *[8]float64) {
	a, b := (*[2]Lane)(unsafe.Pointer(to)), (*[2]Lane)(unsafe.Pointer(row))
	a[0].Keep(a[0].Load().Sub(b[0].Load()))
	a[1].Keep(a[1].Load().Sub(b[1].Load()))
}
