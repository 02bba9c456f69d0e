package main

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// target is a kind of processor, as the number of lanes of its vector registers.
type target int

const (
	avx2   target = 4 // a batch in two halves, one after the other
	avx512 target = 8
)

// width is the size of a vector register in bytes.
func (t target) width() int { return 8 * int(t) }

// Operations of these processors, beside those of package ir.
const (
	lowerHalf ir.Op = ir.Machine + iota // the four numbers at At, zeros above (avx512)
	insert                              // In[0] with the four numbers at At above (avx512)
	upperHalf                           // the upper four numbers of In[0] (avx512)
	quarter                             // the two numbers of In[0] behind as many twos as Choice says
	shuffle                             // Name with Choice, of In
	permute                             // In by Order (avx512)
	packOrder                           // the order in which packed moves the lanes where In[0] is true (avx2)
	packed                              // the lanes of In[0] where In[1] is true, or by packOrder (avx2), first
)

const (
	storeLower  ir.Op = ir.MachineEffects + iota // the lower four numbers of In[0] to At (avx512)
	storeUpper                                   // the upper four
	storePacked                                  // In[0] to At, behind the lanes that the first half has packed (avx2)
	updateFour                                   // four numbers at At combined with those of In[0] by Name, to At
	updateTwo                                    // two of them
	countPacked                                  // counts the lanes of In[0] for storePacked
)

// lowering translates a program with records and vectors into operations of one processor.
type lowering struct {
	target
	to     *ir.Program
	made   map[*ir.Node]*ir.Node   // the node that replaces a node
	parts  map[*ir.Node][]*ir.Node // the nodes that replace a Gather, or Vectors
	packed *ir.Node                // the mask by which the kernel packs
}

// lower returns a program in operations of a processor. The uses of its nodes are listed, and every node
// has one.
func lower(p *ir.Program, t target) *ir.Program {
	l := lowering{t, &ir.Program{}, map[*ir.Node]*ir.Node{}, map[*ir.Node][]*ir.Node{}, nil}
	for i, n := range p.Nodes {
		l.node(n, p.Nodes[i:])
	}
	if l.packed != nil && t == avx2 {
		l.add(ir.Node{Op: countPacked, In: []*ir.Node{l.packed}})
	}
	l.to.Prune()
	return l.to
}

func (l *lowering) add(n ir.Node) *ir.Node { return l.to.Append(n) }

// node lowers the first of a list of nodes; some operations also take the nodes that follow.
func (l *lowering) node(n *ir.Node, follow []*ir.Node) {
	var in []*ir.Node
	for _, x := range n.In {
		in = append(in, l.made[x])
	}
	switch n.Op {
	case ir.Gather:
		if l.parts[n] == nil {
			l.gather(follow)
		}
	case ir.Vectors:
		l.parts[n] = l.vectors(n.At)
	case ir.Part:
		l.made[n] = l.parts[n.In[0]][n.Choice]
	case ir.Pack:
		l.pack(n.At, in[0], in[1])
	case ir.Scatter:
		l.scatter(n.At, in)
	case ir.StoreVectors:
		l.storeVectors(n.At, in)
	case ir.Exchange:
		l.exchange(n, in)
	case ir.Prefetch:
		l.prefetch(n.At)
	default:
		same := *n
		same.In = in
		l.made[n] = l.add(same)
	}
}

// behind returns the place that is disp bytes farther on.
func behind(p ir.Place, disp int) ir.Place {
	p.Disp += disp
	return p
}

// at returns the place of a record of the lower half or, for a lane of the upper half, of the record
// behind it.
func at(p ir.Place, lane int) ir.Place {
	if p.Rows.Kind == ir.NoRows {
		p.Disp += lane * p.Stride
	}
	p.Rows.Lane = lane
	return p
}

// quad loads four numbers of record k and, if there are eight lanes, of record k+4.
func (l *lowering) quad(p ir.Place, k int) *ir.Node {
	if l.target == avx2 {
		return l.add(ir.Node{Op: ir.Load, At: at(p, k)})
	}
	half := l.add(ir.Node{Op: lowerHalf, At: at(p, k)})
	return l.add(ir.Node{Op: insert, In: []*ir.Node{half}, At: at(p, k+4)})
}

// gather lowers a Gather together with the nodes that follow it and read numbers of the same rows. They
// are read one after the other, while the row is in a register.
func (l *lowering) gather(follow []*ir.Node) {
	var group []*ir.Node
	for _, n := range follow {
		if n.Op == ir.Gather && n.At.Rows == follow[0].At.Rows {
			group = append(group, n)
		} else if n.Op != ir.Part {
			break
		}
	}
	quads := make([][4]*ir.Node, len(group))
	for k := range 4 {
		for i, n := range group {
			quads[i][k] = l.quad(n.At, k)
		}
	}
	for i, n := range group {
		l.parts[n] = l.transpose(quads[i])
	}
}

// Orders in which a transposition takes numbers from two registers.
var (
	lower4 = ir.Order{0, 1, 8, 9, 4, 5, 12, 13}
	upper4 = ir.Order{2, 3, 10, 11, 6, 7, 14, 15}
)

// transpose turns four records, or records 0 and 4, 1 and 5, 2 and 6, 3 and 7, into lanes, and back.
func (l *lowering) transpose(r [4]*ir.Node) []*ir.Node {
	t0, t1 := l.grouped(r[0], 0, 0, r[1]), l.grouped(r[0], 1, 1, r[1])
	t2, t3 := l.grouped(r[2], 0, 0, r[3]), l.grouped(r[2], 1, 1, r[3])
	if l.target == avx2 {
		return []*ir.Node{
			l.halves(t0, 0, 2, t2), l.halves(t1, 0, 2, t3),
			l.halves(t0, 1, 3, t2), l.halves(t1, 1, 3, t3),
		}
	}
	return []*ir.Node{
		l.permute(t0, t2, lower4), l.permute(t1, t3, lower4),
		l.permute(t0, t2, upper4), l.permute(t1, t3, upper4),
	}
}

// grouped takes number i of each two numbers of a, and number j of each two numbers of b.
func (l *lowering) grouped(a *ir.Node, i, j int, b *ir.Node) *ir.Node {
	choice := (0x55*i | 0xaa*j) & (1<<l.target - 1) // a bit for each number
	return l.add(ir.Node{Op: shuffle, Name: "VSHUFPD", Choice: choice, In: []*ir.Node{a, b}})
}

// halves takes half i and half j of four: 0 and 1 are the halves of a, 2 and 3 the halves of b (avx2).
func (l *lowering) halves(a *ir.Node, i, j int, b *ir.Node) *ir.Node {
	return l.add(ir.Node{Op: shuffle, Name: "VPERM2F128", Choice: i | j<<4, In: []*ir.Node{a, b}})
}

func (l *lowering) permute(a, b *ir.Node, order ir.Order) *ir.Node {
	return l.add(ir.Node{Op: permute, In: []*ir.Node{a, b}, Order: order})
}

// pick takes, for each lane, number i(lane) of the numbers in three registers (avx512).
func (l *lowering) pick(r []*ir.Node, i func(lane int) int) *ir.Node {
	var first, then ir.Order // from the first two registers, then from their result and the third
	for lane := range int(avx512) {
		then[lane] = uint64(lane)
		if from := uint64(i(lane)); from < 2*uint64(avx512) {
			first[lane] = from
		} else {
			then[lane] = from - uint64(avx512)
		}
	}
	return l.permute(l.permute(r[0], r[1], first), r[2], then)
}

// vectors loads vectors without gaps, and storeVectors writes them.
func (l *lowering) vectors(p ir.Place) (v []*ir.Node) {
	var r []*ir.Node
	for k := range 3 {
		r = append(r, l.add(ir.Node{Op: ir.Load, At: behind(p, l.width()*k)}))
	}
	if l.target == avx2 { // x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3
		xy, zx, yz := l.halves(r[0], 0, 3, r[1]), l.halves(r[0], 1, 2, r[2]), l.halves(r[1], 0, 3, r[2])
		return []*ir.Node{l.grouped(xy, 0, 1, zx), l.grouped(xy, 1, 0, yz), l.grouped(zx, 0, 1, yz)}
	}
	for k := range 3 {
		v = append(v, l.pick(r, func(lane int) int { return 3*lane + k }))
	}
	return v
}

func (l *lowering) storeVectors(p ir.Place, v []*ir.Node) {
	keep := func(k int, x *ir.Node) { l.store(ir.Store, behind(p, l.width()*k), x) }
	if l.target == avx2 { // x0 y0 x2 y2, z0 x1 z2 x3, y1 z1 y3 z3
		xy, zx, yz := l.grouped(v[0], 0, 0, v[1]), l.grouped(v[2], 0, 1, v[0]), l.grouped(v[1], 1, 1, v[2])
		keep(0, l.halves(xy, 0, 2, zx))
		keep(1, l.halves(yz, 0, 3, xy))
		keep(2, l.halves(zx, 1, 3, yz))
		return
	}
	for k := range 3 {
		keep(k, l.pick(v, func(lane int) int { return (8*k+lane)%3*8 + (8*k+lane)/3 }))
	}
}

func (l *lowering) store(op ir.Op, p ir.Place, x *ir.Node) {
	l.add(ir.Node{Op: op, In: []*ir.Node{x}, At: p})
}

// scatter writes four numbers of each record.
func (l *lowering) scatter(p ir.Place, v []*ir.Node) {
	for k, x := range l.transpose([4]*ir.Node(v)) {
		if l.target == avx2 {
			l.store(ir.Store, at(p, k), x)
			continue
		}
		l.store(storeLower, at(p, k), x)
		l.store(storeUpper, at(p, k+4), x)
	}
}

// pack writes packed lanes; the lanes of the second half follow those of the first.
func (l *lowering) pack(p ir.Place, x, mask *ir.Node) {
	if l.packed != nil && l.packed != mask {
		panic("a kernel packs by one mask only")
	}
	l.packed = mask
	how, store := mask, ir.Store
	if l.target == avx2 {
		how, store = l.add(ir.Node{Op: packOrder, In: []*ir.Node{mask}}), storePacked
	}
	l.store(store, p, l.add(ir.Node{Op: packed, In: []*ir.Node{x, how}}))
}

// prefetch asks for a place, or for that of each record.
func (l *lowering) prefetch(p ir.Place) {
	lanes := int(l.target)
	if p.Rows.Kind == ir.NoRows {
		lanes = 1
	}
	for k := range lanes {
		l.add(ir.Node{Op: ir.Prefetch, At: at(p, k)})
	}
}

// exchange updates records of six numbers, lane by lane: four of them, then two.
func (l *lowering) exchange(n *ir.Node, in []*ir.Node) {
	foursA, twosA := l.wrenches(in[:3], in[3:6])
	foursB, twosB := l.wrenches(in[:3], in[6:])
	update := func(name string, p ir.Place, four, two *ir.Node) {
		l.add(ir.Node{Op: updateFour, Name: name, In: []*ir.Node{four}, At: p})
		l.add(ir.Node{Op: updateTwo, Name: name, In: []*ir.Node{two}, At: behind(p, 32)})
	}
	for k := range foursA {
		update("VADDPD", at(n.At, k), foursA[k], twosA[k])
		update("VSUBPD", at(n.Second, k), foursB[k], twosB[k])
	}
}

// wrenches returns the numbers of two vectors lane by lane: the first four, and the last two.
func (l *lowering) wrenches(a, b []*ir.Node) (fours, twos []*ir.Node) {
	fours = l.transpose([4]*ir.Node{a[0], a[1], a[2], b[0]})
	if l.target == avx512 {
		for _, both := range fours[:4] {
			fours = append(fours, l.add(ir.Node{Op: upperHalf, In: []*ir.Node{both}}))
		}
	}
	even, odd := l.grouped(b[1], 0, 0, b[2]), l.grouped(b[1], 1, 1, b[2])
	twos = []*ir.Node{even, odd}
	for k := 1; k < len(fours)/2; k++ {
		for _, all := range [2]*ir.Node{even, odd} {
			twos = append(twos, l.add(ir.Node{Op: quarter, Choice: k, In: []*ir.Node{all}}))
		}
	}
	return fours, twos
}

const _ = -(wide.Lanes - int(avx512)) // no compile unless a batch fills a register of avx512
