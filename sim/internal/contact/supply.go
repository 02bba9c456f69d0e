package contact

import (
	"iter"
	"slices"
	"sync"
	"unsafe"
)

// supply lends memory to tables. A block fits any table, so none lies idle because of its length, and tables have
// no more of them than they need.
type supply struct {
	access  sync.Mutex
	one     []Springs // what a table that has other springs than these has lately got, if it has only one
	central stock     // of blocks of central contacts
	others  stock
}

// stock is blocks that all have points, or all have none.
type stock struct {
	free   []*Block  // the one that came back last, which a cache may still hold, is lent first
	pieces []uintptr // where those are that all blocks are cut from, which last as long as any of their blocks
}

// pieceSize is how many blocks are cut from a piece of memory: it fills whole pages, so that the Go runtime makes it no
// larger.
const pieceSize = 128

const _ = -(unsafe.Sizeof([pieceSize]Block{}) % 8192) | -(unsafe.Sizeof([pieceSize]pointBlock{}) % 8192) // it does

// stock returns the blocks without points, of contacts that are central, or those with points.
func (s *supply) stock(central bool) *stock {
	if central {
		return &s.central
	}
	return &s.others
}

// newBlocks returns n blocks, one after the other in memory, without points if their contacts are central.
func newBlocks(n int, central bool) (blocks []*Block) {
	if central {
		list := make([]Block, n)
		for i := range list {
			blocks = append(blocks, &list[i])
		}
		return blocks
	}
	list := make([]pointBlock, n)
	for i := range list {
		blocks = append(blocks, &list[i].Block)
	}
	return blocks
}

// take appends n blocks to some. They are as whoever had them left them. Without a supply they are made.
func (s *supply) take(to []*Block, n int, central bool) []*Block {
	if s == nil {
		return append(to, newBlocks(n, central)...)
	}
	s.access.Lock()
	defer s.access.Unlock()
	x := s.stock(central)
	for len(x.free) < n {
		more := newBlocks(pieceSize, central)
		x.pieces = append(x.pieces, address(more[0]))
		slices.Reverse(more)
		x.free = append(x.free, more...)
	}
	left := len(x.free) - n
	for i := len(x.free) - 1; i >= left; i-- {
		to = append(to, x.free[i])
	}
	x.free = x.free[:left]
	return to
}

// sharedSprings is for how many springs there is memory in a list of one that tables share: vector kernels read on
// behind it. Nobody changes such a list.
const sharedSprings = 2

// just returns a list of one: if it is that of the last call, the same list. Most often all contacts of a heap have the
// same springs, so all tables have the same list.
func (s *supply) just(one Springs) []Springs {
	if s == nil {
		return append(make([]Springs, 0, sharedSprings), one)
	}
	s.access.Lock()
	defer s.access.Unlock()
	if len(s.one) == 0 || s.one[0] != one {
		s.one = append(make([]Springs, 0, sharedSprings), one)
	}
	return s.one
}

// put takes blocks back, of which the first will be lent first again, and leaves none in the list.
func (s *supply) put(blocks []*Block, central bool) {
	if s == nil {
		return
	}
	s.access.Lock()
	x := s.stock(central)
	for i := range blocks {
		x.free = append(x.free, blocks[len(blocks)-1-i])
	}
	s.access.Unlock()
	clear(blocks)
}

// keptFree is how many pieces there are for each one whose blocks may all be free, beside a first one: contacts that
// come and go need some.
const keptFree = 128

// fit lets go of pieces if too many blocks are free, since heaps that flow apart have fewer contacts. What is in the
// blocks of those with the highest addresses goes to others.
func (s *supply) fit(tables iter.Seq[*Table]) {
	for _, central := range []bool{false, true} {
		s.stock(central).fit(central, tables)
	}
}

func (x *stock) fit(central bool, tables iter.Seq[*Table]) {
	idle := len(x.free)/pieceSize - len(x.pieces)/keptFree - 1
	if idle <= 0 {
		return
	}
	slices.Sort(x.pieces)
	first := x.pieces[len(x.pieces)-idle]
	goes := func(b *Block) bool { return address(b) >= first }
	free := slices.DeleteFunc(x.free, goes)
	for t := range tables {
		if t.central != central {
			continue
		}
		for i, b := range t.Blocks {
			if goes(b) {
				last := len(free) - 1
				b.copyTo(free[last], central)
				t.Blocks[i], free = free[last], free[:last]
			}
		}
	}
	x.free, x.pieces = free, x.pieces[:len(x.pieces)-idle]
}

func address(b *Block) uintptr { return uintptr(unsafe.Pointer(b)) }
