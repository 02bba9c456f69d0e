package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
)

// overlayActs are the actions of the overlays, in the order of view.Overlays.
var overlayActs = []struct {
	bit  view.Overlay
	act  act
	name string // on the toolbar; empty: it is not there
}{
	{view.OverlayContacts, actContacts, "Contacts"},
	{view.OverlayForces, actForces, "Forces"},
	{view.OverlayNetwork, actNetwork, "Network"},
	{view.OverlayVelocity, actVelocity, "Velocity"},
	{view.OverlayInlets, actInlets, "Inlets"},
	{view.OverlayTrails, actTrails, "Trails"},
	{view.OverlayLabels, actLabels, "Labels"},
	{view.OverlayBoxes, actBoxes, "Boxes"},
	{view.OverlayMotions, actMotions, "Motions"},
	{view.OverlayGrid, actGrid, "Grid"},
	{view.OverlayAxes, actAxes, "Axes"},
	{view.OverlayScale, actScale, ""},
}

// viewPanel chooses how the scene is drawn.
func (g *gui) viewPanel() {
	v := &g.m.view
	w := g.label("Style", tipFor(actStyle, ""))
	if i := g.choice("style", []string{"solid", "wire", "hidden"}, int(v.Style), w); i >= 0 {
		v.Style = view.Style(i)
	}
	g.colors()
	g.viewNumbers()
	w = g.label("Quality", tipFor(actQuality, "fast has no shadows, plain has dark hollows, good shadows, best "+
		"smooth edges. While you move the camera, a processor that cannot keep up draws fast."))
	if i := g.choice("quality", view.QualityNames[:], int(v.Quality), w); i >= 0 {
		v.Quality = view.Quality(i)
	}
	w = g.label("Theme", "Background, lines and panels: dark, or light and print for slides and paper.")
	if i := g.choice("theme", view.ThemeNames[:], int(v.Theme), w); i >= 0 {
		v.Theme = view.Theme(i)
	}
	w = g.label("Camera", tipFor(actOrtho, ""))
	now := 0
	if v.Camera.Ortho {
		now = 1
	}
	if i := g.choice("camera", []string{"perspective", "ortho"}, now, w); i >= 0 {
		g.m.do(actOrtho)
	}
	w = g.label("Marked contacts", tipFor(actMarks, "strong is above the mean force; selection is of what is "+
		"selected."))
	if i := g.combo("marks", view.MarkNames[:], int(v.Marks), w); i >= 0 {
		v.Marks = view.Marks(i)
	}
	imgui.Dummy(imgui.Vec2{Y: g.px(2)})
	for i, o := range overlayActs {
		why := g.m.whyNot(o.act)
		g.disabled(why != "", func() {
			if g.toggle(view.Overlays[i].Label, shortcut(o.act), v.Overlays&o.bit != 0) && why == "" {
				g.m.do(o.act)
			}
		})
		if why != "" {
			g.tip(sentence(why) + ".")
		}
	}
	g.cutRows()
}

// initialView are the numbers of a new window's view.
var initialView = struct{ opacity, glyphs float64 }{
	float64(view.Default().Opacity), float64(view.Default().GlyphScale),
}

// viewNumbers are the numbers of the view that are not a choice.
func (g *gui) viewNumbers() {
	v := &g.m.view
	w := g.label("Opacity", "Opacity of meshes. "+tipFor(actOpacity, ""))
	f := field{key: "view.opacity", scale: scale{lo: 0, hi: 1}, name: "Opacity", initial: &initialView.opacity}
	if x, ok := g.number(f, float64(v.Opacity), w); ok {
		g.limited(f, x, func(x float64) { v.Opacity = float32(x) })
	}
	g.refusal(f.key)
	w = g.label("Glyph size", "Size of arrows and forces; at 1 the longest is 80 pixels.")
	f = field{key: "view.glyphs", scale: scale{lo: 0.1, hi: 10, log: true}, name: "Glyph size",
		initial: &initialView.glyphs}
	if x, ok := g.number(f, float64(v.GlyphScale), w); ok {
		g.limited(f, x, func(x float64) { v.GlyphScale = float32(x) })
	}
	g.refusal(f.key)
}

// limited takes a typed number of the view if it lies within the slider.
func (g *gui) limited(f field, x float64, take func(float64)) {
	if !(x >= f.scale.lo && x <= f.scale.hi) {
		g.m.refuse.set(f.key, "must be from "+number(f.scale.lo, 3)+" to "+number(f.scale.hi, 3)+", got "+number(x, 4))
		return
	}
	g.m.refuse.forget(f.key)
	take(x)
}
