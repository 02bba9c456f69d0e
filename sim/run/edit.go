package run

import (
	"time"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/runfile"
)

// edited is the last edit of the physics.
type edited struct {
	field  string         // which value it was about
	before bridge.Command // what takes it back, with all that it went on with
	at     time.Time
}

// joinWithin is how soon an edit of the same value must follow to go on with the one before.
const joinWithin = time.Second

// edit gives the world a command that changes the physics, and notes it unless it is refused or changes nothing.
func (r *Runner) edit(c bridge.Command) {
	r.arrive()
	r.keepHash()
	before := r.present(c)
	if !r.scene.World.Apply(c) {
		panic("run: command without effect")
	}
	if before != nil && before == r.present(c) {
		return
	}
	field, text := bridge.Change(&r.values, before, c)
	joined := field != "" && field == r.last.field && time.Since(r.last.at) < joinWithin
	first := before
	if joined {
		first = r.last.before
		_, text = bridge.Change(&r.values, first, c)
	}
	r.last = edited{field, first, time.Now()}
	r.keepCommand(r.history.Note(runfile.Command{Command: c, Back: before, Joined: joined, Text: text}))
}

// present returns the command that asks for what the world has now where c asks for something else; nil if c is
// not taken back like that.
func (r *Runner) present(c bridge.Command) bridge.Command {
	r.scene.World.Fill(&r.values)
	return bridge.Present(&r.values, c)
}

// repeat gives the world of the same scene the edits that it had before. Where a person dragged a body it is not
// the same body now, so that this is left out.
func (r *Runner) repeat(edits []bridge.Command) {
	for _, c := range edits {
		switch c.(type) {
		case bridge.Grab, bridge.Release:
		default:
			r.edit(c)
		}
	}
}

// undo gives the world the command that takes back an edit, or gives it again.
func (r *Runner) undo(next func() (runfile.Command, bool)) {
	r.arrive()
	r.keepHash()
	if c, there := next(); there {
		r.scene.World.Apply(c.Command)
		r.keepCommand(c)
		r.say(bridge.Info, "", "%s", c.Text)
	}
}
