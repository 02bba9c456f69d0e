package ui

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/widget"
)

// flows are the discs and rectangles through which flow is counted.
type flows struct {
	*shared
	viewport *viewport
	chosen   string // name of the one in the panel and with handles
	listed   bool   // the panel is shown
	writing  widget.TextField

	held *bridge.Plane // one that is being dragged, where it will be, in global coordinates; nil: none
}

// list returns the planes that are counted.
func (fl *flows) list() (list []bridge.Plane) {
	for i := range fl.snap.Through {
		list = append(list, fl.snap.Through[i].Plane)
	}
	return list
}

// current returns the index of the chosen plane, or -1 if there are none.
func (fl *flows) current() int {
	i := slices.IndexFunc(fl.snap.Through, func(p bridge.Passed) bool { return p.Plane.Name == fl.chosen })
	return max(i, min(0, len(fl.snap.Through)-1))
}

// shownNow reports whether the view shows the planes: while their panel is shown.
func (fl *flows) shownNow() bool { return fl.snap != nil && fl.listed && len(fl.snap.Through) > 0 }

// setPlanes sends the planes, unless they are refused here.
func (fl *flows) setPlanes(list []bridge.Plane) {
	fl.refuse.Forget("planes")
	if err := bridge.CheckPlanes(list); err != nil {
		fl.refuse.Set("planes", err.Error())
		return
	}
	for i := range list {
		if err := list[i].Check(); err != nil {
			fl.refuse.Set("planes", err.Error())
			return
		}
	}
	fl.send(bridge.SetPlanes{Planes: list})
}

// put adds a plane, or replaces the one of its name, and chooses it.
func (fl *flows) put(p bridge.Plane) {
	fl.chosen = p.Name
	fl.setPlanes(withNamed(fl.list(), p, flowName))
}

func flowName(p *bridge.Plane) string { return p.Name }

// newPlane puts a level disc or rectangle into the middle of the view, a quarter as wide as the view is high, through
// which downward flow counts as forward.
func (fl *flows) newPlane(disc bool) {
	at, half := fl.viewport.middle(fl.view.Camera.Pivot)
	p := bridge.Plane{Name: freeName(fl.list(), "flow", flowName)}
	p.Part.Center = at
	if disc {
		p.Part.Normal, p.Part.Radius = vec.New(0, 0, -1), half
	} else {
		p.Part.Half = [2]vec.Vec3{vec.New(0, half, 0), vec.New(half, 0, 0)}
	}
	fl.put(p)
}

// now returns the chosen plane as its handles show it: where it is, in global coordinates.
func (fl *flows) now() bridge.Plane {
	if fl.held != nil {
		return *fl.held
	}
	p := &fl.snap.Through[fl.current()]
	now := p.Plane
	now.Part = now.Part.Of(&p.Frame)
	return now
}

// carry lets the chosen plane move with a body, or stand still without one; it stays where it is. As it counts from the
// beginning on, the scene begins again.
func (fl *flows) carry(name string, body bridge.BodyFrame) {
	p := fl.now()
	p.Part, p.Body = p.Part.In(&body), name
	fl.put(p)
}

// rounder returns a length as it is rounded in the view, but not 0.
func (fl *flows) rounder(x float64) float64 {
	if r := fl.viewport.rounded(x); r > 0 {
		return r
	}
	return x
}

// sizes returns the vectors from the centre of a plane to the knobs that change its size.
func sizes(p *bridge.PlanePart) []vec.Vec3 {
	if p.Radius > 0 {
		return []vec.Vec3{p.Forward().Perpendicular().Scale(p.Radius)}
	}
	return p.Half[:]
}

// handles returns arrows that move the chosen plane, knobs that change its size, and arcs that turn it.
func (fl *flows) handles(arc func(point func(float64) mgl32.Vec3, begin, end, knob float64) (handle, bool)) (
	list []handle) {
	if fl.held == nil && fl.snap.Through[fl.current()].Frame.Orientation == (vec.Quat{}) { // its body is not there
		return nil
	}
	p := fl.now()
	at := mgl32.Vec3(p.Part.Center.Float32())
	for axis := range 3 {
		if h, ok := fl.viewport.arrow(at, axis, 1); ok {
			h.hold = hold{gripFlow, axis}
			list = append(list, h)
		}
	}
	for k, edge := range sizes(&p.Part) {
		from, tip, ok := fl.viewport.segment(at, at.Add(mgl32.Vec3(edge.Float32())))
		if along := tip.Sub(from); ok && along.Len() >= gripReach {
			list = append(list, handle{hold: hold{gripFlowSize, k}, knob: tip, along: along.Mul(1 / float32(edge.Norm()))})
		}
	}
	n := mgl32.Vec3(p.Part.Forward().Float32())
	u, v := across(n)
	long := gripLength * fl.viewport.uiScale * fl.viewport.perPixel()
	for k, side := range [2]mgl32.Vec3{u, v} {
		h, ok := arc(func(angle float64) mgl32.Vec3 {
			s, c := math.Sincos(angle)
			return at.Add(n.Mul(0.8 * long * float32(c))).Add(side.Mul(0.8 * long * float32(s)))
		}, 0.2, 1.3, 0.75)
		if ok {
			h.hold = hold{gripFlowTurn, k}
			list = append(list, h)
		}
	}
	return list
}

// drag moves, sizes or turns the chosen plane, which the run has once it is let go.
func (fl *flows) drag(which hold, by float64) {
	p := fl.now()
	a := &p.Part
	switch which.kind {
	case gripFlow:
		a.Center = a.Center.WithComponent(which.axis, a.Center.Component(which.axis)+by)
	case gripFlowSize:
		if a.Radius > 0 {
			a.Radius = max(a.Radius+by, 1e-6)
		} else if long := a.Half[which.axis].Norm(); long+by > 1e-6 {
			a.Half[which.axis] = a.Half[which.axis].Scale((long + by) / long)
		}
	case gripFlowTurn:
		n := mgl32.Vec3(a.Forward().Float32())
		u, v := across(n)
		side := [2]mgl32.Vec3{u, v}[which.axis]
		axis := n.Cross(side)
		turn := vec.FromRotationVector(vec.New(float64(axis[0]), float64(axis[1]), float64(axis[2])).Scale(by))
		a.Normal = turn.Rotate(a.Normal)
		for k := range a.Half {
			a.Half[k] = turn.Rotate(a.Half[k])
		}
	}
	fl.held = &p
}

// drop sends the plane that was dragged, at rounded places.
func (fl *flows) drop() {
	if fl.held == nil {
		return
	}
	p := *fl.held
	p.Part = p.Part.In(&fl.snap.Through[fl.current()].Frame)
	for axis := range 3 {
		p.Part.Center = p.Part.Center.WithComponent(axis, fl.viewport.rounded(p.Part.Center.Component(axis)))
	}
	if fl.held = nil; p.Part.Radius > 0 {
		p.Part.Radius = fl.rounder(p.Part.Radius)
	}
	fl.put(p)
}

// flowMarks draws the edge of a plane that is being dragged over the picture.
func (fl *flows) flowMarks(u *widget.Context) {
	if fl.held == nil || !fl.shownNow() {
		return
	}
	line := fl.held.Part.Outline()
	for k := range line {
		if a, b, ok := fl.viewport.segment(line[k].Float32(), line[(k+1)%len(line)].Float32()); ok {
			imgui.BackgroundDrawList().AddLineV(imgui.Vec2{X: a[0], Y: a[1]}, imgui.Vec2{X: b[0], Y: b[1]},
				widget.Pack(widget.ColorAccentHi), u.Px(1.5))
		}
	}
}
