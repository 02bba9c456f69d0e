// Package schedule says when inlets, outlets, motions and forces begin: at a time, or when another of them is done.
package schedule

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/archive"
)

// When says from when on something acts: from a time, or from the end of something else.
type When struct {
	Start float64 // [s], unless After is set
	After string  // name of an inlet, outlet, motion or force: begin when it is done ...
	Delay float64 // ... and so many seconds later
}

// Check returns an error if a time is negative or has no end.
func (w When) Check() error {
	if !(w.Start >= 0) || !(w.Delay >= 0) || math.IsInf(w.Start+w.Delay, 0) {
		return fmt.Errorf("start and delay must be ≥ 0 s, got %g and %g", w.Start, w.Delay)
	}
	return nil
}

// Begins returns the time when something begins [s], infinite while the time is not known.
func (w *When) Begins(times Timetable) float64 {
	if w.After == "" {
		return w.Start
	}
	if at, done := times.DoneAt(w.After); done {
		return at + w.Delay
	}
	return math.Inf(1)
}

// Archive archives the start. The event that it waits for is archived by its name; for a fingerprint, by its
// number, which number returns as Timetable.Number does.
func (w *When) Archive(a *archive.Archive, number func(name string) int) {
	a.Numbers(&w.Start, &w.Delay)
	if a.Deciding() {
		n := number(w.After)
		archive.Integer(a, &n)
		return
	}
	a.Text(&w.After)
}

// Now is a moment of a run.
type Now struct {
	Step int64   // steps done
	Time float64 // [s]
	Last float64 // length of the last step [s]; 0: none was done
}

// Event is an inlet, outlet, motion or force, for those that wait for its end.
type Event struct {
	Kind  string // inlet, outlet, motion or force
	Name  string
	After string  // name of the event that it waits for itself, if any
	Ends  bool    // once it has begun, it is done at some time
	Cure  string  // keys that would make it end
	Done  bool    // it has ended ...
	At    float64 // ... at this time [s]
}

// Source is a part of a world that has events. Events are read by number, since those that wait read them in every
// step, and a function to call for each would be allocated each time.
type Source interface {
	NumEvents() int
	Event(i int) Event
}

// Timetable lists the parts of a world that have events, in the order in which these are numbered.
type Timetable []Source

// DoneAt returns the time when the first event of this name that is done was done [s]; false if none is done.
func (t Timetable) DoneAt(name string) (float64, bool) {
	for e := range t.All {
		if e.Done && e.Name == name {
			return e.At, true
		}
	}
	return 0, false
}

// All calls yield for all events.
func (t Timetable) All(yield func(Event) bool) {
	for _, s := range t {
		for i := range s.NumEvents() {
			if !yield(s.Event(i)) {
				return
			}
		}
	}
}

// Number returns which event has a name, counted from 1; 0 for no name, -1 if there is no such event.
func (t Timetable) Number(name string) (n int) {
	if name == "" {
		return 0
	}
	for e := range t.All {
		if n++; e.Name == name {
			return n
		}
	}
	return -1
}

// Check returns an *Error if an event waits for one that is not there or is never done.
func (t Timetable) Check() error { return check(slices.Collect(t.All)) }

// Error is the error that an event waits for one that is never done.
type Error struct {
	Kind  string // of the event that waits: inlet, outlet, motion or force
	Name  string // of the event that waits
	After string // name of the event that it waits for
	Known bool   // there is an event of that name
	Cure  string // keys that would make that event end
}

func (e *Error) Error() string {
	if !e.Known {
		return fmt.Sprintf("schedule: %s %q waits for %q, but there is no inlet, outlet, motion or force of that name",
			e.Kind, e.Name, e.After)
	}
	return fmt.Sprintf("schedule: %s %q waits for %q, which is never done: give it %s", e.Kind, e.Name, e.After, e.Cure)
}

// check is Timetable.Check.
func check(all []Event) error {
	waiting := map[string][]int{} // events by the name of the event that they wait for
	for i := range all {
		waiting[all[i].After] = append(waiting[all[i].After], i)
	}
	begins := make([]bool, len(all)) // events that begin at some time
	next := waiting[""]
	delete(waiting, "")
	for len(next) > 0 {
		e := next[len(next)-1]
		next = next[:len(next)-1]
		begins[e] = true
		if all[e].Ends {
			next = append(next, waiting[all[e].Name]...)
			delete(waiting, all[e].Name)
		}
	}
	if i := slices.Index(begins, false); i >= 0 {
		return all[i].blame(all)
	}
	return nil
}

// blame says why an event never begins.
func (e *Event) blame(all []Event) error {
	err := &Error{Kind: e.Kind, Name: e.Name, After: e.After}
	for _, o := range all {
		if o.Name == e.After {
			err.Known, err.Cure = true, o.Cure
			if o.Ends {
				err.Cure = "a start that does not wait for what waits for it"
			}
		}
	}
	return err
}
