package ui

import (
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/overlay"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// plane is the plane through which charts count flow.
type plane struct {
	*shared
	viewport *viewport
	shell    *shell
	charted  bool    // a chart of the plane is shown
	listed   bool    // the panel of the plane is shown
	heldAt   float64 // place of the plane during a drag, not rounded [m]
}

// current returns the plane through which charts count flow.
func (pl *plane) current() bridge.SetPlane {
	f := &pl.snap.Timeline.Followed[bridge.OfPlane]
	return shown(&pl.edits, "plane", bridge.SetPlane{Plane: f.Plane, Off: f.Columns == nil})
}

func (pl *plane) setPlane(p bridge.SetPlane) { pl.set("plane", p, p) }

// putPlane puts a level plane through the middle of the view, which counts downward flow.
func (pl *plane) putPlane() {
	at := pl.viewport.rounded(float64(pl.view.Camera.Pivot[2]))
	pl.setPlane(bridge.SetPlane{Plane: bridge.Plane{Axis: 2, Negative: true, At: at}})
}

// planeName returns the name of a plane in the window.
func planeName(p bridge.Plane) string {
	side := " > "
	if p.Negative {
		side = " < "
	}
	return "xyz"[p.Axis:p.Axis+1] + side + strings.Replace(format.Quantity(p.At, "m", 4), "-", "−", 1)
}

// noPlane offers to choose a plane in place of the chart of a plane.
func (pl *plane) noPlane(u *widget.Context, at layout.Rect) {
	text := "Choose a plane: what goes through it is counted."
	u.TextAt(u.Fonts.Text, widget.ColorSecondary, at.X+u.Px(12), at.Y+u.Px(24),
		u.Fit(u.Fonts.Text, text, at.Width-u.Px(24)))
	w := u.ButtonWidth("Choose a plane", "")
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + u.Px(12), Y: at.Y + u.Px(40)})
	if u.Button("choose plane", "Choose a plane", "", w, u.Px(22), false) {
		pl.putPlane()
	}
	u.Tip(aboutPut)
}

// planeButton shows at the right of a row which plane a chart belongs to, and opens the panel that changes the
// plane. It returns the width that it takes.
func (pl *plane) planeButton(u *widget.Context, at layout.Rect) float32 {
	p := pl.current()
	text := planeName(p.Plane)
	w := u.ButtonWidth(text, "")
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + at.Width - w, Y: at.Y + u.Px(1)})
	if u.Button("plane", text, "", w, u.Px(20), false) {
		imgui.OpenPopup("change plane")
	}
	tip := aboutPlane
	if note := pl.snap.Timeline.Followed[bridge.OfPlane].Note; note != "" {
		tip += "\n" + note + "."
	}
	u.Tip(tip)
	u.Popup("change plane", func() { pl.planeRows(u, p, u.Px(200)) })
	return w + u.Px(8)
}

// draw shows the panel of the plane: the flow through it, and the fields that change it.
func (pl *plane) draw(u *widget.Context) {
	pl.listed = true
	wide, p := imgui.ContentRegionAvail().X, pl.current()
	if p.Off {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "What goes through a plane is counted, and drawn as a chart.")
		if u.Button("choose plane", "Choose a plane", "", wide, u.RowHeight(), false) {
			pl.putPlane()
		}
		u.Tip(aboutPut)
		return
	}
	bodies, mass := format.Unknown, format.Unknown
	const last = 3 // columns of a plane: bodies, mass, rate
	if v := pl.snap.Followed[bridge.OfPlane].Values; len(v) >= last {
		bodies = spell.Grouped(int64(v[len(v)-last]))
		mass = format.Quantity(v[len(v)-last+1], "kg", 4)
	}
	u.Reading("Bodies beyond", bodies, aboutPlane)
	u.Reading("Mass beyond", mass, aboutPlane)
	pl.planeRows(u, p, wide)
}

// Explanations of a plane in panels.
const (
	aboutPut   = "Puts a level plane through the middle of the view. In the view its arrow moves it."
	aboutPlane = "A body has gone through once its centre of mass is beyond. In the view its arrow moves the plane."
)

// planeRows shows the rows that change a plane.
func (pl *plane) planeRows(u *widget.Context, p bridge.SetPlane, wide float32) {
	had := p
	if i := u.Choice("axis of plane", []string{"X", "Y", "Z"}, p.Plane.Axis, wide); i >= 0 {
		p.Plane.Axis, p.Plane.At = i, pl.viewport.rounded(float64(pl.view.Camera.Pivot[i]))
	}
	now := 0
	if p.Plane.Negative {
		now = 1
	}
	if i := u.Choice("way of plane", []string{"toward +", "toward −"}, now, wide); i >= 0 {
		p.Plane.Negative = i == 1
	}
	b := pl.snap.Bounds.Core
	f := widget.Field{Key: "plane.at", Unit: "m", Name: "Place of the plane", Help: "Where it lies on its axis.",
		Scale: widget.Scale{Lo: float64(b[0][p.Plane.Axis]), Hi: float64(b[1][p.Plane.Axis])}}
	if x, ok := u.Number(f, p.Plane.At, wide); ok {
		p.Plane.At = pl.viewport.rounded(x)
	}
	if u.Button("no plane", "No plane", "", wide, u.RowHeight(), false) {
		p.Off = true
	}
	if p != had {
		pl.setPlane(p)
	}
	u.Refusal("plane")
}

// planeShown reports whether the view shows the plane: while its chart or its panel is shown.
func (pl *plane) planeShown() bool {
	return pl.snap != nil && (pl.shell.Drawer && pl.charted || pl.listed) && !pl.current().Off
}

// planeHandle returns the arrow of the plane, which points in the direction of flow that is counted.
func (pl *plane) planeHandle() (h handle, ok bool) {
	p := pl.current().Plane
	corners, way := overlay.PlaneCorners(p, pl.snap.Bounds.Core), float32(1)
	if p.Negative {
		way = -1
	}
	h, ok = pl.viewport.arrow(corners[0].Add(corners[2]).Mul(0.5), p.Axis, way)
	h.kind = gripPlane
	return h, ok
}

// movePlane moves the plane along its axis by the distance that its arrow was dragged [m].
func (pl *plane) movePlane(by float32) {
	p := pl.current()
	pl.heldAt += float64(by)
	if at := pl.viewport.rounded(pl.heldAt); at != p.Plane.At {
		p.Plane.At = at
		pl.setPlane(p)
	}
}
