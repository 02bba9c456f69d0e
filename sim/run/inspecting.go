package run

import (
	"slices"

	"example.org/tumble/sim/run/bridge"
)

// inspecting keeps the last steps of the thing that is asked about, in a ring.
type inspecting struct {
	thing bridge.Thing
	rows  [bridge.HistoryLength][bridge.NumTraces]float64
	next  int // row to write
	count int // rows that are written
}

// ask makes a thing the one that is asked about; another begins without a history.
func (k *inspecting) ask(t bridge.Thing) {
	if t != k.thing {
		k.thing, k.next, k.count = t, 0, 0
	}
}

// forget begins the history of the thing anew: the world is at another moment.
func (k *inspecting) forget() { k.next, k.count = 0, 0 }

// note takes down the numbers of the thing after a step of a world, if it leads.
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

// answer fills in what is asked about, if anything is.
func (r *Runner) answer(s *bridge.Snapshot) {
	if r.controls.Wanted.Inspect[0].Kind == bridge.NoThing {
		s.Inspected.Things = r.controls.Wanted.Inspect
		return
	}
	site := r.scene.World.Inspect()
	site.Answer(r.controls.Wanted.Inspect, &s.Inspected)
	r.inspecting.tell(&s.Inspected.History)
}

// tell copies the history, oldest first.
func (k *inspecting) tell(h *bridge.History) {
	for trace := range h.Values {
		list := slices.Grow(h.Values[trace][:0], k.count)
		for n := range k.count {
			list = append(list, float32(k.rows[(k.next-k.count+n+len(k.rows))%len(k.rows)][trace]))
		}
		h.Values[trace] = list
	}
}
