package ui

import (
	"image"
	"testing"

	"example.org/tumble/render/figure"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
)

// In figure mode the view has the shape of the paper and the marks that the figure will have, whatever the size of the
// window; leaving it gives back what it changed, and nothing that the person has.
func TestFigureMode(t *testing.T) {
	m := newTestModel()
	p := &m.pictures
	window := layout.Box(344, 36, 936, 640)
	if got := p.sheet(window, 10, 48); got != window {
		t.Errorf("the view of no figure is %v", got)
	}
	before := m.view
	m.pictures.toggleFigure()
	p.width, p.height = 120, 60
	for _, in := range []layout.Rect{window, layout.Box(0, 0, 300, 2000), layout.Box(10, 10, 4000, 500)} {
		at := p.sheet(in, 10, 48)
		if a := at.Aspect(); a < 1.9 || a > 2.1 || at.X < in.X+10 || at.Y < in.Y+58 || at.X+at.Width > in.X+in.Width-9 ||
			at.Y+at.Height > in.Y+in.Height-9 {
			t.Errorf("in %v the paper is %v", in, at)
		}
	}
	if tiny := (layout.Box(0, 0, 20, 20)); p.sheet(tiny, 10, 48) != tiny {
		t.Error("a view without room for paper has to be shown itself")
	}
	small, large := m.pictures.drawnView(600), m.pictures.drawnView(1800)
	if r := large.Scale / small.Scale; r < 2.99 || r > 3.01 || small.Theme != view.Print ||
		small.Ground != view.GroundWhite || !small.Camera.Ortho || small.Overlays&view.OverlayScale == 0 {
		t.Errorf("drawn as %+v, three times as large the marks are %v", small, r)
	}
	points := float64(small.Scale) * view.TextSize / 600 * p.width / 25.4 * 72
	if points < 7.99 || points > 8.01 {
		t.Errorf("text has %v pt on paper", points)
	}
	m.view.Overlays |= view.OverlayForces
	m.pictures.toggleFigure()
	if m.view.Overlays != before.Overlays|view.OverlayForces || m.view.Camera.Ortho ||
		m.pictures.drawnView(600) != m.view {
		t.Errorf("after it the view is %+v", m.view)
	}
}

// The size of a picture is that of the paper at its resolution, or of the view, times a number; what is too large is
// refused before it is drawn.
func TestPictureSize(t *testing.T) {
	m := newTestModel()
	p := &m.pictures
	for _, c := range []struct {
		set           func()
		width, height int
		dpi           float64
		plain, works  bool
	}{
		{func() {}, 936, 640, 0, true, true},
		{func() { p.ground = groundClear }, 936, 640, 0, false, true},
		{func() { p.times, p.format = 8, 1 }, 7488, 5120, 8 * figure.ScreenDPI, false, true},
		{func() { p.figure, p.dpi = true, 600 }, 2008, 1506, 600, false, true},
		{func() { p.figure, p.width, p.height, p.dpi = true, 1000, 1000, 600 }, 23622, 23622, 600, false, false},
	} {
		*p = newPictures(p.shared, p.viewport)
		c.set()
		w, h, dpi := p.size(936, 640)
		if w != c.width || h != c.height || dpi != c.dpi || p.plain() != c.plain || (whyNotSize(w, h) == "") != c.works {
			t.Errorf("%d × %d at %v, plain %v, %q; want %+v", w, h, dpi, p.plain(), whyNotSize(w, h), c)
		}
	}
}

// resized is a drawer that keeps only the picture that it drew last.
type resized struct{ painter }

func (r *resized) Recall(width, height int) bool { return r.width == width && r.height == height }
func (r *resized) Pixels([]byte) []byte          { return make([]byte, 4*r.width*r.height) }

// Contract: the picture on the screen is saved whole, also if the last picture that was drawn, such as one of a video,
// has another size.
func TestSavedPictureHasTheSizeOfTheScreen(t *testing.T) {
	r := &resized{painter{width: 16, height: 16}}
	w := &window{drawer: r}
	w.drawn.width, w.drawn.height = 320, 200
	for range 2 {
		saved, err := w.lastPicture(&bridge.Snapshot{})
		if err != nil {
			t.Fatal(err)
		}
		if pix := saved.(*image.RGBA); saved.Bounds().Size() != image.Pt(320, 200) || len(pix.Pix) != 4*320*200 {
			t.Errorf("the saved picture has the size %v and %d bytes", saved.Bounds().Size(), len(pix.Pix))
		}
	}
}
