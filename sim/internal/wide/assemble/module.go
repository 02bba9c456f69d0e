package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
	"example.org/tumble/sim/internal/wide/kernel"
)

// The kernels for WebAssembly are a module of their own, in its binary format: the Go compiler writes no vector
// instructions for it. The module imports the memory of the program as go.memory and exports run(kernel, arguments).
// A function does a batch in four turns, of two lanes each. Its results are in locals without end: the browser's
// compiler assigns registers.

// turn is how many lanes a turn does, those of a vector of 128 bits.
const turn = 2

// Types, and the instructions without vectors.
const (
	typeI32  = 0x7f
	typeV128 = 0x7b
	noResult = 0x40

	block       = 0x02
	loop        = 0x03
	end         = 0x0b
	branch      = 0x0c
	branchIf    = 0x0d
	callIn      = 0x11
	choose      = 0x1b
	localGet    = 0x20
	localSet    = 0x21
	localTee    = 0x22
	i32Load     = 0x28
	i32Load8    = 0x2d
	i32Store8   = 0x3a
	i32Const    = 0x41
	i32EqualZ   = 0x45
	i32Less     = 0x49
	i32PopCount = 0x69
	i32Add      = 0x6a
	i32Mul      = 0x6c
	i32And      = 0x71
	i32Or       = 0x72
	i32Shl      = 0x74
	i32Shr      = 0x76
)

// Instructions of vectors.
const (
	v128Load      = 0x00
	v128LoadSplat = 0x0a
	v128Store     = 0x0b
	v128Const     = 0x0c
	i8Shuffle     = 0x0d
	i32Splat      = 0x11
	i32Equal      = 0x37
	v128And       = 0x4e
	v128AndNot    = 0x4f // the first without the second
	v128BitSelect = 0x52
	v128AnyTrue   = 0x53
	i64Bits       = 0xc4
	f64Add        = 0xf0
	f64Sub        = 0xf1
	f64PMin       = 0xf6 // the second if it is smaller, else the first
	f64PMax       = 0xf7 // the second if it is larger, else the first
)

// vectorForms are the instructions of operations on two operands or one, which come in their order.
var vectorForms = map[ir.Op]int{
	ir.Sqrt: 0xef, ir.Add: f64Add, ir.Sub: f64Sub, ir.Mul: 0xf2, ir.Div: 0xf3,
	ir.And: v128And, ir.Or: 0x50, ir.Xor: 0x51, ir.Masked: v128And, ir.Merge: v128BitSelect,
}

// compareForms are those of comparisons, by their choice.
var compareForms = map[int]int{ir.Equal: 0x47, ir.NotEqual: 0x48, ir.Less: 0x49, ir.Greater: 0x4a, ir.LessEqual: 0x4b}

// function is a kernel as it is written.
type function struct {
	start, code, step []byte // before the first turn, a turn, and what follows a turn
	locals            []byte // types of the locals, without the arguments
	spare             []int  // vector locals without a value
	values            map[*ir.Node]int
	quads             map[*ir.Node][]int // of a Gather, two numbers of a record each; three vectors of Vectors
	known             map[string]int     // locals of numbers that a description names
	lane, done        int                // locals: the first lane of the turn, and how many lanes turns before have packed
	now               *ir.Node
}

// compiled returns the function of a program.
func compiled(p *ir.Program) ([]byte, error) {
	p.Prune()
	if err := p.Check(); err != nil {
		return nil, err
	}
	f := &function{values: map[*ir.Node]int{}, quads: map[*ir.Node][]int{}, known: map[string]int{}}
	f.lane, f.done = f.local(typeI32), f.local(typeI32)
	var packed *ir.Node // the mask by which the kernel packs
	for _, n := range p.Nodes {
		f.now = n
		if n.Op == ir.Pack {
			packed = n.In[1]
		}
		f.node(n)
	}
	if packed != nil {
		f.op(localGet, f.done)
		f.bits(packed)
		f.op(i32PopCount)
		f.op(i32Add)
		f.op(localSet, f.done)
	}
	return f.whole(), nil
}

// whole returns the function with its locals and its loop.
func (f *function) whole() []byte {
	b := leb(nil, len(f.locals))
	for _, kind := range f.locals {
		b = append(b, 1, kind)
	}
	if len(f.code) > 0 {
		b = append(append(b, f.start...), loop, noResult, block, noResult)
		b = append(append(append(b, f.code...), end), f.step...)
		body := &function{}
		body.op(localGet, f.lane)
		body.op(i32Const, turn)
		body.op(i32Add)
		body.op(localTee, f.lane)
		body.op(i32Const, wide.Lanes)
		body.op(i32Less)
		body.op(branchIf, 0)
		b = append(append(b, body.code...), end)
	}
	return append(b, end)
}

// leb appends a number in the encoding of the format; signed numbers and others have the same while they are small.
func leb(b []byte, x int) []byte { return binary.AppendUvarint(b, uint64(x)) }

// op appends an instruction with immediate numbers, and vector one of vectors.
func (f *function) op(code byte, immediate ...int) {
	f.code = append(f.code, code)
	for _, x := range immediate {
		if code == i32Const && x >= 64 { // signed
			f.code = append(f.code, byte(x&0x7f|0x80))
			for x >>= 7; x >= 64; x >>= 7 {
				f.code = append(f.code, byte(x&0x7f|0x80))
			}
		}
		f.code = leb(f.code, x)
	}
}

func (f *function) vector(code int, immediate ...int) {
	f.op(0xfd, append([]int{code}, immediate...)...)
}

// constant pushes a vector of two words.
func (f *function) constant(low, high uint64) {
	f.vector(v128Const)
	f.code = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(f.code, low), high)
}

// pick replaces the vectors a and b by number i of a and number j of b.
func (f *function) pick(i, j int) {
	f.vector(i8Shuffle)
	for k := range 8 {
		f.code = append(f.code, byte(8*i+k))
	}
	for k := range 8 {
		f.code = append(f.code, byte(16+8*j+k))
	}
}

// local returns a new local.
func (f *function) local(kind byte) int {
	f.locals = append(f.locals, kind)
	return len(f.locals)
}

// free returns a vector local that holds nothing.
func (f *function) free() int {
	if n := len(f.spare); n > 0 {
		x := f.spare[n-1]
		f.spare = f.spare[:n-1]
		return x
	}
	return f.local(typeV128)
}

// named returns the local of a number that is described, made at first use by code that pushes it.
func (f *function) named(what string, make func()) int {
	x, known := f.known[what]
	if !known {
		make()
		x = f.local(typeI32)
		f.op(localSet, x)
		f.known[what] = x
	}
	return x
}

// begin has code written before the first turn, and advance behind each turn.
func (f *function) begin(write func())   { f.elsewhere(&f.start, write) }
func (f *function) advance(write func()) { f.elsewhere(&f.step, write) }

func (f *function) elsewhere(to *[]byte, write func()) {
	here := f.code
	f.code = *to
	write()
	*to, f.code = f.code, here
}

// base returns the local of a pointer among the arguments, which goes on by a stride from lane to lane.
func (f *function) base(pointer, stride int) (x int) {
	if pointer == ir.InArguments && stride == 0 {
		return 0
	}
	f.begin(func() {
		x = f.named(fmt.Sprint("pointer ", pointer, stride), func() {
			if pointer == ir.InArguments {
				f.op(localGet, 0)
				return
			}
			f.op(localGet, 0)
			f.op(i32Load, 2, pointer) // pointers have 64 bits, of which 32 count
		})
	})
	if what := fmt.Sprint("advance ", pointer, stride); stride != 0 && f.known[what] == 0 {
		f.known[what] = x
		f.advance(func() {
			f.op(localGet, x)
			f.op(i32Const, turn*stride)
			f.op(i32Add)
			f.op(localSet, x)
		})
	}
	return x
}

// at pushes the address of a place for lane k of the turn, and returns how many bytes follow it.
func (f *function) at(p ir.Place, k int) (disp int) {
	if p.Rows.Kind == ir.NoRows {
		f.op(localGet, f.base(p.Pointer, p.Stride))
		return p.Disp + k*p.Stride
	}
	row := f.row(p.Rows, k)
	f.op(localGet, f.base(p.Pointer, 0))
	f.op(localGet, row)
	f.op(i32Add)
	return p.Disp
}

// row returns the local of where a record begins, in bytes.
func (f *function) row(r ir.Rows, k int) int {
	size := 8
	if r.Kind == ir.Indexed {
		size = 4
	}
	list := f.base(r.List.Pointer, size)
	return f.named(fmt.Sprint("row ", r, k), func() {
		f.op(localGet, list)
		f.op(i32Load, 2, r.List.Disp+size*k)
		if r.Kind == ir.Indexed {
			f.op(i32Const, r.Size)
			f.op(i32Mul)
		}
	})
}

// get pushes the result of a node. A number in memory is read at its first use.
func (f *function) get(n *ir.Node) {
	if x, known := f.values[n]; known {
		f.op(localGet, x)
		return
	}
	switch n.Op {
	case ir.Constant:
		f.constant(math.Float64bits(n.Value), math.Float64bits(n.Value))
		return
	case ir.Load:
		f.vector(v128Load, 3, f.at(n.At, 0))
	case ir.Broadcast:
		f.vector(v128LoadSplat, 3, f.at(n.At, 0))
	default:
		panic("a number got lost")
	}
	if len(n.Uses) > 1 {
		f.values[n] = f.free()
		f.op(localTee, f.values[n])
	}
}

// bits pushes the bits of a mask.
func (f *function) bits(mask *ir.Node) {
	f.op(localGet, f.named(fmt.Sprint("bits of ", mask.Number), func() {
		f.get(mask)
		f.vector(i64Bits)
	}))
}

// release takes back the locals of operands of this node that no later node needs.
func (f *function) release() {
	for i, x := range f.now.In {
		if x.Later(f.now.Number) < math.MaxInt || slices.Contains(f.now.In[:i], x) {
			continue
		}
		if local, known := f.values[x]; known {
			f.spare = append(f.spare, local)
		}
		f.spare = append(f.spare, f.quads[x]...)
	}
}

// node writes an operation.
func (f *function) node(n *ir.Node) {
	if form, known := vectorForms[n.Op]; known {
		for _, x := range n.In {
			f.get(x)
		}
		f.vector(form)
		f.result()
		return
	}
	switch n.Op {
	case ir.Constant, ir.Load, ir.Broadcast, ir.Prefetch: // read at first use, or nothing
		return
	case ir.Max:
		f.both(n.In[1], n.In[0], f64PMax)
	case ir.Min:
		f.both(n.In[1], n.In[0], f64PMin)
	case ir.Compare:
		f.both(n.In[0], n.In[1], compareForms[n.Choice])
	case ir.AndNot:
		f.both(n.In[1], n.In[0], v128AndNot)
	case ir.Bits:
		f.truth(n)
	case ir.Gather:
		for k := range turn {
			for quad := range 2 { // two numbers each
				f.read(n, f.at(n.At, k)+16*quad)
			}
		}
		return
	case ir.Vectors:
		for k := range 3 {
			f.read(n, f.at(n.At, 0)+16*k)
		}
		return
	case ir.Part:
		f.part(n)
	default:
		f.effect(n)
		f.release()
		return
	}
	f.result()
}

// result keeps what is pushed as the result of this node.
func (f *function) result() {
	f.release()
	x := f.free()
	f.values[f.now] = x
	f.op(localSet, x)
}

// both pushes two operands combined.
func (f *function) both(a, b *ir.Node, form int) {
	f.get(a)
	f.get(b)
	f.vector(form)
}

// truth pushes a set as a mask.
func (f *function) truth(n *ir.Node) {
	const lanes = 1 | 1<<32
	f.op(i32Load8, 0, f.at(n.At, 0))
	f.op(localGet, f.lane)
	f.op(i32Shr)
	f.vector(i32Splat)
	f.constant(lanes, 2*lanes)
	f.vector(v128And)
	f.constant(lanes, 2*lanes)
	f.vector(i32Equal)
}

// read reads two numbers of a node, at the address that is pushed.
func (f *function) read(n *ir.Node, disp int) {
	f.vector(v128Load, 3, disp)
	x := f.free()
	f.op(localSet, x)
	f.quads[n] = append(f.quads[n], x)
}

// part pushes a number of records, or of vectors: x0 y0, z0 x1, y1 z1.
func (f *function) part(n *ir.Node) {
	q, k := f.quads[n.In[0]], n.Choice
	if n.In[0].Op == ir.Gather {
		f.pickOf(q[k/2], k%2, q[2+k/2], k%2)
		return
	}
	f.pickOf(q[k/2], k%2, q[(k+3)/2], (k+1)%2)
}

func (f *function) pickOf(a, i, b, j int) {
	f.op(localGet, a)
	f.op(localGet, b)
	f.pick(i, j)
}

// join pushes number k of each of two nodes.
func (f *function) join(a, b *ir.Node, i, j int) {
	f.get(a)
	f.get(b)
	f.pick(i, j)
}

// effect writes an operation with an effect.
func (f *function) effect(n *ir.Node) {
	in := n.In
	switch n.Op {
	case ir.Store:
		disp := f.at(n.At, 0)
		f.get(in[0])
		f.vector(v128Store, 3, disp)
	case ir.Pack:
		f.pack(n)
	case ir.Scatter:
		for k := range turn {
			for quad := range 2 {
				disp := f.at(n.At, k) + 16*quad
				f.join(in[2*quad], in[2*quad+1], k, k)
				f.vector(v128Store, 3, disp)
			}
		}
	case ir.StoreVectors:
		for k, v := range [3][2]int{{0, 1}, {2, 0}, {1, 2}} {
			disp := f.at(n.At, 0) + 16*k
			f.join(in[v[0]], in[v[1]], k/2, (k+1)/2)
			f.vector(v128Store, 3, disp)
		}
	case ir.Exchange:
		f.exchange(n)
	case ir.Put:
		f.put(n)
	case ir.Leave:
		f.get(in[0])
		f.vector(v128AnyTrue)
		f.op(i32EqualZ)
		f.op(branchIf, 0)
	default:
		panic(fmt.Sprintf("nothing is known of operation %d", n.Op))
	}
}

// pack writes the lanes of the turn where the mask is true behind those of the turns before, and any number where it
// is true in one lane only.
func (f *function) pack(n *ir.Node) {
	f.op(localGet, f.base(n.At.Pointer, 0))
	f.op(localGet, f.done)
	f.op(i32Const, 3)
	f.op(i32Shl)
	f.op(i32Add)
	f.get(n.In[0])
	f.join(n.In[0], n.In[0], 1, 1)
	f.bits(n.In[1])
	f.op(i32Const, 1)
	f.op(i32And)
	f.op(choose)
	f.vector(v128Store, 3, n.At.Disp)
}

// put writes the lanes of the turn to a set, which is empty at the beginning.
func (f *function) put(n *ir.Node) {
	set := f.base(n.At.Pointer, 0)
	f.begin(func() {
		f.op(localGet, set)
		f.op(i32Const, 0)
		f.op(i32Store8, 0, n.At.Disp)
	})
	f.op(localGet, set)
	f.op(localGet, set)
	f.op(i32Load8, 0, n.At.Disp)
	f.bits(n.In[0])
	f.op(localGet, f.lane)
	f.op(i32Shl)
	f.op(i32Or)
	f.op(i32Store8, 0, n.At.Disp)
}

// exchange updates records of six numbers, lane by lane.
func (f *function) exchange(n *ir.Node) {
	in := n.In
	for k := range turn {
		for _, side := range []struct {
			at     ir.Place
			turn   []*ir.Node // of the body
			change int
		}{{n.At, in[3:6], f64Add}, {n.Second, in[6:9], f64Sub}} {
			numbers := slices.Concat(in[:3], side.turn)
			for two := range 3 {
				f.at(side.at, k)
				f.vector(v128Load, 3, f.at(side.at, k)+16*two)
				f.join(numbers[2*two], numbers[2*two+1], k, k)
				f.vector(side.change)
				f.vector(v128Store, 3, side.at.Disp+16*two)
			}
		}
	}
}

// module returns the module of all kernels.
func module() ([]byte, error) {
	list := kernel.List()
	types := []byte{2, 0x60, 1, typeI32, 0, 0x60, 2, typeI32, typeI32, 0} // of kernels, and of run
	imports := []byte{1}
	imports = append(named(named(imports, "go"), "memory"), 2, 0, 0) // a memory of any size
	count := len(list)
	functions, numbers, code := leb(nil, count+1), leb([]byte{1, 0, i32Const, 0, end}, count), leb(nil, count+1)
	for i, k := range list {
		body, err := compiled(k.Record())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.Name, err)
		}
		functions, numbers = append(functions, 0), leb(numbers, i)
		code = append(leb(code, len(body)), body...)
	}
	run := &function{}
	run.op(localGet, 1)
	run.op(localGet, 0)
	run.op(callIn, 0, 0)
	code = append(append(leb(code, len(run.code)+2), 0), append(run.code, end)...)
	exports := leb(append(named([]byte{1}, "run"), 0), count)
	table := leb([]byte{1, 0x70, 0}, count)

	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range []struct {
		number byte
		data   []byte
	}{{1, types}, {2, imports}, {3, append(functions, 1)}, {4, table}, {7, exports}, {9, numbers}, {10, code}} {
		out = append(leb(append(out, s.number), len(s.data)), s.data...)
	}
	return out, nil
}

// named appends a name.
func named(b []byte, name string) []byte { return append(leb(b, len(name)), name...) }
