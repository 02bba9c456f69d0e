package imguigl

import "time"

// Kind is the kind of an Event.
type Kind uint8

// The kinds of events.
const (
	Move   Kind = iota // the pointer is at X, Y
	Button             // Code is the mouse button, Down its new state
	Wheel              // X, Y are the turns of the wheel
	Key                // Code is the key, Mods the modifiers that are held, Down its new state
	Char               // Rune was typed
)

// Event is one thing that happened to a window.
type Event struct {
	Kind   Kind
	X, Y   float32
	Code   int
	Mods   int
	Rune   rune
	Down   bool
	Repeat bool // a key held down, which the system reports again

	Picture int       // number of the picture that was on the screen then; see Context.Stamp
	At      time.Time // when the event happened
}

// Queue hands events to imgui in frames. Imgui 1.85 sees the state of buttons and keys
// once a frame only, so a press and a release within one frame would be lost: a frame
// ends before the second change of any button or key, before the pointer leaves the
// place of a click, and before a key that belongs after typed text.
type Queue struct {
	events []Event
}

// Push adds an event. Moves of the pointer that follow each other are joined.
func (q *Queue) Push(e Event) {
	if n := len(q.events); n > 0 && e.Kind == Move && q.events[n-1].Kind == Move {
		q.events[n-1] = e
		return
	}
	q.events = append(q.events, e)
}

// Empty reports whether all events have been handed out.
func (q *Queue) Empty() bool { return len(q.events) == 0 }

// Next removes the events of the next frame from the queue and appends them to dst.
func (q *Queue) Next(dst []Event) []Event {
	var f frame
	n := 0
	for n < len(q.events) && f.admit(q.events[n]) {
		n++
	}
	dst = append(dst, q.events[:n]...)
	q.events = append(q.events[:0], q.events[n:]...)
	return dst
}

// frame remembers the changes in a frame so far.
type frame struct {
	changed [64]int // buttons as -1-button, keys as they are
	changes int
	clicked bool // a button changed
	wheeled bool
	typed   bool
}

// admit reports whether e can still be handed out in this frame, and if so remembers it.
func (f *frame) admit(e Event) bool {
	switch e.Kind {
	case Move:
		return !f.clicked && !f.wheeled
	case Button:
		if f.wheeled || !f.change(-1-e.Code) {
			return false
		}
		f.clicked = true
	case Wheel:
		if f.clicked {
			return false
		}
		f.wheeled = true
	case Key:
		if e.Repeat {
			return true
		}
		return !(f.typed && e.Down) && !f.clicked && f.change(e.Code)
	case Char:
		if f.clicked {
			return false
		}
		f.typed = true
	}
	return true
}

// change remembers that a button or key changes; it returns false if it has changed in this frame already.
func (f *frame) change(code int) bool {
	for _, c := range f.changed[:f.changes] {
		if c == code {
			return false
		}
	}
	if f.changes == len(f.changed) {
		return false
	}
	f.changed[f.changes] = code
	f.changes++
	return true
}
