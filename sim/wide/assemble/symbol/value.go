// Package symbol has the names of package wide, for kernels that are not run but written down:
// each operation on a Float adds a node to a program, which Write turns into assembly. A kernel
// may branch on nothing but Any, and only to return.
package symbol

import "fmt"

// Lanes is how many records the kernels do at a time, and width the bytes of a Float.
const (
	Lanes = 8
	width = 8 * Lanes
)

// operation is what a node does.
type operation uint8

const (
	opConstant operation = iota // the number value in all lanes
	opLoad                      // from at
	opSame                      // the number at in all lanes
	opHalf                      // the lower half from at, zeros above
	opInsert                    // the upper half from at
	opUnary                     // mnemonic x
	opBinary                    // mnemonic x, y
	opShuffle                   // VSHUFPD with choice of x, y
	opPermute                   // VPERMT2PD with order of x, y
	opCompare                   // a mask: x, y by choice
	opLogic                     // a mask: mnemonic x, y
	opBits                      // a mask: that at
	opMerge                     // x where the mask is true, else y
	opMasked                    // x where the mask is true, else 0
	opPack                      // those lanes of x where the mask is true, in the first lanes
	opStore                     // x to at
	opLower                     // the lower half of x to at
	opUpper                     // the upper half of x to at
	opSet                       // the bits of a mask to at
	opUpdate                    // at, and x by mnemonic, to at
	opLeave                     // if no bit of the mask is set
)

// place is somewhere in memory: disp bytes behind a pointer and, if there is one, a row.
type place struct {
	pointer int // field of the arguments, in bytes from their start; inArguments: the arguments themselves
	disp    int
	row     row
}

const inArguments = -1

// row is a distance in bytes that a field of the arguments points to.
type row struct {
	there bool
	field int // the pointer to a list of them
	lane  int
	size  int // 0: the list has 64 bits each, in bytes; else 32 bits each, in records of this size
}

// node is an operation and its result.
type node struct {
	op       operation
	mnemonic string
	x, y     *node
	mask     *node
	value    float64
	choice   int
	order    [Lanes]int
	at       place

	number int   // in its program
	uses   []int // numbers of the nodes that need it
	reg    int   // that holds it; -1: none
	slot   int   // of the stack that holds it; -1: none
}

// program is what a kernel does, in order.
type program struct {
	nodes []*node
	known map[string]*node // operations that were done before
}

// now is the program that is written down.
var now *program

// add appends a node, or returns one that does the same.
func add(n node) *node {
	key := fmt.Sprintf("%d %s %p %p %p %v %d %v %v", n.op, n.mnemonic, n.x, n.y, n.mask, n.value, n.choice, n.order, n.at)
	if old, there := now.known[key]; there && !n.effect() {
		return old
	}
	n.number, n.reg, n.slot = len(now.nodes), -1, -1
	p := &n
	now.nodes = append(now.nodes, p)
	now.known[key] = p
	return p
}

// Float is a number, and Mask a truth value, in each lane. The zero Float is 0.
type (
	Float struct{ n *node }
	Mask  struct{ n *node }
)

func (a Float) node() *node {
	if a.n == nil {
		return add(node{op: opConstant})
	}
	return a.n
}

func (a Float) with(mnemonic string, b Float) Float {
	return Float{add(node{op: opBinary, mnemonic: mnemonic, x: a.node(), y: b.node()})}
}

func (a Float) compare(choice int, b Float) Mask {
	return Mask{add(node{op: opCompare, choice: choice, x: a.node(), y: b.node()})}
}

// The operations of package archsimd.
func (a Float) Add(b Float) Float      { return a.with("VADDPD", b) }
func (a Float) Sub(b Float) Float      { return a.with("VSUBPD", b) }
func (a Float) Mul(b Float) Float      { return a.with("VMULPD", b) }
func (a Float) Div(b Float) Float      { return a.with("VDIVPD", b) }
func (a Float) Max(b Float) Float      { return a.with("VMAXPD", b) }
func (a Float) Sqrt() Float            { return Float{add(node{op: opUnary, mnemonic: "VSQRTPD", x: a.node()})} }
func (a Float) Equal(b Float) Mask     { return a.compare(0, b) }
func (a Float) Less(b Float) Mask      { return a.compare(1, b) }
func (a Float) LessEqual(b Float) Mask { return a.compare(2, b) }
func (a Float) NotEqual(b Float) Mask  { return a.compare(4, b) }
func (a Float) Greater(b Float) Mask   { return a.compare(14, b) }

// Merge returns a where the mask is true, else b.
func (a Float) Merge(b Float, m Mask) Float {
	return Float{add(node{op: opMerge, x: a.node(), y: b.node(), mask: m.n})}
}

// Masked returns a where the mask is true, else zero.
func (a Float) Masked(m Mask) Float { return Float{add(node{op: opMasked, x: a.node(), mask: m.n})} }

// Both and Either combine truth values.
func Both(a, b Mask) Mask   { return a.with("KANDB", b) }
func Either(a, b Mask) Mask { return a.with("KORB", b) }

func (a Mask) with(mnemonic string, b Mask) Mask {
	return Mask{add(node{op: opLogic, mnemonic: mnemonic, x: a.n, y: b.n})}
}

// Any ends the kernel where no lane is true; it returns true.
func Any(m Mask) bool {
	add(node{op: opLeave, mask: m.n})
	return true
}

// Set is where the bits of a mask go.
type Set struct{ at place }

// Put writes the bits of a mask.
func (s *Set) Put(m Mask) { add(node{op: opSet, mask: m.n, at: s.at}) }

// Mask returns the mask.
func (s *Set) Mask() Mask { return Mask{add(node{op: opBits, at: s.at})} }

// Lane is the memory of one Float, or a number that all lanes have.
type Lane struct {
	at       place
	constant bool
	value    float64
}

// Splat returns a lane's memory filled with one number.
func Splat(x float64) Lane { return Lane{constant: true, value: x} }

// Constants, in all lanes.
var Ones, Halves, Twos = Splat(1), Splat(0.5), Splat(2)

// Load reads a Float.
func (l *Lane) Load() Float {
	if l.constant {
		return Float{add(node{op: opConstant, value: l.value})}
	}
	return Float{add(node{op: opLoad, at: l.at})}
}

// Keep writes a Float.
func (l *Lane) Keep(x Float) { add(node{op: opStore, x: x.node(), at: l.at}) }

// Number is the memory of a number that all lanes have.
type Number struct{ at place }

// Load returns it in all lanes.
func (n *Number) Load() Float { return Float{add(node{op: opSame, at: n.at})} }

// Pack writes those lanes of x where the mask is true, one behind the other, and then anything.
func (l *Lane) Pack(x Float, m Mask) {
	l.Keep(Float{add(node{op: opPack, x: x.node(), mask: m.n})})
}

// Column returns the memory k cache lines behind l.
func (l *Lane) Column(k int) *Lane {
	next := *l
	next.at.disp += 64 * k
	return &next
}

// Records are a slice of records of some kind.
type Records struct{ at place }

// Rows are where records of a slice begin, in bytes; Index are the numbers of some bodies.
type (
	Rows  struct{ field int }
	Index struct{ field int }
)

func (r *Rows) row(l int) row { return row{there: true, field: r.field, lane: l} }

func (x *Index) row(l, size int) row { return row{there: true, field: x.field, lane: l, size: size} }

// Numbers returns four numbers of each record, from number first on.
func (r *Rows) Numbers(base Records, first int) (a, b, c, d Float) {
	var pairs [4]Float
	for l := range pairs {
		pairs[l] = pair(base, 8*first, r.row(l), r.row(l+4))
	}
	return turn4(pairs)
}

// Vectors returns vectors of three slices.
func (x *Index) Vectors(first, second, third Records) (a, b, c Vec3) {
	var pairs [3][4]Float
	for l := range 4 { // numbers of a body one after the other, as its row is in a register then
		for k, base := range []Records{first, second, third} {
			pairs[k][l] = pair(base, 0, x.row(l, 24), x.row(l+4, 24))
		}
	}
	a.X, a.Y, a.Z, _ = turn4(pairs[0])
	b.X, b.Y, b.Z, _ = turn4(pairs[1])
	c.X, c.Y, c.Z, _ = turn4(pairs[2])
	return a, b, c
}

// Vec3 returns vectors of one slice.
func (x *Index) Vec3(base Records) (a Vec3) {
	var pairs [4]Float
	for l := range pairs {
		pairs[l] = pair(base, 0, x.row(l, 24), x.row(l+4, 24))
	}
	a.X, a.Y, a.Z, _ = turn4(pairs)
	return a
}

// Together returns eight vectors that lie one behind the other, KeepTogether writes them.
func Together(base Records) Vec3 {
	var r [3]Float
	for k := range r {
		r[k] = Float{add(node{op: opLoad, at: base.behind(width * k)})}
	}
	join := func(first, then [Lanes]int) Float { return r[0].permute(r[1], first).permute(r[2], then) }
	return Vec3{
		join([Lanes]int{0, 3, 6, 9, 12, 15, 0, 0}, [Lanes]int{0, 1, 2, 3, 4, 5, 10, 13}),
		join([Lanes]int{1, 4, 7, 10, 13, 0, 0, 0}, [Lanes]int{0, 1, 2, 3, 4, 8, 11, 14}),
		join([Lanes]int{2, 5, 8, 11, 14, 0, 0, 0}, [Lanes]int{0, 1, 2, 3, 4, 9, 12, 15}),
	}
}

func KeepTogether(base Records, a Vec3) {
	keep := func(k int, first, then [Lanes]int) {
		add(node{op: opStore, x: a.X.permute(a.Y, first).permute(a.Z, then).node(), at: base.behind(width * k)})
	}
	keep(0, [Lanes]int{0, 8, 0, 1, 9, 0, 2, 10}, [Lanes]int{0, 1, 8, 3, 4, 9, 6, 7})
	keep(1, [Lanes]int{0, 3, 11, 0, 4, 12, 0, 5}, [Lanes]int{10, 1, 2, 11, 4, 5, 12, 7})
	keep(2, [Lanes]int{13, 0, 6, 14, 0, 7, 15, 0}, [Lanes]int{0, 13, 2, 3, 14, 5, 6, 15})
}

// Quats returns eight quaternions that lie one behind the other, KeepQuats writes them.
func Quats(base Records) (q Quat) {
	q.W, q.X, q.Y, q.Z = quads(base, 0, 32)
	return q
}

func KeepQuats(base Records, q Quat) {
	a, b, c, d := turn4([4]Float{q.W, q.X, q.Y, q.Z})
	for l, x := range []Float{a, b, c, d} {
		add(node{op: opLower, x: x.node(), at: base.behind(32 * l)})
		add(node{op: opUpper, x: x.node(), at: base.behind(32 * (l + 4))})
	}
}

// Wrenches returns the first two vectors of eight records of eight numbers each, which lie one
// behind the other.
func Wrenches(base Records) (force, torque Vec3) {
	force.X, force.Y, force.Z, torque.X = quads(base, 0, 64)
	torque.Y, torque.Z, _, _ = quads(base, 32, 64)
	return force, torque
}

// quads returns four numbers of each of eight records of some size, from byte first of each on.
func quads(base Records, first, size int) (a, b, c, d Float) {
	var pairs [4]Float
	for l := range pairs {
		half := add(node{op: opHalf, at: base.behind(first + size*l)})
		pairs[l] = Float{add(node{op: opInsert, x: half, at: base.behind(first + size*(l+4))})}
	}
	return turn4(pairs)
}

// behind returns the place so many bytes behind the first record.
func (r Records) behind(disp int) place {
	at := r.at
	at.disp += disp
	return at
}

// Exchange adds force and torque of each lane to the record of eight numbers of its body a, and takes
// the force and another torque from that of its body b, lane by lane.
func Exchange(records Records, a, b *Index, force, onA, onB Vec3) {
	rowsA, rowsB := rows(force, onA), rows(force, onB)
	for l := range Lanes {
		update := func(mnemonic string, row Float, x *Index) {
			at := records.at
			at.row = x.row(l, 64)
			add(node{op: opUpdate, mnemonic: mnemonic, x: row.node(), at: at})
		}
		update("VADDPD", rowsA[l], a)
		update("VSUBPD", rowsB[l], b)
	}
}

// rows returns the numbers of two vectors, and two zeros, lane by lane.
func rows(a, b Vec3) (list [Lanes]Float) {
	var zero Float
	p0, p1, p2, p3 := turn4([4]Float{a.X, a.Y, a.Z, b.X})
	q0, q1, q2, q3 := turn4([4]Float{b.Y, b.Z, zero, zero})
	p, q := [4]Float{p0, p1, p2, p3}, [4]Float{q0, q1, q2, q3}
	for l := range p {
		list[l], list[l+4] = p[l].permute(q[l], firstHalves), p[l].permute(q[l], lastHalves)
	}
	return list
}

// pair returns four numbers of two records.
func pair(base Records, disp int, i, j row) Float {
	a, b := base.at, base.at
	a.disp, b.disp = disp, disp
	a.row, b.row = i, j
	return Float{add(node{op: opInsert, x: add(node{op: opHalf, at: a}), at: b})}
}

// Orders in which a turn takes numbers from two registers.
var (
	lower = [Lanes]int{0, 1, 8, 9, 4, 5, 12, 13}
	upper = [Lanes]int{2, 3, 10, 11, 6, 7, 14, 15}

	firstHalves = [Lanes]int{0, 1, 2, 3, 8, 9, 10, 11}
	lastHalves  = [Lanes]int{4, 5, 6, 7, 12, 13, 14, 15}
)

// turn4 takes records 0 and 4, 1 and 5, 2 and 6, 3 and 7 to lanes, and the other way round.
func turn4(r [4]Float) (a, b, c, d Float) {
	t0, t1 := r[0].low(r[1]), r[0].high(r[1])
	t2, t3 := r[2].low(r[3]), r[2].high(r[3])
	return t0.permute(t2, lower), t1.permute(t3, lower), t0.permute(t2, upper), t1.permute(t3, upper)
}

// low and high return the even and the odd numbers of a and b, in turn.
func (a Float) low(b Float) Float {
	return Float{add(node{op: opShuffle, x: a.node(), y: b.node()})}
}

func (a Float) high(b Float) Float {
	return Float{add(node{op: opShuffle, choice: 0xff, x: a.node(), y: b.node()})}
}

func (a Float) permute(b Float, order [Lanes]int) Float {
	return Float{add(node{op: opPermute, x: a.node(), y: b.node(), order: order})}
}
