package ui

import "example.org/tumble/sim/run/bridge"

// outbox numbers commands and sends them to the simulation without ever blocking.
type outbox struct {
	to      chan<- bridge.Command
	waiting []bridge.Command
	base    uint64 // number of commands that were applied before our first one
	sent    uint64 // number of our commands, waiting or sent
}

// start notes how many commands had been applied before this window sent any.
func (o *outbox) start(applied uint64) {
	if o.sent == 0 {
		o.base = applied
	}
}

// send queues a command and returns the value of Snapshot.Applied from which on it has been applied.
func (o *outbox) send(c bridge.Command) uint64 {
	o.sent++
	o.waiting = append(o.waiting, c)
	return o.base + o.sent
}

// flush sends the commands that the channel can take now; the rest is tried again at the next frame.
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

// edits remembers the values that a person has set until a snapshot has them, so that no widget ever jumps back to
// the old value. Keys are fields as --set names them.
type edits struct {
	made map[string]edit
}

type edit struct {
	value any
	until uint64 // Snapshot.Applied from which on the snapshot has the value
}

// keep makes shown return value for key until a snapshot with Applied ≥ until arrives.
func (e *edits) keep(key string, value any, until uint64) {
	if e.made == nil {
		e.made = map[string]edit{}
	}
	e.made[key] = edit{value, until}
}

// settle forgets the edits that a snapshot with this Applied contains.
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

// shown returns the value that a widget shows: an edit that is still on its way, else the value of the snapshot.
func shown[T any](e *edits, key string, have T) T {
	if v, ok := e.made[key]; ok {
		if t, ok := v.value.(T); ok {
			return t
		}
	}
	return have
}
