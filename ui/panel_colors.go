package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// colors lets a person choose the quantity that colours the bodies, the colour map and the range.
func (dr *drawing) colors(u *widget.Context) {
	v := &dr.view
	dr.choiceRow(u, choiceColor)
	if why := dr.snap.Missing.Reason(v.Quantity().Needs); why != "" {
		u.Paragraph(u.Fonts.Small, widget.ColorWarning, format.Sentence(why)+".")
	}
	if v.Quantity().Categorical {
		return
	}
	dr.choiceRow(u, choiceMap)
	dr.choiceRow(u, choiceScale)
	dr.colorRange(u)
}

// colorRange shows whether the range of the colours is fixed or follows the data, and the fields of a fixed range.
func (dr *drawing) colorRange(u *widget.Context) {
	v := &dr.view
	w := u.Label("Range", keymap.Tip(keymap.LockRange,
		"Automatic follows the data, growing only. Drag in the legend to change "+
			"an end; a right click there goes back to the data."))
	fixed := v.ColorRange != [2]float32{}
	now := 0
	if fixed {
		now = 1
	}
	if i := u.Choice("range", []string{"automatic", "fixed"}, now, w); i >= 0 {
		dr.lockRange()
	}
	if !fixed {
		return
	}
	w = u.Label("", "")
	half := float32(int((w - u.Px(3)) / 2))
	reach := float64(max(v.ColorRange[0], v.ColorRange[1], -v.ColorRange[0]))
	for i, key := range []string{"view.from", "view.to"} {
		if i > 0 {
			imgui.SameLineV(0, u.Px(3))
		}
		f := widget.Field{Key: key, Unit: v.Quantity().Unit, Scale: widget.Scale{Lo: -2 * reach, Hi: 2 * reach},
			Name: "Range"}
		if x, ok := u.Number(f, float64(v.ColorRange[i]), half); ok {
			next := v.ColorRange
			next[i] = float32(x)
			if next[0] < next[1] {
				dr.refuse.Forget("view.range")
				v.ColorRange = next
			} else {
				dr.refuse.Set("view.range", "the range must grow from left to right")
			}
		}
	}
	u.Refusal("view.range")
}
