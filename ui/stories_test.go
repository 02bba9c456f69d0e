package ui

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	gallery "example.org/tumble/sim/scene"
)

// slowStories are those that take more than a second or two; they are told if TUMBLE_LONG is set.
var slowStories = []string{
	"bottle: What does friction do?", "bottle: Stop when a pill lands on the floor",
	"conveyor: What does friction do?", "drum: What does friction do?", "drum: See the layer that flows",
	"shaker: What does friction do?", "shaker: Stop when the big ball is half way up",
	"hopper: What does friction do?", "hopper: Stop when the first one lands", "box: What does friction do?",
	"rain: What does friction do?",
}

// storyTime is how long a story may take; it only catches hangs.
const storyTime = 40 * time.Second

// teller is a window without a window, over a run.
type teller struct {
	*testing.T
	m *model
}

// newTeller begins a scene, as fast as it goes.
func newTeller(t *testing.T, name string) *teller {
	load := func(name string, seed uint64) (run.Scene, error) {
		return gallery.Load(name, gallery.Options{Seed: seed, Workers: 1})
	}
	first, err := load(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	feed, commands := bridge.NewFeed(), make(chan bridge.Command, 64)
	runner := run.New(first, load, feed, commands)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		runner.Run(ctx)
		close(done)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	h := &teller{t, newModel(Config{Feed: feed, Commands: commands, View: view.Default()})}
	h.until("the first snapshot", func() bool { return h.m.snap != nil })
	h.m.send(bridge.SetSpeed{})
	return h
}

// until makes frames until something is so.
func (h *teller) until(what string, so func() bool) {
	h.Helper()
	for end := time.Now().Add(storyTime); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			h.Fatalf("%s did not come; at %g s the story is at step %d", what, h.m.snap.Time, h.m.stories.step)
		}
		h.m.tick(time.Now())
		h.m.poll()
		h.m.askWanted()
		h.m.out.flush()
	}
}

// tell tells a story to its end and looks whether what it promises is there.
func (h *teller) tell(i int) {
	m := h.m
	m.stories.start(i)
	story := m.stories.story
	h.until("the end of the story", func() bool { return !m.stories.running() })
	if m.stories.story == nil {
		h.Fatalf("the story ended early: %+v", m.toasts.list)
	}
	h.until("rest", func() bool { return m.applied >= m.out.base+m.out.sent })
	var last, until string
	for _, s := range story.Steps {
		switch s.Key {
		case bridge.StoryStop:
			until = s.Text
			if m.snap.Hit.Line != s.Text || !m.snap.Paused {
				h.Errorf("%s did not pause the run; the last hit is %+v", s.Text, m.snap.Hit)
			}
		case bridge.StoryDo:
			last = s.Text
		case bridge.StoryOverlays:
			for _, name := range strings.Split(s.Text, ",") {
				if !slices.ContainsFunc(overlay.Table, func(o overlay.Overlay) bool { return o.Name == name }) {
					h.Errorf("there is no overlay %q", name)
				}
			}
		case bridge.StoryColorBy:
			if !slices.Contains(view.ColorByNames(), s.Text) {
				h.Errorf("there is no quantity %q", s.Text)
			}
		case bridge.StorySet:
			e, ofMaterial := s.Edit.(bridge.SetMaterial)
			if ofMaterial && m.snap.Materials[e.Index].Law != e.Material {
				h.Errorf("%s was not made", s.Text)
			}
		}
	}
	switch last {
	case "explain":
		h.until("what explains the contact", func() bool { return m.inspector.reply() != nil })
		if in := m.inspector.reply(); !m.view.Explain || in.Missing[0] || in.Contact.Explained.Rule == "" {
			h.Errorf("no contact is explained, but %+v", in.Things)
		} else if strings.HasPrefix(until, "slip") && !in.Contact.Sliding {
			h.Error("the contact that is explained does not slide")
		}
	case "other-twin":
		if c := &m.snap.Comparison; len(c.Others) != 1 || !c.Divergence.Bodies.Yes {
			h.Errorf("%d worlds beside; they are %s", len(c.Others), c.Divergence)
		}
	}
}

// Contract: each story of each scene of the gallery comes to its end, and what it promises is there then: a contact
// that slides is selected and explained, two worlds have parted, a condition has paused the run. Scenes say what to
// look at and what to try.
func TestStoriesKeepTheirPromises(t *testing.T) {
	list, err := gallery.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		h := newTeller(t, s.Name)
		guide := h.m.snap.Guide
		if guide.Look == "" || guide.Try == "" || len(guide.Stories) < 2 {
			t.Errorf("%s says too little of itself: %+v", s.Name, guide)
		}
		for i := range guide.Stories {
			name := s.Name + ": " + guide.Stories[i].Title
			if slices.Contains(slowStories, name) && os.Getenv("TUMBLE_LONG") == "" {
				continue
			}
			t.Run(name, func(t *testing.T) {
				begin := time.Now()
				(&teller{t, h.m}).tell(i)
				t.Logf("%.1f s", time.Since(begin).Seconds())
			})
		}
	}
}

// Contract: the guide of a scene is shown once: in the dock, or on a card if the dock does not show it. Steps of a
// story are on the card in either case.
func TestTheGuideIsShownOnce(t *testing.T) {
	b := newPlaced(t, 1280, 720, 1)
	st, u := &b.g.m.stories, b.g.Context
	b.e.state.Guide = bridge.Guide{Look: "Look.", Try: "Try."}
	lines := func(dock string, open bool) int {
		b.g.m.shell.Dock, u.Open[titleGuide] = dock, open
		b.e.publish()
		b.frame()
		b.frame()
		return len(st.cardLines(st.inDock(u)))
	}
	if n := lines(dockScene, true); n != 0 {
		t.Errorf("%d lines are on the card and in the dock", n)
	}
	for _, c := range []struct {
		dock string
		open bool
	}{{dockScene, false}, {dockMaterials, true}, {"", true}} {
		if n := lines(c.dock, c.open); n != 2 {
			t.Errorf("dock %q, section open %v: %d lines on the card, want 2", c.dock, c.open, n)
		}
	}
	st.story = &bridge.Story{Title: "See it", Look: "This came of it."}
	if n := lines(dockScene, true); n != 1 {
		t.Errorf("%d lines of what came of a story are on the card, want 1", n)
	}
}

// Contract: overlays and colours of a story are as before when it ends, another begins or its world is left; what a
// person has changed since the story did, stays.
func TestStoriesPutBackWhatTheyShow(t *testing.T) {
	e := newEngine(64)
	e.state.Guide.Stories = []bridge.Story{{Title: "See it", Steps: []bridge.StoryStep{
		{Key: bridge.StoryOverlays, Text: "forces,velocity"}, {Key: bridge.StoryColorBy, Text: "speed"}}}}
	e.publish()
	m := newTestModelOf(e)
	m.poll()
	shown := func() [2]int { return [2]int{int(m.view.Overlays), int(m.view.ColorBy)} }
	turn := func() {
		m.out.flush()
		e.step(64)
		e.publish()
		m.poll()
	}
	tell := func() {
		t.Helper()
		m.stories.start(0)
		for range 8 {
			turn()
		}
		if m.stories.story == nil || m.stories.running() || m.view.ColorBy != view.ColorBySpeed {
			t.Fatalf("the story is at step %d, coloured by %d", m.stories.step, m.view.ColorBy)
		}
	}
	forces, grid := view.OverlayForces, view.OverlayGrid
	m.view.Overlays, m.view.ColorBy = forces, view.ColorByHeight
	before := shown()
	tell()
	if m.stories.end(); shown() != before {
		t.Errorf("after the end %v is shown, before was %v", shown(), before)
	}
	tell()
	tell()
	e.state.Revision++
	if turn(); shown() != before {
		t.Errorf("in another world %v is shown, before was %v", shown(), before)
	}
	tell()
	m.view.Overlays ^= forces | grid
	m.drawing.setColorBy(view.ColorBySpin)
	if m.stories.end(); m.view.Overlays != grid || m.view.ColorBy != view.ColorBySpin {
		t.Errorf("what a person has changed is %v after the end", shown())
	}
}

// Contract: a story begins with the scene framed, though the story before came near to what it showed; a camera that a
// person has moved stays.
func TestStoriesBeginWithTheSceneFramed(t *testing.T) {
	e := newEngine(64)
	e.state.Guide.Stories = []bridge.Story{{Title: "See it", Steps: []bridge.StoryStep{
		{Key: bridge.StoryColorBy, Text: "speed"}}}}
	e.publish()
	m := newTestModelOf(e)
	m.poll()
	near := []view.Ball{{Center: mgl32.Vec3{1, 2, 3}, Radius: 1e-3}}
	for _, moved := range []bool{false, true} {
		m.stories.start(0)
		m.camera.frame(near)
		m.camera.flight.stop(&m.view.Camera)
		m.view.Camera = m.camera.flight.to
		if moved {
			m.view.Camera.Azimuth += 10
		}
		was := m.view.Camera
		for range 8 {
			m.out.flush()
			e.step(64)
			e.publish()
			m.poll()
		}
		if stays := m.camera.aim() == was; stays != moved {
			t.Errorf("moved by a person: %v, and it stays: %v", moved, stays)
		}
	}
}

// Contract: every kind of step that a scene may have can be done, and no other.
func TestStepsAreComplete(t *testing.T) {
	for _, key := range bridge.StoryKeys {
		if row := storySteps[key]; row.begin == nil {
			t.Errorf("nobody does the step %s", key)
		}
	}
	for _, name := range bridge.StoryActions {
		if _, ok := storyActions[name]; !ok {
			t.Errorf("nobody carries out the action %s", name)
		}
	}
	if len(storySteps) != len(bridge.StoryKeys) || len(storyActions) != len(bridge.StoryActions) {
		t.Errorf("%d steps and %d actions, but scenes have %d and %d", len(storySteps), len(storyActions),
			len(bridge.StoryKeys), len(bridge.StoryActions))
	}
}
