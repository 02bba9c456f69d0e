package ui

import "example.org/tumble/sim/run/bridge"

// outbox numbers commands and hands them to the simulation without ever waiting.
type outbox struct {
	to      chan<- bridge.Command
	waiting []bridge.Command
	base    uint64 // commands that had been applied before the first of ours
	sent    uint64 // commands of ours, waiting or gone
}

// start notes how many commands had been applied before this window sent any.
func (o *outbox) start(applied uint64) {
	if o.sent == 0 {
		o.base = applied
	}
}

// send queues a command and returns the Snapshot.Applied that says it has been applied.
func (o *outbox) send(c bridge.Command) uint64 {
	o.sent++
	o.waiting = append(o.waiting, c)
	return o.base + o.sent
}

// flush hands over what the channel takes now; the rest is tried again at the next frame.
func (o *outbox) flush() {
	n := 0
	for n < len(o.waiting) {
		select {
		case o.to <- o.waiting[n]:
			n++
			continue
		default:
		}
		break
	}
	o.waiting = append(o.waiting[:0], o.waiting[n:]...)
}

// edits remembers what a person has set until a snapshot shows it, so that no widget ever
// jumps back to the value before. Keys are fields as --set names them.
type edits struct {
	made map[string]edit
}

type edit struct {
	value any
	until uint64 // Snapshot.Applied from which on the snapshot knows
}

// keep shows value for key until a snapshot with Applied ≥ until comes.
func (e *edits) keep(key string, value any, until uint64) {
	if e.made == nil {
		e.made = map[string]edit{}
	}
	e.made[key] = edit{value, until}
}

// settle forgets the edits that a snapshot with this Applied shows.
func (e *edits) settle(applied uint64) {
	for k, v := range e.made {
		if applied >= v.until {
			delete(e.made, k)
		}
	}
}

// waiting reports whether an edit of key is still on its way.
func (e *edits) waiting(key string) bool {
	_, ok := e.made[key]
	return ok
}

// shown returns what a widget shows: the edit on its way, else what the snapshot says.
func shown[T any](e *edits, key string, have T) T {
	if v, ok := e.made[key]; ok {
		if t, ok := v.value.(T); ok {
			return t
		}
	}
	return have
}
