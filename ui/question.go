package ui

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// question is what a person is asked before something is done that is seldom meant or cannot
// be undone. It holds nothing up: the simulation and all else go on, and no widget moves.
type question struct {
	about string // the field or thing; a newer question about the same replaces this one
	text  string // what would be done, and why that is asked
	yes   string // what the button that does it says
	do    func()
	no    func() // what the other answer does; nil: nothing

	other   string // what a second button says that does something else; empty: there is none
	instead func() // what that does
}

// ask puts a question. It is answered by a button, or by Escape, which is a no; another
// scene makes it void.
func (m *model) ask(q question) {
	m.withdraw(q.about)
	m.questions = append(m.questions, q)
}

// withdraw takes back the question about something.
func (m *model) withdraw(about string) {
	m.questions = slices.DeleteFunc(m.questions, func(q question) bool { return q.about == about })
}

// answer answers the oldest question.
func (m *model) answer(yes bool) {
	q := m.questions[0]
	m.questions = slices.Delete(m.questions, 0, 1)
	switch {
	case yes:
		q.do()
	case q.no != nil:
		q.no()
	}
}

// offerUnfinished asks, once, whether the run goes on that the program was ended in, and says what of such runs cannot.
func (m *model) offerUnfinished() {
	u := m.config.Unfinished
	for _, err := range m.config.Unread {
		m.toasts.add(bridge.Warning, fmt.Sprintf("A run that was not ended cannot be gone on with: %v", err), m.now)
	}
	m.config.Unfinished, m.config.Unread = nil, nil
	if u == nil {
		return
	}
	text := fmt.Sprintf("%s was at %s, step %s, when the program was ended before its window was closed. "+
		"Go on from there?", u.Title, format.Quantity(u.Time, "s", 4), format.Grouped(u.Step))
	if u.Older > 0 {
		text += fmt.Sprintf(" (Others like it: %d, which take %s in %s. The next start offers the next one.)", u.Older,
			format.Bytes(u.OlderBytes), filepath.Dir(u.Path))
	}
	m.ask(question{
		about: "unfinished",
		text:  text,
		yes:   "Go on",
		do:    func() { m.send(bridge.LoadScene{Name: u.Path}) },
		no: func() {
			u.Decline()
			m.toasts.add(bridge.Info, "The run stays until this window is closed: "+u.Path, m.now)
		},
	})
}

// questionPane shows the oldest question in the middle of the view, with its buttons.
func (g *gui) questionPane(v layout.Rect) {
	if len(g.m.questions) == 0 {
		return
	}
	q := g.m.questions[0]
	w := max(min(g.Px(460), v.Width-g.Px(20)), 1)
	imgui.PushFont(g.Fonts.Text)
	text := imgui.CalcTextSize(q.text, false, max(w-g.Px(36), 1)).Y
	imgui.PopFont()
	at := g.Middle(v, w, text+g.Px(16+10+30+16))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.Vec(18, 16))
	g.Pane("##question", at, widget.ColorRaised, widget.Quiet)
	g.Border(at, widget.ColorWarning)
	g.Paragraph(g.Fonts.Text, widget.ColorText, q.text)
	imgui.Dummy(imgui.Vec2{Y: g.Px(4)})
	const no = "Cancel"
	if g.Button("yes", q.yes, "", g.ButtonWidth(q.yes, "")+g.Px(20), g.Px(30), false) {
		g.m.answer(true)
	}
	if q.other != "" {
		imgui.SameLineV(0, g.Px(8))
		if g.Button("other", q.other, "", g.ButtonWidth(q.other, "")+g.Px(20), g.Px(30), false) {
			g.m.withdraw(q.about)
			q.instead()
		}
	}
	imgui.SameLineV(0, g.Px(8))
	key := keymap.Shortcut(keymap.Cancel)
	if g.Button("no", no, key, g.ButtonWidth(no, key)+g.Px(20), g.Px(30), false) {
		g.m.answer(false)
	}
	imgui.End()
	imgui.PopStyleVar()
}
