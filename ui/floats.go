package ui

import (
	"example.org/tumble/ui/layout"
)

// floats has a row for each item that lies over the view: size returns the size that it needs, at most the given
// one, or no size while it is not shown; draw draws it where the layout puts it. An item without draw is drawn as
// a layer.
var floats = [layout.NumFloats]struct {
	size func(g *gui, most layout.Size) layout.Size
	draw func(g *gui, at layout.Rect)
}{
	layout.Strip: {(*gui).stripSize, (*gui).strip},
	layout.Twins: {
		func(g *gui, most layout.Size) layout.Size { return g.m.twin.barSize(g.Context, most) },
		func(g *gui, at layout.Rect) { g.m.twin.twinBar(g.Context, at) },
	},
	layout.Banner: {(*gui).bannerSize, (*gui).drawBanner},
	layout.Find: {size: func(g *gui, most layout.Size) layout.Size {
		return g.m.search.paneSize(g.Context, most)
	}},
	layout.Chips:  {(*gui).chipsSize, (*gui).drawChips},
	layout.Status: {(*gui).statusSize, (*gui).floatingStatus},
	layout.Toast: {
		func(g *gui, most layout.Size) layout.Size { return g.m.messages.toastSize(g.Context, most) },
		func(g *gui, at layout.Rect) { g.m.messages.toastPane(g.Context, at) },
	},
	layout.Welcome: {size: func(g *gui, most layout.Size) layout.Size {
		return g.m.help.greetSize(g.Context, most)
	}},
	layout.Guide: {
		func(g *gui, most layout.Size) layout.Size {
			if g.m.pictures.figure { // the card would cover the sheet
				return layout.Size{}
			}
			return g.m.stories.cardSize(g.Context, most)
		},
		func(g *gui, at layout.Rect) { g.m.stories.card(g.Context, at) },
	},
	layout.End: {(*gui).endSize, (*gui).endCard},
}

// putFloats lays out the items over the view, before any of them is drawn.
func (g *gui) putFloats() {
	var want [layout.NumFloats]layout.Size
	at := &g.m.shell.at
	for f := range floats {
		want[f] = floats[f].size(g, at.Most(layout.Float(f)))
	}
	right := float32(0)
	if l := &g.m.drawing.legend; l.Height > 0 && l.width > 0 {
		right = g.m.pictures.free[1] * g.m.viewport.area.Width
	}
	g.legend = right > 0
	at.Put(want, right)
}

// drawFloats draws the items over the view.
func (g *gui) drawFloats() {
	for f := range floats {
		if at := g.m.shell.at.Floats[f]; at.Width > 0 && floats[f].draw != nil {
			floats[f].draw(g, at)
		}
	}
}
