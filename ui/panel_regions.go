package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/widget"
)

// Explanations of regions in panels.
const (
	aboutNewRegion = "Puts a box into the middle of the view. In the view its arrows move it, and the knobs on its " +
		"sides change its size."
	aboutTyped = "Enter adds a region, or changes the one of this name: NAME=box/x,y,z/x,y,z, " +
		"NAME=sphere/x,y,z/radius, NAME=cylinder/x,y,z/x,y,z/radius, in metres; with @BODY behind it, it moves with a " +
		"body; with #8x8x8#EXPRESSION, it measures over so many cells how bodies are mixed for which this is true."
	aboutInside = "What the closed meshes of this body enclose, as it moves and turns. A mesh with holes or edges that " +
		"do not meet encloses nothing, and is refused."
	aboutShownNumber = "The number at each region in the view, also in pictures and videos, and in the chart Region. " +
		"With height or repose angle, the free surface is marked with the plane or cone that was fitted to it."
	aboutCarried = "It moves and turns with the body; its coordinates are those in which the shapes of the body are " +
		"given. Its numbers have global axes."
)

// draw lists the regions, with the place and the numbers of the chosen one.
func (rg *regions) draw(u *widget.Context) {
	rg.listed = true
	list, wide := rg.list(), imgui.ContentRegionAvail().X
	if len(list) == 0 {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "What is in a region is measured: its mass, solid fraction, "+
			"velocity, stress and others.")
	}
	for i := range list {
		imgui.PushIDInt(i)
		rg.regionRow(u, i, &list[i])
		imgui.PopID()
	}
	if u.Button("new region", "New region", "", wide, u.RowHeight(), false) {
		rg.newRegion()
	}
	u.Tip(aboutNewRegion)
	rg.typedRow(u, wide)
	u.Refusal("regions")
	if len(rg.list()) == 0 {
		rg.insideRow(u, wide)
	}
	if i := rg.current(); i >= 0 && i < len(rg.list()) {
		rg.placeRows(u, rg.list()[i])
		rg.numberRows(u, i)
	}
}

// regionRow shows the name of a region, which a click chooses, and takes it away.
func (rg *regions) regionRow(u *widget.Context, i int, r *bridge.Region) {
	h := u.RowHeight()
	if u.Button("region", r.Name, "", imgui.ContentRegionAvail().X-h-u.Px(2), h, i == rg.current()) {
		rg.chosen = r.Name
	}
	u.Tip(r.String() + ". Conditions ask for its numbers: region(" + r.Name + ", pressure) > 5e3.")
	imgui.SameLineV(0, u.Px(2))
	if u.FlatButton("drop region", widget.IconClose, h, h, widget.ColorSecondary) {
		rg.dropRegion(i)
	}
	u.Tip("Takes this region away.")
}

// typedRow shows the field in which a region is written.
func (rg *regions) typedRow(u *widget.Context, wide float32) {
	taken := u.TextField("region", "core=box/0,0,0/0.1,0.1,0.04", &rg.writing, wide)
	if text := strings.TrimSpace(rg.writing.Text); taken && text != "" {
		r, err := bridge.ParseRegion(text)
		if err != nil {
			rg.refuse.Set("regions", err.Error())
		} else {
			rg.writing.Text = ""
			rg.putRegion(r)
		}
	}
	u.Tip(aboutTyped)
}

// placeRows shows the kind of the chosen region, and the numbers that place it.
func (rg *regions) placeRows(u *widget.Context, r bridge.Region) {
	had := r
	kinds := bridge.RegionKinds()
	if r.Body == "" { // the last kind is what the meshes of a body enclose
		kinds = kinds[:len(kinds)-1]
	}
	if i := u.Choice("kind of region", kinds, int(r.Kind), imgui.ContentRegionAvail().X); i >= 0 {
		r.Around(bridge.RegionKind(i))
	}
	b := rg.snap.Bounds.Core
	names, points, radius := r.Points()
	for k, p := range points {
		for axis := range 3 {
			title := fmt.Sprintf("%s %c", names[k], "xyz"[axis])
			lo, hi := float64(b[0][axis]), float64(b[1][axis])
			if x, ok := rg.numberRow(u, title, lo, hi, p.Component(axis)); ok {
				*p = p.WithComponent(axis, x)
			}
		}
	}
	if radius != nil {
		size := float64(max(b[1][0]-b[0][0], b[1][1]-b[0][1], b[1][2]-b[0][2]))
		if x, ok := rg.numberRow(u, "Radius", 0, max(size/2, 2**radius), *radius); ok {
			*radius = x
		}
	}
	if r != had {
		rg.putRegion(r)
	}
	if r.Group != "" {
		u.Reading("Mixing of", r.Group, fmt.Sprintf("Of the bodies for which this is true with the others, over "+
			"%d × %d × %d cells of the box round the region.", r.Cells[0], r.Cells[1], r.Cells[2]))
	}
	rg.bodyRows(u)
}

// bodyRows show with which body the chosen region moves, and let it move with the selected one.
func (rg *regions) bodyRows(u *widget.Context) {
	now, wide := rg.current(), imgui.ContentRegionAvail().X
	rg.insideRow(u, wide)
	if r := &rg.list()[now]; r.OfMesh() {
		u.Reading("Inside of", r.Body, aboutInside)
		return
	}
	if of := rg.list()[now].Body; of != "" {
		u.Reading("Moves with", of, aboutCarried)
		if u.Button("stand still", "Let it stand still", "", wide, u.RowHeight(), false) {
			rg.carry(now, "", bridge.BodyFrame{Orientation: vec.Identity})
		}
		u.Tip("It stays where its middle is now, along the global axes.")
	}
	on := &rg.snap.Inspected
	if on.Things[0].Kind != bridge.ThingBody || on.Missing[0] {
		return
	}
	name := bodyName(on)
	if name == rg.list()[now].Body {
		return
	}
	if u.Button("carry", "Let it move with "+name, "", wide, u.RowHeight(), false) {
		rg.carry(now, name, on.Body.Frame)
	}
	u.Tip(aboutCarried)
}

// insideRow offers to measure what the meshes of the selected body enclose.
func (rg *regions) insideRow(u *widget.Context, wide float32) {
	on := &rg.snap.Inspected
	if on.Things[0].Kind != bridge.ThingBody || on.Missing[0] || !rg.hasMesh(on.Body.Number) {
		return
	}
	name := bodyName(on)
	if slices.ContainsFunc(rg.list(), func(r bridge.Region) bool { return r.OfMesh() && r.Body == name }) {
		return
	}
	if u.Button("inside", "Measure the inside of "+name, "", wide, u.RowHeight(), false) {
		rg.newInside(name)
	}
	u.Tip(aboutInside)
}

// bodyName returns the name by which a region or a surface refers to the selected body.
func bodyName(on *bridge.Inspected) string {
	name := on.Body.Name
	if name == "" || on.Body.Kind == bridge.Dynamic { // all bodies of an inlet have its name
		name = strconv.FormatInt(on.Body.Number, 10)
	}
	return name
}

// numberRow shows a number that places the chosen region [m].
func (rg *regions) numberRow(u *widget.Context, title string, lo, hi, x float64) (float64, bool) {
	w := u.Label(title, "")
	return u.Number(widget.Field{Key: "regions." + title, Unit: "m", Name: title,
		Scale: widget.Scale{Lo: min(lo, x), Hi: max(hi, x)}}, x, w)
}

// numberRows shows what is in the chosen region, and chooses which of it the view and the chart show.
func (rg *regions) numberRows(u *widget.Context, region int) {
	var kinds []string
	for _, of := range bridge.RegionCharts() {
		kinds = append(kinds, of[0].Chart)
	}
	if i := u.Combo("number at region", kinds, rg.kind, u.Label("In the view", aboutShownNumber)); i >= 0 {
		rg.kind = i
	}
	for i := range bridge.RegionNumbers {
		n := &bridge.RegionNumbers[i]
		text := textOf(n, rg.value(region, i))
		u.Reading(strings.ToUpper(n.Name[:1])+n.Name[1:], text, n.About)
	}
}
