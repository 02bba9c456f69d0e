package ui

import (
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/overlay"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// Explanations of the slice in its panel.
const (
	aboutSlice = "Lays a slice through the middle of the view, across the axis that you look along most. In the view " +
		"its arrow moves it."
	aboutSliceWidth = "Over which each body and contact is spread, by a Gaussian kernel (Goldhirsch 2010). One to three " +
		"radii no longer show single bodies."
	aboutSliceText = "The same field for tumble run --fields, whose files ParaView, numpy and pandas read."
)

// draw shows what the slice shows, and where it is.
func (sl *fieldSlice) draw(u *widget.Context) {
	sl.listed = true
	wide := imgui.ContentRegionAvail().X
	if !sl.on {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "A field of what the bodies do, such as velocity or stress, is "+
			"computed in a slice, and shown in colours with arrows.")
		if u.Button("new slice", "New slice", "", wide, u.RowHeight(), false) {
			sl.put()
		}
		u.Tip(aboutSlice)
		return
	}
	var names []string
	for _, k := range sliceKinds {
		names = append(names, k.text())
	}
	if i := u.Combo("field of slice", names, sl.kind, wide); i >= 0 {
		sl.kind = i
	}
	u.Tip(sliceKinds[sl.kind].About)
	sl.scaleRow(u, wide)
	if i := u.Choice("axis of slice", []string{"X", "Y", "Z"}, sl.axis, wide); i >= 0 {
		sl.axis, sl.at = i, sl.viewport.rounded(float64(sl.view.Camera.Pivot[i]))
	}
	b := sl.snap.Bounds.Core
	place := widget.Field{Key: "slice.at", Unit: "m", Name: "Place of the slice", Help: "Where it lies on its axis.",
		Scale: widget.Scale{Lo: float64(b[0][sl.axis]), Hi: float64(b[1][sl.axis])}}
	if x, ok := u.Number(place, sl.at, u.Label("at", place.Help)); ok {
		sl.at = sl.viewport.rounded(x)
	}
	usual := sl.usual()
	width := widget.Field{Key: "slice.width", Unit: "m", Name: "Width of the kernel", Help: aboutSliceWidth,
		Scale: widget.Scale{Lo: usual / 4, Hi: 4 * usual}}
	if x, ok := u.Number(width, sl.width, u.Label("Width", width.Help)); ok && x > 0 {
		sl.width = x
	}
	if u.Toggle("Arrows of the velocity", "", !sl.still) {
		sl.still = !sl.still
	}
	half := (wide - u.Px(4)) / 2
	if u.Button("copy slice", "Copy as text", "", half, u.RowHeight(), false) {
		sl.clip = sl.text()
	}
	u.Tip(aboutSliceText)
	imgui.SameLineV(0, u.Px(4))
	if u.Button("no slice", "No slice", "", half, u.RowHeight(), false) {
		sl.on = false
	}
	field := sl.field()
	if err := field.Check(); err != nil {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, format.Sentence(strings.TrimPrefix(err.Error(), "field slice: "))+
			".")
	}
}

// scaleRow shows the colours of the slice with their least and largest number.
func (sl *fieldSlice) scaleRow(u *widget.Context, wide float32) {
	lo, hi, ok := overlay.SliceSpan(&sl.snap.Slice)
	if !ok {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "There is nothing in the slice.")
		return
	}
	const steps = 48
	p, list, h := imgui.CursorScreenPos(), imgui.WindowDrawList(), u.Px(10)
	for i := range steps {
		c := overlay.SliceMap(&sl.view).At(float32(i) / (steps - 1))
		x := p.X + wide*float32(i)/steps
		widget.Fill(list, imgui.Vec2{X: x, Y: p.Y}, imgui.Vec2{X: x + wide/steps + 1, Y: p.Y + h}, widget.Pack(imgui.Vec4{
			X: float32(c[0]) / 255, Y: float32(c[1]) / 255, Z: float32(c[2]) / 255, W: 1}))
	}
	imgui.Dummy(imgui.Vec2{X: wide, Y: h})
	unit := sl.snap.Slice.Unit
	u.Reading(format.Quantity(float64(lo), unit, 4), format.Quantity(float64(hi), unit, 4),
		"The least and the largest number in the slice.")
}
