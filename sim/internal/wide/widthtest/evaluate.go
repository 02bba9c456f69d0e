package widthtest

import (
	"math"
	"sync"
	"unsafe"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
	"example.org/tumble/sim/internal/wide/kernel"
)

// value is the result of a node: a number in each lane, a mask, or up to four numbers of each record.
type value struct {
	numbers [4]wide.Lane
	mask    wide.Set
}

// evaluation runs a program with arguments.
type evaluation struct {
	arguments unsafe.Pointer
	values    []value
}

// What operations do in one lane; comparisons are indexed by their choice.
var (
	arithmetic = map[ir.Op]func(x, y float64) float64{
		ir.Add:  func(x, y float64) float64 { return x + y },
		ir.Sub:  func(x, y float64) float64 { return x - y },
		ir.Mul:  func(x, y float64) float64 { return float64(x * y) }, // rounded, on every processor
		ir.Div:  func(x, y float64) float64 { return x / y },
		ir.Sqrt: func(x, _ float64) float64 { return math.Sqrt(x) },
		ir.Max: func(x, y float64) float64 {
			if x > y {
				return x
			}
			return y
		},
		ir.Min: func(x, y float64) float64 {
			if x < y {
				return x
			}
			return y
		},
	}
	comparisons = map[int]func(x, y float64) bool{
		ir.Equal:     func(x, y float64) bool { return x == y },
		ir.NotEqual:  func(x, y float64) bool { return x != y },
		ir.Less:      func(x, y float64) bool { return x < y },
		ir.LessEqual: func(x, y float64) bool { return x <= y },
		ir.Greater:   func(x, y float64) bool { return x > y },
	}
	logic = map[ir.Op]func(m, o wide.Set) wide.Set{
		ir.And:    func(m, o wide.Set) wide.Set { return m & o },
		ir.Or:     func(m, o wide.Set) wide.Set { return m | o },
		ir.Xor:    func(m, o wide.Set) wide.Set { return m ^ o },
		ir.AndNot: func(m, o wide.Set) wide.Set { return o &^ m },
	}
)

// read is how many numbers of each record an operation reads.
var read = map[ir.Op]int{ir.Load: 1, ir.Broadcast: 1, ir.Vectors: 3, ir.Gather: 4}

// programs are the programs of all kernels, recorded when the evaluator is first used.
var programs = sync.OnceValue(func() (all []*ir.Program) {
	for _, t := range kernel.List() {
		all = append(all, t.Record())
	}
	return all
})

// prepareEvaluator makes the width wide.Evaluated available: kernels are then evaluated, on any
// processor, a hundred times slower.
func prepareEvaluator() {
	wide.Evaluate = func(kernel uintptr, arguments unsafe.Pointer) { Evaluate(programs()[kernel], arguments) }
}

// Evaluate runs a program node by node, with a pointer to its arguments.
func Evaluate(p *ir.Program, arguments unsafe.Pointer) {
	e := evaluation{arguments, make([]value, len(p.Nodes))}
	for _, n := range p.Nodes {
		if n.Op == ir.Put {
			*e.set(n) = 0
		}
	}
	for i, n := range p.Nodes {
		if n.Op == ir.Leave && e.mask(n, 0) == 0 {
			return
		}
		if n.Effect() {
			e.effect(n)
		} else {
			e.result(n, &e.values[i])
		}
	}
}

// pointer returns the address of a spot.
func (e *evaluation) pointer(s ir.Spot) unsafe.Pointer {
	if s.Pointer == ir.InArguments {
		return unsafe.Add(e.arguments, s.Disp)
	}
	return unsafe.Add(*(*unsafe.Pointer)(unsafe.Add(e.arguments, s.Pointer)), s.Disp)
}

// number returns the address of number k of a place for a lane.
func (e *evaluation) number(p ir.Place, lane, k int) *float64 {
	row := lane * p.Stride
	switch p.Rows.Kind {
	case ir.Listed:
		row = int((*wide.Rows)(e.pointer(p.Rows.List))[lane])
	case ir.Indexed:
		row = int((*wide.Index)(e.pointer(p.Rows.List))[lane]) * p.Rows.Size
	}
	return (*float64)(unsafe.Add(e.pointer(p.Spot), row+8*k))
}

func (e *evaluation) set(n *ir.Node) *wide.Set { return (*wide.Set)(e.pointer(n.At.Spot)) }

func (e *evaluation) of(n *ir.Node, k int) *[4]wide.Lane { return &e.values[n.In[k].Number].numbers }

func (e *evaluation) mask(n *ir.Node, k int) wide.Set { return e.values[n.In[k].Number].mask }

// result computes a node without effect.
func (e *evaluation) result(n *ir.Node, v *value) {
	switch n.Op {
	case ir.Bits:
		v.mask = *e.set(n)
	case ir.And, ir.Or, ir.Xor, ir.AndNot:
		v.mask = logic[n.Op](e.mask(n, 0), e.mask(n, 1))
	case ir.Compare:
		for l, x := range e.of(n, 0)[0] {
			if comparisons[n.Choice](x, e.of(n, 1)[0][l]) {
				v.mask |= 1 << l
			}
		}
	case ir.Part:
		v.numbers[0] = e.of(n, 0)[n.Choice]
	default:
		for l := range wide.Lanes {
			e.lane(n, l, &v.numbers)
		}
	}
}

// lane computes the numbers of one lane.
func (e *evaluation) lane(n *ir.Node, l int, to *[4]wide.Lane) {
	var x [2]float64
	for k := range min(len(n.In), len(x)) {
		x[k] = e.of(n, k)[0][l]
	}
	switch n.Op {
	case ir.Constant:
		to[0][l] = n.Value
	case ir.Load, ir.Broadcast, ir.Gather, ir.Vectors:
		for k := range read[n.Op] {
			to[k][l] = *e.number(n.At, l, k)
		}
	case ir.Merge, ir.Masked: // the mask is the last operand, and its numbers are zero
		if to[0][l] = x[1]; e.mask(n, len(n.In)-1)>>l&1 != 0 {
			to[0][l] = x[0]
		}
	default:
		to[0][l] = arithmetic[n.Op](x[0], x[1])
	}
}

// effect executes a node with an effect.
func (e *evaluation) effect(n *ir.Node) {
	switch n.Op {
	case ir.Put:
		*e.set(n) = e.mask(n, 0)
	case ir.Pack:
		packed := 0
		for l, x := range e.of(n, 0)[0] {
			if e.mask(n, 1)>>l&1 != 0 {
				*e.number(n.At, 0, packed) = x
				packed++
			}
		}
	case ir.Store, ir.Scatter, ir.StoreVectors:
		for k := range n.In {
			for l, x := range e.of(n, k)[0] {
				*e.number(n.At, l, k) = x
			}
		}
	case ir.Exchange:
		e.exchange(n)
	}
}

func (e *evaluation) exchange(n *ir.Node) {
	for l := range wide.Lanes {
		for k := range 6 {
			*e.number(n.At, l, k) += e.of(n, k)[0][l]
			*e.number(n.Second, l, k) -= e.of(n, k+k/3*3)[0][l] // a and b may be the same record
		}
	}
}
