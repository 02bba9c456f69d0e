package symbol

import (
	"fmt"
	"io"
	"math"
	"slices"
)

// Constants are the numbers and orders that some kernels need. The zero value has none.
type Constants struct {
	numbers []float64
	orders  []order
	lanes   Lanes
}

// number and order return the names of constants.
func (c *Constants) number(x float64) string {
	if !slices.Contains(c.numbers, x) {
		c.numbers = append(c.numbers, x)
	}
	return fmt.Sprintf("·number%d<>(SB)", slices.Index(c.numbers, x))
}

func (c *Constants) order(o order) string {
	if !slices.Contains(c.orders, o) {
		c.orders = append(c.orders, o)
	}
	return fmt.Sprintf("·order%d<>(SB)", slices.Index(c.orders, o))
}

// Declare writes all of them.
func (c *Constants) Declare(out io.Writer) {
	for i, x := range c.numbers {
		copies := 1
		if c.lanes == Four { // which cannot read one number for all lanes as part of an operation
			copies = int(c.lanes)
		}
		words := slices.Repeat([]uint64{math.Float64bits(x)}, copies)
		declare(out, fmt.Sprintf("number%d<>", i), fmt.Sprintf(" // %g", x), words)
	}
	for i, order := range c.orders {
		var words []uint64
		for _, from := range order {
			words = append(words, uint64(from))
		}
		declare(out, fmt.Sprintf("order%d<>", i), "", words)
	}
	if c.lanes == Four {
		var truths, packs []uint64
		for bits := range 1 << c.lanes {
			var packed []uint64
			for l := range int(c.lanes) {
				truths = append(truths, -uint64(bits>>l&1))
				if bits>>l&1 != 0 {
					packed = append(packed, uint64(2*l)|uint64(2*l+1)<<32)
				}
			}
			packs = append(packs, append(packed, make([]uint64, int(c.lanes)-len(packed))...)...)
		}
		declare(out, truthTable, " // masks, by their bits", truths)
		declare(out, packTable, " // halves of the numbers of lanes, by the bits of these", packs)
	}
}

const truthTable, packTable = "truths<>", "packs<>"

func declare(out io.Writer, name, about string, words []uint64) {
	fmt.Fprintln(out)
	for k, x := range words {
		fmt.Fprintf(out, "DATA ·%s+%d(SB)/8, $%#x%s\n", name, 8*k, x, about)
	}
	fmt.Fprintf(out, "GLOBL ·%s(SB), RODATA|NOPTR, $%d\n", name, 8*len(words))
}

// Write writes the kernel run for so many lanes as assembly: a function of this name whose argument is
// a pointer to a struct of this type, which arguments points to. It returns the fields of that.
func (c *Constants) Write(out io.Writer, l Lanes, name, argument string, arguments any, run func()) []Field {
	now = &program{lanes: l, known: map[string]*node{}}
	c.lanes = l
	fields := bind(arguments)
	run()
	now.count()
	w := writer{Constants: c, vector: make([]*node, 16)}
	if l == Eight {
		w.vector = make([]*node, 32)
	}
	for _, n := range now.nodes {
		w.write(n)
	}
	stack := 0
	if len(w.slots) > 0 {
		stack = l.width()*len(w.slots) + line
	}
	fmt.Fprintf(out, "\n// func %s(a *%s)\nTEXT ·%s(SB), 0, $%d-8\n\tMOVQ a+0(FP), AX\n", name, argument, name, stack)
	if stack > 0 {
		fmt.Fprintf(out, "\tLEAQ %d(SP), %s\n\tANDQ $~%d, %s\n", line-1, frame, line-1, frame)
	}
	io.WriteString(out, w.text.String())
	if w.leaves {
		io.WriteString(out, "leave:\n")
	}
	io.WriteString(out, "\tVZEROUPPER\n\tRET\n")
	return fields
}

// line is the size of a cache line.
const line = 64

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
		if n.effect() && n.op != opLeave && n.op != opPrefetch {
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

// inMemory reports whether it is in memory anyway.
func (n *node) inMemory() bool { return n.op == opLoad || n.op == opSame || n.op == opConstant }

// isMask reports whether it is in a register for masks. With AVX2 masks are vectors.
func (n *node) isMask() bool {
	return now.lanes == Eight && (n.op == opCompare || n.op == opLogic || n.op == opBits)
}

// write writes a node. What it needs is put into registers first, then what it is the last to need is
// let go of, and then there is a register for the result.
func (w *writer) write(n *node) {
	w.now, w.held = n.number, w.held[:0]
	switch n.op {
	case opConstant, opLoad, opSame: // when it is needed
	case opHalf:
		at := w.address(n.at)
		w.line("VMOVUPD %s, Y%s", at, w.result(n)[1:])
	case opInsert:
		x, at := w.register(n.x), w.address(n.at)
		w.done(n)
		w.line("VINSERTF64X4 $1, %s, %s, %s", at, x, w.result(n))
	case opUnary:
		x := w.register(n.x)
		w.done(n)
		w.line("%s %s, %s", n.mnemonic, x, w.result(n))
	case opBinary:
		x, y, suffix := w.pair(n)
		w.done(n)
		w.line("%s%s %s, %s, %s", n.mnemonic, suffix, y, x, w.result(n))
	case opShuffle:
		x, y := w.register(n.x), w.register(n.y)
		w.done(n)
		w.line("%s $%d, %s, %s, %s", n.mnemonic, w.choice(n), y, x, w.result(n))
	case opPermute:
		w.permute(n)
	case opCompare:
		x, y := w.register(n.x), w.register(n.y)
		w.done(n)
		w.line("VCMPPD $%d, %s, %s, %s", n.choice, y, x, w.result(n))
	case opLogic:
		x, y := w.register(n.x), w.register(n.y)
		w.done(n)
		if n.isMask() {
			w.line("K%sB %s, %s, %s", n.mnemonic, y, x, w.result(n))
		} else {
			w.line("V%sPD %s, %s, %s", n.mnemonic, y, x, w.result(n))
		}
	case opBits:
		if at := w.address(n.at); n.isMask() {
			w.line("KMOVB %s, %s", at, w.result(n))
		} else {
			w.look(truthTable, n, func(to string) {
				w.line("MOVBLZX %s, %s", at, to)
				w.line("ANDL $%d, %s", 1<<now.lanes-1, to)
			})
		}
	case opPackOrder:
		k := w.register(n.mask)
		w.look(packTable, n, func(to string) { w.line("VMOVMSKPD %s, %s", k, to) })
		w.done(n)
	case opMerge:
		x, y, k := w.register(n.x), w.register(n.y), w.register(n.mask)
		w.done(n)
		if now.lanes == Eight {
			w.line("VBLENDMPD %s, %s, %s, %s", x, y, k, w.result(n))
		} else {
			w.line("VBLENDVPD %s, %s, %s, %s", k, x, y, w.result(n))
		}
	case opMasked:
		x, k := w.register(n.x), w.register(n.mask)
		w.done(n)
		if now.lanes == Eight {
			w.line("VMOVAPD.Z %s, %s, %s", x, k, w.result(n))
		} else {
			w.line("VANDPD %s, %s, %s", k, x, w.result(n))
		}
	case opPack:
		if now.lanes == Eight {
			x, k := w.register(n.x), w.register(n.mask)
			w.done(n)
			w.line("VCOMPRESSPD.Z %s, %s, %s", x, k, w.result(n))
		} else {
			x, y := w.register(n.x), w.register(n.y)
			w.done(n)
			w.line("VPERMPS %s, %s, %s", x, y, w.result(n))
		}
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
		x, at := w.register(n.x), w.address(n.at)
		to := w.result(n)
		w.line("VMOVUPD %s, %s", at, to)
		w.line("%s %s, %s, %s", n.mnemonic, x, to, to)
		w.line("VMOVUPD %s, %s", to, at)
		w.done(n)
		w.vector[n.reg] = nil
	case opPrefetch:
		w.line("PREFETCHT0 %s", w.address(n.at))
	case opSet:
		if now.lanes == Eight {
			k := w.register(n.mask)
			w.line("KMOVB %s, %s", k, w.address(n.at))
		} else {
			w.line("MOVB %s, %s", w.bits(n.mask), w.address(n.at))
		}
		w.done(n)
	case opLeave:
		if now.lanes == Eight {
			k := w.register(n.mask)
			w.line("KORTESTB %s, %s", k, k)
		} else {
			bits := w.bits(n.mask)
			w.line("TESTL %s, %s", bits, bits)
		}
		w.line("JEQ leave")
		w.leaves = true
		w.done(n)
	}
}

// choice returns that of a shuffle: there is a bit of it for each number, and halves have four.
func (w *writer) choice(n *node) int {
	if n.mnemonic == "VSHUFPD" {
		return n.choice & (1<<now.lanes - 1)
	}
	return n.choice
}

// bits returns a register with the bits of a mask (Four).
func (w *writer) bits(mask *node) string {
	k := w.register(mask)
	return w.load(fmt.Sprintf("bits of %d", mask.number), func(to string) { w.line("VMOVMSKPD %s, %s", k, to) })
}

// look takes a row of a table of Floats, by bits that are put into a register (Four).
func (w *writer) look(table string, n *node, bits func(to string)) {
	at := w.load(fmt.Sprintf("row of %d", n.number), func(to string) {
		bits(to)
		w.line("SHLQ $5, %s", to)
	})
	base := w.load(table, func(to string) { w.line("LEAQ ·%s(SB), %s", table, to) })
	w.line("VMOVUPD (%s)(%s*1), %s", base, at, w.result(n))
}

// pair returns the operands of a node, of which the second may be in memory, and what that adds to
// the name of the operation.
func (w *writer) pair(n *node) (x, y, suffix string) {
	first, second := n.x, n.y
	commutes := n.mnemonic == "VADDPD" || n.mnemonic == "VMULPD"
	if commutes && first.reg < 0 && second.reg >= 0 {
		first, second = second, first
	}
	x = w.register(first)
	y, suffix = w.operand(second)
	return x, y, suffix
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
