// Package ir is the intermediate form of vector kernels: a Program is a list of operations on batches of
// eight lanes. The text of a kernel (package kernel) is a Go function of the kernel's arguments: its
// operations on Float and Mask are not done but recorded. Command assemble makes assembly of a Program for some
// processors, and package widthtest evaluates it on any, for tests.
package ir

import (
	"fmt"
	"math"
)

// Op is what a node does with its operands, In.
type Op uint8

// The operations. Those from Store on have an effect, and no result.
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
	Compare // a mask, by Choice
	And
	Or
	Xor
	AndNot // the second mask without the first
	Bits   // the set at At as a mask
	Merge  // In[0] where In[2] is true, else In[1]
	Masked // In[0] where In[1] is true, else 0

	Store        // In[0] to At
	Pack         // those lanes of In[0] where In[1] is true to At, without gaps, then anything
	Scatter      // four numbers to each of eight records: the inverse of Gather
	StoreVectors // the inverse of Vectors
	Exchange     // see function Exchange
	Prefetch     // the cache line at At
	Put          // In[0] to the set at At
	Leave        // ends the kernel if In[0] is true in no lane

	Machine        Op = 64  // the first operation that a back end may define
	MachineEffects Op = 128 // the first of those that have an effect
)

// Choices of Compare, as processors number them; the last is false for what is no number.
const (
	Equal     = 0
	Less      = 1
	LessEqual = 2
	NotEqual  = 4
	Greater   = 14
)

// Spot is in memory, Disp bytes behind what a pointer among the arguments points to.
type Spot struct {
	Pointer int // offset of the pointer in the arguments; InArguments: the arguments themselves
	Disp    int
}

// InArguments is the Pointer of a Spot in the arguments themselves.
const InArguments = -1

// Place is where each lane has something: at a spot, and Stride bytes more for each lane.
type Place struct {
	Spot
	Stride int
	Rows   Rows
}

// Rows is how a place differs from record to record: by what a list among the arguments says, or not.
type Rows struct {
	Kind RowKind
	List Spot
	Size int // of a record [bytes]; Listed has none
	Lane int // for back ends
}

// RowKind is where records begin.
type RowKind uint8

// The kinds of rows.
const (
	NoRows  RowKind = iota // they lie one behind the other, Stride bytes apart
	Listed                 // a wide.Rows says it
	Indexed                // a wide.Index has their indices
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

	Number int   // in its program
	Uses   []int // numbers of the nodes that have it as an operand
}

// Order says which numbers of two registers a permutation takes.
type Order [8]uint64

// Program is what a kernel does, in order.
type Program struct {
	Nodes []*Node
	known map[string]*Node
}

// Effect reports whether a node does more than make a result.
func (n *Node) Effect() bool { return n.Op >= Store && n.Op < Machine || n.Op >= MachineEffects }

// Later returns the number of the next node after one that has n as an operand, math.MaxInt for none.
func (n *Node) Later(number int) int {
	for _, i := range n.Uses {
		if i > number {
			return i
		}
	}
	return math.MaxInt
}

// Append adds a node to the program, or returns the one there is that has the same result.
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

// Prune leaves out nodes whose results nobody needs, numbers the rest and lists their uses.
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

// InMemory reports whether a node does no more than read memory that the program does not write while the
// number is needed (see Check): it can be read again instead of being kept.
func (n *Node) InMemory() bool { return n.Op <= Broadcast }

// Check returns an error if the program stores something where a later operation still needs what was
// there, or writes a set twice.
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
