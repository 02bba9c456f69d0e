package ui

import (
	"fmt"
	"slices"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/remember"
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

// navigation is a way to move the camera with the mouse.
type navigation struct {
	name  string
	drags map[act][]Chord
}

// navigations are ways to move the camera with the mouse, for people who are used to one. The first is that of
// the table of bindings; the others say what differs.
var navigations = []navigation{
	{"Tumble", nil},
	{"Blender", map[act][]Chord{
		actOrbit: {mouse(0, DragMiddle)}, actPan: {mouse(shift, DragMiddle)}, actDolly: {mouse(ctrl, DragMiddle)},
		actBoxSelect: {mouse(0, DragLeft), mouse(alt, DragRight)},
	}},
	{"MuJoCo", map[act][]Chord{
		actOrbit: {mouse(0, DragLeft)}, actPan: {mouse(0, DragRight)}, actDolly: {mouse(0, DragMiddle)},
	}},
}

// dragOf returns the binding of a drag in the navigation that the person has chosen: with what is held,
// else as if nothing were; nil for none.
func (m *model) dragOf(mods glfw.ModifierKey, g Gesture) *Binding {
	changed := navigations[m.navigation].drags
	for _, c := range []Chord{{Mods: mods & modifiers, Gesture: g}, {Gesture: g}} {
		for a, chords := range changed {
			for _, have := range chords {
				if have == c {
					return binding(a)
				}
			}
		}
		if b := find(c); b != nil && changed[b.act] == nil {
			return b
		}
	}
	return nil
}

// chords returns what does an action in the navigation that the person has chosen.
func (m *model) chords(b *Binding) []Chord {
	changed := navigations[m.navigation].drags
	if own := changed[b.act]; own != nil {
		return own
	}
	taken := func(c Chord) bool {
		for _, chords := range changed {
			if slices.Contains(chords, c) {
				return true
			}
		}
		return false
	}
	return slices.DeleteFunc(slices.Clone(b.Chords), taken)
}

// clickTripod looks along the axis at a place of the window, from its other side if the view is along it
// already, and reports whether there is one.
func (m *model) clickTripod(x, y float32) bool {
	if m.view.Overlays&view.OverlayAxes == 0 || m.view.Caption {
		return false
	}
	c, a := m.view.Camera, m.tile()
	scale := max(m.view.Scale/m.pixelScale, 1e-3)
	t := view.TripodOf(c, a.height, scale, 0)
	k := t.Hit(c, scale, x-a.x, y-a.y)
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
	w := g.label("Navigation", "What drags of the mouse do. Blender turns with the middle button, Shift pans; "+
		"MuJoCo turns with the left, pans with the right and zooms with the middle one.")
	names := make([]string, len(navigations))
	for i := range navigations {
		names[i] = navigations[i].name
	}
	if i := g.choice("navigation", names, m.navigation, w); i >= 0 {
		m.navigation = i
	}
	w = g.label("Store view", "Keeps the present view under a name. "+shortcut(actStore7)+
		" to 9 keep views that 7 to 9 recall.")
	imgui.SetNextItemWidth(atLeast1(w))
	if imgui.InputTextWithHintV("##name of view", "a name, then Enter", &m.viewName, imgui.InputTextFlagsEnterReturnsTrue,
		nil) && m.viewName != "" {
		m.storeView(m.viewName)
		m.viewName = ""
	}
	for i, v := range m.views {
		imgui.PushIDInt(i)
		room := imgui.ContentRegionAvail().X
		if g.button("recall", short(v.Name, 30), "", room-g.rowHeight()-g.px(3), g.rowHeight(), false) {
			m.recallView(v.Name)
		}
		imgui.SameLineV(0, g.px(3))
		forget := g.bare("forget", iconClose, g.rowHeight(), g.rowHeight(), colorSecondary)
		imgui.PopID()
		if forget {
			m.views = append(m.views[:i:i], m.views[i+1:]...)
			break
		}
	}
}
