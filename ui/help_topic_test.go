package ui

import (
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"

	"example.org/tumble/ui/internal/imguigl"
)

// F1 opens the keys, and a click on the name of a topic the topic.
func TestHelpOpensTheManual(t *testing.T) {
	b := newBench(t)
	m := b.g.m
	b.size(1280, 720, 1)
	b.events.Push(imguigl.Event{Kind: imguigl.Key, Code: int(glfw.KeyF1), Down: true})
	b.frame()
	if !m.help.open || m.help.topic != 0 || b.g.m.help.helpTitle(b.g.Context) != "Keys and mouse" {
		t.Fatalf("F1 shows topic %d", m.help.topic)
	}
	at := b.g.Middle(m.viewport.area, 900, 760)
	each := (at.Width - 44) / float32(1+len(b.g.m.help.manual))
	b.events.Push(imguigl.Event{Kind: imguigl.Move, X: at.X + 22 + 1.5*each, Y: at.Y + 58})
	b.frame()
	for _, down := range []bool{true, false} {
		b.events.Push(imguigl.Event{Kind: imguigl.Button, Down: down})
		b.frame()
	}
	b.frame()
	if b.g.m.help.helpTitle(b.g.Context) != b.g.m.help.manual[0].Title {
		t.Errorf("the click shows %q, want %q", b.g.m.help.helpTitle(b.g.Context), b.g.m.help.manual[0].Title)
	}
}

// What lies over the view lies in the window, also where the view is narrower than it.
func TestOverlaysLieInTheWindow(t *testing.T) {
	b := newBench(t)
	for _, size := range [][2]float32{{640, 400}, {800, 560}, {1280, 720}, {1920, 1080}} {
		b.size(size[0], size[1], 1)
		view := b.g.layout(size[0], size[1])
		if at := b.g.Middle(view, 900, 760); at.X < 0 || at.X+at.Width > size[0] || at.Y < 0 || at.Y+at.Height > size[1] {
			t.Errorf("%g × %g, view %+v: %+v", size[0], size[1], view, at)
		}
	}
}
