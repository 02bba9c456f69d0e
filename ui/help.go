package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/assets/manual"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// help shows the keys and the manual, and the card of the first start.
type help struct {
	*shared
	camera *camera
	manual []manual.Topic
	open   bool
	topic  int    // 0: the keys; above: the topics of the manual
	part   string // heading of the topic that is scrolled to; empty: none
	search string // among the keys
	greet  bool   // the card of the first start is shown
}

// Measures of the help at a scale of 1.
const (
	helpWidth  = 1260
	helpHeight = 900 // at most
	helpPad    = 20
	helpHead   = 72 // title, search and topics
	topicWidth = 860
)

// helpOverlay shows the keys over the window, or a topic of the manual. Each page scrolls for itself.
func (hp *help) helpOverlay(u *widget.Context, _ layout.Rect) {
	window := layout.Box(0, 0, u.Size.X, u.Size.Y)
	pad, head := u.Px(helpPad), u.Px(helpHead)
	at := u.Middle(window, u.Px(helpWidth), u.Px(helpHeight))
	w := at.Width - 2*pad
	s := hp.layoutSheet(u, w-2*u.Px(sheetInset)) // the inset leaves room for the scroll bar
	if need := head + s.height + 2*pad; hp.topic == 0 && hp.search == "" && need < at.Height {
		at = u.Middle(window, at.Width, need)
	}
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: pad, Y: u.Px(14)})
	u.Pane("##help", at, widget.ColorRaised, imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoScrollWithMouse)
	u.Shade(at)
	u.Border(at, widget.ColorLine)
	if imgui.IsWindowAppearing() {
		hp.search = ""
	}
	hp.helpHead(u, at, w)
	names := []string{"keys"}
	for i := range hp.manual {
		names = append(names, hp.manual[i].Name)
	}
	imgui.SetCursorPos(imgui.Vec2{X: pad, Y: u.Px(14 + 38)})
	if i := u.Choice("topic", names, hp.topic, w); i >= 0 {
		hp.topic = i
	}
	imgui.SetCursorPos(imgui.Vec2{X: pad, Y: head + u.Px(14)})
	imgui.BeginChildV("##"+names[hp.topic], widget.Sized(w, at.Height-head-u.Px(14)-pad/2), false, 0)
	if hp.topic == 0 {
		hp.drawSheet(u, &s)
	} else {
		hp.topicPage(u, &hp.manual[hp.topic-1], min(w-u.Px(12), u.Px(topicWidth)))
	}
	imgui.EndChild()
	imgui.End()
	imgui.PopStyleVar()
}

// helpHead draws the title of the help, and beside it the field that searches the keys.
func (hp *help) helpHead(u *widget.Context, at layout.Rect, w float32) {
	p, h := imgui.CursorScreenPos(), u.EntryHeight()
	const hint = "Esc closes"
	right := widget.TextWidth(u.Fonts.Small, hint)
	u.TextAt(u.Fonts.Small, widget.ColorFaint, p.X+w-right, p.Y+h/2, hint)
	room := w - right - u.Px(16)
	if field := min(u.Px(340), room); hp.topic == 0 {
		imgui.SetCursorScreenPos(imgui.Vec2{X: p.X + room - field, Y: p.Y})
		u.Entry("keys", "Type a word or a key: follow, colour, Ctrl+Z", &hp.search, field)
		room -= field + u.Px(12)
	}
	if room > u.Px(60) {
		u.TextAt(u.Fonts.Medium, widget.ColorText, p.X, p.Y+h/2, u.Fit(u.Fonts.Medium, hp.helpTitle(), room))
	}
}

// helpTitle returns the title of the shown page.
func (hp *help) helpTitle() string {
	if hp.topic > 0 {
		return hp.manual[hp.topic-1].Title
	}
	title := "Keys and mouse"
	if n := keymap.Navigations[hp.camera.navigation]; n.Drags != nil {
		title += ", the camera as in " + n.Name
	}
	return title
}
