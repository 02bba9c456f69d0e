package symbol

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Registers. AX points to the arguments, frame to the first slot of the stack, which begins where
// a cache line does; the rest are for whatever is needed next.
const (
	masks = 8 // the first one means none
	frame = "R13"
)

var pointers = [...]string{"BX", "CX", "DX", "SI", "DI", "R8", "R9", "R10", "R11", "R12"}

// writer turns a program into text, one node after the other. Loads are put off until the
// number is needed; what is needed last gives way when registers run out, to the stack if it
// cannot be loaded again.
type writer struct {
	text    strings.Builder
	now     int     // number of the node that is written
	vector  []*node // what registers hold
	mask    [masks]*node
	held    []*node               // operands of this node, which must stay where they are
	slots   []bool                // of the stack: taken
	pointer [len(pointers)]string // what a register holds
	used    [len(pointers)]int    // when it was last needed
	time    int
	leaves  bool
	*Constants
}

func (w *writer) line(format string, a ...any) { fmt.Fprintf(&w.text, "\t"+format+"\n", a...) }

// name returns how to write a register for vectors.
func (w *writer) name(vector int) string {
	if now.lanes == Eight {
		return fmt.Sprintf("Z%d", vector)
	}
	return fmt.Sprintf("Y%d", vector)
}

// operand returns a register or, for what is needed only now, a place in memory, and what that adds
// to the name of an operation.
func (w *writer) operand(n *node) (operand, suffix string) {
	last := n.later(w.now) == math.MaxInt
	all := ".BCST" // one number for all lanes
	if now.lanes == Four {
		all = ""
	}
	switch {
	case n.reg >= 0:
	case n.op == opConstant && n.value != 0:
		return w.number(n.value), all
	case n.op == opSame:
		return w.address(n.at), all
	case n.op == opLoad && last:
		return w.address(n.at), ""
	case n.slot >= 0 && last:
		return w.stack(n.slot), ""
	}
	return w.register(n), ""
}

func (w *writer) stack(slot int) string { return fmt.Sprintf("%d(%s)", slot*now.lanes.width(), frame) }

// register returns the register that holds what a node makes, and puts it there if none does.
func (w *writer) register(n *node) string {
	defer func() { w.held = append(w.held, n) }()
	if n.reg >= 0 {
		if n.isMask() {
			return fmt.Sprintf("K%d", n.reg)
		}
		return w.name(n.reg)
	}
	if n.isMask() {
		to := w.result(n)
		w.line("KMOVB %s, %s", w.stack(n.slot), to)
		return to
	}
	i := w.free()
	to := w.name(i)
	w.vector[i], n.reg = n, i
	all := "VBROADCASTSD" // one number for all lanes
	if now.lanes == Four {
		all = "VMOVUPD"
	}
	switch {
	case n.slot >= 0:
		w.line("VMOVUPD %s, %s", w.stack(n.slot), to)
	case n.op == opLoad:
		w.line("VMOVUPD %s, %s", w.address(n.at), to)
	case n.op == opSame:
		w.line("%s %s, %s", all, w.address(n.at), to)
	case n.op == opConstant && n.value != 0:
		w.line("%s %s, %s", all, w.number(n.value), to)
	case n.op == opConstant && now.lanes == Eight:
		w.line("VPXORQ %s, %s, %s", to, to, to)
	case n.op == opConstant:
		w.line("VXORPD %s, %s, %s", to, to, to)
	default:
		panic("a number got lost")
	}
	return to
}

// result returns the register for what a node makes.
func (w *writer) result(n *node) string {
	if n.isMask() {
		n.reg = w.freeMask()
		w.mask[n.reg] = n
		return fmt.Sprintf("K%d", n.reg)
	}
	n.reg = w.free()
	w.vector[n.reg] = n
	return w.name(n.reg)
}

// free returns a register that holds nothing that is needed.
func (w *writer) free() int {
	best, far := -1, -1
	for i, n := range w.vector {
		if n == nil {
			return i
		}
		next := n.later(w.now - 1)
		if n.inMemory() && next < math.MaxInt {
			next += 10 // it costs but a load
		}
		if !w.holds(n) && next > far {
			best, far = i, next
		}
	}
	if n := w.vector[best]; !n.inMemory() {
		w.save(n, "VMOVUPD")
	}
	w.vector[best].reg, w.vector[best] = -1, nil
	return best
}

// freeMask is free for masks.
func (w *writer) freeMask() int {
	best, far := -1, -1
	for k, n := range w.mask {
		switch {
		case k == 0:
			continue
		case n == nil:
			return k
		}
		if next := n.later(w.now - 1); !w.holds(n) && next > far {
			best, far = k, next
		}
	}
	w.save(w.mask[best], "KMOVB")
	w.mask[best].reg, w.mask[best] = -1, nil
	return best
}

// save puts what gives way on the stack, if it is needed again and not there.
func (w *writer) save(n *node, mnemonic string) {
	if n.slot >= 0 || n.later(w.now-1) == math.MaxInt {
		return
	}
	if n.slot = slices.Index(w.slots, false); n.slot < 0 {
		n.slot = len(w.slots)
		w.slots = append(w.slots, false)
	}
	w.slots[n.slot] = true
	if n.isMask() {
		w.line("%s K%d, %s", mnemonic, n.reg, w.stack(n.slot))
	} else {
		w.line("%s %s, %s", mnemonic, w.name(n.reg), w.stack(n.slot))
	}
}

// holds reports whether the node that is written needs a register to stay what it is.
func (w *writer) holds(n *node) bool { return n.number == w.now || slices.Contains(w.held, n) }

// done lets go of those operands of a node that nobody needs later.
func (w *writer) done(n *node) {
	for _, x := range n.operands() {
		if x.later(n.number) < math.MaxInt {
			continue
		}
		if x.slot >= 0 {
			w.slots[x.slot] = false
		}
		switch {
		case x.reg < 0:
		case x.isMask():
			w.mask[x.reg] = nil
		default:
			w.vector[x.reg] = nil
		}
	}
	w.held = w.held[:0]
}

// address returns how to write a place; the registers it needs have what it takes.
func (w *writer) address(p place) string {
	if p.pointer == inArguments {
		return fmt.Sprintf("%d(AX)", p.disp)
	}
	base := w.load(fmt.Sprintf("%d(AX)", p.pointer), nil)
	if !p.row.there {
		return fmt.Sprintf("%d(%s)", p.disp, base)
	}
	if p.row.size == 0 {
		row := w.load(fmt.Sprintf("%d of rows %d", p.row.lane, p.row.field), func(to string) {
			list := w.load(fmt.Sprintf("%d(AX)", p.row.field), nil)
			w.line("MOVQ %d(%s), %s", 8*p.row.lane, list, to)
		})
		return fmt.Sprintf("%d(%s)(%s*1)", p.disp, w.load(fmt.Sprintf("%d(AX)", p.pointer), nil), row)
	}
	row := w.load(fmt.Sprintf("%d of index %d, %d", p.row.lane, p.row.field, p.row.size), func(to string) {
		list := w.load(fmt.Sprintf("%d(AX)", p.row.field), nil)
		w.line("MOVLQSX %d(%s), %s", 4*p.row.lane, list, to)
		switch p.row.size {
		case 24:
			w.line("LEAQ (%s)(%s*2), %s", to, to, to)
		case 64:
			w.line("SHLQ $3, %s", to)
		default:
			panic("records of this size are not known")
		}
	})
	return fmt.Sprintf("%d(%s)(%s*8)", p.disp, w.load(fmt.Sprintf("%d(AX)", p.pointer), nil), row)
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
