package history

import (
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
)

// undoable returns the edit that Undo would take back where the world is, and the one that Redo would give
// again; nil if there is none. Edits that go on with the one before count as one with it: it has the value
// before all of them, and redo gives the value of the last one.
func (h *History) undoable() (undo, redo *runfile.Command) {
	var done, undone []*runfile.Command
	list := h.now.entries[:h.applied]
	for i := range list {
		e := &list[i]
		switch {
		case e.Role == runfile.Undoes && len(done) > 0:
			undone = append(undone, done[len(done)-1])
			done = done[:len(done)-1]
		case e.Role == runfile.Redoes && len(undone) > 0:
			done = append(done, undone[len(undone)-1])
			undone = undone[:len(undone)-1]
		case e.Back == nil || e.Role != runfile.Edits:
		case e.Joined && len(done) > 0 && len(undone) == 0:
			whole := *done[len(done)-1]
			whole.Edit, whole.Text = e.Edit, e.Text
			done[len(done)-1] = &whole
		default:
			done, undone = append(done, e), undone[:0]
		}
	}
	return last(done), last(undone)
}

func last(list []*runfile.Command) *runfile.Command {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

func textOf(e *runfile.Command) string {
	if e == nil {
		return ""
	}
	return e.Text
}

// Undo returns the command that takes back the last edit of a world, and notes it as given; false if there is none. Its
// text says the way back. Where the track goes on, that begins a new one, as every edit does.
func (h *History) Undo(of bridge.World) (c runfile.Command, ok bool) {
	if e, _ := h.undoable(); e != nil {
		text := e.Text
		if e.Back.Field(of) == e.Edit.Field(of) { // a file may join edits of two values
			_, text = e.Back.Change(of, e.Edit)
		}
		return h.Note(runfile.Command{Edit: e.Back, Role: runfile.Undoes, Text: "undo: " + text}), true
	}
	return c, false
}

// Redo returns the command that gives an edit again, and notes it as given; false if there is none.
func (h *History) Redo() (c runfile.Command, ok bool) {
	if _, e := h.undoable(); e != nil {
		return h.Note(runfile.Command{Edit: e.Edit, Role: runfile.Redoes, Text: "redo: " + e.Text}), true
	}
	return c, false
}
