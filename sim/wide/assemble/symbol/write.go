package symbol

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Registers. AX points to the arguments, frame to the first slot of the stack, which begins where
// a cache line does; the rest are for whatever is needed next.
const (
	vectors = 32
	masks   = 8
	frame   = "R13"
)

var pointers = [...]string{"BX", "CX", "DX", "SI", "DI", "R8", "R9", "R10", "R11", "R12"}

// writer turns a program into text, one node after the other. Loads are put off until the
// number is needed; what is needed last gives way when registers run out, to the stack if it
// cannot be loaded again.
type writer struct {
	text    strings.Builder
	now     int // number of the node that is written
	vector  [vectors]*node
	mask    [masks]*node // the first one means none
	held    []*node      // operands of this node, which must stay where they are
	slots   []bool       // of the stack: taken
	most    int
	pointer [len(pointers)]string // what a register holds
	used    [len(pointers)]int    // when it was last needed
	time    int
	leaves  bool
	*Constants
}

// Constants are the numbers and orders that some kernels need. The zero value has none.
type Constants struct {
	numbers []float64
	orders  [][Lanes]int
}

// number and order return the names of constants.
func (c *Constants) number(x float64) string {
	if !slices.Contains(c.numbers, x) {
		c.numbers = append(c.numbers, x)
	}
	return fmt.Sprintf("·number%d<>(SB)", slices.Index(c.numbers, x))
}

func (c *Constants) order(order [Lanes]int) string {
	if !slices.Contains(c.orders, order) {
		c.orders = append(c.orders, order)
	}
	return fmt.Sprintf("·order%d<>(SB)", slices.Index(c.orders, order))
}

// Declare writes all of them.
func (c *Constants) Declare(out io.Writer) {
	for i, x := range c.numbers {
		fmt.Fprintf(out, "\nDATA ·number%d<>+0(SB)/8, $%#x // %g\nGLOBL ·number%d<>(SB), RODATA|NOPTR, $8\n", i, math.Float64bits(x), x, i)
	}
	for i, order := range c.orders {
		fmt.Fprintln(out)
		for l, from := range order {
			fmt.Fprintf(out, "DATA ·order%d<>+%d(SB)/8, $%d\n", i, 8*l, from)
		}
		fmt.Fprintf(out, "GLOBL ·order%d<>(SB), RODATA|NOPTR, $%d\n", i, width)
	}
}

// Write writes the kernel run as assembly: a function of this name whose argument is a pointer to
// a struct of this type, which arguments points to. It returns the fields of that.
func (c *Constants) Write(out io.Writer, name, argument string, arguments any, run func()) []Field {
	now = &program{known: map[string]*node{}}
	fields := bind(arguments)
	run()
	now.count()
	w := writer{Constants: c}
	for _, n := range now.nodes {
		w.write(n)
	}
	stack := 0
	if w.most > 0 {
		stack = width * (w.most + 1)
	}
	fmt.Fprintf(out, "\n// func %s(a *%s)\nTEXT ·%s(SB), 0, $%d-8\n\tMOVQ a+0(FP), AX\n", name, argument, name, stack)
	if stack > 0 {
		fmt.Fprintf(out, "\tLEAQ %d(SP), %s\n\tANDQ $~%d, %s\n", width-1, frame, width-1, frame)
	}
	io.WriteString(out, w.text.String())
	if w.leaves {
		io.WriteString(out, "leave:\n")
	}
	io.WriteString(out, "\tVZEROUPPER\n\tRET\n")
	return fields
}

// count finds out who needs what, and leaves out what nobody needs.
func (p *program) count() {
	needed := make([]bool, len(p.nodes))
	var kept []*node
	for i := len(p.nodes) - 1; i >= 0; i-- {
		n := p.nodes[i]
		if n.effect() {
			needed[i] = true
		}
		if !needed[i] {
			continue
		}
		kept = append(kept, n)
		for _, x := range n.operands() {
			needed[x.number] = true
		}
	}
	p.nodes = p.nodes[:0]
	for i := len(kept) - 1; i >= 0; i-- {
		kept[i].number = len(p.nodes)
		p.nodes = append(p.nodes, kept[i])
	}
	written := map[place]bool{}
	for i, n := range p.nodes {
		for _, x := range n.operands() {
			x.uses = append(x.uses, i)
			if x.op == opLoad && written[x.at] {
				panic(fmt.Sprintf("a number is needed again after there was written something else: %+v", x.at))
			}
		}
		if n.effect() && n.op != opLeave {
			written[n.at] = true
		}
	}
}

func (n *node) effect() bool {
	return n.op >= opStore
}

func (n *node) operands() (list []*node) {
	for _, x := range []*node{n.x, n.y, n.mask} {
		if x != nil {
			list = append(list, x)
		}
	}
	return list
}

// later returns which node needs it next.
func (n *node) later(now int) int {
	for _, i := range n.uses {
		if i > now {
			return i
		}
	}
	return math.MaxInt
}

// cheap reports whether it is in memory anyway.
func (n *node) cheap() bool { return n.op == opLoad || n.op == opSame || n.op == opConstant }

func (w *writer) line(format string, a ...any) { fmt.Fprintf(&w.text, "\t"+format+"\n", a...) }

func (w *writer) write(n *node) {
	w.now, w.held = n.number, w.held[:0]
	switch n.op {
	case opConstant, opLoad, opSame: // when it is needed
	case opHalf:
		at := w.address(n.at)
		w.line("VMOVUPD %s, Y%d", at, w.result(n))
	case opInsert:
		x := w.register(n.x)
		at := w.address(n.at)
		w.done(n)
		w.line("VINSERTF64X4 $1, %s, %s, Z%d", at, x, w.result(n))
	case opUnary:
		x := w.operand(n.x)
		w.done(n)
		w.line("%s %s, Z%d", n.mnemonic, x, w.result(n))
	case opBinary:
		x, y := w.pair(n)
		name := n.mnemonic
		if !strings.HasPrefix(y, "Z") && (w.same(n.x) || w.same(n.y)) {
			name += ".BCST"
		}
		w.done(n)
		w.line("%s %s, %s, Z%d", name, y, x, w.result(n))
	case opShuffle:
		x, y := w.register(n.x), w.register(n.y)
		w.done(n)
		w.line("VSHUFPD $%d, %s, %s, Z%d", n.choice, y, x, w.result(n))
	case opPermute:
		w.permute(n)
	case opCompare:
		x, y := w.register(n.x), w.register(n.y)
		w.done(n)
		w.line("VCMPPD $%d, %s, %s, K%d", n.choice, y, x, w.maskFor(n))
	case opLogic:
		x, y := w.maskRegister(n.x), w.maskRegister(n.y)
		w.done(n)
		w.line("%s %s, %s, K%d", n.mnemonic, y, x, w.maskFor(n))
	case opBits:
		at := w.address(n.at)
		w.line("KMOVB %s, K%d", at, w.maskFor(n))
	case opMerge:
		x, y, k := w.register(n.x), w.register(n.y), w.maskRegister(n.mask)
		w.done(n)
		w.line("VBLENDMPD %s, %s, %s, Z%d", x, y, k, w.result(n))
	case opMasked:
		x, k := w.register(n.x), w.maskRegister(n.mask)
		w.done(n)
		w.line("VMOVAPD.Z %s, %s, Z%d", x, k, w.result(n))
	case opPack:
		x, k := w.register(n.x), w.maskRegister(n.mask)
		w.done(n)
		w.line("VCOMPRESSPD.Z %s, %s, Z%d", x, k, w.result(n))
	case opStore:
		x := w.register(n.x)
		w.line("VMOVUPD %s, %s", x, w.address(n.at))
		w.done(n)
	case opLower:
		x := w.register(n.x)
		w.line("VMOVUPD Y%s, %s", x[1:], w.address(n.at))
		w.done(n)
	case opUpper:
		x := w.register(n.x)
		w.line("VEXTRACTF64X4 $1, %s, %s", x, w.address(n.at))
		w.done(n)
	case opUpdate:
		x := w.register(n.x)
		at := w.address(n.at)
		w.line("VMOVUPD %s, Z%d", at, w.result(n))
		w.done(n)
		w.line("%s %s, Z%d, Z%d", n.mnemonic, x, n.reg, n.reg)
		w.line("VMOVUPD Z%d, %s", n.reg, at)
		w.vector[n.reg] = nil
	case opSet:
		k := w.maskRegister(n.mask)
		w.line("KMOVB %s, %s", k, w.address(n.at))
		w.done(n)
	case opLeave:
		k := w.maskRegister(n.mask)
		w.line("KORTESTB %s, %s", k, k)
		w.line("JEQ leave")
		w.leaves = true
		w.done(n)
	}
}

// pair returns the operands of a node, of which the second may be in memory.
func (w *writer) pair(n *node) (x, y string) {
	if n.mnemonic != "VSUBPD" && n.mnemonic != "VDIVPD" && n.mnemonic != "VMAXPD" && n.x.reg < 0 && n.y.reg >= 0 {
		return w.register(n.y), w.operand(n.x)
	}
	x = w.register(n.x)
	return x, w.operand(n.y)
}

// permute writes into the register of its first operand.
func (w *writer) permute(n *node) {
	x, y := w.register(n.x), w.register(n.y)
	order := w.free()
	w.line("VMOVUPD %s, Z%d", w.order(n.order), order)
	w.vector[order] = n // so that it is not taken
	to := n.x.reg
	if n.x.later(n.number) < math.MaxInt {
		to = w.free()
		w.line("VMOVAPD %s, Z%d", x, to)
	}
	w.line("VPERMT2PD %s, Z%d, Z%d", y, order, to)
	w.done(n)
	w.vector[order], w.vector[to], n.reg = nil, n, to
}

// operand returns a register or, for what is needed only now, a place in memory.
func (w *writer) operand(n *node) string {
	last := n.later(w.now) == math.MaxInt
	switch {
	case n.reg >= 0:
	case n.op == opConstant && n.value != 0 && w.binary():
		return w.number(n.value)
	case n.op == opSame && w.binary():
		return w.address(n.at)
	case n.op == opLoad && last:
		return w.address(n.at)
	case n.slot >= 0 && last:
		return w.stack(n.slot)
	}
	return w.register(n)
}

// same reports whether a number would be read from one that all lanes have.
func (w *writer) same(n *node) bool { return n.reg < 0 && (n.op == opSame || n.op == opConstant) }

func (w *writer) binary() bool { return now.nodes[w.now].op == opBinary }

func (w *writer) stack(slot int) string { return fmt.Sprintf("%d(%s)", slot*width, frame) }

// register returns the register that holds a number, and puts it there if none does.
func (w *writer) register(n *node) string {
	if n.reg < 0 {
		to := w.free()
		switch {
		case n.slot >= 0:
			w.line("VMOVUPD %s, Z%d", w.stack(n.slot), to)
		case n.op == opLoad:
			w.line("VMOVUPD %s, Z%d", w.address(n.at), to)
		case n.op == opSame:
			w.line("VBROADCASTSD %s, Z%d", w.address(n.at), to)
		case n.op == opConstant && n.value == 0:
			w.line("VPXORQ Z%d, Z%d, Z%d", to, to, to)
		case n.op == opConstant:
			w.line("VBROADCASTSD %s, Z%d", w.number(n.value), to)
		default:
			panic("a number got lost")
		}
		w.vector[to], n.reg = n, to
	}
	w.held = append(w.held, n)
	return fmt.Sprintf("Z%d", n.reg)
}

// result returns the register for what a node makes.
func (w *writer) result(n *node) int {
	n.reg = w.free()
	w.vector[n.reg] = n
	return n.reg
}

// maskRegister is register for masks.
func (w *writer) maskRegister(n *node) string {
	if n.reg < 0 {
		w.line("KMOVB %s, K%d", w.stack(n.slot), w.maskFor(n))
	}
	w.held = append(w.held, n)
	return fmt.Sprintf("K%d", n.reg)
}

// maskFor makes a register for masks hold one.
func (w *writer) maskFor(n *node) int {
	best, far := 0, -1
	for k := 1; k < masks; k++ {
		m := w.mask[k]
		if m == nil {
			best = k
			break
		}
		if next := m.later(w.now - 1); !w.holds(m) && next > far {
			best, far = k, next
		}
	}
	if m := w.mask[best]; m != nil {
		if m.slot < 0 {
			m.slot = w.takeSlot()
			w.line("KMOVB K%d, %s", best, w.stack(m.slot))
		}
		m.reg = -1
	}
	w.mask[best], n.reg = n, best
	return best
}

// free returns a register that holds nothing that is needed.
func (w *writer) free() int {
	best, far := -1, -1
	for i, n := range w.vector {
		if n == nil {
			return i
		}
		next := n.later(w.now - 1)
		if n.cheap() && next < math.MaxInt {
			next += 10 // it costs but a load
		}
		if !w.holds(n) && next > far {
			best, far = i, next
		}
	}
	n := w.vector[best]
	if !n.cheap() && n.slot < 0 && n.later(w.now-1) < math.MaxInt {
		n.slot = w.takeSlot()
		w.line("VMOVUPD Z%d, %s", best, w.stack(n.slot))
	}
	n.reg, w.vector[best] = -1, nil
	return best
}

func (w *writer) holds(n *node) bool {
	for _, h := range w.held {
		if h == n {
			return true
		}
	}
	return n.number == w.now
}

func (w *writer) takeSlot() int {
	for i, taken := range w.slots {
		if !taken {
			w.slots[i] = true
			return i
		}
	}
	w.slots = append(w.slots, true)
	w.most = len(w.slots)
	return w.most - 1
}

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
		case x.reg >= 0 && (x.op == opCompare || x.op == opLogic || x.op == opBits):
			w.mask[x.reg] = nil
		case x.reg >= 0:
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
