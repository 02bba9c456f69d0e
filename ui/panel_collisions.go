package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// Explanations of collisions in panels.
const (
	followText      = "Follow collisions"
	aboutCollisions = "From the first touch until they part, each pair is followed step by step: a step takes two to " +
		"three times as long meanwhile. The run itself stays the same, bit by bit."
	aboutPair = "Of which materials the two are that meet."
)

// draw switches collisions on, and shows their sums.
func (cl *collided) draw(u *widget.Context) {
	wide := imgui.ContentRegionAvail().X
	if cl.snap.Collisions.Asked {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "The scene follows them: tables and conditions have them, too.")
	} else {
		if u.Toggle(followText, "", cl.on) {
			if cl.on = !cl.on; cl.on {
				cl.chart()
			}
		}
		u.Tip(aboutCollisions)
	}
	if !cl.snap.Collisions.Followed {
		text := "How fast bodies meet, how long they touch and what energy they lose, for each pair of materials. A step " +
			"takes some twice as long meanwhile."
		if cl.on {
			text = "They are followed from the next step on. A step takes some twice as long meanwhile."
		}
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, text)
		return
	}
	list, names := cl.pairs()
	if i := u.Combo("materials of collisions", names, cl.chosen(list), wide); i >= 0 {
		cl.pair = list[i]
	}
	u.Tip(aboutPair)
	all, mean := cl.total(), func(sum float64, unit string) string { return format.Unknown }
	if n := float64(all.Count); n > 0 {
		mean = func(sum float64, unit string) string { return format.Quantity(sum/n, unit, 4) }
	}
	u.Reading("Collisions", spell.Grouped(all.Count), cl.span())
	for _, row := range []struct{ name, text, about string }{
		{"Lost along the normal", format.Quantity(all.LostNormal, "J", 4), collisions.Numbers[1].About},
		{"Lost by friction", format.Quantity(all.LostTangential, "J", 4), collisions.Numbers[2].About},
		{"Mean normal speed", mean(all.Normal, "m/s"), collisions.Numbers[3].About},
		{"Mean tangential speed", mean(all.Tangential, "m/s"), collisions.Numbers[4].About},
		{"Mean duration", mean(all.Duration, "s"), collisions.Numbers[5].About},
	} {
		u.Reading(row.name, row.text, row.about)
	}
	if u.Button("chart of collisions", "Show the spectrum", "", wide, u.RowHeight(), false) {
		cl.chart()
	}
	u.Tip("How many collisions there were, or how much energy they lost, for each range of a number.")
}
