package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// testLine is a line without a socket.
type testLine struct {
	open   bool
	holder string
	fails  error
	asked  chan func(*bridge.Snapshot, *view.View)
	shown  chan PictureRequest
}

func (l *testLine) Open() error {
	l.open = l.fails == nil
	return l.fails
}
func (l *testLine) Close()                            { l.open, l.holder = false, "" }
func (l *testLine) Disconnect()                       { l.holder = "" }
func (l *testLine) State() (open bool, holder string) { return l.open, l.holder }
func (l *testLine) Pictures() <-chan PictureRequest   { return l.shown }

func (l *testLine) Asked() <-chan func(*bridge.Snapshot, *view.View) { return l.asked }

// Contract: the window waits for a notebook when a command asks for it, says who comes and goes, shows a chip of it
// that ends it, and does what the notebook asks of the view: a camera that it moves neither flies nor follows on.
func TestNotebook(t *testing.T) {
	l := &testLine{fails: errors.New("no folder"), asked: make(chan func(*bridge.Snapshot, *view.View), 1),
		shown: make(chan PictureRequest, 1)}
	e := newEngine(64)
	m := newModel(Config{Feed: e.feed, Commands: e.commands, View: view.Default(), Socket: l})
	e.publish()
	m.poll()
	said := func() string { return m.toasts.list[len(m.toasts.list)-1].text }
	command := func(name string) bool {
		list := notebookCommands(m)
		i := slices.IndexFunc(list, func(c command) bool { return c.name == name })
		if i >= 0 {
			list[i].do(m, nil)
		}
		return i >= 0
	}
	chip := func() string {
		text, _ := m.notebook.state()
		return text
	}
	cross := func() {
		_, end := m.notebook.state()
		end()
	}
	m.notebook.update()
	if command("Disconnect the notebook") || chip() != "" || m.notebook.hasNews() {
		t.Error("there is a notebook before one was asked for")
	}
	if command("Connect a notebook"); said() != "No notebook can connect: no folder" || l.open {
		t.Errorf("it says %q", said())
	}
	l.fails = nil
	command("Connect a notebook")
	if m.notebook.update(); !l.open || chip() != "waiting for a notebook" {
		t.Errorf("the chip is %q", chip())
	}
	l.holder = "python3 (process 7)"
	if !m.notebook.hasNews() {
		t.Error("nobody sees that a program has come")
	}
	m.notebook.update()
	if chip() != "held by python3 (process 7)" || !strings.HasPrefix(said(), "Python3 (process 7) holds the window") {
		t.Errorf("the chip is %q, and it says %q", chip(), said())
	}

	m.camera.flight.begin(m.view.Camera, m.view.Camera, m.now)
	m.camera.following.on = true
	l.asked <- func(s *bridge.Snapshot, v *view.View) {
		if s != m.snap {
			t.Error("the notebook sees another snapshot")
		}
		v.Camera.Azimuth = 77
	}
	if !m.notebook.hasNews() {
		t.Error("nobody sees what is asked")
	}
	m.notebook.update()
	if m.view.Camera.Azimuth != 77 || m.camera.flight.flying || m.camera.following.on {
		t.Errorf("the camera is at %g°, flying: %v, following: %v", m.view.Camera.Azimuth, m.camera.flight.flying,
			m.camera.following.on)
	}
	l.shown <- PictureRequest{Step: m.snap.Step + 1} // its snapshot is on the way
	if !m.notebook.hasNews() || len(m.notebook.duePictures()) != 0 || !m.notebook.hasNews() {
		t.Error("the picture of a step to come does not wait")
	}
	l.shown <- PictureRequest{Step: m.snap.Step}
	if due := m.notebook.duePictures(); len(due) != 1 || due[0].Step != m.snap.Step {
		t.Errorf("%d pictures are due, want that of the present", len(due))
	}
	m.now = m.now.Add(2 * pictureWait)
	if due := m.notebook.duePictures(); len(due) != 1 || m.notebook.hasNews() {
		t.Errorf("%d pictures are due, want the one that nobody will see", len(due))
	}

	cross()
	m.notebook.update()
	if l.holder != "" || chip() != "waiting for a notebook" || said() != "Python3 (process 7) has let the window go" {
		t.Errorf("the chip is %q, and it says %q", chip(), said())
	}
	cross()
	if m.notebook.update(); l.open || chip() != "" {
		t.Errorf("the line is open: %v, with the chip %q", l.open, chip())
	}
}
