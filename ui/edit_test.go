package ui

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/keymap"
)

// engine applies commands as the simulation does, whenever it is asked to.
type engine struct {
	commands chan bridge.Command
	feed     *bridge.Feed
	state    bridge.Snapshot
	loaded   string // the last scene that was asked for
}

// Settings that tests edit.
var damping, safety, gravity = setting.Of("damping"), setting.Of("timeStep.safety"), setting.Of("gravity")

func newEngine(capacity int) *engine {
	e := &engine{commands: make(chan bridge.Command, capacity), feed: bridge.NewFeed()}
	e.state = bridge.Snapshot{
		Scene: "bottle", Revision: 1,
		Params: setting.Params{Gravity: vec.New(0, 0, -10), Damping: 0.3, TimeStepSafety: 0.5, CapsuleRule: "documented"},
		Speed:  1,
		Materials: []bridge.Material{
			{Name: "pill", Law: law.Default, Radius: 0.003}, {Name: "glass", Law: law.Default},
		},
		Bounds: bridge.Bounds{All: [2][3]float32{{-1, -1, 0}, {1, 1, 1}}, Core: [2][3]float32{{-1, -1, 0}, {1, 1, 1}}},
	}
	return e
}

// step applies at most n of the commands that came.
func (e *engine) step(n int) {
	for ; n > 0; n-- {
		select {
		case c := <-e.commands:
			e.apply(c)
			e.state.Applied++
		default:
			return
		}
	}
}

func (e *engine) apply(c bridge.Command) {
	p := &e.state.Params
	switch c := c.(type) {
	case bridge.Pause, bridge.StepOnce:
		e.state.Paused = true
	case bridge.Resume:
		e.state.Paused = false
	case bridge.SetSpeed:
		e.state.Speed = c.Factor
	case bridge.Set:
		setting.Of(c.Key).Put(p, c.To)
	case bridge.SetMaterial:
		e.state.Materials[c.Index].Law = c.Material
	case bridge.StartRecording:
		e.state.Recording = true
	case bridge.StopRecording:
		e.state.Recording = false
	case bridge.LoadScene:
		e.loaded = c.Name
	case bridge.StartExport:
		e.state.Exporting = c.Path
	case bridge.StopExport:
		e.state.Exporting = ""
	case bridge.GiveRun:
		e.feed.Answer(c.Ticket, bridge.Answer{Run: fmt.Appendf(nil, "run at step %d", e.state.Step)})
	}
}

// publish sends the state as it is now.
func (e *engine) publish() {
	e.state.Seq++
	e.state.Step++
	s := e.feed.Writer()
	materials := append(s.Materials[:0], e.state.Materials...)
	notices := append(s.Notices[:0], e.state.Notices...)
	*s = e.state
	s.Materials, s.Notices = materials, notices
	e.feed.Publish(s)
}

// testExports are a folder and a file of runs, and one of a moment.
var testExports = []ExportFormat{
	{Name: "vtk", About: "series"},
	{Name: "replay", About: "a page", Ext: ".html"},
	{Name: "deck", About: "a deck", Moment: true, Option: ExportOption{Text: "Rough"}},
}

func newTestModelOf(e *engine) *model {
	m := newModel(Config{Feed: e.feed, Commands: e.commands, View: view.Default(), Exports: testExports})
	e.publish()
	m.poll()
	return m
}

func newTestModel() *model { return newTestModelOf(newEngine(64)) }

// An edit never reverts: from the frame in which a person sets a value, the panel shows
// that value in every frame until it is set again, however commands and snapshots are
// delayed, and in the end the engine has it too.
func TestEditsNeverRevert(t *testing.T) {
	for seed := uint64(0); seed < 100; seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		e := newEngine(1 + r.IntN(4))
		m := newTestModelOf(e)
		want := map[string]float64{}
		edits := []func(v float64){
			func(v float64) { m.physics.setNumber(damping, 0, v); want["damping"] = v },
			func(v float64) { m.physics.setNumber(safety, 0, v+0.01); want["safety"] = v + 0.01 },
			func(v float64) { m.physics.setNumber(gravity, 1, v); want["gy"] = v },
			func(v float64) { m.physics.setNumber(gravity, 2, -v); want["gz"] = -v },
			func(v float64) { m.physics.setMaterial(0, law.Fields[1], v); want["kt"] = v },
			func(v float64) { m.physics.setMaterial(0, law.Fields[2], v); want["tan"] = v },
			func(v float64) { m.physics.setMaterial(1, law.Fields[2], v); want["glass"] = v },
			func(v float64) { m.timeline.setSpeed(v + 1); want["speed"] = v + 1 },
		}
		for i := 0; i < 300; i++ {
			switch r.IntN(5) {
			case 0:
				edits[r.IntN(len(edits))](float64(r.IntN(90)) / 100)
			case 1:
				m.out.flush()
			case 2:
				e.step(r.IntN(3))
			case 3:
				e.publish()
			case 4:
				m.poll()
			}
			check(t, m, want)
		}
		for i := 0; i < 400; i++ {
			m.out.flush()
			e.step(9)
		}
		e.publish()
		m.poll()
		if len(m.edits.made) != 0 || len(m.out.waiting) != 0 {
			t.Fatalf("seed %d: %d edits and %d commands are left", seed, len(m.edits.made), len(m.out.waiting))
		}
		check(t, m, want)
	}
}

func check(t *testing.T, m *model, want map[string]float64) {
	t.Helper()
	g, pill, glass := m.physics.setting(gravity).Vec(), m.physics.material(0), m.physics.material(1)
	for key, got := range map[string]float64{
		"damping": shown(&m.edits, "damping", m.snap.Params.Damping),
		"safety":  shown(&m.edits, "timeStep.safety", m.snap.Params.TimeStepSafety),
		"gy":      g.Y, "gz": g.Z, "kt": pill.KtDivKn, "tan": pill.TanPhi, "glass": glass.TanPhi, "speed": m.speed(),
	} {
		if w, ok := want[key]; ok && got != w {
			t.Fatalf("%s shows %g after %g was set", key, got, w)
		}
	}
}

// Two frames of edits that meet a full channel wait; the window never does.
func TestCommandsNeverBlock(t *testing.T) {
	e := newEngine(1)
	m := newTestModelOf(e)
	for i := 0; i < 50; i++ {
		m.physics.setNumber(damping, 0, float64(i)/100)
		m.out.flush() // would hang here
	}
	for i := 0; i < 60; i++ {
		e.step(1)
		m.out.flush()
	}
	if e.state.Params.Damping != 0.49 || e.state.Applied != 50 {
		t.Errorf("got damping %g after %d commands, want 0.49 after 50", e.state.Params.Damping, e.state.Applied)
	}
}

// A value that cannot be is refused with its reason beside the field, sends nothing, and
// is not replaced by another; the next possible one clears the reason.
func TestRefusals(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	m.physics.setMaterial(0, law.Fields[2], -1)
	m.physics.setMaterial(0, law.Fields[0], 0)
	m.physics.setNumber(damping, 0, 1)
	m.physics.setNumber(safety, 0, 0)
	for key, part := range map[string]string{
		"materials.pill.tanPhi": "tanPhi must be ≥ 0, got -1",
		"materials.pill.young":  "young must be ≥ 0.001 Pa, got 0",
		"damping":               "damping must be in [0, 1), got 1",
		"timeStep.safety":       "timeStep.safety must be in (0, 1], got 0",
	} {
		if got := m.refuse.Of(key); !strings.Contains(got, part) {
			t.Errorf("%s: got %q, want %q in it", key, got, part)
		}
	}
	if len(m.out.waiting) != 0 || m.physics.material(0) != law.Default {
		t.Errorf("a refused value was sent: %v", m.out.waiting)
	}
	m.physics.setMaterial(0, law.Fields[2], 0.7)
	if m.refuse.Of("materials.pill.tanPhi") != "" || len(m.out.waiting) != 1 {
		t.Error("a possible value did not clear the reason, or was not sent")
	}
}

// What the engine refuses shows beside its field, unless a newer edit of it is on its
// way; other news become messages; both only once.
func TestNotices(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	e.state.Notices = []bridge.Notice{
		{ID: 1, Level: bridge.Refused, Field: "gravity", Text: "gravity: must be at most 1000 m/s², got 2000"},
		{ID: 2, Level: bridge.Refused, Field: "scene", Text: "no such scene"},
		{ID: 3, Level: bridge.Info, Text: "inlet feed is done"},
	}
	for i := 0; i < 3; i++ {
		e.publish()
		m.poll()
	}
	if got := m.refuse.Of("gravity"); got != "must be at most 1000 m/s², got 2000" {
		t.Errorf("gravity: got %q", got)
	}
	if len(m.toasts.list) != 2 {
		t.Errorf("got %d messages, want 2: %v", len(m.toasts.list), m.toasts.list)
	}
	m.physics.setNumber(damping, 0, 0.4)
	e.state.Notices = append(e.state.Notices, bridge.Notice{ID: 4, Level: bridge.Refused, Field: "damping", Text: "no"})
	e.publish()
	m.poll()
	if got := m.refuse.Of("damping"); got != "" {
		t.Errorf("damping: a refusal of an older edit shows: %q", got)
	}
	m.toasts.tick(m.now.Add(time.Minute))
	if len(m.toasts.list) != 0 {
		t.Error("messages stay for ever")
	}
}

// The camera is framed for the first snapshot and for another scene, and stays where the
// person put it else, also through a reset.
func TestCameraMovesOnlyForAnotherScene(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	if m.view.Camera.Distance < 2 {
		t.Error("the first snapshot was not framed")
	}
	m.move(keymap.Zoom, drag{dy: 4})
	mine := m.view.Camera
	e.state.Revision++ // a reset
	e.state.Bounds.All[1], e.state.Bounds.Core[1] = [3]float32{9, 9, 9}, [3]float32{9, 9, 9}
	e.publish()
	m.poll()
	if m.view.Camera != mine {
		t.Error("a reset moved the camera")
	}
	e.state.Revision++
	e.state.Scene = "drum"
	e.state.View = bridge.ViewHint{Overlays: "forces", Style: "wire", ColorBy: "speed", GlyphScale: 2}
	e.publish()
	m.poll()
	if m.view.Camera == mine {
		t.Error("another scene was not framed")
	}
	if v := m.view; v.Overlays&view.OverlayForces == 0 || v.Overlays&view.OverlayGrid == 0 || v.Style != view.Wire ||
		v.ColorBy != view.ColorBySpeed || v.GlyphScale != 2 {
		t.Errorf("the wishes of another scene were not followed: %+v", v)
	}
}

// Contacts cost the simulation time: they are asked for only while something shows them.
func TestContactsAreWantedOnlyWhenShown(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	m.askWanted()
	if len(m.out.waiting) != 0 {
		t.Error("something is wanted at the start")
	}
	m.do(keymap.Network)
	m.do(keymap.Forces)
	m.askWanted()
	m.askWanted()
	m.do(keymap.Network)
	m.do(keymap.Forces)
	m.askWanted()
	m.view.ColorBy = view.ColorByContacts
	m.askWanted()
	want := []bridge.Command{bridge.SetWanted{Wanted: bridge.Wanted{Contacts: true}}, bridge.SetWanted{},
		bridge.SetWanted{Wanted: bridge.Wanted{Contacts: true}}}
	if !slices.Equal(m.out.waiting, want) {
		t.Errorf("got %v, want %v", m.out.waiting, want)
	}
}
