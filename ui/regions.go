package ui

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/chart"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// regions are the regions whose bodies are measured.
type regions struct {
	*shared
	viewport *viewport
	shell    *shell
	chosen   string // name of the region that the panel, the chart and the handles show
	kind     int    // of the numbers in the chart, an index into bridge.RegionCharts
	charted  bool   // the chart is shown
	listed   bool   // the panel is shown
	writing  widget.TextField
	held     bridge.Region // the chosen region when one of its handles was grabbed
	heldBy   float64       // how far the handle was dragged since, not rounded [m]
}

// list returns the regions that are measured.
func (rg *regions) list() []bridge.Region {
	return shown(&rg.edits, "regions", rg.snap.Timeline.Followed[bridge.OfRegions].Regions)
}

// current returns the index of the chosen region, or -1 if there are none.
func (rg *regions) current() int {
	list := rg.list()
	i := slices.IndexFunc(list, func(r bridge.Region) bool { return r.Name == rg.chosen })
	return max(i, min(0, len(list)-1))
}

// setRegions sends the regions, unless they are refused here.
func (rg *regions) setRegions(list []bridge.Region) {
	rg.refuse.Forget("regions")
	if err := bridge.CheckRegions(list); err != nil {
		rg.refuse.Set("regions", err.Error())
		return
	}
	rg.set("regions", list, bridge.SetRegions{Regions: list})
}

// putRegion adds a region, or replaces the one of its name, and chooses it.
func (rg *regions) putRegion(r bridge.Region) {
	rg.chosen = r.Name
	rg.setRegions(withNamed(rg.list(), r, regionName))
}

func regionName(r *bridge.Region) string { return r.Name }

// withNamed returns a copy of a list with one in it: in the place of the one of its name, or else at the end.
func withNamed[T any](list []T, one T, name func(*T) string) []T {
	list = slices.Clone(list)
	i := slices.IndexFunc(list, func(o T) bool { return name(&o) == name(&one) })
	if i < 0 {
		return append(list, one)
	}
	list[i] = one
	return list
}

// freeName returns the first of base1, base2 and so on that is the name of nothing in a list.
func freeName[T any](list []T, base string, name func(*T) string) string {
	for n := 1; ; n++ {
		free := fmt.Sprint(base, n)
		if !slices.ContainsFunc(list, func(o T) bool { return name(&o) == free }) {
			return free
		}
	}
}

// dropRegion takes a region away.
func (rg *regions) dropRegion(i int) { rg.setRegions(slices.Delete(slices.Clone(rg.list()), i, i+1)) }

// newRegion puts a box into the middle of the view, a quarter as high as the view.
func (rg *regions) newRegion() {
	at, half := rg.viewport.middle(rg.view.Camera.Pivot)
	h := vec.New(half, half, half)
	rg.putRegion(bridge.Region{Name: freeName(rg.list(), "region", regionName), Low: at.Sub(h), High: at.Add(h)})
}

// middle returns where something new is put that has no place yet: the point that the camera looks at, rounded, and an
// eighth of the height of the view as half its size [m].
func (v *viewport) middle(pivot [3]float32) (at vec.Vec3, half float64) {
	if half = v.rounded(float64(v.perPixel() * v.whole().Height / 8)); half == 0 {
		half = float64(v.perPixel())
	}
	return vec.New(v.rounded(float64(pivot[0])), v.rounded(float64(pivot[1])), v.rounded(float64(pivot[2]))), half
}

// hasMesh reports whether a body has a mesh.
func (rg *regions) hasMesh(number int64) bool {
	return slices.ContainsFunc(rg.snap.Meshes, func(m bridge.Mesh) bool {
		return m.Body >= 0 && int(m.Body) < len(rg.snap.Bodies) && rg.snap.Bodies[m.Body].Number == number
	})
}

// newInside measures what the meshes of a body enclose.
func (rg *regions) newInside(body string) {
	rg.putRegion(bridge.Region{Name: freeName(rg.list(), "inside", regionName),
		Kind: bridge.RegionKind(len(bridge.RegionKinds()) - 1), Body: body})
}

// value returns the present value of a number of a region, NaN if it is not known.
func (rg *regions) value(region, number int) float64 {
	f, now := &rg.snap.Timeline.Followed[bridge.OfRegions], rg.snap.Followed[bridge.OfRegions].Values
	if i := series.Clock + region*len(bridge.RegionNumbers) + number; region < len(f.Regions) && i < len(now) {
		return now[i]
	}
	return math.NaN()
}

// frame returns where the frame of a region lies; ok is false if the body is not there with which it moves.
func (rg *regions) frame(i int) (f bridge.BodyFrame, ok bool) {
	switch {
	case rg.list()[i].Body == "":
		return bridge.BodyFrame{Orientation: vec.Identity}, true
	case i >= len(rg.snap.Frames) || rg.snap.Frames[i].Orientation == (vec.Quat{}):
		return f, false
	}
	return rg.snap.Frames[i], true
}

// carry lets a region move with a body, or stand still without one; its middle stays where it is.
func (rg *regions) carry(i int, name string, body bridge.BodyFrame) {
	r, from := rg.list()[i], bridge.BodyFrame{Orientation: vec.Identity}
	if f, ok := rg.frame(i); ok {
		from = f
	}
	middle := r.Middle()
	move := body.In(from.Of(middle)).Sub(middle)
	_, points, _ := r.Points()
	for _, p := range points {
		for axis := range 3 {
			*p = p.WithComponent(axis, rg.viewport.rounded(p.Component(axis)+move.Component(axis)))
		}
	}
	r.Body = name
	rg.putRegion(r)
}

// within returns the chosen region as it lies now in the frame of a body; ok is false if there is none, or one that is
// turned against that frame, as most shapes of regions cannot be.
func (rg *regions) within(name string, body *bridge.BodyFrame) (r bridge.Region, ok bool) {
	i := rg.current()
	if i < 0 {
		return r, false
	}
	r = rg.list()[i]
	frame, ok := rg.frame(i)
	if turn := body.Orientation.Conj().Mul(frame.Orientation).RotationVector(); !ok || turn.Norm() > 1e-6 {
		return r, false
	}
	_, points, _ := r.Points()
	for _, p := range points {
		*p = body.In(frame.Of(*p))
	}
	r.Group, r.Cells, r.Body = "", [3]int{}, name
	return r, true
}

// shownNow reports whether the view shows the regions: while their chart or their panel is shown.
func (rg *regions) shownNow() bool {
	return rg.snap != nil && (rg.shell.Drawer && rg.charted || rg.listed) && len(rg.list()) > 0
}

// inRegion returns the chart of the chosen region.
func (rg *regions) inRegion() chart.Chart {
	if rg.snap == nil || len(rg.list()) == 0 {
		return chart.InRegion("", bridge.RegionCharts()[rg.kind])
	}
	return chart.InRegion(rg.list()[rg.current()].Name, bridge.RegionCharts()[rg.kind])
}

// noRegion offers to put a region in place of its chart.
func (rg *regions) noRegion(u *widget.Context, at layout.Rect) {
	u.TextAt(u.Fonts.Text, widget.ColorSecondary, at.X+u.Px(12), at.Y+u.Px(24),
		u.Fit(u.Fonts.Text, "Put a region: what is in it is measured.", at.Width-u.Px(24)))
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + u.Px(12), Y: at.Y + u.Px(40)})
	if u.Button("put region", "New region", "", u.ButtonWidth("New region", ""), u.Px(22), false) {
		rg.newRegion()
	}
	u.Tip(aboutNewRegion)
}

// chartButtons show at the right of a row which region and which of its numbers a chart shows, and choose others. They
// return the width that they take.
func (rg *regions) chartButtons(u *widget.Context, at layout.Rect) (took float32) {
	var names, kinds []string
	for _, r := range rg.list() {
		names = append(names, r.Name)
	}
	for _, of := range bridge.RegionCharts() {
		kinds = append(kinds, of[0].Chart)
	}
	if i := chartCombo(u, at, &took, "numbers of region", kinds, rg.kind); i >= 0 {
		rg.kind = i
	}
	if i := chartCombo(u, at, &took, "region of chart", names, rg.current()); i >= 0 {
		rg.chosen = names[i]
	}
	return took
}

// chartCombo shows a choice at the right of the row of a chart, left of those that took a width before. It returns what
// was chosen now, or -1.
func chartCombo(u *widget.Context, at layout.Rect, took *float32, id string, list []string, now int) int {
	w := min(u.ButtonWidth(list[now], "")+u.Px(24), max(at.Width/3, u.Px(60)))
	*took += w + u.Px(6)
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + at.Width - *took + u.Px(6), Y: at.Y + u.Px(1)})
	return u.ComboOf(id, list, now, w, u.Px(20))
}

// regionHandles returns three arrows from the middle of the chosen region, which move it, and knobs on its sides, which
// change its size; they turn with its body.
func (rg *regions) regionHandles() (list []handle) {
	now := rg.current()
	frame, ok := rg.frame(now)
	r := rg.list()[now]
	if !ok || r.OfMesh() { // what meshes enclose moves with their body alone
		return nil
	}
	add := func(which hold, at, way vec.Vec3, long float64, arrow bool) {
		from, tip, ok := rg.viewport.segment(frame.Of(at).Float32(), frame.Of(at.AddScaled(long, way)).Float32())
		if along := tip.Sub(from); ok && along.Len() >= gripReach { // else the eye looks along it
			h := handle{hold: which, knob: from, along: along.Mul(1 / float32(long))}
			if arrow {
				h.line, h.knob = []mgl32.Vec2{from, tip}, tip
			}
			list = append(list, h)
		}
	}
	unit := float64(rg.viewport.uiScale * rg.viewport.perPixel())
	low, high := r.Bounds()
	for axis := range 3 {
		room := (high.Component(axis) - low.Component(axis)) / 2 // up to the knob of the side
		add(hold{gripRegion, axis}, r.Middle(), vec.Axis(axis),
			min(max(arrowPart*room, gripLength/3*unit), gripLength*unit), true)
	}
	for k, side := range r.Sides() {
		add(hold{gripSide, k}, side.At, side.Way, gripLength*unit, false)
	}
	return list
}

// arrowPart is the part of the way to a side of a region that its arrow is long, so that both can be grabbed.
const arrowPart = 0.6

// hold notes what the chosen region is when one of its handles is grabbed.
func (rg *regions) hold() { rg.held, rg.heldBy = rg.list()[rg.current()], 0 }

// moveRegion moves the chosen region along an axis by the distance that its arrow was dragged [m].
func (rg *regions) moveRegion(axis int, by float32) {
	r := rg.list()[rg.current()]
	rg.heldBy += float64(by)
	held := rg.held.Middle().Component(axis) + rg.heldBy
	move := rg.viewport.rounded(held) - r.Middle().Component(axis)
	if math.Abs(move) < 1e-9*(1+math.Abs(held)) {
		return
	}
	_, points, _ := r.Points()
	for _, p := range points {
		*p = p.WithComponent(axis, rg.viewport.rounded(p.Component(axis)+move))
	}
	rg.putRegion(r)
}

// pullSide moves a side of the chosen region by the distance that its knob was dragged [m].
func (rg *regions) pullSide(side int, by float32) {
	rg.heldBy += float64(by)
	if r := rg.held.Pulled(side, rg.viewport.rounded(rg.heldBy)); r != rg.list()[rg.current()] {
		rg.putRegion(r)
	}
}

// regionMarks draws the outlines of regions that the run does not have yet over the picture.
func (rg *regions) regionMarks(u *widget.Context) {
	if !rg.shownNow() {
		return
	}
	had, ink := rg.snap.Timeline.Followed[bridge.OfRegions].Regions, widget.Pack(widget.ColorAccentHi)
	for i, r := range rg.list() {
		frame, ok := rg.frame(i)
		if !ok || i < len(had) && had[i] == r {
			continue
		}
		for _, line := range r.Outline() {
			for k := 1; k < len(line); k++ {
				a, b, ok := rg.viewport.segment(frame.Of(line[k-1]).Float32(), frame.Of(line[k]).Float32())
				if ok {
					imgui.BackgroundDrawList().AddLineV(imgui.Vec2{X: a[0], Y: a[1]}, imgui.Vec2{X: b[0], Y: b[1]}, ink, u.Px(1))
				}
			}
		}
	}
}

// textOf returns the value of a number of a region for people.
func textOf(n *bridge.RegionNumber, x float64) string {
	switch {
	case math.IsNaN(x):
		return format.Unknown
	case n.Whole:
		return spell.Grouped(int64(x))
	}
	return format.Quantity(x, n.Unit, 4)
}
