package run

import (
	"time"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/history"
	"example.org/tumble/sim/run/runfile"
)

// edited is the last edit of the physics.
type edited struct {
	key    string      // of the edited value
	before bridge.Edit // undoes it, together with the edits that were joined to it
	at     time.Time
	spot   history.Spot // right after it
}

// joinWithin is the time within which an edit of the same value must follow to be joined to the one
// before.
const joinWithin = time.Second

// edit makes an edit, and records it unless it is refused or changes nothing.
func (it *instance) edit(e bridge.Edit) {
	it.run.finishSeek()
	it.keepHash()
	w := it.scene.World
	inverse := e.Inverse(w)
	if bridge.MakeEdit(w, e) != nil || inverse != nil && inverse == e.Inverse(w) {
		return
	}
	key, text := e.Change(w, inverse)
	joined := key != "" && key == it.last.key && it.last.spot == it.history.Spot() &&
		time.Since(it.last.at) < joinWithin
	first := inverse
	if joined {
		first = it.last.before
		_, text = e.Change(w, first)
	}
	c := it.history.Note(runfile.Command{Edit: e, Back: inverse, Joined: joined, Text: text})
	it.last = edited{key, first, time.Now(), it.history.Spot()}
	it.keepCommand(c)
}

// repeat applies earlier edits that last to a new world of the same scene.
func (it *instance) repeat(edits []bridge.Edit) {
	for _, e := range edits {
		if e.Lasts() {
			it.edit(e)
		}
	}
}

// undo applies the command that undoes or redoes an edit.
func (it *instance) undo(next func() (runfile.Command, bool)) {
	it.run.finishSeek()
	it.keepHash()
	if c, ok := next(); ok {
		bridge.MakeEdit(it.scene.World, c.Edit)
		it.keepCommand(c)
		it.notify(bridge.Info, "", "%s", c.Text)
	}
}
