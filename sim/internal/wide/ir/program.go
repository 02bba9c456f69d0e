// Package ir is the intermediate form of vector kernels: a Program is a list of operations on batches of
// eight lanes. The text of a kernel (package kernel) is a Go function of the kernel's arguments. When it
// runs, its operations on Float and Mask compute nothing but are recorded. Command assemble translates a
// Program to assembly for some processors, and package widthtest evaluates it on any, for tests.
package ir

import (
	"fmt"
	"math"
)

// Op is the operation of a node on its operands, In.
type Op uint8

// The operations. Store and those after it have an effect and no result.
const (
	Constant  Op = iota // the number Value in all lanes
	Load                // the eight numbers at At
	Broadcast           // the number at At, in all lanes
	Gather              // four numbers of each of eight records: see Part
	Part                // number Choice of a Gather; of vectors without gaps, too
	Vectors             // eight vectors without gaps between them: see Part
	Sqrt
	Add
	Sub
	Mul
	Div
	Max     // the second operand if one is not a number, or both are zero
	Min     // likewise
	Compare // a mask, by Choice
	And
	Or
	Xor
	AndNot // the second mask without the first
	Bits   // the set at At as a mask
	Merge  // In[0] where In[2] is true, else In[1]
	Masked // In[0] where In[1] is true, else 0

	Store        // In[0] to At
	Pack         // the lanes of In[0] where In[1] is true to At, without gaps; any numbers follow
	Scatter      // four numbers to each of eight records: the inverse of Gather
	StoreVectors // the inverse of Vectors
	Exchange     // see function Exchange
	Prefetch     // the cache line at At
	Put          // In[0] to the set at At
	Leave        // ends the kernel if In[0] is true in no lane

	Machine        Op = 64  // the first operation that a back end may define
	MachineEffects Op = 128 // the first operation of a back end that has an effect
)

// Choices of Compare, in the numbering of processors; the last one is false for NaN.
const (
	Equal     = 0
	Less      = 1
	LessEqual = 2
	NotEqual  = 4
	Greater   = 14
)

// Spot is an address in memory: Disp bytes behind the target of a pointer among the arguments.
type Spot struct {
	Pointer int // offset of the pointer in the arguments; InArguments: the arguments themselves
	Disp    int
}

// InArguments is the Pointer of a Spot in the arguments themselves.
const InArguments = -1

// Place is the address of each lane's number: a spot, and Stride bytes more for each lane.
type Place struct {
	Spot
	Stride int
	Rows   Rows
}

// Rows says how a place differs from record to record: by a list among the arguments, or by a constant
// stride.
type Rows struct {
	Kind RowKind
	List Spot
	Size int // of a record [bytes]; Listed has none
	Lane int // for back ends
}

// RowKind says where records begin.
type RowKind uint8

// The kinds of rows.
const (
	NoRows  RowKind = iota // one after the other, Stride bytes apart
	Listed                 // at the offsets of a wide.Rows
	Indexed                // at the indices of a wide.Index
)

// Node is an operation.
type Node struct {
	Op     Op
	In     []*Node
	Value  float64
	Choice int
	At     Place
	Second Place  // of an Exchange
	Name   string // of the instruction, for back ends
	Order  Order  // for back ends

	Number int   // its index in the program
	Uses   []int // numbers of the nodes that have it as an operand
}

// Order lists the numbers of two registers that a permutation takes.
type Order [8]uint64

// Program is the list of a kernel's operations, in order.
type Program struct {
	Nodes []*Node
	known map[string]*Node
}

// Effect reports whether a node does more than make a result.
func (n *Node) Effect() bool { return n.Op >= Store && n.Op < Machine || n.Op >= MachineEffects }

// Later returns the number of the next node after the given one that uses n, or math.MaxInt.
func (n *Node) Later(number int) int {
	for _, i := range n.Uses {
		if i > number {
			return i
		}
	}
	return math.MaxInt
}

// Append adds a node to the program, or returns an existing node with the same result.
func (p *Program) Append(n Node) *Node {
	if p.known == nil {
		p.known = map[string]*Node{}
	}
	key := fmt.Sprint(n.Op, n.In, math.Float64bits(n.Value), n.Choice, n.At, n.Name, n.Order)
	if old := p.known[key]; old != nil && !n.Effect() {
		return old
	}
	n.Number = len(p.Nodes)
	p.Nodes, p.known[key] = append(p.Nodes, &n), &n
	return &n
}

// Prune removes nodes whose results are not used, numbers the rest and lists their uses.
func (p *Program) Prune() {
	needed := make([]bool, len(p.Nodes))
	for i := len(p.Nodes) - 1; i >= 0; i-- {
		if n := p.Nodes[i]; needed[i] || n.Effect() {
			needed[i] = true
			for _, x := range n.In {
				needed[x.Number] = true
			}
		}
	}
	kept := p.Nodes[:0]
	for i, n := range p.Nodes {
		if needed[i] {
			n.Number = len(kept)
			kept = append(kept, n)
			for _, x := range n.In {
				x.Uses = append(x.Uses, n.Number)
			}
		}
	}
	p.Nodes = kept
}

// InMemory reports whether a node only reads memory, which the program does not write while the number is
// needed (see Check). It can be read again instead of being kept.
func (n *Node) InMemory() bool { return n.Op <= Broadcast }

// Check returns an error if the program stores over a number that a later operation still needs, or
// writes a set twice.
func (p *Program) Check() error {
	written := map[Place]bool{}
	for i, n := range p.Nodes {
		for _, x := range n.In {
			if x.Op != Constant && x.InMemory() && written[x.At] {
				return fmt.Errorf("node %d needs what was at %+v before something else was stored there", i, x.At)
			}
		}
		if n.Op == Put && written[n.At] {
			return fmt.Errorf("node %d writes the set at %+v again", i, n.At)
		}
		if n.Effect() && n.Op != Leave && n.Op != Prefetch && n.At != (Place{}) {
			written[n.At] = true
		}
	}
	return nil
}
