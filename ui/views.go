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
func (cam *camera) storeView(name string) {
	kept := remember.Named{Name: name, Camera: cam.view.Camera}
	if cam.flight.flying {
		kept.Camera = cam.flight.to
	}
	cam.toasts.add(bridge.Info, "Stored the view "+name, cam.now)
	cam.observer.seeStored(kept)
	for i := range cam.views {
		if cam.views[i].Name == name {
			cam.views[i] = kept
			return
		}
	}
	cam.views = append(cam.views, kept)
}

// recallView flies to a view that was kept.
func (cam *camera) recallView(name string) {
	for _, v := range cam.views {
		if v.Name == name {
			cam.following.on = false
			cam.flight.begin(cam.view.Camera, v.Camera, cam.now)
			return
		}
	}
	cam.toasts.add(bridge.Info, fmt.Sprintf("No view %s is stored: Alt+%s stores one", name, name), cam.now)
}

// clickTripod looks along the axis at a place of the window, from its other side if the view is along it
// already, and reports whether there is one.
func (cam *camera) clickTripod(x, y float32) bool {
	if cam.view.Overlays&view.OverlayAxes == 0 || cam.view.Caption {
		return false
	}
	c, a := cam.view.Camera, cam.viewport.tile()
	scale := max(cam.view.Scale/cam.viewport.pixelScale, 1e-3)
	t := view.TripodOf(c, a.Height, scale, 0)
	k := t.Hit(c, scale, x-a.X, y-a.Y)
	if k < 0 {
		return false
	}
	side := float32(1)
	if c.Back()[k] > 0.999 {
		side = -1
	}
	cam.look(k, side)
	return true
}

// draw keeps views by their names, and chooses what the buttons of the mouse do.
func (cam *camera) draw(u *widget.Context) {
	w := u.Label("Navigation", "What drags of the mouse do. Blender turns with the middle button, Shift pans; "+
		"MuJoCo turns with the left, pans with the right and zooms with the middle one.")
	names := make([]string, len(keymap.Navigations))
	for i := range keymap.Navigations {
		names[i] = keymap.Navigations[i].Name
	}
	if i := u.Choice("navigation", names, cam.navigation, w); i >= 0 {
		cam.navigation = i
	}
	w = u.Label("Store view", "Keeps the present view under a name. "+keymap.Shortcut(keymap.Store7)+
		" to 9 keep views that 7 to 9 recall.")
	imgui.SetNextItemWidth(widget.AtLeast1(w))
	if imgui.InputTextWithHintV("##name of view", "a name, then Enter", &cam.viewName,
		imgui.InputTextFlagsEnterReturnsTrue,
		nil) && cam.viewName != "" {
		cam.storeView(cam.viewName)
		cam.viewName = ""
	}
	for i, v := range cam.views {
		imgui.PushIDInt(i)
		room := imgui.ContentRegionAvail().X
		if u.Button("recall", format.Shorten(v.Name, 30), "", room-u.RowHeight()-u.Px(3), u.RowHeight(), false) {
			cam.recallView(v.Name)
		}
		imgui.SameLineV(0, u.Px(3))
		forget := u.FlatButton("forget", widget.IconClose, u.RowHeight(), u.RowHeight(), widget.ColorSecondary)
		imgui.PopID()
		if forget {
			cam.views = append(cam.views[:i:i], cam.views[i+1:]...)
			break
		}
	}
}
