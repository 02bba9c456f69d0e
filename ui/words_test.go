package ui

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/internal/imguigl"
)

// Every number of a material has a word for people, and its tip says how scene files call it.
func TestNumbersHaveWords(t *testing.T) {
	for _, f := range law.Fields {
		w := wordOf(f)
		if f.Word == "" || w.formula == "" || w.slider.Lo >= w.slider.Hi || w.usual[0] >= w.usual[1] {
			t.Errorf("%s has no words: %+v", f.Name, w)
		}
		if tip := fieldHelp(f); !strings.Contains(tip, f.Name) || !strings.Contains(tip, w.formula) {
			t.Errorf("%s: the tip says %q", f.Name, tip)
		}
		if v := *f.Of(&law.Material{Young: 1e7, KtDivKn: 0.2, TanPhi: 0.5, Density: 1000, Poisson: 0.3, Restitution: 1}); v <
			w.usual[0] || v > w.usual[1] {
			t.Errorf("%s: the default %g is asked about", f.Name, v)
		}
	}
	if got := wordFor("materials.my.pill.tanPhi"); got != "my.pill, Friction" {
		t.Errorf("got %q", got)
	}
}

// Values that are seldom meant are asked about before anything is sent; what cannot be is refused at once.
func TestAbsurdValuesAreAskedAbout(t *testing.T) {
	m := newTestModelOf(newEngine(8))
	young, friction := law.Fields[0], law.Fields[2]
	for name, set := range map[string]func(){
		"Young":   func() { m.physics.wantMaterial(0, young, 1e13) },
		"damping": func() { m.physics.wantNumber(damping, 0, 0.99) },
		"gravity": func() { m.physics.wantNumber(gravity, 2, -1000) },
	} {
		m.questions.list = nil
		if set(); len(m.questions.list) != 1 || len(m.out.waiting) != 0 {
			t.Errorf("%s: %d questions, sent %v", name, len(m.questions.list), m.out.waiting)
		}
	}
	m.questions.list = nil
	m.physics.wantMaterial(0, young, -1)
	m.physics.wantNumber(damping, 0, 1)
	m.physics.wantMaterial(0, friction, 0.7)
	if len(m.questions.list) != 0 || m.refuse.Len() != 2 || len(m.out.waiting) != 1 {
		t.Errorf("%d questions, refused %v, sent %v", len(m.questions.list), m.refuse, m.out.waiting)
	}
}

// A field knows what the scene began with, also after a reset, which keeps edits, and until another scene or the
// same anew; a right click takes an edit back.
func TestDefaultsAreTheScenes(t *testing.T) {
	b := newBench(t)
	b.size(1280, 720, 1)
	m := b.g.m
	began := m.snap.Params.Damping
	b.e.state.Params.Damping = 0.123
	b.e.state.Revision++ // a reset
	b.frame()
	b.frame()
	if m.scene.initial.params.Damping != began || m.snap.Params.Damping != 0.123 {
		t.Fatalf("after a reset the default is %g, want %g", m.scene.initial.params.Damping, began)
	}
	click := func(button int) {
		b.events.Push(imguigl.Event{Kind: imguigl.Button, Code: button, Down: true})
		b.events.Push(imguigl.Event{Kind: imguigl.Button, Code: button})
		for range 4 {
			b.frame()
		}
	}
	row := imguigl.Event{Kind: imguigl.Move, X: m.shell.DockWidth, Y: 60}
	for m.menus.Now == nil || m.menus.Now.Title != "Damping" {
		if m.menus.Now, row.Y = nil, row.Y+12; row.Y > 600 {
			t.Fatal("no row answers as the damping to the right button")
		}
		b.events.Push(row)
		click(int(glfw.MouseButtonRight))
	}
	b.events.Push(imguigl.Event{Kind: imguigl.Move, X: row.X + 20, Y: row.Y + 4 + 26 + 13})
	click(int(glfw.MouseButtonLeft))
	if m.menus.Now != nil || shown(&m.edits, "damping", m.snap.Params.Damping) != began {
		t.Errorf("default set the damping to %g, want %g", m.snap.Params.Damping, began)
	}
	b.e.state.Params.Damping = 0.2
	m.scene.load("drum")
	b.e.state.Revision++
	for range 3 {
		b.frame()
	}
	if m.scene.initial.params.Damping != m.snap.Params.Damping {
		t.Errorf("another scene began with %g, the default is %g", m.snap.Params.Damping, m.scene.initial.params.Damping)
	}
	m.send(bridge.Reset{})
}

// A slider goes back and forth within the rounding it does, keeps its ends, and holds
// what is typed beyond them at its end without changing it.
func TestSlider(t *testing.T) {
	for name, word := range materialWords {
		s := word.slider
		for _, p := range []float64{0, 0.1, 0.37, 0.5, 0.93, 1} {
			if got := s.Place(s.At(p, true)); math.Abs(got-p) > 0.006 {
				t.Errorf("%s: %g became %g", name, p, got)
			}
		}
		if s.Place(s.Hi*100) != 1 || s.Place(-1) != 0 || s.At(-1, false) != s.Lo || s.At(2, false) != s.Hi {
			t.Errorf("%s: the ends do not hold", name)
		}
	}
}
