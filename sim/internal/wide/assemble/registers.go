package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/internal/wide/ir"
)

// Registers. AX points to the arguments, frame to the first slot of the stack, which begins at a cache
// line. With AVX2, half points to the first lane of this half of the batch, and done holds how many lanes
// the first half has packed. The other registers are assigned as needed.
const (
	frame = "R13"
	half  = "R14"
	done  = "R15"
)

// pointer is a general register, with a description of its value.
type pointer struct{ name, holds string }

// none means no register, or no slot.
const none = -1

// writer turns a lowered program into text, one node after the other, and assigns a register to each.
// Loads are delayed until the number is needed. When registers run out, the result whose next use is
// farthest away is removed from its register; it goes to the stack if it cannot be loaded again.
type writer struct {
	target
	text      strings.Builder
	now       int   // number of the node that is being written
	reg, slot []int // of the nodes
	vector    *bank
	mask      *bank
	held      []*ir.Node // operands of this node, which must stay in their registers
	slots     []bool     // of the stack: in use
	freed     []int      // slots that this node may still read
	pointers  []pointer  // the pointer that was needed last comes last
	*constants
}

// bank is a set of registers of one kind.
type bank struct {
	letter string
	first  int // number of its first register
	move   string
	nodes  []*ir.Node // the nodes in its registers
}

// name returns how to write a register.
func (b *bank) name(i int) string { return fmt.Sprintf("%s%d", b.letter, b.first+i) }

func newWriter(t target, c *constants, nodes int) *writer {
	w := &writer{target: t, constants: c, vector: &bank{"Y", 0, "VMOVUPD", make([]*ir.Node, 16)}}
	if t == avx512 {
		w.vector = &bank{"Z", 0, "VMOVUPD", make([]*ir.Node, 32)}
		w.mask = &bank{"K", 1, "KMOVW", make([]*ir.Node, 7)} // K0 means none
	}
	for name := range strings.FieldsSeq("BX CX DX SI DI R8 R9 R10 R11 R12") {
		w.pointers = append(w.pointers, pointer{name: name})
	}
	w.reg, w.slot = slices.Repeat([]int{none}, nodes), slices.Repeat([]int{none}, nodes)
	return w
}

func (w *writer) line(format string, a ...any) { fmt.Fprintf(&w.text, "\t"+format+"\n", a...) }

// bank returns the registers for the result of a node. With AVX2, masks are vectors.
func (w *writer) bank(n *ir.Node) *bank {
	if w.target == avx512 && n.Op >= ir.Compare && n.Op <= ir.Bits {
		return w.mask
	}
	return w.vector
}

// stack returns how to write a slot.
func (w *writer) stack(slot int) string { return fmt.Sprintf("%d(%s)", slot*w.width(), frame) }

// operand returns a register or, for a load that is used only once, its place in memory with the suffix
// that the instruction then needs.
func (w *writer) operand(n *ir.Node) (operand, suffix string) {
	once := n.Later(w.now) == math.MaxInt
	if w.target == avx512 {
		suffix = ".BCST" // one number for all lanes
	}
	switch {
	case w.reg[n.Number] != none:
	case n.Op == ir.Constant && math.Float64bits(n.Value) != 0:
		return w.number(n.Value), suffix
	case n.Op == ir.Broadcast && w.target == avx512:
		return w.address(n.At), suffix
	case n.Op == ir.Load && once:
		return w.address(n.At), ""
	case w.slot[n.Number] != none && once:
		return w.stack(w.slot[n.Number]), ""
	}
	return w.register(n), ""
}

// register returns the register that holds the result of a node; it loads the result if no register holds
// it.
func (w *writer) register(n *ir.Node) string {
	defer func() { w.held = append(w.held, n) }()
	b, slot := w.bank(n), w.slot[n.Number]
	if at := w.reg[n.Number]; at != none {
		return b.name(at)
	}
	op, to := n.Op, w.result(n)
	switch {
	case slot != none:
		w.line("%s %s, %s", b.move, w.stack(slot), to)
		return to
	case !n.InMemory():
		panic("a number got lost")
	case op == ir.Constant && math.Float64bits(n.Value) == 0:
		op = zero
	}
	w.finish(w.filled(op, n), to)
	return to
}

// result returns the register for the result of a node.
func (w *writer) result(n *ir.Node) string {
	b := w.bank(n)
	i := w.free(b)
	b.nodes[i], w.reg[n.Number] = n, i
	return b.name(i)
}

// free returns a free register. If there is none, it frees the register whose result is needed last; the
// result goes to the stack unless it is there or in memory.
func (w *writer) free(b *bank) int {
	best, far := none, none
	for i, n := range b.nodes {
		if n == nil {
			return i
		}
		next := n.Later(w.now - 1)
		if n.InMemory() && next < math.MaxInt {
			next += 10 // it costs only a load
		}
		if !w.holds(n) && next > far {
			best, far = i, next
		}
	}
	n := b.nodes[best]
	if !n.InMemory() {
		w.save(n)
	}
	w.reg[n.Number], b.nodes[best] = none, nil
	return best
}

// save puts a result on the stack, if it is needed again and is not there yet.
func (w *writer) save(n *ir.Node) {
	if w.slot[n.Number] != none || n.Later(w.now-1) == math.MaxInt {
		return
	}
	slot := slices.Index(w.slots, false)
	if slot < 0 {
		slot = len(w.slots)
		w.slots = append(w.slots, false)
	}
	w.slots[slot], w.slot[n.Number] = true, slot
	b := w.bank(n)
	w.line("%s %s, %s", b.move, b.name(w.reg[n.Number]), w.stack(slot))
}

// holds reports whether the node that is being written needs the register of n unchanged.
func (w *writer) holds(n *ir.Node) bool { return n.Number == w.now || slices.Contains(w.held, n) }

// release frees the registers of those operands of a node that are not needed later.
func (w *writer) release(n *ir.Node) {
	for _, x := range n.In {
		if x.Later(n.Number) < math.MaxInt {
			continue
		}
		if slot := w.slot[x.Number]; slot != none {
			w.freed = append(w.freed, slot)
		}
		if reg := w.reg[x.Number]; reg != none {
			w.bank(x).nodes[reg] = nil
		}
	}
	w.held = w.held[:0]
}

// address returns how to write a place, after loading the registers that it needs.
func (w *writer) address(p ir.Place) string {
	index := ""
	switch {
	case p.Rows.Kind == ir.Listed:
		index = fmt.Sprintf("(%s*1)", w.row(p.Rows))
	case p.Rows.Kind == ir.Indexed:
		index = fmt.Sprintf("(%s*8)", w.row(p.Rows))
	case w.target == avx512 || p.Stride == 0:
	case p.Stride <= 8:
		index = fmt.Sprintf("(%s*%d)", half, p.Stride)
	default:
		lanes := w.load(fmt.Sprintf("half times %d", p.Stride/8), func(to string) {
			w.line("IMUL3Q $%d, %s, %s", p.Stride/8, half, to)
		})
		index = fmt.Sprintf("(%s*8)", lanes)
	}
	return fmt.Sprintf("%d(%s)%s", p.Disp, w.base(p.Pointer), index)
}

// base returns the register of a pointer among the arguments.
func (w *writer) base(pointer int) string {
	if pointer == ir.InArguments {
		return "AX"
	}
	return w.load(fmt.Sprintf("%d(AX)", pointer), nil)
}

// row returns a register with the beginning of a record: in bytes, or for an index in units of eight
// bytes.
func (w *writer) row(r ir.Rows) string {
	return w.load(fmt.Sprintf("row %v", r), func(to string) {
		list := w.base(r.List.Pointer)
		size, move := 8, "MOVQ"
		if r.Kind == ir.Indexed {
			size, move = 4, "MOVLQSX"
		}
		index := ""
		if w.target == avx2 {
			index = fmt.Sprintf("(%s*%d)", half, size)
		}
		w.line("%s %d(%s)%s, %s", move, r.List.Disp+size*r.Lane, list, index, to)
		switch r.Size {
		case 0:
		case 24:
			w.line("LEAQ (%s)(%s*2), %s", to, to, to)
		default:
			w.line("IMUL3Q $%d, %s, %s", r.Size/8, to, to)
		}
	})
}

// load returns the general register that holds a described value. If there is none, the register that was
// unused for longest is loaded with it.
func (w *writer) load(what string, make func(to string)) string {
	i := max(0, slices.IndexFunc(w.pointers, func(p pointer) bool { return p.holds == what }))
	p := w.pointers[i]
	w.pointers = append(slices.Delete(w.pointers, i, i+1), pointer{p.name, what})
	switch {
	case p.holds == what:
	case make == nil:
		w.line("MOVQ %s, %s", what, p.name)
	default:
		make(p.name)
	}
	return p.name
}
