package ui

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
)

// twoTracks is a run of 2 s whose second track leaves the first at 1 s, in a scene of 4 s.
func twoTracks() *bridge.Snapshot {
	return &bridge.Snapshot{Time: 1.5, End: 4, Timeline: bridge.Timeline{
		Tracks: []bridge.Track{
			{ID: 0, Until: bridge.Moment{Time: 2}},
			{ID: 3, From: bridge.Moment{Time: 1}, Until: bridge.Moment{Time: 1.5}},
		},
		Present: 3, Edits: []bridge.EditNote{{Moment: bridge.Moment{Step: 1234, Time: 1}, Text: "damping 0.3 → 0.1"}},
	}}
}

// Contract: the line shows the whole run until a person zooms, which keeps the time under the pointer in place and
// never shows more than the run.
func TestTimeLineZoom(t *testing.T) {
	s, l := twoTracks(), &timeline{}
	if begin, end := l.span(s); begin != 0 || end != 4 {
		t.Fatalf("the whole run is %g to %g, want 0 to 4", begin, end)
	}
	l.zoom(s, 1, 2)
	begin, end := l.span(s)
	if share := (1 - begin) / (end - begin); math.Abs(share-0.25) > 1e-12 || end-begin != 2 {
		t.Errorf("zoomed to %g to %g: 1 s is at %g, was at 0.25", begin, end, share)
	}
	for range 5 {
		l.zoom(s, 1, 0.5)
	}
	if begin, end := l.span(s); begin != 0 || end != 4 {
		t.Errorf("zoomed out to %g to %g", begin, end)
	}
}

// Contract: a run that goes on beyond the scene's own end says so once, beside the clock too, and the line goes between
// the scene's own span and the whole run.
func TestRunBeyondItsScene(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	show := func(time float64, paused, ended bool) {
		e.state.End, e.state.Time, e.state.Paused, e.state.Timeline.Ended = 4.1, time, paused, ended
		e.state.Timeline.Tracks = []bridge.Track{{Until: bridge.Moment{Time: max(time, 4.1)}}}
		e.publish()
		m.poll()
	}
	show(4.1, true, true)
	if text := endText(m.snap); text != "of 4.1 s" {
		t.Errorf("at the end the clock says %q", text)
	}
	for range 3 {
		show(7.8, false, false)
	}
	said := 0
	for _, t := range m.toasts.list {
		if strings.Contains(t.text, "beyond the scene's own end at 4.1 s") {
			said++
		}
	}
	if text := endText(m.snap); said != 1 || text != "beyond 4.1 s" {
		t.Errorf("it is said %d times that the run goes on, and the clock says %q", said, text)
	}
	for _, want := range []float64{4.1, 7.8} {
		m.do(keymap.SceneSpan)
		if begin, end := m.timeline.span(m.snap); begin != 0 || end != want {
			t.Errorf("the line shows %g to %g, want 0 to %g", begin, end, want)
		}
	}
}

// Contract: the line says which edit is near, and where nothing was computed.
func TestTimeLineTip(t *testing.T) {
	s := twoTracks()
	if tip := lineTip(s, 1.01, 0.02); !strings.Contains(tip, "step 1 234: damping 0.3 → 0.1") {
		t.Errorf("tip at an edit: %q", tip)
	}
	if tip := lineTip(s, 1.2, 0.02); strings.Contains(tip, "damping") {
		t.Errorf("tip beside an edit: %q", tip)
	}
	if tip := lineTip(s, 1.8, 0.02); !strings.Contains(tip, "1.500 s is as far") {
		t.Errorf("tip beyond the track: %q", tip)
	}
}

// Contract: a run that nobody has touched begins again where the scene ends, until somebody does; with --loop it always
// does.
func TestUntouchedRunLoops(t *testing.T) {
	commands := make(chan bridge.Command, 20)
	m := newModel(Config{Commands: commands, LoopUntouched: true})
	sent := func() (loops int) {
		m.out.flush()
		for len(commands) > 0 {
			if c, ok := (<-commands).(bridge.SetLoop); ok && c.End == 4 {
				loops++
			}
		}
		return loops
	}
	s := twoTracks()
	m.showSnapshot(s)
	if sent() != 0 {
		t.Error("loops before the end")
	}
	s.Timeline.Ended = true
	if m.showSnapshot(s); sent() != 1 {
		t.Error("does not loop though nobody touched it")
	}
	m.timeline.touch()
	if m.showSnapshot(s); sent() != 0 {
		t.Error("loops though somebody has touched it")
	}
	m.config.Loop = true
	if m.showSnapshot(s); sent() != 1 {
		t.Error("does not loop though it was asked to")
	}
}
