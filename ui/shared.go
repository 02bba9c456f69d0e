package ui

import (
	"fmt"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// shared is what all rooms of the window have in common: the snapshot that is shown, how it is drawn and what is
// selected, and the ways to the simulation, to the person and to the clipboard.
type shared struct {
	config Config
	now    time.Time // of this frame

	latest   *bridge.Snapshot // newest of the feed
	snap     *bridge.Snapshot // that is shown: the newest, or a frame of a recording
	applied  uint64           // commands that snap knows of
	seq      uint64           // number of snap
	revision uint64           // of the world that snap shows

	view view.View // how snap is drawn, and what is selected

	out    outbox          // commands to the simulation
	edits  edits           // that are on their way
	refuse widget.Refusals // edits that were not made
	toasts toasts          // messages to the person
	menus  widget.Menus    // the menu that is open
	names  names           // of the files that the window writes
	clip   string          // text that the window puts into the clipboard; empty: none

	do     func(keymap.Action)        // carries out an action, of whatever room
	whyNot func(keymap.Action) string // says why an action has nothing to act on; empty: it has
}

// send queues a command.
func (m *shared) send(c bridge.Command) uint64 { return m.out.send(c) }

// set sends the command that makes field key have a value, and shows the value from now on.
func (m *shared) set(key string, value any, c bridge.Command) {
	m.refuse.Forget(key)
	m.edits.keep(key, value, m.send(c))
}

// paused reports whether the clock stands, or will once the last command is applied.
func (m *shared) paused() bool {
	return m.snap != nil && shown(&m.edits, "paused", m.snap.Paused)
}

// speed returns the asked speed.
func (m *shared) speed() float64 {
	if m.snap == nil {
		return 1
	}
	return shown(&m.edits, "speed", m.snap.Speed)
}

// title returns what people call the present scene.
func (m *shared) title() string {
	if m.snap == nil {
		return ""
	}
	if m.snap.Title != "" {
		return m.snap.Title
	}
	return m.snap.Scene
}

// copy puts a text into the clipboard.
func (m *shared) copy(text string) { m.clip = text }

// until says how far a run goes that is done again [s]: 0, as far as it has come, or as the whole scene.
func (m *shared) until(whole bool) float64 {
	if s := m.snap; whole && s.End > s.Time {
		return s.End
	}
	return 0
}

// isWall reports whether a thing is a wall: those fill the view, so what lies beside bodies is one.
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

// selectThing makes a thing the only one that is selected; none clears the selection.
func (m *shared) selectThing(t bridge.Thing) { m.view.Selected = view.NewThings(t) }

// bodyOf returns the index of the body of a thing in the snapshot that is shown; of a contact, of its first.
func (m *shared) bodyOf(t bridge.Thing) (index int, ok bool) {
	if m.snap == nil || t.Kind == bridge.NoThing {
		return 0, false
	}
	index = m.snap.FindBody(t.Body)
	return index, index >= 0
}

// nameOf says what a thing is, in a few words.
func (m *shared) nameOf(t bridge.Thing) string {
	switch {
	case t.Kind == bridge.ThingContact:
		return fmt.Sprintf("Contact of %d and %d", t.Body, t.Other)
	case t.Kind == bridge.NoThing:
		return "View"
	case isWall(m.snap, t):
		return fmt.Sprintf("Wall %d", t.Body)
	}
	if s := m.snap; s != nil {
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

// twins reports whether two worlds run beside each other.
func (m *shared) twins() bool { return m.snap != nil && len(m.snap.Beside.Others) > 0 }

// present returns the track that is shown, nil if the run has none.
func present(t *bridge.Timeline) *bridge.Track {
	for i := range t.Tracks {
		if t.Tracks[i].ID == t.Present {
			return &t.Tracks[i]
		}
	}
	return nil
}

// panelsEvery is how often panels show new numbers: a person reads no faster, and on
// software GL they take a fifth of the time of a picture.
const panelsEvery = time.Second / 10
