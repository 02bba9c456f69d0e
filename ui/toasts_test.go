package ui

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
)

// What was said is kept behind the bell with its time, also after it is gone from the view and after its
// world is; the bell counts what it has not shown.
func TestMessagesAreKept(t *testing.T) {
	m := newTestModel()
	m.do(keymap.Messages)
	m.do(keymap.Messages)
	m.toasts.addOfWorld(bridge.Warning, "bodies overlap", m.now)
	m.toasts.addFile("Picture, 3 × 4", "a/b.png", m.now)
	m.toasts.leaveWorld()
	m.toasts.tick(m.now.Add(time.Hour))
	if len(m.toasts.list) != 0 || len(m.toasts.kept) != 2 || m.toasts.unread != 2 {
		t.Fatalf("%d on show, %d kept, %d unread", len(m.toasts.list), len(m.toasts.kept), m.toasts.unread)
	}
	if file := m.toasts.kept[1].file; !filepath.IsAbs(file) || !strings.HasSuffix(file, "a/b.png") {
		t.Errorf("the path is %q, want the whole of it", file)
	}
	m.do(keymap.Messages)
	if !m.messages.open || m.toasts.unread != 0 {
		t.Error("the bell does not open, or still counts")
	}
	for i := range keptLimit + 20 {
		m.toasts.add(bridge.Info, fmt.Sprint("message ", i), m.now)
	}
	if len(m.toasts.kept) != keptLimit || m.toasts.kept[keptLimit-1].text != fmt.Sprint("message ", keptLimit+19) {
		t.Errorf("%d are kept, the last is %q", len(m.toasts.kept), m.toasts.kept[len(m.toasts.kept)-1].text)
	}
	m.do(keymap.Cancel)
	if m.messages.open {
		t.Error("Escape does not close the bell")
	}
}

// A message about a file can be clicked: its path is copied. It stays while the pointer is over it.
func TestMessageOfAFile(t *testing.T) {
	b := newBench(t)
	b.size(1280, 720, 1)
	b.frame()
	m := b.g.m
	m.messages.opener = ""
	m.toasts.addFile("Picture, 3 × 4", "/a/b.png", b.now)
	b.frame()
	place := b.g.statusPlace(m.shell.at.Lane) // the button is at the right end of the message
	at := imguigl.Event{Kind: imguigl.Move, X: place.X + place.Width - 20, Y: place.Y + place.Height/2}
	b.events.Push(at)
	for range 400 {
		b.frame()
	}
	if len(m.toasts.list) != 1 {
		t.Fatal("the message left the pointer")
	}
	b.events.Push(imguigl.Event{Kind: imguigl.Button, Code: int(glfw.MouseButtonLeft), Down: true})
	b.events.Push(imguigl.Event{Kind: imguigl.Button, Code: int(glfw.MouseButtonLeft)})
	for range 3 {
		b.frame()
	}
	if m.clip != "/a/b.png" {
		t.Errorf("copied %q", m.clip)
	}
}
