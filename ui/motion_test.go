package ui

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// pouring is an engine with a motion of three key frames that waits for an inlet.
func pouring() *engine {
	e := newEngine(64)
	turned := vec.FromAxisAngle(vec.New(0, 1, 0), 0.5)
	e.state.Motions = []bridge.Motion{{Name: "pour", After: "feed", Keys: []bridge.MotionKey{
		{Time: 0, Orientation: vec.Identity}, {Time: 1, Orientation: turned}, {Time: 2, Orientation: turned}}}}
	e.state.Inlets = []bridge.Inlet{{Name: "feed", Flow: bridge.InletFlow{MaxMass: 0.1}}}
	return e
}

// sent returns the commands on their way.
func (e *engine) sent(m *model) (list []bridge.Command) {
	m.out.flush()
	for len(e.commands) > 0 {
		list = append(list, <-e.commands)
	}
	return list
}

// Contract: a key frame is added halfway to the next, or after the last, and taken away by its time; the last one
// stays.
func TestKeyFramesComeAndGo(t *testing.T) {
	e := pouring()
	m := newTestModelOf(e)
	keys := m.snap.Motions[0].Keys
	keys[1].Orientation, keys[2].Orientation = vec.Identity, vec.Identity
	m.motions.addKeyFrame(frameOf{0, 1})
	m.motions.addKeyFrame(frameOf{0, 2})
	m.motions.removeKeyFrame(frameOf{0, 1})
	want := []bridge.Command{
		bridge.AddMotionKey{To: bridge.MotionKey{Time: 1.5, Orientation: keys[1].Orientation}},
		bridge.AddMotionKey{To: bridge.MotionKey{Time: 3, Orientation: keys[2].Orientation}},
		bridge.RemoveMotionKey{Time: 1},
	}
	if got := e.sent(m); !slices.Equal(got, want) {
		t.Errorf("sent %+v\nwant %+v", got, want)
	}
	if f, ok := m.motions.chosenFrame(); !ok || f != (frameOf{0, 0}) {
		t.Errorf("chosen %v", f)
	}
	m.snap.Motions[0].Keys = keys[:1]
	if m.motions.removeKeyFrame(frameOf{0, 0}); len(e.sent(m)) != 0 ||
		m.refuse.Of(m.motions.frameKey(frameOf{0, 0})) == "" {
		t.Error("the last key frame goes, or nothing says that it stays")
	}
}

// Contract: a key frame is changed by one command that holds all of it, shows at once, keeps its place in
// time between its neighbours, and is refused with the value and the bound.
func TestKeyFramesAreEdited(t *testing.T) {
	e := pouring()
	m := newTestModelOf(e)
	f := frameOf{0, 1}
	to := m.motions.keyFrame(f)
	to.Position.Z = 0.3
	m.motions.setKeyFrame(f, to)
	m.motions.setKeyFrame(f, to) // nothing new
	want := bridge.SetMotionKey{Motion: 0, Key: 1, To: to}
	if got := e.sent(m); len(got) != 1 || got[0] != want || m.motions.keyFrame(f) != to {
		t.Errorf("sent %+v, shows %+v", got, m.motions.keyFrame(f))
	}
	for want, time := range map[string]float64{
		"time must be > 0 s, that of the key frame before, got 0 s": 0,
		"time must be < 2 s, that of the next key frame, got 2.5 s": 2.5,
		"must be a finite number":                                   math.NaN(),
	} {
		bad := to
		bad.Time = time
		m.motions.setKeyFrame(f, bad)
		if why := m.refuse.Of(m.motions.frameKey(f)); why != want || len(e.sent(m)) != 0 || m.motions.keyFrame(f) != to {
			t.Errorf("%g s: %q, want %q", time, why, want)
		}
	}
	if degrees, axis := m.motions.turned(frameOf{0, 0}); degrees != 0 || axis.Sub(vec.New(0, 1, 0)).Norm() > 1e-12 {
		t.Errorf("a key frame that is not turned has %g° about %v", degrees, axis)
	}
	m.motions.turnKeyFrame(frameOf{0, 0}, 30)
	if degrees, _ := m.motions.turned(frameOf{0, 0}); math.Abs(degrees-30) > 1e-9 || len(e.sent(m)) != 1 {
		t.Errorf("turned by %g°, want 30°", degrees)
	}
}

// Contract: an inlet is changed as a whole; an inlet that something waits for keeps a limit.
func TestInletsAreEdited(t *testing.T) {
	e := pouring()
	m := newTestModelOf(e)
	flow := m.inlets.flow(0)
	flow.Off = true
	m.inlets.setFlow(0, flow)
	if got := e.sent(m); len(got) != 1 || got[0] != (bridge.SetInlet{Inlet: 0, Flow: flow}) || m.inlets.flow(0) != flow {
		t.Errorf("sent %+v", got)
	}
	for want, bad := range map[string]bridge.InletFlow{
		"rate must be ≥ 0 kg/s": {MassRate: -1, MaxMass: 1}, "mass must be ≥ 0 kg": {MaxMass: math.NaN()},
		"bodies must be ≥ 0, got -1": {MaxMass: 1, MaxBodies: -1}, "a motion waits": {},
	} {
		m.inlets.setFlow(0, bad)
		if why := m.refuse.Of(m.inlets.key(0)); !strings.Contains(why, want) || len(e.sent(m)) != 0 {
			t.Errorf("%+v: %q, want %q", bad, why, want)
		}
	}
}
