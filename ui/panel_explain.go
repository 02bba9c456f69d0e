package ui

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// explainPanel is the card that explains how the selected contact was found.
type explainPanel struct{ *inspector }

func (ins explainPanel) draw(u *widget.Context) {
	c := &ins.reply().Contact
	e := &c.Explained
	if u.Toggle("Draw it in the scene", keymap.Shortcut(keymap.Explain), ins.view.Explain) {
		ins.view.Explain = !ins.view.Explain
	}
	u.Tip("Draws the places that the rule looked at, with their weights, and both bodies apart.")
	u.Paragraph(u.Fonts.Text, widget.ColorText, "Rule "+e.Rule+": "+e.Branch+".")
	if len(e.Places) > 0 {
		ins.placeTable(u, e)
		u.Reading("Mean of the places", meanText(c), "How far the weighted mean of the points in the table is from the "+
			"contact's own point.")
	}
	if moved(e) {
		u.Paragraph(u.Fonts.Small, widget.ColorWarning, "The bodies were moved since the contact was found: "+
			"after one more step it is exact.")
	}
	u.Heading("Force", c.Law)
	u.Paragraph(u.Fonts.Small, widget.ColorSecondary, c.Formula)
	ins.forceTriangle(u, c)
	ins.drawRows(u, []numberRow{one("kn", "N/m", c.Kn, "Normal stiffness at this overlap."),
		one("kt", "N/m", c.Kt, "Tangential stiffness at this overlap."),
		one("Dashpot", "N·s/m", c.Viscosity, "0: there is none.")})
	for i, way := range []struct {
		name string
		text func(*bridge.ContactNumbers) string
	}{{"Copy text", explainText}, {"Copy LaTeX", explainTeX}} {
		if i > 0 {
			imgui.SameLine()
		}
		if u.Button(way.name, way.name, "", u.Px(110), u.RowHeight(), false) {
			ins.copy(way.text(c))
			ins.toasts.add(bridge.Info, "Copied how the contact came about", ins.now)
		}
	}
}

// moved reports whether the rule finds another point now than the contact has, because its bodies were moved
// since.
func moved(e *bridge.Explained) bool {
	return !(e.Off <= 1e-9*max(e.Cores[0].Radius, e.Cores[1].Radius))
}

// meanOff returns how far the weighted mean of the places is from the point of a contact [m].
func meanOff(c *bridge.ContactNumbers) float64 {
	off := c.Point
	for i := range c.Explained.Places {
		p := &c.Explained.Places[i]
		off = off.AddScaled(-p.Weight, p.Point)
	}
	return off.Norm()
}

// meanText says whether the weighted mean of the places is the point of a contact, except for rounding.
func meanText(c *bridge.ContactNumbers) string {
	if off := meanOff(c); off > 1e-9*c.Point.Norm() {
		return format.Quantity(off, "m", 2) + " off the point"
	}
	return "is the point"
}

// placeTable lists the places that the rule examined; places with a weight come first.
func (ins *inspector) placeTable(u *widget.Context, e *bridge.Explained) {
	w := imgui.ContentRegionAvail().X
	ins.placeRow(u, w, "", "place", "distance", "overlap", "weight", widget.ColorFaint, "")
	const most = 24
	shown := 0
	for _, counts := range [2]bool{true, false} {
		for i := range e.Places {
			p := &e.Places[i]
			if (p.Weight > 0) != counts || shown >= most {
				continue
			}
			shown++
			c := widget.ColorText
			if !counts {
				c = widget.ColorFaint
			}
			tip := p.Part
			if p.On != "" {
				tip += " on " + p.On
			}
			if p.Outcome != "" {
				tip += ": " + p.Outcome
			}
			if p.Outcome == "" {
				tip += "\ndistance " + format.Quantity(p.Distance, "m", 4)
			}
			tip += "\npoint " + three("", "m", p.Point, "").text(digits)
			if !counts && p.Outcome != "" {
				ins.placeRow(u, w, fmt.Sprint(i), p.Part+": "+p.Outcome, "", "", "", c, tip)
				continue
			}
			ins.placeRow(u, w, fmt.Sprint(i), placeName(p), format.Quantity(p.Distance, "m", 4),
				format.Quantity(p.Overlap, "m", 3),
				fmt.Sprintf("%.3f", p.Weight), c, tip)
		}
	}
	if n := len(e.Places); n > shown {
		u.Text(u.Fonts.Small, widget.ColorFaint, fmt.Sprintf("and %d more; all are copied", n-shown))
	}
}

// placeName returns a short name of a place.
func placeName(p *bridge.Place) string {
	if p.On != "" && p.On != "plane" {
		return p.Part + ", " + p.On
	}
	return p.Part
}

// narrowTable is the width below which the table of places has no column of distances [px at scale 1].
const narrowTable = 260

func (ins *inspector) placeRow(u *widget.Context, w float32, id, name, distance, overlap, weight string, c imgui.Vec4,
	tip string) {
	p, h := imgui.CursorScreenPos(), u.Px(18)
	widget.Clickable("place "+id+name, w, h)
	y := p.Y + h/2
	right := p.X + w
	if w < u.Px(narrowTable) {
		distance = "" // the name of the place says more
	}
	for _, column := range []struct {
		text string
		wide float32
	}{{weight, 44}, {overlap, 72}, {distance, 72}} {
		if column.text == "" {
			continue // the name takes its room
		}
		u.TextAt(u.Fonts.Small, c, right-widget.TextWidth(u.Fonts.Small, column.text), y, column.text)
		right -= u.Px(column.wide)
	}
	u.TextAt(u.Fonts.Small, c, p.X, y, u.Fit(u.Fonts.Small, name, right-p.X-u.Px(4)))
	if tip != "" {
		u.Tip(tip)
	}
}

// forceTriangle draws the normal force upwards, the tangential force across it, and the cone within which
// the contact sticks.
func (ins *inspector) forceTriangle(u *widget.Context, c *bridge.ContactNumbers) {
	p, w, h := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X, u.Px(110)
	widget.Clickable("force triangle", w, h)
	u.Tip("Up: the normal force. Across: the tangential force, of which the cone shows the most that friction holds.")
	list := imgui.WindowDrawList()
	widget.FillRounded(list, p, imgui.Vec2{X: p.X + w, Y: p.Y + h}, widget.Pack(widget.ColorFrame), u.Px(3),
		imgui.DrawFlagsRoundCornersAll)
	limit := c.Friction * math.Abs(c.NormalForce)
	if c.Used > 0 {
		limit = c.TangentialForce / c.Used
	}
	tall, wide := math.Abs(c.NormalForce), max(limit, c.TangentialForce)
	if !(tall > 0 && tall <= math.MaxFloat64 && wide <= math.MaxFloat64) {
		return
	}
	unit := float32(min(float64(h-u.Px(26))/tall, float64(w/2-u.Px(50))/max(wide, 1e-300)))
	foot := imgui.Vec2{X: p.X + w/2, Y: p.Y + h - u.Px(8)}
	at := func(across, up float64) imgui.Vec2 {
		return imgui.Vec2{X: foot.X + float32(across)*unit, Y: foot.Y - float32(up)*unit}
	}
	for _, side := range [2]float64{-1, 1} {
		list.AddLineV(foot, at(side*limit, tall), widget.Pack(widget.ColorFaint), u.Px(1))
	}
	list.AddLineV(at(-limit, tall), at(limit, tall), widget.Pack(widget.ColorFaint), u.Px(1))
	used := widget.ColorStick
	if c.Sliding {
		used = widget.ColorSlip
	}
	list.AddLineV(foot, at(0, tall), widget.Pack(widget.ColorText), u.Px(2))
	list.AddLineV(at(0, tall), at(c.TangentialForce, tall), widget.Pack(used), u.Px(3))
	list.AddLineV(foot, at(c.TangentialForce, tall), widget.Pack(used), u.Px(2))
	u.TextAt(u.Fonts.Small, widget.ColorText, p.X+u.Px(6), p.Y+u.Px(12), "Fn "+format.Quantity(c.NormalForce, "N", 4))
	u.TextAt(u.Fonts.Small, used, p.X+u.Px(6), p.Y+u.Px(28), "Ft "+format.Quantity(c.TangentialForce, "N", 4))
	u.TextAt(u.Fonts.Small, widget.ColorSecondary, p.X+u.Px(6), p.Y+u.Px(44), fmt.Sprintf("%.1f %% of µ Fn", 100*c.Used))
}
