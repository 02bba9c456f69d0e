package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/wide/ir"
)

// Registers. AX points to the arguments, frame to the first slot of the stack, which begins where a
// cache line does. With AVX2, half is the first lane of this half of the batch, and done how many lanes
// the first half has packed. The rest are for whatever is needed next.
const (
	frame = "R13"
	half  = "R14"
	done  = "R15"
	masks = 8 // the first one means none
)

var pointers = [...]string{"BX", "CX", "DX", "SI", "DI", "R8", "R9", "R10", "R11", "R12"}

// none is the number of no register, and of no slot.
const none = -1

// writer turns a lowered program into text, one node after the other, and gives each a register. Loads are
// put off until the number is needed; what is needed last gives way when registers run out, to the
// stack if it cannot be read again.
type writer struct {
	target
	text      strings.Builder
	now       int        // number of the node that is written
	reg, slot []int      // of the nodes
	vector    []*ir.Node // what registers hold
	mask      []*ir.Node
	held      []*ir.Node            // operands of this node, which must stay where they are
	slots     []bool                // of the stack: taken
	freed     []int                 // slots that this node may still read
	pointer   [len(pointers)]string // what a register holds
	used      [len(pointers)]int    // when it was last needed
	time      int
	leaves    bool
	*constants
}

func newWriter(t target, c *constants, nodes int) *writer {
	w := &writer{target: t, constants: c, vector: make([]*ir.Node, 16), mask: make([]*ir.Node, masks)}
	if t == avx512 {
		w.vector = make([]*ir.Node, 32)
	}
	w.reg, w.slot = slices.Repeat([]int{none}, nodes), slices.Repeat([]int{none}, nodes)
	return w
}

func (w *writer) line(format string, a ...any) { fmt.Fprintf(&w.text, "\t"+format+"\n", a...) }

// isMask reports whether a node is in a register for masks. With AVX2 masks are vectors.
func (w *writer) isMask(n *ir.Node) bool {
	return w.target == avx512 && (n.Op >= ir.Compare && n.Op <= ir.And32)
}

// name returns how to write a vector register.
func (w *writer) name(vector int) string {
	if w.target == avx512 {
		return fmt.Sprintf("Z%d", vector)
	}
	return fmt.Sprintf("Y%d", vector)
}

// stack returns how to write a slot.
func (w *writer) stack(slot int) string { return fmt.Sprintf("%d(%s)", slot*w.width(), frame) }

// operand returns a register or, for what is needed only now, a place in memory, and what that adds
// to the name of an instruction.
func (w *writer) operand(n *ir.Node) (operand, suffix string) {
	last, zero := n.Later(w.now) == math.MaxInt, math.Float64bits(n.Value) == 0
	switch {
	case w.reg[n.Number] != none:
	case n.Op == ir.Constant && !zero && w.target == avx512:
		return w.number(n.Value), ".BCST" // one number for all lanes
	case n.Op == ir.Constant && !zero:
		return w.number(n.Value), ""
	case n.Op == ir.Broadcast && w.target == avx512:
		return w.address(n.At), ".BCST"
	case (n.Op == ir.Load || n.Op == ir.Load32) && last:
		return w.address(n.At), ""
	case w.slot[n.Number] != none && last:
		return w.stack(w.slot[n.Number]), ""
	}
	return w.register(n), ""
}

// register returns the register that holds what a node makes, and puts it there if none does.
func (w *writer) register(n *ir.Node) string {
	defer func() { w.held = append(w.held, n) }()
	i := n.Number
	switch {
	case w.reg[i] != none && w.isMask(n):
		return fmt.Sprintf("K%d", w.reg[i])
	case w.reg[i] != none:
		return w.name(w.reg[i])
	}
	to, zero := w.result(n), math.Float64bits(n.Value) == 0
	switch {
	case w.isMask(n):
		w.line("KMOVW %s, %s", w.stack(w.slot[i]), to)
	case w.slot[i] != none:
		w.line("VMOVUPD %s, %s", w.stack(w.slot[i]), to)
	case n.Op == ir.Load || n.Op == ir.Load32:
		w.line("VMOVUPD %s, %s", w.address(n.At), to)
	case n.Op == ir.Broadcast:
		w.line("VBROADCASTSD %s, %s", w.address(n.At), to)
	case n.Op == ir.Broadcast32:
		w.line("VBROADCASTSS %s, %s", w.address(n.At), to)
	case n.Op == ir.Constant && zero && w.target == avx512:
		w.line("VPXORQ %s, %s, %s", to, to, to)
	case n.Op == ir.Constant && zero:
		w.line("VXORPD %s, %s, %s", to, to, to)
	case n.Op == ir.Constant && w.target == avx512:
		w.line("VBROADCASTSD %s, %s", w.number(n.Value), to)
	case n.Op == ir.Constant:
		w.line("VMOVUPD %s, %s", w.number(n.Value), to)
	default:
		panic("a number got lost")
	}
	return to
}

// result returns the register for what a node makes.
func (w *writer) result(n *ir.Node) string {
	if w.isMask(n) {
		k := w.freeMask()
		w.mask[k], w.reg[n.Number] = n, k
		return fmt.Sprintf("K%d", k)
	}
	i := w.free()
	w.vector[i], w.reg[n.Number] = n, i
	return w.name(i)
}

// free returns a vector register that holds nothing that is needed.
func (w *writer) free() int {
	return w.giveWay(w.vector, 0, "VMOVUPD")
}

// freeMask is free for masks.
func (w *writer) freeMask() int {
	return w.giveWay(w.mask, 1, "KMOVW")
}

// giveWay returns one of some registers, from the first on: one that is free, or that of what is needed
// last, which goes to the stack if it is neither there nor in memory.
func (w *writer) giveWay(registers []*ir.Node, first int, move string) int {
	best, far := none, none
	for i, n := range registers {
		if i < first {
			continue
		}
		if n == nil {
			return i
		}
		next := n.Later(w.now - 1)
		if n.InMemory() && next < math.MaxInt {
			next += 10 // it costs but a load
		}
		if !w.holds(n) && next > far {
			best, far = i, next
		}
	}
	n := registers[best]
	if !n.InMemory() {
		w.save(n, move)
	}
	w.reg[n.Number], registers[best] = none, nil
	return best
}

// save puts what gives way on the stack, if it is needed again and not there.
func (w *writer) save(n *ir.Node, move string) {
	if w.slot[n.Number] != none || n.Later(w.now-1) == math.MaxInt {
		return
	}
	slot := slices.Index(w.slots, false)
	if slot < 0 {
		slot = len(w.slots)
		w.slots = append(w.slots, false)
	}
	w.slots[slot], w.slot[n.Number] = true, slot
	from := w.name(w.reg[n.Number])
	if w.isMask(n) {
		from = fmt.Sprintf("K%d", w.reg[n.Number])
	}
	w.line("%s %s, %s", move, from, w.stack(slot))
}

// holds reports whether the node that is written needs a register to stay what it is.
func (w *writer) holds(n *ir.Node) bool { return n.Number == w.now || slices.Contains(w.held, n) }

// release lets go of those operands of a node that nobody needs later.
func (w *writer) release(n *ir.Node) {
	for _, x := range n.In {
		if x.Later(n.Number) < math.MaxInt {
			continue
		}
		if slot := w.slot[x.Number]; slot != none {
			w.freed = append(w.freed, slot)
		}
		switch reg := w.reg[x.Number]; {
		case reg == none:
		case w.isMask(x):
			w.mask[reg] = nil
		default:
			w.vector[reg] = nil
		}
	}
	w.held = w.held[:0]
}

// address returns how to write a place; the registers it needs have what it takes.
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

// row returns a register with where a record begins: in bytes, of an index in eights of them.
func (w *writer) row(r ir.Rows) string {
	return w.load(fmt.Sprintf("row %v", r), func(to string) {
		list, disp := "AX", r.List
		if !r.Here {
			list, disp = w.base(r.List), 0
		}
		size, move := 8, "MOVQ"
		if r.Kind == ir.Indexed {
			size, move = 4, "MOVLQSX"
		}
		index := ""
		if w.target == avx2 {
			index = fmt.Sprintf("(%s*%d)", half, size)
		}
		w.line("%s %d(%s)%s, %s", move, disp+size*r.Lane, list, index, to)
		switch r.Size {
		case 0:
		case 24:
			w.line("LEAQ (%s)(%s*2), %s", to, to, to)
		default:
			w.line("IMUL3Q $%d, %s, %s", r.Size/8, to, to)
		}
	})
}

// load returns the register that holds something; if none does, that which was not needed for
// longest is made to.
func (w *writer) load(what string, make func(to string)) string {
	w.time++
	oldest := 0
	for i, holds := range w.pointer {
		if holds == what {
			w.used[i] = w.time
			return pointers[i]
		}
		if w.used[i] < w.used[oldest] {
			oldest = i
		}
	}
	w.pointer[oldest], w.used[oldest] = what, w.time
	if make == nil {
		w.line("MOVQ %s, %s", what, pointers[oldest])
	} else {
		make(pointers[oldest])
	}
	return pointers[oldest]
}
