package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// helpOverlay shows the keys over the view, or a topic of the manual. Each page scrolls for itself.
func (g *gui) helpOverlay(v layout.Rect) {
	at := g.Middle(v, g.Px(900), g.Px(760))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.Vec(22, 16))
	g.Pane("##help", at, widget.ColorRaised, 0)
	g.OverlayHead(g.helpTitle(), at)
	names := []string{"keys"}
	for i := range g.manual {
		names = append(names, g.manual[i].Name)
	}
	w := at.Width - g.Px(44)
	if i := g.Choice("topic", names, g.m.topic, w); i >= 0 {
		g.m.topic = i
	}
	imgui.BeginChildV("##"+names[g.m.topic], widget.Sized(w, at.Height-g.Px(90)), false, 0)
	if g.m.topic == 0 {
		g.keysPage(w - g.Px(12))
	} else {
		g.topicPage(&g.manual[g.m.topic-1], w-g.Px(12))
	}
	imgui.EndChild()
	imgui.End()
	imgui.PopStyleVar()
}

// helpTitle says what the help shows.
func (g *gui) helpTitle() string {
	if g.m.topic > 0 {
		return g.manual[g.m.topic-1].Title
	}
	title := "Keys and mouse"
	if n := keymap.Navigations[g.m.navigation]; n.Drags != nil {
		title += ", the camera as in " + n.Name
	}
	return title
}

// helpColumns are the groups of bindings as the help shows them side by side.
var helpColumns = [][]string{{"Select", "Camera", "Run"}, {"Show", "Window"}}

// keysPage lists all bindings, group by group in two columns.
func (g *gui) keysPage(w float32) {
	p, line, gap := imgui.CursorScreenPos(), g.Px(21), g.Px(28)
	each, most := (w-gap)/2, float32(0)
	for i, c := range helpColumns {
		x, y := p.X+float32(i)*(each+gap), p.Y+g.Px(6)
		for _, group := range c {
			g.TextAt(g.Fonts.Medium, widget.ColorAccentHi, x, y+line/2, group)
			y += line
			for _, b := range keymap.InGroup(group) {
				g.TextAt(g.Fonts.Small, widget.ColorText, x, y+line/2, b.Text)
				g.KeyCaps(keymap.Names(keymap.Navigations[g.m.navigation].Chords(b)), x+each, y+line/2)
				y += line
			}
			y += line / 2
		}
		most = max(most, y-p.Y)
	}
	imgui.Dummy(widget.Sized(1, most))
}
