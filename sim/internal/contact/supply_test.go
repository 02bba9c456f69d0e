package contact

import (
	"slices"
	"testing"
)

// Contract: tables have as many blocks as they need, keep what is in those, and share none; what they give back is lent
// again, to tables whose blocks have points, or none, as well. Once few are lent the memory of the others is let go.
func TestTablesShareMemoryButNoBlock(t *testing.T) {
	var all supply
	tables := make([]Table, 300)
	value := func(table, i int) float64 { return float64(1000*table + i) }
	lent := map[*Block]int{}
	size := func(k, n int) {
		a := &tables[k]
		was := a.N
		if a.Resize(n); len(a.Blocks) != (n+BlockSize-1)/BlockSize {
			t.Fatalf("%d contacts have %d blocks", n, len(a.Blocks))
		}
		for i := was; i < n; i++ {
			b, l := a.Row(i)
			if b.normal.x[l] = value(k, i); !a.central {
				b.points().z[l] = -value(k, i)
			}
		}
	}
	check := func(when string) {
		t.Helper()
		clear(lent)
		for k := range tables {
			for i := range tables[k].N {
				if b, l := tables[k].Row(i); b.normal.x[l] != value(k, i) || k%2 > 0 && b.points().z[l] != -value(k, i) {
					t.Fatalf("%s: contact %d of table %d has the number of another", when, i, k)
				}
			}
			for _, b := range tables[k].Blocks {
				if lent[b]++; lent[b] > 1 || slices.Contains(all.stock(k%2 == 0).free, b) {
					t.Fatalf("%s: a block is lent twice", when)
				}
			}
		}
	}
	for k := range tables {
		tables[k].supply, tables[k].central = &all, k%2 == 0
		size(k, k%100)
	}
	check("at first")
	pieces := func() int { return len(all.central.pieces) + len(all.others.pieces) }
	before := pieces()
	for k := range tables {
		size(k, min(k%100, 99-k%100))
	}
	for k := range tables {
		size(k, 99-k%100)
	}
	if check("with other lengths"); pieces() != before {
		t.Errorf("%d pieces for as many blocks as %d held", pieces(), before)
	}
	for k := range tables {
		if k%30 > 0 {
			tables[k].clear()
		}
	}
	all.fit(func(yield func(*Table) bool) {
		for k := range tables {
			if !yield(&tables[k]) {
				return
			}
		}
	})
	check("once most are empty")
	free := len(all.central.free) + len(all.others.free)
	if most := len(lent)/pieceSize + 4; pieces() > most || free+len(lent) != pieces()*pieceSize {
		t.Errorf("%d blocks are lent and %d free, of %d pieces", len(lent), free, pieces())
	}
	for k := range tables {
		size(k, 128)
	}
	check("once all are full again")
}

// Contract: tables whose contacts all have the same springs share the list of them, also where they had others for a
// while; a table with several springs has a list of its own, and what is added to it changes no other.
func TestTablesShareSprings(t *testing.T) {
	var all supply
	a, b, c := Table{supply: &all}, Table{supply: &all}, Table{supply: &all}
	one, two := Springs{Kn: 1}, Springs{Kn: 2}
	for _, table := range []*Table{&a, &b, &c} {
		for range 2 {
			table.put(one)
		}
	}
	for kn := range 20 {
		if i := c.put(Springs{Kn: float64(kn + 1)}); int(i) != kn {
			t.Fatalf("springs %d have the number %d", kn, i)
		}
	}
	if &a.Springs[0] != &b.Springs[0] || &a.Springs[0] == &c.Springs[0] {
		t.Error("equal lists are not shared, or one that is not equal is")
	}
	if len(a.Springs) != 1 || a.Springs[0] != one || len(c.Springs) != 20 || c.Springs[1] != two {
		t.Errorf("got %v and %v", a.Springs, c.Springs)
	}
	c.clear()
	c.put(one)
	if c.fit(); &a.Springs[0] != &c.Springs[0] {
		t.Error("a table that has one kind of springs again keeps the memory for several")
	}
	a.clear()
	if a.put(two); b.Springs[0] != one || a.Springs[0] != two {
		t.Error("other springs change those of another table")
	}
}
