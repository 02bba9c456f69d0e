package history

import "example.org/tumble/sim/bridge"

// role is what a command does to the edits before it.
type role uint8

const (
	edits role = iota
	undoes
	redoes
)

// undoable returns the edit that Undo would take back where the world is, and the one that Redo would give
// again; nil if there is none. Edits that go on with the one before count as one with it: it has the value
// before all of them, and redo gives that of the last one.
func (h *History) undoable() (undo, redo *entry) {
	var done, undone []*entry
	list := h.now.entries[:h.applied]
	for i := range list {
		e := &list[i]
		switch {
		case e.role == undoes:
			undone = append(undone, done[len(done)-1])
			done = done[:len(done)-1]
		case e.role == redoes:
			done = append(done, undone[len(undone)-1])
			undone = undone[:len(undone)-1]
		case e.before == nil:
		case e.joined && len(done) > 0 && len(undone) == 0:
			whole := *done[len(done)-1]
			whole.command, whole.text = e.command, e.text
			done[len(done)-1] = &whole
		default:
			done, undone = append(done, e), undone[:0]
		}
	}
	return last(done), last(undone)
}

func last(list []*entry) *entry {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

func textOf(e *entry) string {
	if e == nil {
		return ""
	}
	return e.text
}

// Undo returns the command that takes back the last edit, and notes it as given; false if there is none. Where the
// track goes on, that begins a new one, as every edit does.
func (h *History) Undo() (c bridge.Command, text string, there bool) {
	if e, _ := h.undoable(); e != nil {
		return h.give(e.before, undoes, e.text), e.text, true
	}
	return nil, "", false
}

// Redo returns the command that gives an edit again, and notes it as given; false if there is none.
func (h *History) Redo() (c bridge.Command, text string, there bool) {
	if _, e := h.undoable(); e != nil {
		return h.give(e.command, redoes, e.text), e.text, true
	}
	return nil, "", false
}

// give notes a command that takes an edit back or gives it again, and returns it.
func (h *History) give(c bridge.Command, r role, text string) bridge.Command {
	h.note(entry{command: c, role: r, text: [...]string{undoes: "undo ", redoes: "redo "}[r] + text})
	return c
}
