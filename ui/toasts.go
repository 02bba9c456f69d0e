package ui

import (
	"path/filepath"
	"slices"
	"time"

	"example.org/tumble/sim/run/bridge"
)

// toast is a message that is shown for a while at the bottom of the window, and kept in the list of the bell.
type toast struct {
	level bridge.Level
	text  string
	file  string // full path of the file that the message is about; empty: none
	born  time.Time
	life  time.Duration
	world bool // the message concerns the present world, and disappears with it
}

// toasts are the messages that are shown, and all recent messages, oldest first.
type toasts struct {
	list   []toast
	kept   []toast
	unread int // number of kept messages that were not yet read
}

const (
	toastLife  = 5 * time.Second
	toastFade  = 400 * time.Millisecond
	toastLimit = 5
	keptLimit  = 200
)

// add shows a message for a while.
func (t *toasts) add(level bridge.Level, text string, now time.Time) {
	t.show(toast{level: level, text: text, born: now, life: toastLife})
}

// addOfWorld shows a message about the present world for a while, but no longer than that world is shown.
func (t *toasts) addOfWorld(level bridge.Level, text string, now time.Time) {
	t.show(toast{level: level, text: text, born: now, life: toastLife, world: true})
}

// addFile shows a message about a file that was written, with the full path of the file.
func (t *toasts) addFile(text, path string, now time.Time) {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	t.show(toast{level: bridge.Info, text: text, file: path, born: now, life: 2 * toastLife})
}

// show shows a message and keeps it. It replaces the previous message if both are equal.
func (t *toasts) show(m toast) {
	if m.level >= bridge.Warning {
		m.life *= 2
	}
	same := func(o toast) bool { return o.text == m.text && o.file == m.file }
	if n := len(t.list); n > 0 && same(t.list[n-1]) {
		t.list = t.list[:n-1]
	}
	t.list = append(t.list, m)
	if len(t.list) > toastLimit {
		t.list = t.list[1:]
	}
	if n := len(t.kept); n > 0 && same(t.kept[n-1]) {
		t.kept[n-1] = m
		return
	}
	t.kept = append(t.kept, m)
	t.unread = min(t.unread+1, keptLimit)
	if len(t.kept) > keptLimit {
		t.kept = slices.Delete(t.kept, 0, 1)
	}
}

// leaveWorld hides the messages about a world that is no longer shown.
func (t *toasts) leaveWorld() {
	t.list = slices.DeleteFunc(t.list, func(m toast) bool { return m.world })
}

// tick removes the messages that have been shown long enough.
func (t *toasts) tick(now time.Time) {
	t.list = slices.DeleteFunc(t.list, func(m toast) bool { return now.Sub(m.born) >= m.life })
}

// fading reports whether any message appears or fades now, so that it must be drawn again.
func (t *toasts) fading(now time.Time) bool {
	for _, m := range t.list {
		if age := now.Sub(m.born); age < panelsEvery || age > m.life-toastFade {
			return true
		}
	}
	return false
}

// opacity returns the opacity of a message, which fades out at the end of its life.
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

// whole returns the message with its file, as it is copied.
func (t toast) whole() string {
	if t.file == "" {
		return t.text
	}
	return t.text + "\n" + t.file
}
