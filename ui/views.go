package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/remember"
	"example.org/tumble/ui/widget"
)

// storeView keeps the camera under a name, in place of one of that name.
func (m *model) storeView(name string) {
	kept := remember.Named{Name: name, Camera: m.view.Camera}
	if m.flight.flying {
		kept.Camera = m.flight.to
	}
	m.toasts.add(bridge.Info, "Stored the view "+name, m.now)
	m.seeStored(kept)
	for i := range m.views {
		if m.views[i].Name == name {
			m.views[i] = kept
			return
		}
	}
	m.views = append(m.views, kept)
}

// recallView flies to a view that was kept.
func (m *model) recallView(name string) {
	for _, v := range m.views {
		if v.Name == name {
			m.following.on = false
			m.flight.begin(m.view.Camera, v.Camera, m.now)
			return
		}
	}
	m.toasts.add(bridge.Info, fmt.Sprintf("No view %s is stored: Alt+%s stores one", name, name), m.now)
}

// clickTripod looks along the axis at a place of the window, from its other side if the view is along it
// already, and reports whether there is one.
func (m *model) clickTripod(x, y float32) bool {
	if m.view.Overlays&view.OverlayAxes == 0 || m.view.Caption {
		return false
	}
	c, a := m.view.Camera, m.tile()
	scale := max(m.view.Scale/m.pixelScale, 1e-3)
	t := view.TripodOf(c, a.Height, scale, 0)
	k := t.Hit(c, scale, x-a.X, y-a.Y)
	if k < 0 {
		return false
	}
	side := float32(1)
	if c.Back()[k] > 0.999 {
		side = -1
	}
	m.look(k, side)
	return true
}

// viewsPanel keeps views by their names, and chooses what the buttons of the mouse do.
func (g *gui) viewsPanel() {
	m := g.m
	w := g.Label("Navigation", "What drags of the mouse do. Blender turns with the middle button, Shift pans; "+
		"MuJoCo turns with the left, pans with the right and zooms with the middle one.")
	names := make([]string, len(keymap.Navigations))
	for i := range keymap.Navigations {
		names[i] = keymap.Navigations[i].Name
	}
	if i := g.Choice("navigation", names, m.navigation, w); i >= 0 {
		m.navigation = i
	}
	w = g.Label("Store view", "Keeps the present view under a name. "+keymap.Shortcut(keymap.Store7)+
		" to 9 keep views that 7 to 9 recall.")
	imgui.SetNextItemWidth(widget.AtLeast1(w))
	if imgui.InputTextWithHintV("##name of view", "a name, then Enter", &m.viewName, imgui.InputTextFlagsEnterReturnsTrue,
		nil) && m.viewName != "" {
		m.storeView(m.viewName)
		m.viewName = ""
	}
	for i, v := range m.views {
		imgui.PushIDInt(i)
		room := imgui.ContentRegionAvail().X
		if g.Button("recall", format.Shorten(v.Name, 30), "", room-g.RowHeight()-g.Px(3), g.RowHeight(), false) {
			m.recallView(v.Name)
		}
		imgui.SameLineV(0, g.Px(3))
		forget := g.FlatButton("forget", widget.IconClose, g.RowHeight(), g.RowHeight(), widget.ColorSecondary)
		imgui.PopID()
		if forget {
			m.views = append(m.views[:i:i], m.views[i+1:]...)
			break
		}
	}
}
