package ui

import (
	"example.org/tumble/sim/spell"
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

// questions are shown to the person, one at a time.
type questions struct {
	*shared
	list []question // not answered yet, oldest first
}

// question is asked before something is done that is rarely intended or cannot be undone. It blocks nothing: the
// simulation and the window go on, and no widget moves.
type question struct {
	about string // the field or thing that it concerns; a newer question about the same replaces this one
	text  string // what would be done, and why the question is asked
	yes   string // text of the button that does it
	do    func()
	no    func() // called for the other answer; may be nil

	other   string // text of a second button for an alternative; empty: there is none
	instead func() // called by the second button
}

// ask shows a question. It is answered by a button, or by Escape, which means no; loading another scene withdraws
// it.
func (qs *questions) ask(q question) {
	qs.withdraw(q.about)
	qs.list = append(qs.list, q)
}

// withdraw withdraws the question about a field or thing.
func (qs *questions) withdraw(about string) {
	qs.list = slices.DeleteFunc(qs.list, func(q question) bool { return q.about == about })
}

// answer answers the oldest question.
func (qs *questions) answer(yes bool) {
	q := qs.list[0]
	qs.list = slices.Delete(qs.list, 0, 1)
	switch {
	case yes:
		q.do()
	case q.no != nil:
		q.no()
	}
}

// offerUnfinished asks once whether to continue an unfinished run, and says which unfinished runs cannot be
// continued.
func (qs *questions) offerUnfinished() {
	u := qs.config.Unfinished
	for _, err := range qs.config.Unread {
		qs.toasts.add(bridge.Warning, fmt.Sprintf("A run that was not ended cannot be gone on with: %v", err), qs.now)
	}
	qs.config.Unfinished, qs.config.Unread = nil, nil
	if u == nil {
		return
	}
	text := fmt.Sprintf("%s was at %s, step %s, when the program was ended before its window was closed. "+
		"Go on from there?", u.Title, format.Quantity(u.Time, "s", 4), spell.Grouped(u.Step))
	if u.Older > 0 {
		text += fmt.Sprintf(" (Others like it: %d, which take %s in %s. The next start offers the next one.)", u.Older,
			format.Bytes(u.OlderBytes), filepath.Dir(u.Path))
	}
	qs.ask(question{
		about: "unfinished",
		text:  text,
		yes:   "Go on",
		do:    func() { qs.send(bridge.LoadScene{Name: u.Path}) },
		no: func() {
			u.Decline()
			qs.toasts.add(bridge.Info, "The run stays until this window is closed: "+u.Path, qs.now)
		},
	})
}

// questionPane shows the oldest question in the middle of the view, with its buttons.
func (qs *questions) questionPane(u *widget.Context, v layout.Rect) {
	q := qs.list[0]
	w := max(min(u.Px(460), v.Width-u.Px(20)), 1)
	imgui.PushFont(u.Fonts.Text)
	text := imgui.CalcTextSize(q.text, false, max(w-u.Px(36), 1)).Y
	imgui.PopFont()
	buttons := qs.buttons(q)
	var widths, gaps []float32
	for _, b := range buttons {
		widths, gaps = append(widths, u.ButtonWidth(b.text, b.key)+u.Px(20)), append(gaps, u.Px(8))
	}
	begins, rows := widget.Rows(widths, gaps, w-u.Px(36))
	at := u.Middle(v, w, text+u.Px(16+10+16)+float32(rows)*u.Px(30)+float32(rows-1)*u.Px(6))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, u.Vec(18, 16))
	u.Pane("##question", at, widget.ColorRaised, widget.Quiet)
	u.Border(at, widget.ColorWarning)
	u.Paragraph(u.Fonts.Text, widget.ColorText, q.text)
	imgui.Dummy(imgui.Vec2{Y: u.Px(4)})
	for i, b := range buttons {
		if !begins[i] {
			imgui.SameLineV(0, gaps[i])
		}
		if u.Button(b.text, b.text, b.key, widths[i], u.Px(30), false) {
			b.do()
		}
	}
	imgui.End()
	imgui.PopStyleVar()
}

// answerButton is a button below a question.
type answerButton struct {
	text, key string
	do        func()
}

// buttons returns the buttons of a question.
func (qs *questions) buttons(q question) []answerButton {
	list := []answerButton{{q.yes, "", func() { qs.answer(true) }}}
	if q.other != "" {
		list = append(list, answerButton{q.other, "", func() {
			qs.withdraw(q.about)
			q.instead()
		}})
	}
	return append(list, answerButton{"Cancel", keymap.Shortcut(keymap.Cancel), func() { qs.answer(false) }})
}
