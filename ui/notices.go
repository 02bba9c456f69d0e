package ui

import (
	"slices"
	"strings"
	"time"

	"tumble/sim/bridge"
)

// refusals holds, for each field, why its last edit was not taken.
type refusals struct {
	why map[string]string
}

func (r *refusals) set(key, why string) {
	if r.why == nil {
		r.why = map[string]string{}
	}
	r.why[key] = why
}

func (r *refusals) forget(key string) { delete(r.why, key) }
func (r *refusals) clear()            { clear(r.why) }

// of returns why the last edit of the field was refused, or "".
func (r *refusals) of(key string) string { return r.why[key] }

// beside reports whether a panel shows refusals of the field next to its widget.
func beside(field string) bool {
	switch field {
	case "gravity", "damping", "timeStep.safety", "capsuleRule":
		return true
	}
	return strings.HasPrefix(field, "materials.")
}

// readNotices shows the notices that are new in s: refusals of an edit beside the field,
// the fault as a banner, the rest as toasts.
func (m *model) readNotices(s *bridge.Snapshot) {
	for _, n := range s.Notices {
		if n.ID <= m.notice {
			continue
		}
		m.notice = n.ID
		switch {
		case n.Level == bridge.Fault && s.Fault != "":
		case n.Level == bridge.Refused && beside(n.Field):
			// a newer edit of the field on its way makes this one void
			if !m.edits.waiting(n.Field) {
				m.refuse.set(n.Field, reason(n))
			}
		default:
			m.toasts.addOfWorld(n.Level, n.Text, m.now)
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

// toast is a message that shows for a while at the lower right of the view.
type toast struct {
	level bridge.Level
	text  string
	born  time.Time
	life  time.Duration
	world bool // it tells of the present world, and goes with it
}

// toasts are the messages on show, oldest first.
type toasts struct {
	list []toast
}

const (
	toastLife  = 5 * time.Second
	toastFade  = 400 * time.Millisecond
	toastLimit = 5
)

// add shows a message for a while.
func (t *toasts) add(level bridge.Level, text string, now time.Time) {
	life := toastLife
	if level >= bridge.Warning {
		life *= 2
	}
	if n := len(t.list); n > 0 && t.list[n-1].text == text {
		t.list = t.list[:n-1]
	}
	t.list = append(t.list, toast{level: level, text: text, born: now, life: life})
	if len(t.list) > toastLimit {
		t.list = t.list[1:]
	}
}

// addOfWorld shows a message for a while, but no longer than the world that it tells of.
func (t *toasts) addOfWorld(level bridge.Level, text string, now time.Time) {
	t.add(level, text, now)
	t.list[len(t.list)-1].world = true
}

// leaveWorld drops what tells of a world that is no more.
func (t *toasts) leaveWorld() {
	t.list = slices.DeleteFunc(t.list, func(m toast) bool { return m.world })
}

// tick drops what has been on show long enough.
func (t *toasts) tick(now time.Time) {
	kept := t.list[:0]
	for _, m := range t.list {
		if now.Sub(m.born) < m.life {
			kept = append(kept, m)
		}
	}
	t.list = kept
}

// fading reports whether any message looks other than a moment ago.
func (t *toasts) fading(now time.Time) bool {
	for _, m := range t.list {
		if age := now.Sub(m.born); age < panelsEvery || age > m.life-toastFade {
			return true
		}
	}
	return false
}

// opacity fades a toast out.
func (t toast) opacity(now time.Time) float32 {
	left := t.life - now.Sub(t.born)
	if left >= toastFade {
		return 1
	}
	if left <= 0 {
		return 0
	}
	return float32(left) / float32(toastFade)
}
