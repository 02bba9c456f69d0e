package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/assets/manual"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// help shows the keys and the manual, and what a first start begins with.
type help struct {
	camera *camera
	manual []manual.Topic
	open   bool
	topic  int  // 0: the keys; above: the topics of the manual
	greet  bool // the card of the first start is on show
}

// helpOverlay shows the keys over the view, or a topic of the manual. Each page scrolls for itself.
func (hp *help) helpOverlay(u *widget.Context, v layout.Rect) {
	at := u.Middle(v, u.Px(900), u.Px(760))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, u.Vec(22, 16))
	u.Pane("##help", at, widget.ColorRaised, 0)
	u.OverlayHead(hp.helpTitle(u), at)
	names := []string{"keys"}
	for i := range hp.manual {
		names = append(names, hp.manual[i].Name)
	}
	w := at.Width - u.Px(44)
	if i := u.Choice("topic", names, hp.topic, w); i >= 0 {
		hp.topic = i
	}
	imgui.BeginChildV("##"+names[hp.topic], widget.Sized(w, at.Height-u.Px(90)), false, 0)
	if hp.topic == 0 {
		hp.keysPage(u, w-u.Px(12))
	} else {
		hp.topicPage(u, &hp.manual[hp.topic-1], w-u.Px(12))
	}
	imgui.EndChild()
	imgui.End()
	imgui.PopStyleVar()
}

// helpTitle says what the help shows.
func (hp *help) helpTitle(u *widget.Context) string {
	if hp.topic > 0 {
		return hp.manual[hp.topic-1].Title
	}
	title := "Keys and mouse"
	if n := keymap.Navigations[hp.camera.navigation]; n.Drags != nil {
		title += ", the camera as in " + n.Name
	}
	return title
}

// helpColumns are the groups of bindings as the help shows them side by side.
var helpColumns = [][]string{{"Select", "Camera", "Run"}, {"Show", "Window"}}

// keysPage lists all bindings, group by group in two columns.
func (hp *help) keysPage(u *widget.Context, w float32) {
	p, line, gap := imgui.CursorScreenPos(), u.Px(21), u.Px(28)
	each, most := (w-gap)/2, float32(0)
	for i, c := range helpColumns {
		x, y := p.X+float32(i)*(each+gap), p.Y+u.Px(6)
		for _, group := range c {
			u.TextAt(u.Fonts.Medium, widget.ColorAccentHi, x, y+line/2, group)
			y += line
			for _, b := range keymap.InGroup(group) {
				u.TextAt(u.Fonts.Small, widget.ColorText, x, y+line/2, b.Text)
				u.KeyCaps(keymap.Names(keymap.Navigations[hp.camera.navigation].Chords(b)), x+each, y+line/2)
				y += line
			}
			y += line / 2
		}
		most = max(most, y-p.Y)
	}
	imgui.Dummy(widget.Sized(1, most))
}
