package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// shell is the division of the window: which panels a person has opened, and where they lie.
type shell struct {
	layout.Shell
	hidden bool          // everything but the view is hidden
	at     layout.Places // of the panels, and of the items over the view
}

// splitWidth is how near the pointer must be to a border to drag it, at a scale of 1.
const splitWidth = 6

// splits shows the borders that can be dragged.
func (sh *shell) splits(u *widget.Context) {
	p := &sh.at
	if p.Over {
		return
	}
	if d := p.Dock; d.Width > 0 {
		at := layout.Box(d.X+d.Width, d.Y, u.Px(splitWidth), d.Height)
		if moved := sh.split(u, "dock", at, true); moved != 0 {
			sh.DockWidth = layout.Clamp((d.Width+moved)/u.Scale, layout.LeastColumn, layout.MostColumn)
		}
	}
	if d := p.Inspector; d.Width > 0 && !p.Shared {
		at := layout.Box(d.X-u.Px(splitWidth), d.Y, u.Px(splitWidth), d.Height)
		if moved := sh.split(u, "inspector", at, true); moved != 0 {
			sh.InspectorWidth = layout.Clamp((d.Width-moved)/u.Scale, layout.LeastColumn, layout.MostColumn)
		}
	}
	if d := p.Drawer; d.Height > 0 {
		at := layout.Box(d.X, d.Y-u.Px(splitWidth), d.Width, u.Px(splitWidth))
		if moved := sh.split(u, "drawer", at, false); moved != 0 {
			sh.DrawerHeight = layout.Clamp((d.Height-moved)/u.Scale, layout.LeastDrawer, layout.MostDrawer)
		}
	}
}

// split lets a person drag a border, and returns the distance of the pointer from the middle of the border.
func (sh *shell) split(u *widget.Context, id string, at layout.Rect, upright bool) (moved float32) {
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	u.Pane("##split "+id, at, imgui.Vec4{}, imgui.WindowFlagsNoBackground|imgui.WindowFlagsNoScrollbar|widget.Quiet)
	widget.Clickable("split", at.Width, at.Height)
	active := imgui.IsItemActive()
	if active || imgui.IsItemHovered() {
		list, c := imgui.WindowDrawList(), widget.Pack(widget.ColorAccent)
		line := layout.Box(at.X+float32(int(at.Width/2))-u.Px(1), at.Y, u.Px(2), at.Height)
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
		if !upright {
			line = layout.Box(at.X, at.Y+float32(int(at.Height/2))-u.Px(1), at.Width, u.Px(2))
			imgui.SetMouseCursor(imgui.MouseCursorResizeNS)
		}
		widget.Fill(list, imgui.Vec2{X: line.X, Y: line.Y}, imgui.Vec2{X: line.X + line.Width, Y: line.Y + line.Height}, c)
	}
	if active {
		if p := imgui.MousePos(); upright {
			moved = p.X - at.X - at.Width/2
		} else {
			moved = p.Y - at.Y - at.Height/2
		}
		if moved > -1 && moved < 1 {
			moved = 0
		}
	}
	imgui.End()
	imgui.PopStyleVar()
	return moved
}

// tipEdge returns the edge between the view and the column at x, and whether the view is left of this edge.
func (sh *shell) tipEdge(x float32) (end float32, left bool) {
	for _, c := range []layout.Rect{sh.at.Rail, sh.at.Dock, sh.at.Inspector} {
		if x >= c.X && x < c.X+c.Width {
			if c.X > sh.at.View.X && !sh.at.Over {
				return c.X, true
			}
			return c.X + c.Width, false
		}
	}
	return x, false
}

// dock is a column of panels that a button of the rail opens.
type dock struct {
	title string
	sign  widget.Icon
	about string
}

// The docks that the rail opens, top to bottom. One is open at a time, or none.
const (
	dockScene     = "Scene"
	dockMaterials = "Materials"
	dockFlow      = "Flow and motion"
	dockView      = "View"
	dockExport    = "Record and export"
	dockMeasure   = "Measure"
	dockStats     = "Statistics"
)

var docks = []dock{
	{dockScene, widget.IconScene, "What acts on all bodies: gravity, damping, time step, laws, seed."},
	{dockMaterials, widget.IconMaterial, "Stiffness, friction and density of each material."},
	{dockFlow, widget.IconFlow, "What comes, goes and is moved: inlets, outlets, motions, forces."},
	{dockView, widget.IconEye, "How the scene is drawn: style, colours, overlays, theme."},
	{dockExport, widget.IconExport, "Videos, pictures, and files for other programs."},
	{dockMeasure, widget.IconGauge, "What the bodies do: in regions, through a plane, on surfaces."},
	{dockStats, widget.IconChart, "Counts, energies, and what a step costs."},
}

// part is a piece of the status line.
type part struct {
	id, text string
	color    imgui.Vec4
	mark     bool // a red dot before it
	rank     int  // parts of a higher rank are left out first in a narrow view
}

// keysWidth is the width of the renderer's card of keys, which explains its marks at the bottom right of the view,
// at a scale of 1.
const keysWidth = 236
