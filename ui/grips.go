package ui

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// grips are the handles in the view that move cuts, key frames, the plane of the flow chart and regions.
type grips struct {
	*shared
	viewport *viewport
	motions  *motions
	plane    *plane
	regions  *regions
	slice    *fieldSlice
	flows    *flows
	over     hold    // handle under the pointer
	heldTurn float64 // turn of the key frame when its handle was grabbed [°]
}

// handles returns the handles that are shown: those of cuts, of the chosen key frame, of the plane through which flow
// is counted, and of the chosen region.
func (gp *grips) handles() (list []handle) {
	if gp.snap == nil || gp.viewport.area.Height <= 0 {
		return nil
	}
	for axis, c := range gp.view.Cuts {
		if c.On() {
			list = append(list, gp.cutHandles(axis, c)...)
		}
	}
	if f, ok := gp.motions.chosenFrame(); ok && gp.view.Overlays&view.OverlayMotions != 0 {
		list = append(list, gp.turnHandle(f)...)
	}
	if gp.plane.planeShown() {
		if h, ok := gp.plane.planeHandle(); ok {
			list = append(list, h)
		}
	}
	if gp.slice.shownNow() && gp.slice.listed {
		if h, ok := gp.slice.sliceHandle(); ok {
			list = append(list, h)
		}
	}
	if gp.regions.shownNow() {
		list = append(list, gp.regions.regionHandles()...)
	}
	if gp.flows.shownNow() {
		list = append(list, gp.flows.handles(gp.arc)...)
	}
	return list
}

// cutHandles returns an arrow along the normal of a cut, and an arc about each of two directions in its plane.
func (gp *grips) cutHandles(axis int, c view.Cut) (list []handle) {
	n, at, long := mgl32.Vec3(c.Normal), gp.viewport.cutMiddle(c), gripLength*gp.viewport.uiScale*gp.viewport.perPixel()
	from, tip, ok := gp.viewport.segment(at, at.Add(n.Mul(long)))
	if !ok {
		return nil
	}
	along := tip.Sub(from).Mul(1 / long)
	if tip.Sub(from).Len() < gripReach { // the eye looks along the arrow, which is dragged upward then
		along = mgl32.Vec2{0, -gripLength * gp.viewport.uiScale / long}
	}
	list = append(list, handle{hold{gripCut, axis}, []mgl32.Vec2{from, tip}, tip, along})
	u, v := across(n)
	for k, side := range [2]mgl32.Vec3{u, v} {
		point := func(angle float64) mgl32.Vec3 {
			s, c := math.Sincos(angle)
			return at.Add(n.Mul(0.8 * long * float32(c))).Add(side.Mul(0.8 * long * float32(s)))
		}
		if h, ok := gp.arc(point, 0.2, 1.3, 0.75); ok {
			h.hold = hold{gripCutTilt + gripKind(k), axis}
			list = append(list, h)
		}
	}
	return list
}

// turnHandle returns a ring round a key frame about the axis of its turn, with a knob at its present angle.
func (gp *grips) turnHandle(f frameOf) []handle {
	degrees, axis := gp.motions.turned(f)
	u, v := across(mgl32.Vec3(axis.Float32()))
	at, long := mgl32.Vec3(gp.motions.keyFrame(f).Position.Float32()),
		0.7*gripLength*gp.viewport.uiScale*gp.viewport.perPixel()
	h, ok := gp.arc(func(angle float64) mgl32.Vec3 {
		s, c := math.Sincos(angle)
		return at.Add(u.Mul(long * float32(c))).Add(v.Mul(long * float32(s)))
	}, 0, 2*math.Pi, degrees*math.Pi/180)
	h.hold = hold{kind: gripKeyFrame}
	if !ok {
		return nil
	}
	return []handle{h}
}

// arc returns a handle whose line runs through points of the scene from angle begin to end, with its knob at
// another angle [rad].
func (gp *grips) arc(point func(float64) mgl32.Vec3, begin, end, knob float64) (h handle, ok bool) {
	const pieces = 32
	for i := range pieces + 1 {
		x, y, before := gp.viewport.inWindow(point(begin + (end-begin)*float64(i)/pieces))
		if !before {
			return h, false
		}
		h.line = append(h.line, mgl32.Vec2{x, y})
	}
	const little = 0.05
	p, q, ok := gp.viewport.segment(point(knob-little), point(knob+little))
	x, y, _ := gp.viewport.inWindow(point(knob))
	h.knob, h.along = mgl32.Vec2{x, y}, q.Sub(p).Mul(1/(2*little))
	return h, ok
}

// under returns the handle whose knob is at a place of the window, else the handle whose line is there.
func (gp *grips) under(x, y float32) (found hold) {
	p, knob, line := mgl32.Vec2{x, y}, float32(gripReach), float32(gripReach)/2
	for _, h := range gp.handles() {
		if d := h.knob.Sub(p).Len(); d <= knob {
			found, knob, line = h.hold, d, -1
		}
		for i := 1; i < len(h.line) && line >= 0; i++ {
			if d := fromSegment(p, h.line[i-1], h.line[i]); d <= line {
				found, line = h.hold, d
			}
		}
	}
	return found
}

// fromSegment returns how far a point is from a segment.
func fromSegment(p, a, b mgl32.Vec2) float32 {
	w := b.Sub(a)
	t := p.Sub(a).Dot(w) / max(w.Dot(w), 1e-12)
	return p.Sub(a.Add(w.Mul(min(max(t, 0), 1)))).Len()
}

// move is the gesture that drags a handle: the cut, key frame, plane or region moves by the part of the drag along the
// path of the knob.
func (gp *grips) move(which hold, d drag) {
	if d.part == dragEnds {
		gp.flows.drop()
	}
	for _, h := range gp.handles() {
		if h.hold != which || d.part != dragGoesOn {
			continue
		}
		const least = 10 // a handle seen end-on must not amplify a drag without bound
		by := mgl32.Vec2{d.dx, d.dy}.Dot(h.along) / max(h.along.Dot(h.along), least*least)
		switch which.kind {
		case gripCut:
			gp.view.Cuts[which.axis].Offset += by
		case gripCutTilt, gripCutTurn:
			gp.turnCut(&gp.view.Cuts[which.axis], which.kind == gripCutTurn, by)
		case gripPlane:
			gp.plane.movePlane(by)
		case gripSlice:
			gp.slice.moveSlice(by)
		case gripRegion:
			gp.regions.moveRegion(which.axis, by)
		case gripFlow, gripFlowSize, gripFlowTurn:
			gp.flows.drag(which, float64(by))
		case gripSide:
			gp.regions.pullSide(which.axis, by)
		case gripKeyFrame:
			if f, ok := gp.motions.chosenFrame(); ok {
				gp.heldTurn += float64(by) * 180 / math.Pi
				gp.heldTurn = math.Remainder(gp.heldTurn, 360)
				gp.motions.turnKeyFrame(f, math.Round(gp.heldTurn))
			}
		}
		return
	}
}

// measured returns the sensors that pictures show.
func (gp *grips) measured() (m view.Measured) {
	m.Slice = gp.slice.asked()
	if m.Flow = gp.plane.planeShown(); m.Flow {
		m.Plane = gp.plane.current().Plane
	}
	if m.Through = gp.flows.shownNow(); m.Through {
		m.Part = gp.flows.current()
	}
	if m.Regions = gp.regions.shownNow(); m.Regions {
		m.Region, m.Chart = gp.regions.current(), gp.regions.kind
	}
	return m
}

// begin starts to drag a handle.
func (gp *grips) begin(which hold) {
	if f, ok := gp.motions.chosenFrame(); ok && which.kind == gripKeyFrame {
		gp.heldTurn, _ = gp.motions.turned(f)
	}
	if which.kind == gripPlane {
		gp.plane.heldAt = gp.plane.current().Plane.At
	}
	if which.kind == gripSlice {
		gp.slice.heldAt = gp.slice.at
	}
	if which.kind == gripRegion || which.kind == gripSide {
		gp.regions.hold()
	}
}

// turnCut turns a cut about the place of its handles, by an angle [rad] toward one of the two directions in its
// plane.
func (gp *grips) turnCut(c *view.Cut, other bool, by float32) {
	n, at := mgl32.Vec3(c.Normal), gp.viewport.cutMiddle(*c)
	side, v := across(n)
	if other {
		side = v
	}
	s, cos := math.Sincos(float64(by))
	n = n.Mul(float32(cos)).Add(side.Mul(float32(s))).Normalize()
	*c = view.Cut{Normal: n, Offset: n.Dot(at)}
}

// gripMarks draws the handles over the picture.
func (gp *grips) gripMarks(u *widget.Context, v layout.Rect) {
	list := imgui.BackgroundDrawList()
	list.PushClipRect(imgui.Vec2{X: v.X, Y: v.Y}, imgui.Vec2{X: v.X + v.Width, Y: v.Y + v.Height})
	defer list.PopClipRect()
	gp.regions.regionMarks(u)
	gp.flows.flowMarks(u)
	at := func(p mgl32.Vec2) imgui.Vec2 { return imgui.Vec2{X: p[0], Y: p[1]} }
	for _, h := range gp.handles() {
		c, wide := widget.ColorAccentHi, u.Px(2)
		if h.hold == gp.over {
			c, wide = widget.ColorText, u.Px(3)
		}
		for pass, color := range [2]imgui.PackedColor{widget.Pack(imgui.Vec4{W: 0.5}), widget.Pack(c)} {
			edge := u.Px(float32(2 * (1 - pass))) // a dark edge, so that the handle is visible on any colour
			for i := 1; i < len(h.line); i++ {
				list.AddLineV(at(h.line[i-1]), at(h.line[i]), color, wide+edge)
			}
			if h.kind != gripCut && h.kind != gripPlane && h.kind != gripRegion && h.kind != gripSlice && h.kind != gripFlow {
				list.AddCircleFilled(at(h.knob), u.Px(5)+edge/2, color)
				continue
			}
			way := h.knob.Sub(h.line[0])
			if l := way.Len(); l > 1 {
				way = way.Mul(1 / l)
			}
			side := mgl32.Vec2{-way[1], way[0]}.Mul(u.Px(6) + edge/2)
			list.AddTriangleFilled(at(h.knob.Add(way.Mul(u.Px(10)+edge))), at(h.knob.Add(side)), at(h.knob.Sub(side)), color)
		}
	}
}
