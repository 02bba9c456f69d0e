package ui

import (
	"strings"

	"example.org/tumble/sim/run/bridge"
)

// beside reports whether a panel shows refusals of the field next to its widget.
func beside(field string) bool {
	return settingOf(field) != nil || strings.HasPrefix(field, "materials.")
}

// readNotices shows the notices that are new in s: refusals of an edit beside the field,
// the fault as a banner, the rest as toasts.
func (ms *messages) readNotices(s *bridge.Snapshot) {
	for _, n := range s.Notices {
		if n.ID <= ms.notice {
			continue
		}
		ms.notice = n.ID
		switch {
		case n.Level == bridge.Fault && s.Fault != "":
		case n.Level == bridge.Refused && beside(n.Field):
			// a newer edit of the field on its way makes this one void
			if !ms.edits.waiting(n.Field) {
				ms.refuse.Set(n.Field, reason(n))
			}
		default:
			ms.toasts.addOfWorld(n.Level, n.Text, ms.now)
		}
	}
}

// reason is the text of a refusal without what its place in the panel says already.
func reason(n bridge.Notice) string {
	for _, p := range []string{n.Field + ": ", n.Field + " "} {
		if t, ok := strings.CutPrefix(n.Text, p); ok {
			return t
		}
	}
	return n.Text
}
