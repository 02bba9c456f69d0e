package ui

import (
	"errors"
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/keymap"
)

// Gravity that is seldom meant is asked about: nothing is sent before the answer, Escape and
// another scene send nothing, and what is usual, or can never be, is not asked about.
func TestUnusualGravityIsAskedAbout(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	ask := func(v float64) string {
		t.Helper()
		m.physics.wantNumber(gravity, 2, v)
		if len(m.out.waiting) != 0 || m.physics.setting(gravity).Vec().Z != -10 || len(m.questions.list) != 1 {
			t.Fatalf("gravity %g: %d questions, sent %v", v, len(m.questions.list), m.out.waiting)
		}
		return m.questions.list[0].text
	}
	if text := ask(-1e9); !strings.Contains(text, "of −1e9 m/s²: usual are −500 m/s² to 500 m/s²") {
		t.Errorf("asked %q", text)
	}
	ask(2e4) // replaces the one before
	m.do(keymap.Cancel)
	if len(m.questions.list) != 0 || len(m.out.waiting) != 0 {
		t.Error("Escape did not take the question away, or sent something")
	}
	ask(-1e9)
	e.state.Revision++
	e.publish()
	m.poll()
	if len(m.questions.list) != 0 {
		t.Error("the question about another scene is still there")
	}
	ask(-1e9)
	m.questions.answer(true)
	if len(m.questions.list) != 0 || len(m.out.waiting) != 1 ||
		m.out.waiting[0] != bridge.Edit(bridge.Vector("gravity", vec.New(0, 0, -1e9))) {
		t.Errorf("the answer sent %v", m.out.waiting)
	}
	for _, v := range []float64{0, -9.81, 200, -499} {
		m.physics.wantNumber(gravity, 2, v)
		if len(m.questions.list) != 0 || m.physics.setting(gravity).Vec().Z != v {
			t.Errorf("gravity %g: asked, or not set", v)
		}
	}
	ask2 := func(v float64) {
		if m.physics.wantNumber(gravity, 2, v); len(m.questions.list) != 0 || m.refuse.Of("gravity") == "" {
			t.Errorf("gravity %g: asked, or not refused", v)
		}
	}
	ask2(math.Inf(1))
	ask2(math.NaN())
}

// Who is asked to go on with a run is told of others like it, and of those that cannot be read.
func TestUnfinishedRuns(t *testing.T) {
	m := newModel(Config{Unread: []error{errors.New("/r/run-7-1.tumble is damaged")}, Unfinished: &Unfinished{
		Path: "/r/run-9-1.tumble", Title: "Pile", Time: 0.5, Step: 1200, Older: 3, OlderBytes: 30 << 20}})
	m.questions.offerUnfinished()
	if text := m.questions.list[0].text; !strings.Contains(text, "Others like it: 3, which take 30 MB in /r.") {
		t.Errorf("asked %q", text)
	}
	if n := len(m.toasts.list); n != 1 || !strings.Contains(m.toasts.list[0].text, "/r/run-7-1.tumble is damaged") {
		t.Errorf("%d messages: %+v", n, m.toasts.list)
	}
	if m.questions.offerUnfinished(); len(m.questions.list) != 1 || len(m.toasts.list) != 1 {
		t.Error("it is asked and told again")
	}
}
