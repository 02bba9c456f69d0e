package symbol

// Records are a slice of records of some kind.
type Records struct{ at place }

// behind returns the place so many bytes behind the first record.
func (r Records) behind(disp int) place {
	at := r.at
	at.disp += disp
	return at
}

// Rows are where records of a slice begin, in bytes; Index are the numbers of some bodies.
type (
	Rows  struct{ field int }
	Index struct{ field int }
)

func (r *Rows) row(l int) row { return row{there: true, field: r.field, lane: l} }

func (x *Index) row(l, size int) row { return row{there: true, field: x.field, lane: l, size: size} }

// Numbers returns four numbers of each record, from number first on.
func (r *Rows) Numbers(base Records, first int) (a, b, c, d Float) {
	var quads [4]Float
	for l := range quads {
		quads[l] = quad(base.behind(8*first), l, r.row)
	}
	return turn4(quads)
}

// Vectors returns vectors of three slices.
func (x *Index) Vectors(first, second, third Records) (a, b, c Vec3) {
	var quads [3][4]Float
	for l := range 4 { // numbers of a body one after the other, as its row is in a register then
		for k, base := range []Records{first, second, third} {
			quads[k][l] = quad(base.at, l, x.vector)
		}
	}
	a.X, a.Y, a.Z, _ = turn4(quads[0])
	b.X, b.Y, b.Z, _ = turn4(quads[1])
	c.X, c.Y, c.Z, _ = turn4(quads[2])
	return a, b, c
}

// Vec3 returns vectors of one slice.
func (x *Index) Vec3(base Records) (a Vec3) {
	var quads [4]Float
	for l := range quads {
		quads[l] = quad(base.at, l, x.vector)
	}
	a.X, a.Y, a.Z, _ = turn4(quads)
	return a
}

func (x *Index) vector(l int) row { return x.row(l, 24) }

// quad returns four numbers of record l and, if there are eight, of record l+4.
func quad(at place, l int, rows func(l int) row) Float {
	at.row = rows(l)
	if now.lanes == Four {
		return Float{add(node{op: opLoad, at: at})}
	}
	upper := at
	upper.row = rows(l + 4)
	return Float{add(node{op: opInsert, x: add(node{op: opHalf, at: at}), at: upper})}
}

// quads returns four numbers of each of some records of a size that lie one behind the other, from
// byte first of each on.
func quads(base Records, first, size int) (a, b, c, d Float) {
	var list [4]Float
	for l := range list {
		at := base.behind(first + size*l)
		if now.lanes == Four {
			list[l] = Float{add(node{op: opLoad, at: at})}
			continue
		}
		half := add(node{op: opHalf, at: at})
		list[l] = Float{add(node{op: opInsert, x: half, at: base.behind(first + size*(l+4))})}
	}
	return turn4(list)
}

// order says which numbers a permutation takes, first those of one register, then of another.
type order [Eight]int

// Orders in which a turn takes numbers from two registers.
var (
	lower = order{0, 1, 8, 9, 4, 5, 12, 13}
	upper = order{2, 3, 10, 11, 6, 7, 14, 15}

	firstHalves = order{0, 1, 2, 3, 8, 9, 10, 11}
	lastHalves  = order{4, 5, 6, 7, 12, 13, 14, 15}
)

// turn4 takes four records, or records 0 and 4, 1 and 5, 2 and 6, 3 and 7, to lanes, and the other
// way round.
func turn4(r [4]Float) (a, b, c, d Float) {
	t0, t1 := r[0].grouped(0, 0, r[1]), r[0].grouped(1, 1, r[1])
	t2, t3 := r[2].grouped(0, 0, r[3]), r[2].grouped(1, 1, r[3])
	if now.lanes == Four {
		return t0.halves(0, 2, t2), t1.halves(0, 2, t3), t0.halves(1, 3, t2), t1.halves(1, 3, t3)
	}
	return t0.permute(t2, lower), t1.permute(t3, lower), t0.permute(t2, upper), t1.permute(t3, upper)
}

// grouped takes from each two numbers of a and of b that of number i and that of number j.
func (a Float) grouped(i, j int, b Float) Float {
	return Float{add(node{op: opShuffle, mnemonic: "VSHUFPD", choice: 0x55*i | 0xaa*j, x: a.node(), y: b.node()})}
}

// halves takes two of the halves of a, 0 and 1, and of b, 2 and 3 (Four).
func (a Float) halves(i, j int, b Float) Float {
	return Float{add(node{op: opShuffle, mnemonic: "VPERM2F128", choice: i | j<<4, x: a.node(), y: b.node()})}
}

func (a Float) permute(b Float, order order) Float {
	return Float{add(node{op: opPermute, x: a.node(), y: b.node(), order: order})}
}

// Together returns vectors that lie one behind the other, KeepTogether writes them.
func Together(base Records) Vec3 {
	var r [3]Float
	for k := range r {
		r[k] = Float{add(node{op: opLoad, at: base.behind(now.lanes.width() * k)})}
	}
	if now.lanes == Four { // x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3
		xy, zx, yz := r[0].halves(0, 3, r[1]), r[0].halves(1, 2, r[2]), r[1].halves(0, 3, r[2])
		return Vec3{xy.grouped(0, 1, zx), xy.grouped(1, 0, yz), zx.grouped(0, 1, yz)}
	}
	join := func(first, then order) Float { return r[0].permute(r[1], first).permute(r[2], then) }
	return Vec3{
		join(order{0, 3, 6, 9, 12, 15}, order{0, 1, 2, 3, 4, 5, 10, 13}),
		join(order{1, 4, 7, 10, 13}, order{0, 1, 2, 3, 4, 8, 11, 14}),
		join(order{2, 5, 8, 11, 14}, order{0, 1, 2, 3, 4, 9, 12, 15}),
	}
}

func KeepTogether(base Records, a Vec3) {
	keep := func(k int, x Float) {
		add(node{op: opStore, x: x.node(), at: base.behind(now.lanes.width() * k)})
	}
	if now.lanes == Four { // x0 y0 x2 y2, z0 x1 z2 x3, y1 z1 y3 z3
		xy, zx, yz := a.X.grouped(0, 0, a.Y), a.Z.grouped(0, 1, a.X), a.Y.grouped(1, 1, a.Z)
		keep(0, xy.halves(0, 2, zx))
		keep(1, yz.halves(0, 3, xy))
		keep(2, zx.halves(1, 3, yz))
		return
	}
	join := func(first, then order) Float { return a.X.permute(a.Y, first).permute(a.Z, then) }
	keep(0, join(order{0, 8, 0, 1, 9, 0, 2, 10}, order{0, 1, 8, 3, 4, 9, 6, 7}))
	keep(1, join(order{0, 3, 11, 0, 4, 12, 0, 5}, order{10, 1, 2, 11, 4, 5, 12, 7}))
	keep(2, join(order{13, 0, 6, 14, 0, 7, 15, 0}, order{0, 13, 2, 3, 14, 5, 6, 15}))
}

// Quats returns quaternions that lie one behind the other, KeepQuats writes them.
func Quats(base Records) (q Quat) {
	q.W, q.X, q.Y, q.Z = quads(base, 0, 32)
	return q
}

func KeepQuats(base Records, q Quat) {
	a, b, c, d := turn4([4]Float{q.W, q.X, q.Y, q.Z})
	for l, x := range []Float{a, b, c, d} {
		if now.lanes == Four {
			add(node{op: opStore, x: x.node(), at: base.behind(32 * l)})
			continue
		}
		add(node{op: opLower, x: x.node(), at: base.behind(32 * l)})
		add(node{op: opUpper, x: x.node(), at: base.behind(32 * (l + 4))})
	}
}

// Wrenches returns the first two vectors of records of eight numbers each, which lie one behind the
// other.
func Wrenches(base Records) (force, torque Vec3) {
	force.X, force.Y, force.Z, torque.X = quads(base, 0, 64)
	torque.Y, torque.Z, _, _ = quads(base, 32, 64)
	return force, torque
}

// Exchange adds force and torque of each lane to its record a of eight numbers, and takes the force
// and another torque from its record b, lane by lane.
func Exchange(records Records, a, b *Index, force, onA, onB Vec3) {
	rowsA, rowsB := rows(force, onA), rows(force, onB)
	for l := range rowsA {
		update("VADDPD", records, rowsA[l], a.row(l, 64))
		update("VSUBPD", records, rowsB[l], b.row(l, 64))
	}
}

func update(mnemonic string, records Records, numbers []Float, row row) {
	for k, x := range numbers {
		at := records.behind(now.lanes.width() * k)
		at.row = row
		add(node{op: opUpdate, mnemonic: mnemonic, x: x.node(), at: at})
	}
}

// rows returns the numbers of two vectors, and two zeros, lane by lane.
func rows(a, b Vec3) [][]Float {
	var zero Float
	p0, p1, p2, p3 := turn4([4]Float{a.X, a.Y, a.Z, b.X})
	q0, q1, q2, q3 := turn4([4]Float{b.Y, b.Z, zero, zero})
	if now.lanes == Four {
		return [][]Float{{p0, q0}, {p1, q1}, {p2, q2}, {p3, q3}}
	}
	first := func(p, q Float) []Float { return []Float{p.permute(q, firstHalves)} }
	last := func(p, q Float) []Float { return []Float{p.permute(q, lastHalves)} }
	return [][]Float{first(p0, q0), first(p1, q1), first(p2, q2), first(p3, q3), last(p0, q0), last(p1, q1), last(p2, q2), last(p3, q3)}
}
