package ir

import (
	"math"
	"testing"

	"example.org/tumble/sim/internal/wide"
)

// trial is the memory that the programs of these tests read and write.
type trial struct {
	X, Y, Out wide.Lane
	N         wide.Number
	Set, To   wide.Set
	Far       *wide.Lane
	Bodies    *wide.Index
	Records   wide.Records
	Packed    *wide.Lane
}

// Contract: value numbering finds an earlier node with the same operation and operands; nodes with
// effects, or with other operands, are never merged.
func TestAppendNumbersValues(t *testing.T) {
	p := Record(func(a *trial) {
		one, same, other := Get(&a.X).Add(Get(&a.Y)), Get(&a.X).Add(Get(&a.Y)), Get(&a.Y).Add(Get(&a.X))
		if one != same || one == other {
			t.Error("sums of the same operands are not one node, or of exchanged ones are")
		}
		if Number(0) == Number(math.Copysign(0, -1)) {
			t.Error("a negative zero is another one")
		}
		Keep(&a.Out, one)
		Keep(&a.Out, one)
	})
	if n := len(p.Nodes); n != 2+2+2+2 { // loads, sums, zeros, stores
		t.Errorf("%d nodes, want 8", n)
	}
}

// Contract: pruning keeps nodes with an effect and their operands, in order, with their uses.
func TestPruneKeepsWhatIsNeeded(t *testing.T) {
	p := Record(func(a *trial) {
		x := Get(&a.X)
		x.Mul(Get(&a.Y)).Sqrt()
		Keep(&a.Out, x.Add(x))
	})
	p.Prune()
	ops := []Op{Load, Add, Store}
	if len(p.Nodes) != len(ops) {
		t.Fatalf("%d nodes, want %d", len(p.Nodes), len(ops))
	}
	for i, n := range p.Nodes {
		if n.Op != ops[i] || n.Number != i {
			t.Errorf("node %d is number %d, operation %d, want %d", i, n.Number, n.Op, ops[i])
		}
	}
	load := p.Nodes[0]
	if load.Later(0) != 1 || load.Later(1) != math.MaxInt {
		t.Errorf("uses %v, want only those of node 1", load.Uses)
	}
}

// Contract: a text cannot use a number that it has stored over, nor write a set twice.
func TestCheckRefuses(t *testing.T) {
	for name, text := range map[string]func(a *trial){
		"load after store": func(a *trial) {
			x := Get(&a.X)
			Keep(&a.X, Number(1))
			Keep(&a.Out, x)
		},
		"set written twice": func(a *trial) {
			SetTo(&a.To, Of(&a.Set))
			SetTo(&a.To, Get(&a.X).Less(Get(&a.Y)))
		},
	} {
		if Record(text).Check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	fine := func(a *trial) { Keep(&a.X, Get(&a.X).Add(Get(&a.Y))) }
	if err := Record(fine).Check(); err != nil {
		t.Error(err)
	}
}

// Contract: a text cannot name memory outside its kernel's arguments.
func TestForeignMemoryIsRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("memory of another kernel was taken")
		}
	}()
	var other wide.Lane
	Record(func(a *trial) { Keep(&a.Out, Get(&other)) })
}
