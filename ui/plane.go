package ui

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// plane returns the plane through which charts count flow.
func (m *model) plane() bridge.SetPlane {
	f := &m.snap.Timeline.Followed[bridge.OfPlane]
	return shown(&m.edits, "plane", bridge.SetPlane{Plane: f.Plane, Off: f.Columns == nil})
}

func (m *model) setPlane(p bridge.SetPlane) { m.set("plane", p, p) }

// putPlane puts the plane level through the middle of the view: what flows down is counted.
func (m *model) putPlane() {
	at := m.planeAt(float64(m.view.Camera.Pivot[2]))
	m.setPlane(bridge.SetPlane{Plane: bridge.Plane{Axis: 2, Negative: true, At: at}})
}

// planeAt rounds the place of a plane to what a pixel in the middle of the view shows [m].
func (m *model) planeAt(x float64) float64 {
	digits := max(0, -int(math.Floor(math.Log10(float64(m.perPixel())))))
	v, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', digits, 64), 64)
	if err != nil {
		return x
	}
	return v
}

// planeName is what a plane is called in the window.
func planeName(p bridge.Plane) string {
	side := " > "
	if p.Negative {
		side = " < "
	}
	return "xyz"[p.Axis:p.Axis+1] + side + strings.Replace(format.Quantity(p.At, "m", 4), "-", "−", 1)
}

// noPlane offers to choose a plane where a chart of one would be.
func (g *gui) noPlane(at layout.Rect) {
	text := "Choose a plane: what goes through it is counted."
	g.TextAt(g.Fonts.Text, widget.ColorSecondary, at.X+g.Px(12), at.Y+g.Px(24),
		g.Fit(g.Fonts.Text, text, at.Width-g.Px(24)))
	w := g.ButtonWidth("Choose a plane", "")
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + g.Px(12), Y: at.Y + g.Px(40)})
	if g.Button("choose plane", "Choose a plane", "", w, g.Px(22), false) {
		g.m.putPlane()
	}
	g.Tip("Puts a level plane through the middle of the view. In the view its arrow moves it.")
}

// planeButton shows which plane a chart is of, at the right of a row, and opens what changes it. It returns how much of
// the row it takes.
func (g *gui) planeButton(at layout.Rect) float32 {
	p := g.m.plane()
	text := planeName(p.Plane)
	w := g.ButtonWidth(text, "")
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + at.Width - w, Y: at.Y + g.Px(1)})
	if g.Button("plane", text, "", w, g.Px(20), false) {
		imgui.OpenPopup("change plane")
	}
	tip := "The plane: a body has gone through once its centre of mass is beyond. In the view its arrow moves the plane."
	if note := g.m.snap.Timeline.Followed[bridge.OfPlane].Note; note != "" {
		tip += "\n" + note + "."
	}
	g.Tip(tip)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.Vec(10, 8)) // the bar has none
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, g.Vec(6, 6))
	defer imgui.PopStyleVarV(2)
	if imgui.BeginPopup("change plane") {
		g.planeRows(p)
		imgui.EndPopup()
	}
	return w + g.Px(8)
}

// planeRows change a plane.
func (g *gui) planeRows(p bridge.SetPlane) {
	wide, had := g.Px(200), p
	if i := g.Choice("axis of plane", []string{"X", "Y", "Z"}, p.Plane.Axis, wide); i >= 0 {
		p.Plane.Axis, p.Plane.At = i, g.m.planeAt(float64(g.m.view.Camera.Pivot[i]))
	}
	now := 0
	if p.Plane.Negative {
		now = 1
	}
	if i := g.Choice("way of plane", []string{"toward +", "toward −"}, now, wide); i >= 0 {
		p.Plane.Negative = i == 1
	}
	b := g.m.snap.Bounds.Core
	f := widget.Field{Key: "plane.at", Unit: "m", Name: "Place of the plane", Help: "Where it lies on its axis.",
		Scale: widget.Scale{Lo: float64(b[0][p.Plane.Axis]), Hi: float64(b[1][p.Plane.Axis])}}
	if x, ok := g.Number(f, p.Plane.At, wide); ok {
		p.Plane.At = g.m.planeAt(x)
	}
	if g.Button("no plane", "No plane", "", wide, g.RowHeight(), false) {
		p.Off = true
	}
	if p != had {
		g.m.setPlane(p)
	}
	g.Refusal("plane")
}

// planeShown reports whether the plane is to be seen in the view: while a chart of it is.
func (m *model) planeShown() bool {
	return m.snap != nil && m.shell.Drawer && m.planeCharted && !m.plane().Off
}

// planeCorners returns those of the part of a plane that is drawn: as large as the scene.
func (m *model) planeCorners(p bridge.Plane) (list [4]mgl32.Vec3) {
	b := m.snap.Bounds.Core
	u, v := (p.Axis+1)%3, (p.Axis+2)%3
	more := 0.1 * max(b[1][u]-b[0][u], b[1][v]-b[0][v])
	for k := range list {
		list[k][p.Axis] = float32(p.At)
		list[k][u], list[k][v] = b[0][u]-more, b[0][v]-more
		if k == 1 || k == 2 {
			list[k][u] = b[1][u] + more
		}
		if k >= 2 {
			list[k][v] = b[1][v] + more
		}
	}
	return list
}

// planeHandle is the arrow of the plane, which points to where bodies flow.
func (m *model) planeHandle() (h handle, ok bool) {
	p := m.plane().Plane
	corners := m.planeCorners(p)
	at, long := corners[0].Add(corners[2]).Mul(0.5), gripLength*m.uiScale*m.perPixel()
	if p.Negative {
		long = -long
	}
	end := at
	end[p.Axis] += long
	from, tip, ok := m.segment(at, end)
	if !ok {
		return h, false
	}
	along := tip.Sub(from).Mul(1 / long)
	if tip.Sub(from).Len() < gripReach { // the eye looks along it
		along = mgl32.Vec2{0, -gripLength * m.uiScale / abs32(long)}
	}
	return handle{hold{kind: gripPlane}, []mgl32.Vec2{from, tip}, tip, along}, true
}

// movePlane moves the plane along its axis [m], by what its arrow was dragged.
func (m *model) movePlane(by float32) {
	p := m.plane()
	m.heldAt += float64(by)
	if at := m.planeAt(m.heldAt); at != p.Plane.At {
		p.Plane.At = at
		m.setPlane(p)
	}
}

// planeMark draws the plane over the picture.
func (g *gui) planeMark() {
	if !g.m.planeShown() {
		return
	}
	var at [4]imgui.Vec2
	for k, corner := range g.m.planeCorners(g.m.plane().Plane) {
		x, y, before := g.m.inWindow(corner)
		if !before {
			return
		}
		at[k] = imgui.Vec2{X: x, Y: y}
	}
	list, face, edge := imgui.BackgroundDrawList(), widget.ColorAccentHi, widget.ColorAccentHi
	face.W, edge.W = 0.16, 0.7
	fill(list, at[:], widget.Pack(face))
	for k := range at {
		list.AddLineV(at[k], at[(k+1)%4], widget.Pack(edge), g.Px(1))
	}
}

// fill fills a convex polygon row by row: triangles would show where they meet.
func fill(list imgui.DrawList, at []imgui.Vec2, ink imgui.PackedColor) {
	top, bottom := at[0].Y, at[0].Y
	for _, p := range at {
		top, bottom = min(top, p.Y), max(bottom, p.Y)
	}
	const tallest = 1 << 13 // rows of any screen
	for y := int(max(top, 0)); y < int(min(bottom, tallest)); y++ {
		left, right, row := float32(math.Inf(1)), float32(math.Inf(-1)), float32(y)+0.5
		for k, p := range at {
			if q := at[(k+1)%len(at)]; (p.Y < row) != (q.Y < row) {
				x := p.X + (q.X-p.X)*(row-p.Y)/(q.Y-p.Y)
				left, right = min(left, x), max(right, x)
			}
		}
		if left < right {
			list.AddRectFilled(imgui.Vec2{X: left, Y: float32(y)}, imgui.Vec2{X: right, Y: float32(y + 1)}, ink)
		}
	}
}
