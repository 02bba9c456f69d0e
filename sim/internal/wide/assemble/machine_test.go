package main

import (
	"bytes"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"example.org/tumble/sim/internal/wide/ir"
)

// machine interprets the assembly that this command writes, instruction by instruction, on any processor.
// It has the registers, and a stack and constants of its own. A write to a vector register by its name X or Y
// clears what is above.
type machine struct {
	t       *testing.T
	vector  [32][8]uint64
	mask    [8]uint64
	general map[string]uint64
	symbols map[string][]uint64
	stack   []uint64
	lines   []string
	labels  map[string]int
	zero    bool // the last comparison found equal,
	less    bool // ... or less
}

// newMachine returns a machine with a program.
func newMachine(t *testing.T, to target, program *ir.Program) *machine {
	var text bytes.Buffer
	var c constants
	stack, err := write(&text, to, &c, "kernel", program)
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t, general: map[string]uint64{}, symbols: map[string][]uint64{}, labels: map[string]int{}}
	m.stack = make([]uint64, stack/8+1)
	for _, l := range strings.Split(c.text.String(), "\n") {
		if f := strings.Fields(l); len(f) > 2 && f[0] == "DATA" {
			name, _, _ := strings.Cut(f[1], "+")
			word, _ := strconv.ParseUint(strings.TrimPrefix(f[2], "$"), 0, 64)
			m.symbols[name] = append(m.symbols[name], word)
		}
	}
	for _, l := range strings.Split(text.String(), "\n") {
		if name, isLabel := strings.CutSuffix(l, ":"); isLabel {
			m.labels[name] = len(m.lines)
		} else if strings.HasPrefix(l, "\t") {
			m.lines = append(m.lines, strings.TrimSpace(l))
		}
	}
	return m
}

// run runs the program with arguments.
func (m *machine) run(arguments unsafe.Pointer) {
	m.general["AX"], m.general[frame] = uint64(uintptr(arguments)), address(unsafe.Pointer(&m.stack[0]))
	for at, done := 0, 0; ; at, done = at+1, done+1 {
		name, rest, _ := strings.Cut(m.lines[at], " ")
		if name == "RET" {
			return
		}
		if done > 2*len(m.lines) {
			m.t.Fatal("the program has no end")
		}
		operands := strings.Split(rest, ", ")
		if to, known := m.labels[rest]; known {
			if name == "JEQ" && m.zero || name == "JLT" && m.less {
				at = to - 1
			}
			continue
		}
		m.do(name, operands)
	}
}

func address(p unsafe.Pointer) uint64 { return uint64(uintptr(p)) }

// memory returns the address of an operand like 8(AX)(R14*8) or of a symbol; nil for a register.
func (m *machine) memory(operand string) unsafe.Pointer {
	if name, isSymbol := strings.CutSuffix(operand, "(SB)"); isSymbol {
		return unsafe.Pointer(&m.symbols[name][0])
	}
	disp, rest, isMemory := strings.Cut(operand, "(")
	if !isMemory {
		return nil
	}
	d, _ := strconv.Atoi(disp)
	at := uint64(d)
	for _, part := range strings.Split(strings.TrimSuffix(rest, ")"), ")(") {
		register, scale, _ := strings.Cut(part, "*")
		k, err := strconv.ParseUint(scale, 10, 64)
		if err != nil {
			k = 1
		}
		at += m.general[register] * k
	}
	return *(*unsafe.Pointer)(unsafe.Pointer(&at))
}

// number returns the number of an operand like Z7, and the number of lanes that it means.
func number(operand string) (n, lanes int) {
	n, _ = strconv.Atoi(operand[1:])
	switch operand[0] {
	case 'Y':
		return n, 4
	case 'X':
		return n, 2
	}
	return n, 8
}

// load returns a vector from a register or from memory; with each, one number is copied to all lanes.
func (m *machine) load(operand string, lanes int, each bool) (v [8]uint64) {
	p := m.memory(operand)
	if p == nil {
		n, _ := number(operand)
		return m.vector[n]
	}
	for l := range lanes {
		from := l
		if each {
			from = 0
		}
		v[l] = *(*uint64)(unsafe.Add(p, 8*from))
	}
	return v
}

// keep writes a vector to a register or to memory.
func (m *machine) keep(operand string, lanes int, v [8]uint64) {
	p := m.memory(operand)
	if p == nil {
		n, all := number(operand)
		clear(v[all:])
		m.vector[n] = v
		return
	}
	for l := range lanes {
		*(*uint64)(unsafe.Add(p, 8*l)) = v[l]
	}
}

// value returns an immediate number, or a number from a general register or from size bytes of memory.
func (m *machine) value(operand string, size int) uint64 {
	if literal, is := strings.CutPrefix(operand, "$"); is {
		x, _ := strconv.ParseUint(literal, 0, 64)
		return x
	}
	p := m.memory(operand)
	switch {
	case p == nil && operand[0] == 'K':
		return m.mask[operand[1]-'0']
	case p == nil:
		return m.general[operand]
	case size == 1:
		return uint64(*(*uint8)(p))
	case size == 2:
		return uint64(*(*uint16)(p))
	case size == 4:
		return uint64(int64(*(*int32)(p)))
	}
	return *(*uint64)(p)
}

// put writes a number of size bytes.
func (m *machine) put(operand string, size int, x uint64) {
	p := m.memory(operand)
	switch {
	case p == nil && operand[0] == 'K':
		m.mask[operand[1]-'0'] = x
	case p == nil:
		m.general[operand] = x
	case size == 1:
		*(*uint8)(p) = uint8(x)
	case size == 2:
		*(*uint16)(p) = uint16(x)
	default:
		*(*uint64)(p) = x
	}
}

// do executes one instruction. The last operand is the destination; the assembler of Go names the others
// from the last to the first.
func (m *machine) do(name string, o []string) {
	name, suffix, _ := strings.Cut(name, ".")
	to := o[len(o)-1]
	switch {
	case name == "PREFETCHT0":
	case strings.HasPrefix(name, "K"):
		m.doMask(name, o, to)
	case strings.HasPrefix(name, "V"):
		m.doVector(name, suffix, o, to)
	default:
		m.doGeneral(name, o, to)
	}
}

func (m *machine) doGeneral(name string, o []string, to string) {
	size := map[byte]int{'B': 1, 'W': 2, 'L': 4, 'Q': 8}[name[len(name)-1]]
	if name == "LEAQ" || name == "LEAL" {
		m.put(to, 8, address(m.memory(o[0])))
		return
	}
	x := m.value(o[0], size)
	switch name {
	case "MOVQ", "MOVB":
		m.put(to, size, x)
	case "MOVLQSX":
		m.put(to, 8, m.value(o[0], 4))
	case "MOVBLZX":
		m.put(to, 8, m.value(o[0], 1))
	case "IMUL3Q":
		m.put(to, 8, x*m.value(o[1], 8))
	case "SHLQ":
		m.put(to, 8, m.value(to, 8)<<x)
	case "SHLXL":
		m.put(to, 8, m.value(o[1], 8)<<x)
	case "SHRXL":
		m.put(to, 8, m.value(o[1], 8)>>x)
	case "ANDL":
		m.put(to, 8, m.value(to, 8)&x)
	case "XORL":
		m.put(to, 8, m.value(to, 8)^x)
	case "ORB":
		m.put(to, size, m.value(to, size)|x)
	case "ADDQ":
		m.put(to, 8, m.value(to, 8)+x)
	case "POPCNTL":
		m.put(to, 8, uint64(bits.OnesCount64(x)))
	case "TESTL":
		m.zero = x&m.value(to, 8) == 0
	case "CMPQ":
		m.less = x < m.value(to, 8)
	default:
		m.t.Fatalf("the machine does not know %s", name)
	}
}

func (m *machine) doMask(name string, o []string, to string) {
	all := uint64(1<<8 - 1)
	if strings.HasSuffix(name, "W") {
		all = 1<<16 - 1
	}
	size := bits.Len64(all) / 8
	x := m.value(o[0], size)
	switch strings.TrimRight(name, "BW") {
	case "KMOV":
		m.put(to, size, x&all)
	case "KORTEST":
		m.zero = (x|m.value(to, size))&all == 0
	case "KAND":
		m.put(to, 8, x&m.value(o[1], size)&all)
	case "KOR":
		m.put(to, 8, (x|m.value(o[1], size))&all)
	case "KXOR":
		m.put(to, 8, (x^m.value(o[1], size))&all)
	case "KANDN":
		m.put(to, 8, x&^m.value(o[1], size)&all)
	default:
		m.t.Fatalf("the machine does not know %s", name)
	}
}

func (m *machine) doVector(name, suffix string, o []string, to string) {
	lanes := 8
	for _, x := range o {
		if x[0] == 'X' || x[0] == 'Y' {
			_, all := number(x)
			lanes = min(lanes, all)
		}
	}
	first := m.load0(o[0], lanes, suffix == "BCST")
	var second [8]uint64
	if len(o) > 2 {
		second = m.load0(o[1], lanes, suffix == "BCST")
	}
	var v [8]uint64
	switch name {
	case "VMOVUPD", "VMOVAPD":
		if v = first; suffix == "Z" {
			v = m.where(m.value(o[1], 1), first, v0)
		}
	case "VBROADCASTSD":
		v = m.load(o[0], lanes, true)
	case "VSQRTPD":
		v = each(first, first, func(x, _ float64) float64 { return math.Sqrt(x) })
	case "VADDPD":
		v = each(second, first, func(x, y float64) float64 { return x + y })
	case "VSUBPD":
		v = each(second, first, func(x, y float64) float64 { return x - y })
	case "VMULPD":
		v = each(second, first, func(x, y float64) float64 { return x * y })
	case "VDIVPD":
		v = each(second, first, func(x, y float64) float64 { return x / y })
	case "VMAXPD":
		v = each(second, first, func(x, y float64) float64 {
			if x > y {
				return x
			}
			return y
		})
	case "VMINPD":
		v = each(second, first, func(x, y float64) float64 {
			if x < y {
				return x
			}
			return y
		})
	case "VANDPD":
		v = bitwise(second, first, func(x, y uint64) uint64 { return x & y })
	case "VORPD":
		v = bitwise(second, first, func(x, y uint64) uint64 { return x | y })
	case "VXORPD", "VPXORQ":
		v = bitwise(second, first, func(x, y uint64) uint64 { return x ^ y })
	case "VANDNPD":
		v = bitwise(second, first, func(x, y uint64) uint64 { return y &^ x })
	case "VBLENDMPD":
		v = m.where(m.value(o[2], 1), first, second)
	case "VBLENDVPD": // mask, then the other way round
		third := m.load(o[2], lanes, false)
		for l := range v {
			if v[l] = third[l]; first[l]>>63 != 0 {
				v[l] = second[l]
			}
		}
	case "VCOMPRESSPD":
		k, n := m.value(o[1], 1), 0
		for l, x := range first {
			if k>>l&1 != 0 {
				v[n] = x
				n++
			}
		}
	case "VPERMPS":
		for l := range 2 * lanes {
			from := second[l/2] >> (32 * (l % 2)) % 8
			v[l/2] |= uint64(uint32(first[from/2]>>(32*(from%2)))) << (32 * (l % 2))
		}
	case "VMOVMSKPD":
		m.put(to, 8, signs(first))
		return
	default:
		m.doOrder(name, suffix, o, to, lanes)
		return
	}
	m.keep(to, lanes, v)
}

var v0 [8]uint64

// load0 is load for an operand that may be no vector: the result is zero then.
func (m *machine) load0(operand string, lanes int, each bool) (v [8]uint64) {
	if operand[0] == '$' || operand[0] == 'K' || !strings.Contains("XYZ", operand[:1]) && m.memory(operand) == nil {
		return v
	}
	if m.memory(operand) != nil && !each && strings.HasSuffix(operand, "(SB)") {
		return v0Or(m.symbols[strings.TrimSuffix(operand, "(SB)")])
	}
	return m.load(operand, lanes, each)
}

func v0Or(words []uint64) (v [8]uint64) {
	copy(v[:], words)
	return v
}

// doOrder executes instructions that move numbers to other lanes, and comparisons: those with an
// immediate first.
func (m *machine) doOrder(name, suffix string, o []string, to string, lanes int) {
	choice := int(m.value(o[0], 1))
	var v [8]uint64
	switch name {
	case "VPERMT2PD":
		from, order, table := m.load(o[0], 8, false), m.load(o[1], 8, false), m.load(to, 8, false)
		both := append(append([]uint64{}, table[:]...), from[:]...)
		for l := range v {
			v[l] = both[order[l]%16]
		}
	case "VSHUFPD":
		y, x := m.load(o[1], lanes, false), m.load(o[2], lanes, false)
		for l := range v {
			if v[l] = x[l&^1+choice>>l&1]; l%2 != 0 {
				v[l] = y[l&^1+choice>>l&1]
			}
		}
	case "VPERM2F128":
		y, x := m.load(o[1], 4, false), m.load(o[2], 4, false)
		both := append(append([]uint64{}, x[:4]...), y[:4]...)
		for l := range 4 {
			v[l] = both[2*(choice>>(l/2*4)&3)+l%2]
		}
	case "VINSERTF64X4":
		upper := m.load(o[1], 4, false)
		v = m.load(o[2], 8, false)
		copy(v[4:], upper[:4])
	case "VEXTRACTF64X4":
		v = m.load(o[1], 8, false)
		copy(v[:], v[4:])
		lanes = 4
	case "VEXTRACTF64X2", "VEXTRACTF128":
		v = m.load(o[1], 8, false)
		copy(v[:], v[2*choice:])
		lanes = 2
	case "VCMPPD":
		m.compare(choice, m.load(o[1], lanes, suffix == "BCST"), m.load(o[2], lanes, false), to, lanes)
		return
	default:
		m.t.Fatalf("the machine does not know %s", name)
	}
	m.keep(to, lanes, v)
}

// compare makes a mask from two vectors; with AVX2 the mask is a vector.
func (m *machine) compare(choice int, y, x [8]uint64, to string, lanes int) {
	var k uint64
	var v [8]uint64
	for l := range lanes {
		if holds(choice, math.Float64frombits(x[l]), math.Float64frombits(y[l])) {
			k, v[l] = k|1<<l, ^uint64(0)
		}
	}
	if to[0] == 'K' {
		m.put(to, 8, k)
		return
	}
	m.keep(to, lanes, v)
}

func holds(choice int, x, y float64) bool {
	return [...]bool{
		ir.Equal: x == y, ir.Less: x < y, ir.LessEqual: x <= y, ir.NotEqual: x != y,
		ir.Greater: x > y,
	}[choice]
}

func (m *machine) where(k uint64, x, y [8]uint64) [8]uint64 {
	for l := range y {
		if k>>l&1 != 0 {
			y[l] = x[l]
		}
	}
	return y
}

func each(x, y [8]uint64, f func(x, y float64) float64) (v [8]uint64) {
	for l := range v {
		v[l] = math.Float64bits(f(math.Float64frombits(x[l]), math.Float64frombits(y[l])))
	}
	return v
}

func bitwise(x, y [8]uint64, f func(x, y uint64) uint64) (v [8]uint64) {
	for l := range v {
		v[l] = f(x[l], y[l])
	}
	return v
}

// signs returns the sign bits of four numbers.
func signs(v [8]uint64) (bits uint64) {
	for l := range 4 {
		bits |= v[l] >> 63 << l
	}
	return bits
}
