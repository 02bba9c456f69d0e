package ir

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"unsafe"

	"example.org/tumble/sim/internal/wide"
)

// recording is the program whose text is running, with the arguments of this text.
var recording struct {
	sync.Mutex
	program *Program
	regions []region
}

// region is memory that the text may name: the arguments, or the target of a pointer among them.
type region struct {
	start, end uintptr
	pointer    int
}

// arena is the target of each pointer among the arguments during recording.
type arena [4096]byte

// Record returns the program of a text. The text gets a pointer to arguments of its own: a struct of the
// types that package wide has for arguments.
func Record[T any](text func(*T)) *Program {
	recording.Lock()
	defer recording.Unlock()
	p, arguments := &Program{}, new(T)
	recording.program, recording.regions = p, nil
	start := uintptr(unsafe.Pointer(arguments))
	recording.regions = append(recording.regions, region{start, start + unsafe.Sizeof(*arguments), InArguments})
	bind(reflect.ValueOf(arguments).Elem(), 0)
	text(arguments)
	runtime.KeepAlive(arguments)
	recording.program = nil
	return p
}

// bind sets the pointers among the arguments to new arenas; offset is the place of the value in the
// arguments.
func bind(arguments reflect.Value, offset int) {
	for i := range arguments.NumField() {
		f, offset := arguments.Field(i), offset+int(arguments.Type().Field(i).Offset)
		switch f.Kind() {
		case reflect.Struct:
			bind(f, offset)
		case reflect.Pointer, reflect.UnsafePointer:
			a := new(arena)
			*(*unsafe.Pointer)(f.Addr().UnsafePointer()) = unsafe.Pointer(a)
			start := uintptr(unsafe.Pointer(a))
			recording.regions = append(recording.regions, region{start, start + unsafe.Sizeof(*a), offset})
		}
	}
}

// place returns the place to which a pointer points.
func place(p unsafe.Pointer, stride int) Place {
	for _, r := range recording.regions {
		if at := uintptr(p); r.start <= at && at < r.end {
			return Place{Spot: Spot{r.pointer, int(at - r.start)}, Stride: stride}
		}
	}
	panic(fmt.Sprintf("%p is not in the arguments of the kernel, nor behind a pointer of these", p))
}

func add(op Op, in ...*Node) *Node { return recording.program.Append(Node{Op: op, In: in}) }

func at(op Op, p Place, in ...*Node) *Node {
	return recording.program.Append(Node{Op: op, At: p, In: in})
}

// Float is a number, and Mask a truth value, in each lane. The zero Float is 0.
type (
	Float struct{ n *Node }
	Mask  struct{ n *Node }
)

func (a Float) node() *Node {
	if a.n == nil {
		return add(Constant)
	}
	return a.n
}

func nodes(list ...Float) (n []*Node) {
	for _, x := range list {
		n = append(n, x.node())
	}
	return n
}

// Number returns a number in all lanes.
func Number(x float64) Float { return Float{recording.program.Append(Node{Op: Constant, Value: x})} }

// Get reads a number of each lane, and Keep writes one.
func Get(l *wide.Lane) Float { return Float{at(Load, place(unsafe.Pointer(l), 8))} }

func Keep(l *wide.Lane, x Float) { at(Store, place(unsafe.Pointer(l), 8), x.node()) }

// Same reads a number that all lanes share.
func Same(n *wide.Number) Float { return Float{at(Broadcast, place(unsafe.Pointer(n), 0))} }

// Of returns a set as a mask.
func Of(s *wide.Set) Mask { return Mask{at(Bits, place(unsafe.Pointer(s), 0))} }

// SetTo writes a mask to a set, at most once in a kernel. Sets that a kernel writes must be empty when it
// begins.
func SetTo(s *wide.Set, m Mask) { at(Put, place(unsafe.Pointer(s), 0), m.n) }

// Fetch tells the processor that these cache lines will be needed soon.
func Fetch(first wide.Records, lines int) {
	for k := range lines {
		at(Prefetch, place(unsafe.Add(first, 64*k), 0))
	}
}

// FetchListed tells the processor that the first cache line of each record will be needed soon: of records in
// rows that are listed.
func FetchListed(base wide.Records, rows *wide.Rows) {
	at(Prefetch, fields(base, 0, 0, Rows{Kind: Listed, List: spot(rows)}))
}

// FetchIndexed is FetchListed for records that an index names.
func FetchIndexed(base wide.Records, x *wide.Index, size int) {
	at(Prefetch, fields(base, 0, 0, Rows{Kind: Indexed, List: spot(x), Size: size}))
}

// PackTo writes the lanes of x where the mask is true, without gaps, followed by any numbers. A kernel
// packs by one mask only.
func PackTo(l *wide.Lane, x Float, m Mask) { at(Pack, place(unsafe.Pointer(l), 0), x.node(), m.n) }

// LeaveUnless ends the kernel if the mask is true in no lane. Results written after it are valid only in
// lanes where it is true, because a processor that computes a batch in two halves may leave only one of
// them.
func LeaveUnless(m Mask) { add(Leave, m.n) }

// Gathered, IndexedBy and InLine return four numbers of each record, beginning with number first. Gathered
// reads the records listed in rows, IndexedBy the records of an index, InLine records one after the other.
func Gathered(base wide.Records, rows *wide.Rows, first int) (a, b, c, d Float) {
	return parts(at(Gather, fields(base, first, 0, Rows{Kind: Listed, List: spot(rows)})))
}

func IndexedBy(base wide.Records, x *wide.Index, size, first int) (a, b, c, d Float) {
	return parts(at(Gather, fields(base, first, 0, Rows{Kind: Indexed, List: spot(x), Size: size})))
}

func InLine(base wide.Records, size, first int) (a, b, c, d Float) {
	return parts(at(Gather, fields(base, first, size, Rows{})))
}

// PutInLine writes four numbers of each of eight records that lie one after the other.
func PutInLine(base wide.Records, size, first int, a, b, c, d Float) {
	at(Scatter, fields(base, first, size, Rows{}), nodes(a, b, c, d)...)
}

// fields returns the place of the numbers of records, beginning with number first of each.
func fields(base wide.Records, first, stride int, rows Rows) Place {
	p := place(unsafe.Add(base, 8*first), stride)
	p.Rows = rows
	return p
}

func spot[T wide.Rows | wide.Index](list *T) Spot { return place(unsafe.Pointer(list), 0).Spot }

func part(n *Node, k int) Float {
	return Float{recording.program.Append(Node{Op: Part, In: []*Node{n}, Choice: k})}
}

func parts(n *Node) (a, b, c, d Float) { return part(n, 0), part(n, 1), part(n, 2), part(n, 3) }

// Together returns eight vectors without gaps between them, PutTogether writes them.
func Together(base wide.Records) Vec3 {
	n := at(Vectors, place(base, 24))
	return Vec3{part(n, 0), part(n, 1), part(n, 2)}
}

func PutTogether(base wide.Records, a Vec3) {
	at(StoreVectors, place(base, 24), nodes(a.X, a.Y, a.Z)...)
}

// ExchangeForces updates the records of six numbers of the bodies a and b in each lane, lane by lane:
// it adds the force and onA to the record of a, and subtracts the force and onB from the record of b.
func ExchangeForces(records wide.Records, a, b *wide.Index, force, onA, onB Vec3) {
	toA := fields(records, 0, 0, Rows{Kind: Indexed, List: spot(a), Size: 48})
	n := at(Exchange, toA, nodes(force.X, force.Y, force.Z, onA.X, onA.Y, onA.Z, onB.X, onB.Y, onB.Z)...)
	n.Second = toA
	n.Second.Rows.List = spot(b)
}

func (a Float) with(op Op, b Float) Float { return Float{add(op, a.node(), b.node())} }

func (a Float) compare(choice int, b Float) Mask {
	return Mask{recording.program.Append(Node{Op: Compare, Choice: choice, In: nodes(a, b)})}
}

// Operations on numbers.
func (a Float) Add(b Float) Float      { return a.with(Add, b) }
func (a Float) Sub(b Float) Float      { return a.with(Sub, b) }
func (a Float) Mul(b Float) Float      { return a.with(Mul, b) }
func (a Float) Div(b Float) Float      { return a.with(Div, b) }
func (a Float) Max(b Float) Float      { return a.with(Max, b) }
func (a Float) Min(b Float) Float      { return a.with(Min, b) }
func (a Float) Neg() Float             { return Float{}.Sub(a) }
func (a Float) Sqrt() Float            { return Float{add(Sqrt, a.node())} }
func (a Float) Equal(b Float) Mask     { return a.compare(Equal, b) }
func (a Float) Less(b Float) Mask      { return a.compare(Less, b) }
func (a Float) LessEqual(b Float) Mask { return a.compare(LessEqual, b) }
func (a Float) NotEqual(b Float) Mask  { return a.compare(NotEqual, b) }
func (a Float) Greater(b Float) Mask   { return a.compare(Greater, b) }

// Merge returns a where the mask is true, else b.
func (a Float) Merge(b Float, m Mask) Float { return Float{add(Merge, a.node(), b.node(), m.n)} }

// Masked returns a where the mask is true, else zero.
func (a Float) Masked(m Mask) Float { return Float{add(Masked, a.node(), m.n)} }

// Operations on truth values: both true, at least one true, exactly one true, the first but not the
// second.
func (m Mask) And(o Mask) Mask     { return Mask{add(And, m.n, o.n)} }
func (m Mask) Or(o Mask) Mask      { return Mask{add(Or, m.n, o.n)} }
func (m Mask) Xor(o Mask) Mask     { return Mask{add(Xor, m.n, o.n)} }
func (m Mask) Without(o Mask) Mask { return Mask{add(AndNot, o.n, m.n)} }
