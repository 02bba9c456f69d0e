// Package symbol has the names of package wide, for kernels that are not run but written down:
// each operation on a Float adds a node to a program, which Write turns into assembly. A kernel
// may branch on nothing but Any, and only to return.
package symbol

import "fmt"

// Lanes is how many records the kernels do at a time: eight with AVX-512, four with AVX2.
type Lanes int

const (
	Four  Lanes = 4
	Eight Lanes = 8
)

// width is the size of a Float in bytes.
func (l Lanes) width() int { return 8 * int(l) }

// operation is what a node does.
type operation uint8

const (
	opConstant  operation = iota // the number value in all lanes
	opLoad                       // from at
	opSame                       // the number at in all lanes
	opHalf                       // the lower half from at, zeros above (Eight)
	opInsert                     // the upper half from at (Eight)
	opUnary                      // mnemonic x
	opBinary                     // mnemonic x, y
	opShuffle                    // mnemonic with choice of x, y
	opPermute                    // VPERMT2PD with order of x, y (Eight)
	opCompare                    // a mask: x, y by choice
	opLogic                      // a mask: mnemonic x, y
	opBits                       // a mask: the bits at
	opMerge                      // x where the mask is true, else y
	opMasked                     // x where the mask is true, else 0
	opPackOrder                  // how opPack takes lanes where the mask is true (Four)
	opPack                       // those lanes of x where the mask is true, in the first lanes
	opStore                      // x to at
	opLower                      // the lower half of x to at (Eight)
	opUpper                      // the upper half of x to at (Eight)
	opPrefetch                   // at
	opSet                        // the bits of a mask to at
	opUpdate                     // at, and x by mnemonic, to at
	opLeave                      // if no bit of the mask is set
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
	order    order
	at       place

	number int   // in its program
	uses   []int // numbers of the nodes that need it
	reg    int   // that holds it; -1: none
	slot   int   // of the stack that holds it; -1: none
}

// program is what a kernel does, in order.
type program struct {
	lanes Lanes
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
func Both(a, b Mask) Mask   { return a.with("AND", b) }
func Either(a, b Mask) Mask { return a.with("OR", b) }

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

// Soon says that so many cache lines from l on will be needed before long.
func (l *Lane) Soon(lines int) {
	for k := range lines {
		add(node{op: opPrefetch, at: l.Column(k).at})
	}
}

// Pack writes those lanes of x where the mask is true, one behind the other, and then anything.
func (l *Lane) Pack(x Float, m Mask) {
	packed := node{op: opPack, x: x.node(), mask: m.n}
	if now.lanes == Four {
		packed.mask, packed.y = nil, add(node{op: opPackOrder, mask: m.n})
	}
	l.Keep(Float{add(packed)})
}

// Column returns the memory k cache lines behind l.
func (l *Lane) Column(k int) *Lane {
	next := *l
	next.at.disp += 64 * k
	return &next
}
