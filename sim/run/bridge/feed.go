package bridge

import "sync"

// Feed carries snapshots from the simulation goroutine to one reader. Three buffers circulate between the
// two sides over channels. So neither side ever waits for the other, the reader always gets the newest
// state, and a buffer belongs to one side at a time.
//
// Frames is a second way, used only by a recording locked to simulated time: every snapshot is delivered,
// and the simulation waits until the reader has received it.
//
// Ask and Answer are the third way, for single requests: a command carries the ticket to which the simulation
// sends its answer.
type Feed struct {
	ready chan *Snapshot // newest snapshot not yet read; capacity 1
	free  chan *Snapshot // buffers that are not in use

	// Frames delivers the snapshots of a recording in order. The reader returns each with ReturnFrame
	// after drawing it.
	Frames chan *Snapshot
	spare  chan *Snapshot

	asking sync.Mutex
	asked  map[uint64]chan<- Answer // requests without an answer yet, by ticket
	ticket uint64                   // the last ticket given
}

// Answer is a run file in memory, or the error that prevented it.
type Answer struct {
	Run []byte
	Err error
}

// Counts are the counters in the snapshots of a feed. The next writer to the feed continues them.
type Counts struct{ Seq, Revision, Applied uint64 }

// NewFeed returns a feed with new buffers.
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

// Writer returns a buffer for the simulation to fill: a free buffer or, without one, the buffer that was
// published and not read yet, whose content is lost.
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

// Latest returns the newest snapshot. The reader passes back held, the snapshot that it got before, and
// must no longer use it. If there is nothing newer, Latest returns held, which is nil at first.
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

// Spare delivers a buffer for the next frame of a recording as soon as the reader has returned one.
func (f *Feed) Spare() <-chan *Snapshot { return f.spare }

// ReturnFrame returns a frame of a recording after it has been drawn.
func (f *Feed) ReturnFrame(s *Snapshot) { f.spare <- s }

// Ask returns a ticket for a command that wants an answer, and the channel for this one answer. The
// caller need not receive it.
func (f *Feed) Ask() (ticket uint64, answer <-chan Answer) {
	f.asking.Lock()
	defer f.asking.Unlock()
	f.ticket++
	c := make(chan Answer, 1)
	f.asked[f.ticket] = c
	return f.ticket, c
}

// Answer answers a ticket, without waiting. It ignores unknown tickets and tickets that were answered
// before.
func (f *Feed) Answer(ticket uint64, a Answer) {
	f.asking.Lock()
	defer f.asking.Unlock()
	if c := f.asked[ticket]; c != nil {
		c <- a
		delete(f.asked, ticket)
	}
}
