package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"example.org/tumble/sim/wide/ir"
)

// Instructions of operations on two numbers, and on two masks.
var instructions = map[ir.Op]string{
	ir.Add: "VADDPD", ir.Sub: "VSUBPD", ir.Mul: "VMULPD", ir.Div: "VDIVPD", ir.Max: "VMAXPD",
	ir.And: "AND", ir.Or: "OR", ir.Xor: "XOR", ir.AndNot: "ANDN",
}

// write writes a program as an assembly function of this name, and returns how many bytes of the stack it
// needs. It gets the arguments and the stack in registers: see main.
func write(out io.Writer, t target, c *constants, name string, program *ir.Program) (stack int, err error) {
	p := lower(program, t)
	if err := p.Check(); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	w := newWriter(t, c, len(p.Nodes))
	for _, n := range p.Nodes {
		w.write(n)
	}
	fmt.Fprintf(out, "\nTEXT ·%s<>(SB), NOSPLIT|NOFRAME, $0-0\n", name)
	for _, n := range p.Nodes {
		switch n.Op {
		case ir.Put:
			fmt.Fprintf(out, "\tMOVB $0, %d(AX)\n", n.At.Disp)
		case ir.Put32:
			fmt.Fprintf(out, "\tMOVW $0, %d(AX)\n", n.At.Disp)
		}
	}
	if t == avx2 {
		fmt.Fprintf(out, "\tXORL %s, %s\n\tXORL %s, %s\nhalf:\n", half, half, done, done)
	}
	io.WriteString(out, w.text.String())
	if w.leaves {
		io.WriteString(out, "leave:\n")
	}
	if t == avx2 {
		fmt.Fprintf(out, "\tADDQ $4, %s\n\tCMPQ %s, $8\n\tJLT half\n", half, half)
	}
	io.WriteString(out, "\tRET\n")
	return w.width() * len(w.slots), nil
}

// line is the size of a cache line.
const line = 64

// write writes a node. What it needs is put into registers first, then what it is the last to need is
// let go of, and then there is a register for the result.
func (w *writer) write(n *ir.Node) {
	w.now, w.held = n.Number, w.held[:0]
	for _, slot := range w.freed {
		w.slots[slot] = false
	}
	w.freed = w.freed[:0]
	switch n.Op {
	case ir.Constant, ir.Load, ir.Load32, ir.Broadcast, ir.Broadcast32: // when it is needed
	case lowerHalf:
		at := w.address(n.At)
		w.line("VMOVUPD %s, Y%s", at, w.result(n)[1:])
	case insert:
		x, at := w.register(n.In[0]), w.address(n.At)
		w.release(n)
		w.line("VINSERTF64X4 $1, %s, %s, %s", at, x, w.result(n))
	case ir.Sqrt:
		x := w.register(n.In[0])
		w.release(n)
		w.line("VSQRTPD %s, %s", x, w.result(n))
	case ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Max:
		x, y, suffix := w.pair(n)
		w.release(n)
		w.line("%s%s %s, %s, %s", instructions[n.Op], suffix, y, x, w.result(n))
	case shuffle:
		w.two(n, fmt.Sprintf("%s $%d,", n.Name, n.Choice))
	case ir.Compare, ir.Compare32:
		name := map[ir.Op]string{ir.Compare: "VCMPPD", ir.Compare32: "VCMPPS"}[n.Op]
		x, y, suffix := w.pair(n)
		w.release(n)
		w.line("%s%s $%d, %s, %s, %s", name, suffix, n.Choice, y, x, w.result(n))
	case ir.And, ir.Or, ir.Xor, ir.AndNot:
		if w.isMask(n) {
			w.two(n, "K"+instructions[n.Op]+"B")
		} else {
			w.two(n, "V"+instructions[n.Op]+"PD")
		}
	case ir.And32:
		w.two(n, map[target]string{avx512: "KANDW", avx2: "VANDPS"}[w.target])
	case permute:
		w.permute(n)
	case ir.Bits, packOrder, ir.Merge, ir.Masked, packed:
		w.byMask(n)
	default:
		w.effect(n)
	}
}

// two writes an operation on two registers.
func (w *writer) two(n *ir.Node, instruction string) {
	x, y := w.register(n.In[0]), w.register(n.In[1])
	w.release(n)
	w.line("%s %s, %s, %s", instruction, y, x, w.result(n))
}

// pair returns the operands of a node, of which the second may be in memory, and what that adds to
// the name of the instruction.
func (w *writer) pair(n *ir.Node) (x, y, suffix string) {
	first, second := n.In[0], n.In[1]
	commutes := n.Op == ir.Add || n.Op == ir.Mul
	if commutes && w.reg[first.Number] == none && w.reg[second.Number] != none {
		first, second = second, first
	}
	x = w.register(first)
	y, suffix = w.operand(second)
	return x, y, suffix
}

// permute writes into the register of its first operand.
func (w *writer) permute(n *ir.Node) {
	x, y := w.register(n.In[0]), w.register(n.In[1])
	order := w.free()
	w.line("VMOVUPD %s, Z%d", w.order(n.Order), order)
	w.vector[order] = n // so that it is not taken
	to := w.reg[n.In[0].Number]
	if n.In[0].Later(n.Number) < math.MaxInt {
		to = w.free()
		w.line("VMOVAPD %s, Z%d", x, to)
	}
	w.line("VPERMT2PD %s, Z%d, Z%d", y, order, to)
	w.release(n)
	w.vector[order], w.vector[to], w.reg[n.Number] = nil, n, to
}

// byMask writes what reads a mask, or makes one of bits.
func (w *writer) byMask(n *ir.Node) {
	if w.target == avx2 {
		w.byVector(n)
		return
	}
	switch n.Op {
	case ir.Bits:
		at := w.address(n.At)
		w.line("KMOVB %s, %s", at, w.result(n))
	case ir.Merge:
		x, y, k := w.register(n.In[0]), w.register(n.In[1]), w.register(n.In[2])
		w.release(n)
		w.line("VBLENDMPD %s, %s, %s, %s", x, y, k, w.result(n))
	case ir.Masked:
		w.kept(n, "VMOVAPD.Z")
	case packed:
		w.kept(n, "VCOMPRESSPD.Z")
	}
}

// kept writes an operation on one register and a mask.
func (w *writer) kept(n *ir.Node, instruction string) {
	x, k := w.register(n.In[0]), w.register(n.In[1])
	w.release(n)
	w.line("%s %s, %s, %s", instruction, x, k, w.result(n))
}

// byVector is byMask where masks are vectors.
func (w *writer) byVector(n *ir.Node) {
	switch n.Op {
	case ir.Bits:
		at := w.address(n.At)
		w.look(truthTable, n, func(to string) {
			w.line("MOVBLZX %s, %s", at, to)
			w.line("SHRXL %s, %s, %s", half, to, to)
			w.line("ANDL $%d, %s", 1<<w.target-1, to)
		})
	case packOrder:
		k := w.register(n.In[0])
		w.look(packTable, n, func(to string) { w.line("VMOVMSKPD %s, %s", k, to) })
		w.release(n)
	case ir.Merge:
		x, y, k := w.register(n.In[0]), w.register(n.In[1]), w.register(n.In[2])
		w.release(n)
		w.line("VBLENDVPD %s, %s, %s, %s", k, x, y, w.result(n))
	case ir.Masked:
		w.two(n, "VANDPD")
	case packed:
		x, y := w.register(n.In[0]), w.register(n.In[1])
		w.release(n)
		w.line("VPERMPS %s, %s, %s", x, y, w.result(n))
	}
}

// bits returns a register with the bits of a mask of this half (avx2).
func (w *writer) bits(mask *ir.Node) string {
	k := w.register(mask)
	return w.load(fmt.Sprintf("bits of %d", mask.Number), func(to string) { w.line("VMOVMSKPD %s, %s", k, to) })
}

// look takes a row of a table of vectors, by bits that are put into a register (avx2).
func (w *writer) look(table string, n *ir.Node, bits func(to string)) {
	at := w.load(fmt.Sprintf("row of %d", n.Number), func(to string) {
		bits(to)
		w.line("SHLQ $5, %s", to)
	})
	base := w.load(table, func(to string) { w.line("LEAQ ·%s(SB), %s", table, to) })
	w.line("VMOVUPD (%s)(%s*1), %s", base, at, w.result(n))
}

// effect writes a node that has an effect.
func (w *writer) effect(n *ir.Node) {
	switch n.Op {
	case ir.Store:
		x := w.register(n.In[0])
		w.line("VMOVUPD %s, %s", x, w.address(n.At))
	case storeLower:
		x := w.register(n.In[0])
		w.line("VMOVUPD Y%s, %s", x[1:], w.address(n.At))
	case storeUpper:
		x := w.register(n.In[0])
		w.line("VEXTRACTF64X4 $1, %s, %s", x, w.address(n.At))
	case storePacked:
		x := w.register(n.In[0])
		w.line("VMOVUPD %s, %s(%s*8)", x, w.address(n.At), done)
	case countPacked:
		bits := w.bits(n.In[0])
		w.line("POPCNTL %s, %s", bits, done) // the second half needs no count of its own
	case update:
		x, at := w.register(n.In[0]), w.address(n.At)
		to := w.free()
		w.line("VMOVUPD %s, %s", at, w.name(to))
		w.line("%s %s, %s, %s", n.Name, x, w.name(to), w.name(to))
		w.line("VMOVUPD %s, %s", w.name(to), at)
	case ir.Prefetch:
		w.line("PREFETCHT0 %s", w.address(n.At))
	case ir.Put:
		w.put(n)
	case ir.Put32:
		w.put32(n)
	case ir.Leave:
		if w.target == avx512 {
			k := w.register(n.In[0])
			w.line("KORTESTB %s, %s", k, k)
		} else {
			bits := w.bits(n.In[0])
			w.line("TESTL %s, %s", bits, bits)
		}
		w.line("JEQ leave")
		w.leaves = true
	default:
		panic(fmt.Sprintf("nothing is known of operation %d", n.Op))
	}
	w.release(n)
}

// put writes the bits of a mask. The set was empty when the kernel began.
func (w *writer) put(n *ir.Node) {
	if w.target == avx512 {
		k := w.register(n.In[0])
		w.line("KMOVB %s, %s", k, w.address(n.At))
		return
	}
	bits := w.bits(n.In[0])
	shifted := w.load(fmt.Sprintf("shifted bits of %d", n.In[0].Number), func(to string) {
		w.line("SHLXL %s, %s, %s", half, bits, to)
	})
	w.line("ORB %s, %s", shifted, w.address(n.At))
}

// put32 is put for sixteen lanes, eight of them in each half.
func (w *writer) put32(n *ir.Node) {
	k := w.register(n.In[0])
	if w.target == avx512 {
		w.line("KMOVW %s, %s", k, w.address(n.At))
		return
	}
	twice := w.load("twice half", func(to string) { w.line("LEAL (%s)(%s*1), %s", half, half, to) })
	bits := w.load(fmt.Sprintf("bits of %d", n.In[0].Number), func(to string) {
		w.line("VMOVMSKPS %s, %s", k, to)
		w.line("SHLXL %s, %s, %s", twice, to, to)
	})
	w.line("ORW %s, %s", bits, w.address(n.At))
}

// constants are the numbers and orders that kernels for a processor need.
type constants struct {
	numbers []float64
	orders  []ir.Order
}

// number and order return the names of constants.
func (c *constants) number(x float64) string {
	i := slices.IndexFunc(c.numbers, func(y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
	if i < 0 {
		i = len(c.numbers)
		c.numbers = append(c.numbers, x)
	}
	return fmt.Sprintf("·number%d<>(SB)", i)
}

func (c *constants) order(o ir.Order) string {
	if !slices.Contains(c.orders, o) {
		c.orders = append(c.orders, o)
	}
	return fmt.Sprintf("·order%d<>(SB)", slices.Index(c.orders, o))
}

// Tables of vectors by the bits of a mask (avx2): the mask, and which halves of numbers packed lanes have.
const truthTable, packTable = "truths<>", "packs<>"

// declare writes all of them.
func (c *constants) declare(out io.Writer, t target) {
	for i, x := range c.numbers {
		copies := 1
		if t == avx2 { // which cannot read one number for all lanes as part of an operation
			copies = int(t)
		}
		words := slices.Repeat([]uint64{math.Float64bits(x)}, copies)
		data(out, fmt.Sprintf("number%d<>", i), fmt.Sprintf(" // %g", x), words)
	}
	for i, order := range c.orders {
		var words []uint64
		for _, from := range order {
			words = append(words, uint64(from))
		}
		data(out, fmt.Sprintf("order%d<>", i), "", words)
	}
	if t == avx2 {
		truths, packs := tables()
		data(out, truthTable, "", truths)
		data(out, packTable, "", packs)
	}
}

// tables returns truthTable and packTable.
func tables() (truths, packs []uint64) {
	for bits := range 1 << avx2 {
		var row []uint64
		for l := range int(avx2) {
			truths = append(truths, -uint64(bits>>l&1))
			if bits>>l&1 != 0 {
				row = append(row, uint64(2*l)|uint64(2*l+1)<<32)
			}
		}
		packs = append(packs, append(row, make([]uint64, int(avx2)-len(row))...)...)
	}
	return truths, packs
}

func data(out io.Writer, name, about string, words []uint64) {
	fmt.Fprintln(out)
	for k, x := range words {
		fmt.Fprintf(out, "DATA ·%s+%d(SB)/8, $%#x%s\n", name, 8*k, x, about)
	}
	fmt.Fprintf(out, "GLOBL ·%s(SB), RODATA|NOPTR, $%d\n", name, 8*len(words))
}
