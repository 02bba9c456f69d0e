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
	access sync.Mutex
	free   []*Block  // the one that came back last, which a cache may still hold, is lent first
	one    []Springs // what a table that has other springs than these has lately got, if it has only one
	pieces []uintptr // where those are that all blocks are cut from, which last as long as any of their blocks
}

// piece is memory for blocks that fills whole pages, so that the Go runtime makes it no larger.
type piece [128]Block

const _ = -(unsafe.Sizeof(piece{}) % 8192) // it does

// take appends n blocks to some. They are as whoever had them left them. Without a supply they are made.
func (s *supply) take(to []*Block, n int) []*Block {
	if s == nil {
		for range n {
			to = append(to, new(Block))
		}
		return to
	}
	s.access.Lock()
	defer s.access.Unlock()
	for len(s.free) < n {
		more := new(piece)
		s.pieces = append(s.pieces, address(&more[0]))
		for i := range more {
			s.free = append(s.free, &more[len(more)-1-i])
		}
	}
	left := len(s.free) - n
	for i := len(s.free) - 1; i >= left; i-- {
		to = append(to, s.free[i])
	}
	s.free = s.free[:left]
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
func (s *supply) put(blocks []*Block) {
	if s == nil {
		return
	}
	s.access.Lock()
	for i := range blocks {
		s.free = append(s.free, blocks[len(blocks)-1-i])
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
	idle := len(s.free)/len(piece{}) - len(s.pieces)/keptFree - 1
	if idle <= 0 {
		return
	}
	slices.Sort(s.pieces)
	first := s.pieces[len(s.pieces)-idle]
	goes := func(b *Block) bool { return address(b) >= first }
	free := slices.DeleteFunc(s.free, goes)
	for t := range tables {
		for i, b := range t.Blocks {
			if goes(b) {
				last := len(free) - 1
				*free[last] = *b
				t.Blocks[i], free = free[last], free[:last]
			}
		}
	}
	s.free, s.pieces = free, s.pieces[:len(s.pieces)-idle]
}

func address(b *Block) uintptr { return uintptr(unsafe.Pointer(b)) }
