package ui

import (
	"math"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// Explanations of discs and rectangles in panels.
const (
	aboutNewFlow = "Puts it level into the middle of the view. In the view its arrows move it, knobs change its size, " +
		"and arcs turn it. As it counts from the beginning on, the scene begins again."
	aboutTypedFlow = "Enter adds a plane, or changes the one of this name: NAME=disc/CENTRE/NORMAL/RADIUS or " +
		"NAME=rectangle/CENTRE/HALF/HALF, with vectors as x,y,z in metres. The scene begins again."
	aboutCarriedFlow = "It moves and turns with the body, and counts what crosses it as seen from there; its " +
		"coordinates are those in which the shapes of the body are given. The scene begins again."
)

// draw lists the planes, with the flow through the chosen one.
func (fl *flows) draw(u *widget.Context) {
	fl.listed = true
	wide, now := imgui.ContentRegionAvail().X, fl.current()
	if now < 0 {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "What crosses a part of a plane in any direction is counted, "+
			"forward and back.")
	}
	for i := range fl.snap.Through {
		imgui.PushIDInt(i)
		fl.planeRow(u, i, i == now)
		imgui.PopID()
	}
	half := (wide - u.Px(4)) / 2
	if u.Button("new disc", "New disc", "", half, u.RowHeight(), false) {
		fl.newPlane(true)
	}
	u.Tip(aboutNewFlow)
	imgui.SameLineV(0, u.Px(4))
	if u.Button("new rectangle", "New rectangle", "", half, u.RowHeight(), false) {
		fl.newPlane(false)
	}
	u.Tip(aboutNewFlow)
	fl.typedRow(u, wide)
	u.Refusal("planes")
	if now >= 0 {
		fl.numberRows(u, &fl.snap.Through[now])
		fl.bodyRows(u, &fl.snap.Through[now], wide)
	}
}

// bodyRows show with which body the chosen plane moves, and let it move with the selected one.
func (fl *flows) bodyRows(u *widget.Context, p *bridge.Passed, wide float32) {
	if p.Plane.Body != "" {
		u.Reading("Moves with", p.Plane.Body, aboutCarriedFlow)
		if u.Button("plane stands still", "Let it stand still", "", wide, u.RowHeight(), false) {
			fl.carry("", bridge.BodyFrame{Orientation: vec.Identity})
		}
		u.Tip("It stays where it is now. The scene begins again.")
	}
	on := &fl.snap.Inspected
	if on.Things[0].Kind != bridge.ThingBody || on.Missing[0] || bodyName(on) == p.Plane.Body {
		return
	}
	if u.Button("carry plane", "Let it move with "+bodyName(on), "", wide, u.RowHeight(), false) {
		fl.carry(bodyName(on), on.Body.Frame)
	}
	u.Tip(aboutCarriedFlow)
}

// planeRow shows the name of a plane, which a click chooses, and takes it away.
func (fl *flows) planeRow(u *widget.Context, i int, chosen bool) {
	p, h := fl.snap.Through[i].Plane, u.RowHeight()
	if u.Button("flow", p.Name, "", imgui.ContentRegionAvail().X-h-u.Px(2), h, chosen) {
		fl.chosen, fl.writing.Text = p.Name, p.String()
	}
	u.Tip(p.String() + ". Conditions ask for its numbers: through(" + p.Name + ", forward_mass) > 0.1.")
	imgui.SameLineV(0, u.Px(2))
	if u.FlatButton("drop flow", widget.IconClose, h, h, widget.ColorSecondary) {
		fl.setPlanes(slices.DeleteFunc(fl.list(), func(o bridge.Plane) bool { return o.Name == p.Name }))
	}
	u.Tip("Counts through this one no more. The scene begins again.")
}

// typedRow shows the field in which a plane is written.
func (fl *flows) typedRow(u *widget.Context, wide float32) {
	taken := u.TextField("plane part", "mouth=disc/0,0,0.05/0,0,-1/0.02", &fl.writing, wide)
	if text := strings.TrimSpace(fl.writing.Text); taken && text != "" {
		list, err := bridge.ParsePlanes([]string{text})
		if err != nil {
			fl.refuse.Set("planes", err.Error())
		} else {
			fl.writing.Text = ""
			fl.put(list[0])
		}
	}
	u.Tip(aboutTypedFlow)
}

// numberRows shows what went through a plane.
func (fl *flows) numberRows(u *widget.Context, p *bridge.Passed) {
	for i := range bridge.PassedNumbers {
		n := &bridge.PassedNumbers[i]
		x, text := n.Of(p), format.Unknown
		if n.Whole {
			text = spell.Grouped(int64(x))
		} else if !math.IsNaN(x) {
			text = format.Quantity(x, n.Unit, 4)
		}
		u.Reading(format.Sentence(n.Name), text, n.About)
	}
}
