package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/internal/wide/ir"
)

// forms are the texts of operations: with AVX-512, and with AVX2 where the text differs. They contain
//
//	@0 @1 @2  operands, in registers
//	@m        the second operand, where it lies (see operand); the first may be the second then
//	@low0     the lower half of the first, and @two0 its first two numbers
//	@bits     the bits of the mask that is the first, and @shifted at the place of this half of the batch
//	@truth    the mask of the set at the place of the node, and @order how lanes of a mask are packed: see tables
//	@at       the place of the node
//	@spare4   a register that holds nothing, for four numbers, and @spare2 for two
//	@to @low  the result, and its lower half; @two its first two numbers
var forms = map[ir.Op][2]string{
	ir.Constant:  {"VBROADCASTSD @number, @to", "VMOVUPD @number, @to"},
	zero:         {"VPXORQ @to, @to, @to", "VXORPD @to, @to, @to"},
	ir.Load:      {"VMOVUPD @at, @to"},
	ir.Broadcast: {"VBROADCASTSD @at, @to"},
	lowerHalf:    {"VMOVUPD @at, @low"},
	insert:       {"VINSERTF64X4 $1, @at, @0, @to"},
	upperHalf:    {"VEXTRACTF64X4 $1, @0, @low"},
	quarter:      {"VEXTRACTF64X2 $@choice, @0, @two", "VEXTRACTF128 $@choice, @0, @two"},
	shuffle:      {"@name $@choice, @1, @0, @to"},
	ir.Sqrt:      {"VSQRTPD @0, @to"},
	ir.Add:       {"VADDPD @m, @0, @to"},
	ir.Sub:       {"VSUBPD @m, @0, @to"},
	ir.Mul:       {"VMULPD @m, @0, @to"},
	ir.Div:       {"VDIVPD @m, @0, @to"},
	ir.Max:       {"VMAXPD @m, @0, @to"},
	ir.Min:       {"VMINPD @m, @0, @to"},
	ir.Compare:   {"VCMPPD $@choice, @m, @0, @to"},
	ir.And:       {"KANDB @1, @0, @to", "VANDPD @1, @0, @to"},
	ir.Or:        {"KORB @1, @0, @to", "VORPD @1, @0, @to"},
	ir.Xor:       {"KXORB @1, @0, @to", "VXORPD @1, @0, @to"},
	ir.AndNot:    {"KANDNB @1, @0, @to", "VANDNPD @1, @0, @to"},
	ir.Bits:      {"KMOVB @at, @to", "VMOVUPD @truth, @to"},
	ir.Merge:     {"VBLENDMPD @0, @1, @2, @to", "VBLENDVPD @2, @0, @1, @to"},
	ir.Masked:    {"VMOVAPD.Z @0, @1, @to", "VANDPD @1, @0, @to"},
	packOrder:    {"", "VMOVUPD @order, @to"},
	packed:       {"VCOMPRESSPD.Z @0, @1, @to", "VPERMPS @0, @1, @to"},

	ir.Store:    {"VMOVUPD @0, @at"},
	storeLower:  {"VMOVUPD @low0, @at"},
	storeUpper:  {"VEXTRACTF64X4 $1, @0, @at"},
	storePacked: {"", "VMOVUPD @0, @at(" + done + "*8)"},
	countPacked: {"", "POPCNTL @bits, " + done}, // the second half needs no count
	updateFour:  {"VMOVUPD @at, @spare4\n\t@name @low0, @spare4, @spare4\n\tVMOVUPD @spare4, @at"},
	updateTwo:   {"VMOVUPD @at, @spare2\n\t@name @two0, @spare2, @spare2\n\tVMOVUPD @spare2, @at"},
	ir.Prefetch: {"PREFETCHT0 @at"},
	ir.Put:      {"KMOVB @0, @at", "ORB @shifted, @at"}, // the set was empty when the kernel began
	ir.Leave:    {"KORTESTB @0, @0\n\tJEQ leave", "TESTL @bits, @bits\n\tJEQ leave"},
}

// zero is the operation whose form is the constant without bits.
const zero = ir.MachineEffects - 1

// line is the size of a cache line.
const line = 64

// write writes a program as an assembly function with the given name, and returns how many bytes of the
// stack it needs. The function gets the arguments and the stack in registers: see entry.
func write(out io.Writer, t target, c *constants, name string, program *ir.Program) (stack int, err error) {
	p := lower(program, t)
	if err := p.Check(); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	w := newWriter(t, c, len(p.Nodes))
	fmt.Fprintf(out, "\nTEXT ·%s<>(SB), NOSPLIT|NOFRAME, $0-0\n", name)
	for _, n := range p.Nodes {
		if n.Op == ir.Put {
			fmt.Fprintf(out, "\tMOVB $0, %d(AX)\n", n.At.Disp)
		}
		w.write(n)
	}
	if t == avx2 {
		fmt.Fprintf(out, "\tXORL %s, %s\n\tXORL %s, %s\nhalf:\n", half, half, done, done)
	}
	text := w.text.String()
	if io.WriteString(out, text); strings.Contains(text, "JEQ leave") {
		io.WriteString(out, "leave:\n")
	}
	if t == avx2 {
		fmt.Fprintf(out, "\tADDQ $4, %s\n\tCMPQ %s, $8\n\tJLT half\n", half, half)
	}
	io.WriteString(out, "\tRET\n")
	return w.width() * len(w.slots), nil
}

// write writes a node. First its operands are put into registers, then the registers of operands without
// a later use are freed, and then one is assigned to the result.
func (w *writer) write(n *ir.Node) {
	w.now, w.held = n.Number, w.held[:0]
	for _, slot := range w.freed {
		w.slots[slot] = false
	}
	w.freed = w.freed[:0]
	switch {
	case n.InMemory(): // it is loaded when it is needed
	case n.Op == permute:
		w.permute(n)
	default:
		form, to := w.filled(n.Op, n), ""
		w.release(n)
		if !n.Effect() {
			to = w.result(n)
		}
		w.finish(form, to)
	}
}

// filled returns the form of an operation for a node, without its result.
func (w *writer) filled(op ir.Op, n *ir.Node) string {
	form := forms[op][0]
	if other := forms[op][1]; w.target == avx2 && other != "" {
		form = other
	}
	if form == "" {
		panic(fmt.Sprintf("nothing is known of operation %d", op))
	}
	if strings.Contains(form, "@m") {
		first, second := n.In[0], n.In[1]
		commutes := n.Op == ir.Add || n.Op == ir.Mul
		if commutes && w.reg[first.Number] == none && w.reg[second.Number] != none {
			first, second = second, first
		}
		x := w.register(first)
		y, suffix := w.operand(second)
		form = strings.NewReplacer("@m", y, "@0", x).Replace(strings.Replace(form, " ", suffix+" ", 1))
	} else {
		for k, x := range n.In {
			reg := w.register(x)
			form = strings.NewReplacer(fmt.Sprintf("@%d", k), reg, fmt.Sprintf("@low%d", k), "Y"+reg[1:],
				fmt.Sprintf("@two%d", k), "X"+reg[1:]).Replace(form)
		}
	}
	for _, part := range []struct {
		name  string
		value func() string
	}{
		{"@bits", func() string { return w.bits(n.In[0]) }},
		{"@shifted", func() string { return w.shifted(n.In[0]) }},
		{"@truth", func() string { return w.truth(n) }},
		{"@order", func() string { return w.order(n) }},
		{"@at", func() string { return w.address(n.At) }},
		{"@spare4", func() string { return "Y" + w.vector.name(w.free(w.vector))[1:] }},
		{"@spare2", func() string { return "X" + w.vector.name(w.free(w.vector))[1:] }},
		{"@number", func() string { return w.number(n.Value) }},
		{"@name", func() string { return n.Name }},
		{"@choice", func() string { return strconv.Itoa(n.Choice) }},
	} {
		if strings.Contains(form, part.name) {
			form = strings.ReplaceAll(form, part.name, part.value())
		}
	}
	return form
}

// finish writes a form with a register for the result.
func (w *writer) finish(form, to string) {
	number := to[min(1, len(to)):]
	w.line("%s", strings.NewReplacer("@to", to, "@low", "Y"+number, "@two", "X"+number).Replace(form))
}

// permute writes a permutation, whose result replaces its first operand.
func (w *writer) permute(n *ir.Node) {
	x, y := w.register(n.In[0]), w.register(n.In[1])
	order := w.free(w.vector)
	w.line("VMOVUPD %s, %s", w.constant("order", "", n.Order[:]), w.vector.name(order))
	w.vector.nodes[order] = n // so that it is not assigned again
	to := w.reg[n.In[0].Number]
	if n.In[0].Later(n.Number) < math.MaxInt {
		to = w.free(w.vector)
		w.line("VMOVAPD %s, %s", x, w.vector.name(to))
	}
	w.line("VPERMT2PD %s, %s, %s", y, w.vector.name(order), w.vector.name(to))
	w.release(n)
	w.vector.nodes[order], w.vector.nodes[to], w.reg[n.Number] = nil, n, to
}

// bits returns a register with the bits of a mask of this half (avx2).
func (w *writer) bits(mask *ir.Node) string {
	k := w.register(mask)
	return w.load(fmt.Sprintf("bits of %d", mask.Number), func(to string) { w.line("VMOVMSKPD %s, %s", k, to) })
}

// shifted returns a register with these bits moved to their place among the bits of a batch (avx2).
func (w *writer) shifted(mask *ir.Node) string {
	bits := w.bits(mask)
	return w.load(fmt.Sprintf("shifted bits of %d", mask.Number), func(to string) {
		w.line("SHLXL %s, %s, %s", half, bits, to)
	})
}

// truth returns the address of the mask for a set, and order the address of the order of packed lanes
// (avx2).
func (w *writer) truth(n *ir.Node) string {
	truths, _ := tables()
	at := w.address(n.At)
	return w.lookUp(w.constant("truths", "", truths), n, func(to string) {
		w.line("MOVBLZX %s, %s", at, to)
		w.line("SHRXL %s, %s, %s", half, to, to)
		w.line("ANDL $%d, %s", 1<<w.target-1, to)
	})
}

func (w *writer) order(n *ir.Node) string {
	_, packs := tables()
	k := w.register(n.In[0])
	return w.lookUp(w.constant("packs", "", packs), n, func(to string) { w.line("VMOVMSKPD %s, %s", k, to) })
}

// lookUp returns a row of a table; bits puts the index of the row into a register (avx2).
func (w *writer) lookUp(table string, n *ir.Node, bits func(to string)) string {
	at := w.load(fmt.Sprintf("row of %d", n.Number), func(to string) {
		bits(to)
		w.line("SHLQ $5, %s", to)
	})
	base := w.load(table, func(to string) { w.line("LEAQ %s, %s", table, to) })
	return fmt.Sprintf("(%s)(%s*1)", base, at)
}

// constants are the constants that the kernels of a processor need, declared as data.
type constants struct {
	text bytes.Buffer
	keys []string
}

// constant returns the name of a constant, which is declared on first use.
func (c *constants) constant(kind, about string, words []uint64) string {
	key := fmt.Sprint(kind, words)
	if !slices.Contains(c.keys, key) {
		c.keys = append(c.keys, key)
		i := len(c.keys) - 1
		for k, x := range words {
			fmt.Fprintf(&c.text, "DATA ·%s%d<>+%d(SB)/8, $%#x%s\n", kind, i, 8*k, x, about)
		}
		fmt.Fprintf(&c.text, "GLOBL ·%s%d<>(SB), RODATA|NOPTR, $%d\n", kind, i, 8*len(words))
	}
	return fmt.Sprintf("·%s%d<>(SB)", kind, slices.Index(c.keys, key))
}

// number returns the name of a number. AVX-512 stores it once; AVX2 needs it in each lane, because it
// cannot broadcast a memory operand.
func (w *writer) number(x float64) string {
	words := []uint64{math.Float64bits(x)}
	if w.target == avx2 {
		words = slices.Repeat(words, int(avx2))
	}
	return w.constant("number", fmt.Sprintf(" // %g", x), words)
}

// tables returns vectors indexed by the bits of a mask (avx2): the mask itself, and the order of the
// halves of numbers in packed lanes.
func tables() (truths, packs []uint64) {
	for bits := range 1 << avx2 {
		var row [avx2]uint64
		packed := 0
		for l := range row {
			truths = append(truths, -uint64(bits>>l&1))
			if bits>>l&1 != 0 {
				row[packed] = uint64(2*l) | uint64(2*l+1)<<32
				packed++
			}
		}
		packs = append(packs, row[:]...)
	}
	return truths, packs
}
