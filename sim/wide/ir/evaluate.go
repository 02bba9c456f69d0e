package ir

import (
	"math"
	"unsafe"

	"example.org/tumble/sim/wide"
)

// value is what a node makes: a number in each lane, a mask, or four numbers of each record.
type value struct {
	numbers [4]wide.Lane
	mask    wide.Set32
}

// evaluation runs a program with arguments.
type evaluation struct {
	arguments unsafe.Pointer
	values    []value
}

// Evaluate does what a program says, with a pointer to the arguments, node by node.
func (p *Program) Evaluate(arguments unsafe.Pointer) {
	e := evaluation{arguments, make([]value, len(p.Nodes))}
	for _, n := range p.Nodes {
		if n.Op == Put {
			*e.set(n) = 0
		}
	}
	for i, n := range p.Nodes {
		if n.Op == Leave && e.values[n.In[0].Number].mask == 0 {
			return
		}
		if n.Effect() {
			e.effect(n)
		} else {
			e.values[i] = e.result(n)
		}
	}
}

// pointer returns where a place begins.
func (e *evaluation) pointer(p Place) unsafe.Pointer {
	if p.Pointer == InArguments {
		return unsafe.Add(e.arguments, p.Disp)
	}
	return unsafe.Add(*(*unsafe.Pointer)(unsafe.Add(e.arguments, p.Pointer)), p.Disp)
}

// record returns where a place is for a lane.
func (e *evaluation) record(p Place, lane int) unsafe.Pointer {
	list := unsafe.Add(e.arguments, p.Rows.List)
	if p.Rows.Kind != NoRows && !p.Rows.Here {
		list = *(*unsafe.Pointer)(list)
	}
	row := lane * p.Stride
	switch p.Rows.Kind {
	case Listed:
		row = int((*wide.Rows)(list)[lane])
	case Indexed:
		row = int((*wide.Index)(list)[lane]) * p.Rows.Size
	}
	return unsafe.Add(e.pointer(p), row)
}

func (e *evaluation) set(n *Node) *wide.Set { return (*wide.Set)(e.pointer(n.At)) }

// result returns what a node without effect makes.
func (e *evaluation) result(n *Node) (v value) {
	switch n.Op {
	case Bits:
		v.mask = wide.Set32(*e.set(n))
	case Compare:
		v.mask = compare(n.Choice, e.of(n.In[0])[:], e.of(n.In[1])[:])
	case Compare32:
		v.mask = compare(n.Choice, e.both(n.In[0]), e.both(n.In[1]))
	case And, And32:
		v.mask = e.mask(n, 0) & e.mask(n, 1)
	case Or:
		v.mask = e.mask(n, 0) | e.mask(n, 1)
	case Xor:
		v.mask = e.mask(n, 0) ^ e.mask(n, 1)
	case AndNot:
		v.mask = e.mask(n, 1) &^ e.mask(n, 0)
	case Load32, Broadcast32:
		for l := range 2 * wide.Lanes {
			v.numbers[l/wide.Lanes][l%wide.Lanes] = float64(*(*float32)(unsafe.Add(e.pointer(n.At), l*n.At.Stride/2)))
		}
	case Part:
		v.numbers[0] = e.values[n.In[0].Number].numbers[n.Choice]
	default:
		for l := range wide.Lanes {
			e.lane(n, l, &v)
		}
	}
	return v
}

func (e *evaluation) of(n *Node) *wide.Lane { return &e.values[n.Number].numbers[0] }

// both returns the numbers of sixteen lanes.
func (e *evaluation) both(n *Node) []float64 {
	v := &e.values[n.Number].numbers
	return append(v[0][:], v[1][:]...)
}

func (e *evaluation) mask(n *Node, k int) wide.Set32 { return e.values[n.In[k].Number].mask }

// lane makes the numbers of one lane.
func (e *evaluation) lane(n *Node, l int, v *value) {
	x := func(k int) float64 { return e.of(n.In[k])[l] }
	to := &v.numbers[0][l]
	switch n.Op {
	case Constant:
		*to = n.Value
	case Load:
		*to = *(*float64)(e.record(n.At, l))
	case Broadcast:
		*to = *(*float64)(e.pointer(n.At))
	case Gather, Vectors:
		count := 4
		if n.Op == Vectors {
			count = 3
		}
		for k := range count {
			v.numbers[k][l] = *(*float64)(unsafe.Add(e.record(n.At, l), 8*k))
		}
	case Sqrt:
		*to = math.Sqrt(x(0))
	case Add:
		*to = x(0) + x(1)
	case Sub:
		*to = x(0) - x(1)
	case Mul:
		*to = float64(x(0) * x(1)) // rounded, on every processor
	case Div:
		*to = x(0) / x(1)
	case Max:
		if *to = x(1); x(0) > x(1) {
			*to = x(0)
		}
	case Merge:
		if *to = x(1); e.mask(n, 2)>>l&1 != 0 {
			*to = x(0)
		}
	case Masked:
		if e.mask(n, 1)>>l&1 != 0 {
			*to = x(0)
		}
	}
}

func compare(choice int, x, y []float64) (m wide.Set32) {
	for l, a := range x {
		b, is := y[l], false
		switch choice {
		case Equal:
			is = a == b
		case NotEqual:
			is = a != b
		case Less:
			is = a < b
		case LessEqual:
			is = a <= b
		case GreaterEqual:
			is = a >= b
		case Greater:
			is = a > b
		}
		if is {
			m |= 1 << l
		}
	}
	return m
}

// effect does what a node with an effect does.
func (e *evaluation) effect(n *Node) {
	switch n.Op {
	case Put:
		*e.set(n) = wide.Set(e.mask(n, 0))
	case Put32:
		*(*wide.Set32)(e.pointer(n.At)) = e.mask(n, 0)
	case Pack:
		packed := 0
		for l, x := range e.of(n.In[0]) {
			if e.mask(n, 1)>>l&1 != 0 {
				*(*float64)(unsafe.Add(e.pointer(n.At), 8*packed)) = x
				packed++
			}
		}
	case Store, Scatter, StoreVectors:
		for k, x := range n.In {
			for l, y := range e.of(x) {
				*(*float64)(unsafe.Add(e.record(n.At, l), 8*k)) = y
			}
		}
	case Exchange:
		e.exchange(n)
	}
}

// exchange adds zeros to the two numbers behind force and torque, as assembly does.
func (e *evaluation) exchange(n *Node) {
	toB := n.At
	toB.Rows.List = n.Choice
	from := func(k, torque, lane int) float64 {
		switch {
		case k < 3:
			return e.of(n.In[k])[lane]
		case k < 6:
			return e.of(n.In[k-3+torque])[lane]
		}
		return 0
	}
	for l := range wide.Lanes {
		a := (*[8]float64)(e.record(n.At, l))
		for k := range a {
			a[k] += from(k, 3, l)
		}
		b := (*[8]float64)(e.record(toB, l)) // it may be the same
		for k := range b {
			b[k] -= from(k, 6, l)
		}
	}
}
