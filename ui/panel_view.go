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
	name string // on the toolbar; empty: it is not on the toolbar
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

// draw shows the panel of how the scene is drawn.
func (dr *drawing) draw(u *widget.Context) {
	v := &dr.view
	dr.choiceRow(u, choiceStyle)
	dr.colors(u)
	for i := range viewNumbers {
		dr.numberRow(u, &viewNumbers[i])
	}
	for _, c := range []*choice{choiceQuality, choiceTheme, choiceVision, choiceCamera, choiceMarks} {
		dr.choiceRow(u, c)
	}
	imgui.Dummy(imgui.Vec2{Y: u.Px(2)})
	for _, o := range overlayActs {
		why := dr.whyNot(o.act)
		u.Disabled(why != "", func() {
			if u.Toggle(overlay.Of(o.bit).Label, keymap.Shortcut(o.act), v.Overlays&o.bit != 0) && why == "" {
				dr.do(o.act)
			}
		})
		if why != "" {
			u.Tip(format.Sentence(why) + ".")
		}
	}
	dr.cutRows(u)
}

// viewNumber is a number of the view. The dock and the palette read it.
type viewNumber struct {
	widget.Field
	at func(*view.View) *float32
}

// viewNumbers are all numbers of the view.
var viewNumbers = []viewNumber{
	{widget.Field{Key: "view.opacity", Name: "Opacity", Scale: widget.Scale{Lo: 0, Hi: 1},
		Help: "Opacity of meshes. " + keymap.Tip(keymap.Opacity, "")}, func(v *view.View) *float32 { return &v.Opacity }},
	{widget.Field{Key: "view.glyphs", Name: "Glyph size", Scale: widget.Scale{Lo: 0.1, Hi: 10, Log: true},
		Help: "Size of arrows and forces; at 1 the longest is 80 pixels."},
		func(v *view.View) *float32 { return &v.GlyphScale }},
}

// numberRow shows a number of the view.
func (dr *drawing) numberRow(u *widget.Context, n *viewNumber) {
	first := view.Default()
	initial := float64(*n.at(&first))
	w, f := u.Label(n.Name, n.Help), n.Field
	f.Help, f.Initial = "", &initial
	if x, ok := u.Number(f, float64(*n.at(&dr.view)), w); ok {
		dr.limited(f, x, func(x float64) { *n.at(&dr.view) = float32(x) })
	}
	u.Refusal(f.Key)
}

// limited passes a typed number to take if it is within the range of the slider, and refuses it otherwise.
func (dr *drawing) limited(f widget.Field, x float64, take func(float64)) {
	if !(x >= f.Scale.Lo && x <= f.Scale.Hi) {
		dr.refuse.Set(f.Key, "must be from "+format.Number(f.Scale.Lo, 3)+" to "+format.Number(f.Scale.Hi,
			3)+", got "+format.Number(x, 4))
		return
	}
	dr.refuse.Forget(f.Key)
	take(x)
}
