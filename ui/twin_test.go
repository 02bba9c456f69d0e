package ui

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
)

// A twin is begun at once and ended by an answer; edits go where the person says; the pointer is in the tile of a
// world; the line between them follows a drag; and what tells of two worlds is passed over where there is one.
func TestTwin(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	sent := func(want bridge.Command) {
		t.Helper()
		if n := len(m.out.waiting); n == 0 || m.out.waiting[n-1] != want {
			t.Errorf("sent %v, want %#v last", m.out.waiting, want)
		}
	}
	m.do(keymap.Twin)
	sent(bridge.BeginTwin{})
	m.view.ColorBy = apartQuantity - 1
	if m.do(keymap.ColorBy); m.view.ColorBy == apartQuantity {
		t.Error("a world that is alone is coloured by the distance from copies")
	}
	e.state.Comparison.Others = make([]bridge.Snapshot, 1)
	e.publish()
	m.poll()
	m.do(keymap.TwinNext)
	sent(bridge.ChooseTwin{Place: 1})
	m.do(keymap.TwinNext)
	sent(bridge.ChooseTwin{Place: 0, Both: true})
	m.do(keymap.Twin)
	m.do(keymap.Cancel)
	sent(bridge.ChooseTwin{Place: 0, Both: true})
	m.do(keymap.Twin)
	m.questions.list[0].instead()
	sent(bridge.EndTwin{Place: 1})
	m.questions.list[0].do()
	sent(bridge.EndTwin{Place: 0})

	m.viewport.area, m.view.Split = layout.Box(100, 50, 800, 400), view.Split{Line: 0.25}
	for x, want := range map[float32]layout.Rect{150: layout.Box(100, 50, 200, 400), 500: layout.Box(300, 50, 600, 400)} {
		if m.viewport.enterTile(x, 100); m.viewport.tile() != want {
			t.Errorf("at %g the tile is %v, want %v", x, m.viewport.tile(), want)
		}
	}
	if m.viewport.onLine(310, 100) || !m.viewport.onLine(303, 100) || m.viewport.onLine(303, 20) {
		t.Error("the line is not where it is")
	}
	m.viewport.moveLine(700)
	if m.view.Split.Line != 0.75 {
		t.Errorf("moved to 3/4 the line is at %g", m.view.Split.Line)
	}
	m.viewport.moveLine(505)
	if m.view.Split.Line != 0.5 {
		t.Errorf("near the middle it is at %g", m.view.Split.Line)
	}
}

// Contract: what is framed of two worlds lies beside the legend, which covers the right one, in both tiles alike; a
// legend that appears later moves it there.
func TestTwinsLeaveRoomForTheLegend(t *testing.T) {
	b := newPlaced(t, 1280, 720, 1)
	m := b.g.m
	b.e.state.Comparison.Others = []bridge.Snapshot{b.e.state}
	b.e.publish()
	b.frame()
	balls := []view.Ball{{Radius: 0.02}, {Center: mgl32.Vec3{0.05, 0.03, 0.1}, Radius: 0.03}}
	m.camera.frame(balls)
	legend(b)
	for range 40 {
		m.tick(b.now)
		b.frame()
	}
	for _, ball := range balls {
		var inTile [2]float32
		for m.viewport.worldUnder = range inTile {
			tile := m.viewport.tile()
			for _, side := range []float32{-1, 1} {
				x, _, _ := m.viewport.inWindow(ball.Center.Add(m.viewport.camera().Right().Mul(side * ball.Radius)))
				inTile[m.viewport.worldUnder] = x - tile.X
				if x < tile.X || x > tile.X+tile.Width-0.2*m.viewport.area.Width {
					t.Errorf("world %d: a body reaches to %g in the tile %+v", m.viewport.worldUnder, x, tile)
				}
			}
		}
		if d := inTile[1] - inTile[0]; d < -1 || d > 1 {
			t.Errorf("a body is %g further right in the tile of world B", d)
		}
	}
}
