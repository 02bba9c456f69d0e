package bridge

import "sync"

// Feed carries snapshots from the simulation goroutine to one reader. Three buffers go
// round between the two sides over channels, so neither ever waits for the other, the
// reader always gets the newest state, and a buffer belongs to one side at a time.
//
// Frames is the second way, used only by a recording locked to simulated time: every
// snapshot is delivered, and the simulation waits until it has been taken.
//
// Ask and Answer are the third: for what is asked for once, by a command with a ticket.
type Feed struct {
	ready chan *Snapshot // newest snapshot not yet read; capacity 1
	free  chan *Snapshot // buffers nobody uses

	// Frames delivers the snapshots of a recording in order. The reader hands each back
	// with ReturnFrame when it has drawn it.
	Frames chan *Snapshot
	spare  chan *Snapshot

	asking sync.Mutex
	asked  map[uint64]chan<- Answer // that have no answer yet, by ticket
	ticket uint64                   // the last one
}

// Answer is a run file in memory, or why there is none.
type Answer struct {
	Run []byte
	Err error
}

// Counts are what the snapshots of a feed count; whoever writes into it next counts on.
type Counts struct{ Seq, Revision, Applied uint64 }

// NewFeed returns a feed with its buffers.
func NewFeed() *Feed {
	f := &Feed{
		ready:  make(chan *Snapshot, 1),
		free:   make(chan *Snapshot, 3),
		Frames: make(chan *Snapshot, 3),
		spare:  make(chan *Snapshot, 3),
		asked:  map[uint64]chan<- Answer{},
	}
	for i := 0; i < 3; i++ {
		f.free <- new(Snapshot)
		f.spare <- new(Snapshot)
	}
	return f
}

// Writer returns a buffer for the simulation to fill: a free one, or the unread one,
// which is then replaced by something newer.
func (f *Feed) Writer() *Snapshot {
	select {
	case s := <-f.free:
		return s
	default:
	}
	select {
	case s := <-f.ready:
		return s
	case s := <-f.free:
		return s
	}
}

// Publish makes a filled buffer the newest one.
func (f *Feed) Publish(s *Snapshot) {
	for {
		select {
		case f.ready <- s:
			return
		case old := <-f.ready:
			f.free <- old
		}
	}
}

// Latest returns the newest snapshot and takes back held, which the reader got before
// and must no longer touch. If nothing newer is there it returns held, nil at first.
func (f *Feed) Latest(held *Snapshot) *Snapshot {
	select {
	case s := <-f.ready:
		if held != nil {
			f.free <- held
		}
		return s
	default:
		return held
	}
}

// Spare delivers a buffer for the next frame of a recording as soon as the reader has
// given one back.
func (f *Feed) Spare() <-chan *Snapshot { return f.spare }

// ReturnFrame gives a frame of a recording back after it has been drawn.
func (f *Feed) ReturnFrame(s *Snapshot) { f.spare <- s }

// Ask returns a ticket for a command that wants an answer, and where the one answer will come. Whoever has asked need
// not wait for it.
func (f *Feed) Ask() (ticket uint64, answer <-chan Answer) {
	f.asking.Lock()
	defer f.asking.Unlock()
	f.ticket++
	c := make(chan Answer, 1)
	f.asked[f.ticket] = c
	return f.ticket, c
}

// Answer answers a ticket, and never waits; one that nobody has, or that has its answer, is left alone.
func (f *Feed) Answer(ticket uint64, a Answer) {
	f.asking.Lock()
	defer f.asking.Unlock()
	if c := f.asked[ticket]; c != nil {
		c <- a
		delete(f.asked, ticket)
	}
}
