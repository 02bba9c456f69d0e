package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// overlayActs are the actions of the overlays, in the order of overlay.Choices.
var overlayActs = []struct {
	bit  view.Overlay
	act  keymap.Action
	name string // on the toolbar; empty: it is not there
}{
	{view.OverlayContacts, keymap.Contacts, "Contacts"},
	{view.OverlayForces, keymap.Forces, "Forces"},
	{view.OverlayNetwork, keymap.Network, "Network"},
	{view.OverlayVelocity, keymap.Velocity, "Velocity"},
	{view.OverlayInlets, keymap.Inlets, "Inlets"},
	{view.OverlayTrails, keymap.Trails, "Trails"},
	{view.OverlayLabels, keymap.Labels, "Labels"},
	{view.OverlayBoxes, keymap.Boxes, "Boxes"},
	{view.OverlayMotions, keymap.Motions, "Motions"},
	{view.OverlayGrid, keymap.Grid, "Grid"},
	{view.OverlayAxes, keymap.Axes, "Axes"},
	{view.OverlayScale, keymap.Scale, ""},
}

// draw chooses how the scene is drawn.
func (dr *drawing) draw(u *widget.Context) {
	v := &dr.view
	w := u.Label("Style", keymap.Tip(keymap.Style, ""))
	if i := u.Choice("style", []string{"solid", "wire", "hidden"}, int(v.Style), w); i >= 0 {
		v.Style = view.Style(i)
	}
	dr.colors(u)
	dr.viewNumbers(u)
	w = u.Label("Quality", keymap.Tip(keymap.Quality, "fast has no shadows, plain finer hollows, good shadows, best "+
		"smooth edges. While you move the camera, a processor that cannot keep up draws fast."))
	if i := u.Choice("quality", view.QualityNames[:], int(v.Quality), w); i >= 0 {
		v.Quality = view.Quality(i)
	}
	w = u.Label("Theme", "Background, lines and panels: dark, or light and print for slides and paper.")
	if i := u.Choice("theme", view.ThemeNames[:], int(v.Theme), w); i >= 0 {
		v.Theme = view.Theme(i)
	}
	w = u.Label("Camera", keymap.Tip(keymap.Ortho, ""))
	now := 0
	if v.Camera.Ortho {
		now = 1
	}
	if i := u.Choice("camera", []string{"perspective", "ortho"}, now, w); i >= 0 {
		dr.do(keymap.Ortho)
	}
	w = u.Label("Marked contacts", keymap.Tip(keymap.Marks, "strong is above the mean force; selection is of what is "+
		"selected."))
	if i := u.Combo("marks", view.MarkNames[:], int(v.Marks), w); i >= 0 {
		v.Marks = view.Marks(i)
	}
	imgui.Dummy(imgui.Vec2{Y: u.Px(2)})
	choices := overlay.Choices()
	for i, o := range overlayActs {
		why := dr.whyNot(o.act)
		u.Disabled(why != "", func() {
			if u.Toggle(choices[i].Label, keymap.Shortcut(o.act), v.Overlays&o.bit != 0) && why == "" {
				dr.do(o.act)
			}
		})
		if why != "" {
			u.Tip(format.Sentence(why) + ".")
		}
	}
	dr.cutRows(u)
}

// initialView are the numbers of a new window's view.
var initialView = struct{ opacity, glyphs float64 }{
	float64(view.Default().Opacity), float64(view.Default().GlyphScale),
}

// viewNumbers are the numbers of the view that are not a choice.
func (dr *drawing) viewNumbers(u *widget.Context) {
	v := &dr.view
	w := u.Label("Opacity", "Opacity of meshes. "+keymap.Tip(keymap.Opacity, ""))
	f := widget.Field{Key: "view.opacity", Scale: widget.Scale{Lo: 0, Hi: 1}, Name: "Opacity",
		Initial: &initialView.opacity}
	if x, ok := u.Number(f, float64(v.Opacity), w); ok {
		dr.limited(u, f, x, func(x float64) { v.Opacity = float32(x) })
	}
	u.Refusal(f.Key)
	w = u.Label("Glyph size", "Size of arrows and forces; at 1 the longest is 80 pixels.")
	f = widget.Field{Key: "view.glyphs", Scale: widget.Scale{Lo: 0.1, Hi: 10, Log: true}, Name: "Glyph size",
		Initial: &initialView.glyphs}
	if x, ok := u.Number(f, float64(v.GlyphScale), w); ok {
		dr.limited(u, f, x, func(x float64) { v.GlyphScale = float32(x) })
	}
	u.Refusal(f.Key)
}

// limited hands a typed number on if it lies within the slider, and refuses it otherwise.
func (dr *drawing) limited(u *widget.Context, f widget.Field, x float64, take func(float64)) {
	if !(x >= f.Scale.Lo && x <= f.Scale.Hi) {
		dr.refuse.Set(f.Key, "must be from "+format.Number(f.Scale.Lo, 3)+" to "+format.Number(f.Scale.Hi,
			3)+", got "+format.Number(x, 4))
		return
	}
	dr.refuse.Forget(f.Key)
	take(x)
}
