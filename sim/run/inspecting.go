package run

import (
	"slices"

	"example.org/tumble/sim/run/bridge"
)

// inspecting holds the values of an inspected thing in the last steps, in a ring buffer.
type inspecting struct {
	thing bridge.Thing
	rows  [bridge.HistoryLength][bridge.NumTraces]float64
	next  int // next row to write
	count int // number of rows written
}

// ask sets the inspected thing; a new thing begins without a history.
func (k *inspecting) ask(t bridge.Thing) {
	if t != k.thing {
		k.thing, k.next, k.count = t, 0, 0
	}
}

// forget clears the history, because the world is at another moment.
func (k *inspecting) forget() { k.next, k.count = 0, 0 }

// note records the values of the thing after a step of the leading world.
func (r *Runner) note(it *instance) {
	k := &r.inspecting
	if k.thing.Kind == bridge.NoThing || it != r.instance {
		return
	}
	site := r.scene.World.Inspect()
	k.rows[k.next] = site.Sample(k.thing)
	k.next = (k.next + 1) % len(k.rows)
	k.count = min(k.count+1, len(k.rows))
}

// answer adds the inspected things to a snapshot.
func (r *Runner) answer(s *bridge.Snapshot) {
	if r.controls.Wanted.Inspect[0].Kind == bridge.NoThing {
		s.Inspected.Things = r.controls.Wanted.Inspect
		return
	}
	site := r.scene.World.Inspect()
	site.Answer(r.controls.Wanted.Inspect, &s.Inspected)
	r.inspecting.report(&s.Inspected.History)
}

// report copies the history, oldest row first.
func (k *inspecting) report(h *bridge.History) {
	for trace := range h.Values {
		list := slices.Grow(h.Values[trace][:0], k.count)
		for n := range k.count {
			list = append(list, float32(k.rows[(k.next-k.count+n+len(k.rows))%len(k.rows)][trace]))
		}
		h.Values[trace] = list
	}
}
