package ui

import (
	"fmt"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// shared is the state that all rooms of the window have in common: the snapshot that is shown, the view with the
// selection, and the ways to reach the simulation, the person and the clipboard.
type shared struct {
	config Config
	now    time.Time // of this frame

	latest   *bridge.Snapshot // the newest snapshot of the feed
	snap     *bridge.Snapshot // the snapshot that is shown: the newest, or a frame of a recording
	applied  uint64           // number of commands that snap includes
	revision uint64           // revision of the world of snap

	view view.View // how snap is drawn, and what is selected

	out    outbox          // commands to the simulation
	edits  edits           // edits that are on their way
	refuse widget.Refusals // edits that were refused
	toasts toasts          // messages to the person
	menus  widget.Menus    // the menu that is open
	names  names           // of the files that the window writes
	clip   string          // text to be put into the clipboard; empty: none

	do     func(keymap.Action)        // carries out an action of any room
	whyNot func(keymap.Action) string // says why an action has nothing to act on; empty: it can be carried out
}

// send queues a command.
func (sh *shared) send(c bridge.Command) uint64 { return sh.out.send(c) }

// set sends the command that sets the field of a key, and shows the new value from now on.
func (sh *shared) set(key string, value any, c bridge.Command) {
	sh.refuse.Forget(key)
	sh.edits.keep(key, value, sh.send(c))
}

// paused reports whether the run is paused, or will be once the last command is applied.
func (sh *shared) paused() bool {
	return sh.snap != nil && shown(&sh.edits, "paused", sh.snap.Paused)
}

// speed returns the target speed, as a multiple of real time; 0: as fast as possible.
func (sh *shared) speed() float64 {
	if sh.snap == nil {
		return 1
	}
	return shown(&sh.edits, "speed", sh.snap.Speed)
}

// title returns the title of the present scene for people.
func (sh *shared) title() string {
	if sh.snap == nil {
		return ""
	}
	if sh.snap.Title != "" {
		return sh.snap.Title
	}
	return sh.snap.Scene
}

// copy puts a text into the clipboard.
func (sh *shared) copy(text string) { sh.clip = text }

// until returns the time to which a task repeats the run [s]: the end of the scene, or 0 for the run so far.
func (sh *shared) until(whole bool) float64 {
	if s := sh.snap; whole && s.End > s.Time {
		return s.End
	}
	return 0
}

// isBody reports whether a thing is a body, or one of its shapes.
func isBody(t bridge.Thing) bool { return t.Kind == bridge.ThingBody }

// isWall reports whether a thing is a wall. Walls fill the view, so that a click beside all bodies often hits one.
func isWall(s *bridge.Snapshot, t bridge.Thing) bool {
	if s == nil || t.Kind != bridge.ThingBody {
		return false
	}
	body := int32(s.FindBody(t.Body))
	for i := range s.Walls {
		if s.Walls[i].Body == body {
			return true
		}
	}
	return false
}

// selectThing selects a thing alone; a thing of kind NoThing clears the selection.
func (sh *shared) selectThing(t bridge.Thing) { sh.view.Selected = view.NewThings(t) }

// bodyOf returns the index of the body of a thing in the snapshot that is shown; for a contact, the index of its
// first body.
func (sh *shared) bodyOf(t bridge.Thing) (index int, ok bool) {
	if sh.snap == nil || t.Kind == bridge.NoThing {
		return 0, false
	}
	index = sh.snap.FindBody(t.Body)
	return index, index >= 0
}

// nameOf returns a short name of a thing for people.
func (sh *shared) nameOf(t bridge.Thing) string {
	switch {
	case t.Kind == bridge.ThingContact:
		return fmt.Sprintf("Contact of %d and %d", t.Body, t.Other)
	case t.Kind == bridge.NoThing:
		return "View"
	case isWall(sh.snap, t):
		return fmt.Sprintf("Wall %d", t.Body)
	}
	if s := sh.snap; s != nil {
		body := int32(s.FindBody(t.Body))
		for i := range s.Meshes {
			if x := &s.Meshes[i]; x.Body == body && x.Shape == t.Shape {
				if t.Triangle < 0 {
					return fmt.Sprintf("Mesh %d, cut", t.Body)
				}
				return fmt.Sprintf("Mesh %d, triangle %d", t.Body, t.Triangle)
			}
		}
	}
	return fmt.Sprintf("Body %d", t.Body)
}

// twins reports whether two or more worlds run side by side.
func (sh *shared) twins() bool { return sh.snap != nil && len(sh.snap.Comparison.Others) > 0 }

// present returns the track that is shown, nil if the run has none.
func present(t *bridge.Timeline) *bridge.Track {
	for i := range t.Tracks {
		if t.Tracks[i].ID == t.Present {
			return &t.Tracks[i]
		}
	}
	return nil
}

// panelsEvery is how often panels show new numbers: a person reads no faster, and on software GL the panels take a
// fifth of the time of a picture.
const panelsEvery = time.Second / 10
