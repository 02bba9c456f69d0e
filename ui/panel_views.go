package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// draw shows the stored views, and the choice of the navigation style.
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
