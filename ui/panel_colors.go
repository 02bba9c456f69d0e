package ui

import (
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// colors chooses what colours the bodies, by which map and over which range.
func (dr *drawing) colors(u *widget.Context) {
	v := &dr.view
	w := u.Label("Colour by", keymap.Tip(keymap.ColorBy,
		"What bodies are coloured by; the first are the colours of the scene."))
	if i := u.Combo("color", quantityLabels(), int(v.ColorBy), w); i >= 0 {
		dr.setColorBy(view.ColorBy(i))
	}
	if why := dr.snap.Missing.Reason(v.Quantity().Needs); why != "" {
		u.Paragraph(u.Fonts.Small, widget.ColorWarning, format.Sentence(why)+".")
	}
	if v.Quantity().Categorical {
		return
	}
	w = u.Label("Colours", "auto is viridis for magnitudes, and blue to orange where 0 is in the middle.")
	if i := u.Combo("map", mapLabels(), int(v.ColorMap), w); i >= 0 {
		v.ColorMap = view.ColorMap(i)
	}
	w = u.Label("Scale", "How the range is spread over the colours. auto begins at 0, or has it in the middle of signed "+
		"quantities; linear goes from the smallest to the largest; log goes by ratios; symmetric has 0 in the middle.")
	names := view.ColorScaleNames[:]
	if i := u.Combo("scale", names, int(v.ColorScale), w); i >= 0 {
		v.ColorScale = view.ColorScale(i)
		v.ColorRange = [2]float32{}
	}
	dr.colorRange(u)
}

// quantityLabels are what the quantities are called, with their units.
func quantityLabels() (list []string) {
	for i := range view.Quantities {
		q := &view.Quantities[i]
		label := q.Label
		if q.Unit != "" {
			label += " (" + q.Unit + ")"
		}
		list = append(list, label)
	}
	return list
}

// mapLabels are the names of the maps, with a word on those that do not suit everybody.
func mapLabels() []string {
	list := view.ColorMapNames()
	for i := range view.Maps {
		if !view.Maps[i].Safe {
			list[i+1] += ", not for the colour-blind"
		}
	}
	return list
}

// colorTool is what the button of the quantity says.
func colorTool(v *view.View) string { return "By " + strings.ToLower(v.Quantity().Name) }

// colorRange holds the range of the colours, or lets it follow the data.
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
