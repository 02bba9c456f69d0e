package run

import (
	"time"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/runfile"
)

// edited is the last edit of the physics.
type edited struct {
	key    string      // of the value that it changed
	before bridge.Edit // what takes it back, with all that it went on with
	at     time.Time
}

// joinWithin is how soon an edit of the same value must follow to go on with the one before.
const joinWithin = time.Second

// edit makes an edit, and notes it unless it is refused or changes nothing.
func (r *Runner) edit(e bridge.Edit) {
	r.arrive()
	r.keepHash()
	w := r.scene.World
	inverse := e.Inverse(w.Editing())
	if w.Apply(e) != nil || inverse != nil && inverse == e.Inverse(w.Editing()) {
		return
	}
	key, text := e.Change(w.Editing(), inverse)
	joined := key != "" && key == r.last.key && time.Since(r.last.at) < joinWithin
	first := inverse
	if joined {
		first = r.last.before
		_, text = e.Change(w.Editing(), first)
	}
	r.last = edited{key, first, time.Now()}
	r.keepCommand(r.history.Note(runfile.Command{Edit: e, Back: inverse, Joined: joined, Text: text}))
}

// repeat gives the world of the same scene the edits that it had before and that last.
func (r *Runner) repeat(edits []bridge.Edit) {
	for _, e := range edits {
		if e.Lasts() {
			r.edit(e)
		}
	}
}

// undo gives the world the command that takes back an edit, or gives it again.
func (r *Runner) undo(next func() (runfile.Command, bool)) {
	r.arrive()
	r.keepHash()
	if c, there := next(); there {
		r.scene.World.Apply(c.Edit)
		r.keepCommand(c)
		r.say(bridge.Info, "", "%s", c.Text)
	}
}
