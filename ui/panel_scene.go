package ui

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// scenePanel edits the settings that can be changed while the world runs (Live).
type scenePanel struct{ *physics }

func (ph scenePanel) draw(u *widget.Context) {
	for i := range setting.Table {
		if s := &setting.Table[i]; s.Live {
			ph.settingRow(u, s)
			if s.Key == keyOfPreview {
				ph.previewRow(u)
			}
		}
	}
	ph.scene.seedRow(u)
	ph.forecast.aheadRow(u)
	if u.Button("save", "Save…", keymap.Shortcut(keymap.Save), imgui.ContentRegionAvail().X, u.RowHeight(), false) {
		ph.do(keymap.Save)
	}
	u.Tip(keymap.Tip(keymap.Save,
		"The whole run with its tracks, this moment, or a scene file with what was edited, which "+
			"starts from the beginning."))
}

// about returns the meaning of a setting as a sentence with its unit.
func about(s *setting.Setting) string {
	text := strings.ToUpper(s.Meaning[:1]) + s.Meaning[1:] + "."
	if s.Unit != "" {
		text += " [" + s.Unit + "]"
	}
	return text
}

// howTo explains how to use a field.
const howTo = "Drag a number, Shift for fine, or click to type. Right click for its default."

// settingRow draws the label and the value of a setting, and the reason if an edit was refused.
func (ph *physics) settingRow(u *widget.Context, s *setting.Setting) {
	help := about(s)
	idle := ""
	if s.Idle != nil {
		if idle = s.Idle(&ph.snap.Params); idle != "" {
			help = idle
		}
	}
	if s.IsWord() {
		ph.wordRow(u, s, help)
	} else {
		w := u.Label(s.Name, help)
		if s.Key == keyOfStep {
			w -= u.Px(82)
		}
		u.Disabled(idle != "", func() { ph.numbers(u, s, w) })
		if s.Key == keyOfStep {
			ph.stepNow(u, u.Px(82))
		}
	}
	for i := range 3 {
		if s.IsVector() {
			u.Refusal(componentKey(s, i))
		}
	}
	u.Refusal(s.Key)
}

// numbers draws the fields of a setting within a width, for a vector three side by side.
func (ph *physics) numbers(u *widget.Context, s *setting.Setting, w float32) {
	v, began := ph.setting(s), s.Value(&ph.scene.initial.params)
	gap, n := u.Px(3), 1
	if s.IsVector() {
		n = len(v.Numbers)
	}
	each := float32(int((w - float32(n-1)*gap) / float32(n)))
	for i := range n {
		if i > 0 {
			imgui.SameLineV(0, gap)
		}
		f := widget.Field{Key: componentKey(s, i), Scale: widget.Scale{Lo: s.Slider[0], Hi: s.Slider[1]}, Name: s.Name,
			Initial: &began.Numbers[i], Help: "In scene files: " + s.Key + "."}
		if s.IsVector() {
			f.Name = fmt.Sprintf("%s along %c", s.Name, "xyz"[i])
			f.Help = f.Name + " [" + s.Unit + "]."
		}
		if s.Bound != "" {
			f.Help += "   " + s.Bound + "."
		}
		if x, ok := u.Number(f, v.Numbers[i], each); ok {
			ph.wantNumber(s, i, x)
		}
	}
}

// keyOfStep is the setting beside which the present time step is shown.
const keyOfStep = "timeStep.safety"

// stepNow shows the present time step beside the field before it, within a width.
func (ph *physics) stepNow(u *widget.Context, w float32) {
	imgui.SameLineV(0, 0)
	q := imgui.CursorScreenPos()
	widget.Clickable("dt", w, u.RowHeight())
	dt, s := ph.snap.TimeStep, "—" // before the first step
	if dt > 0 {
		s = format.Quantity(dt, "s", 3)
	}
	u.TextAt(u.Fonts.Mono, widget.ColorSecondary, q.X+w-widget.TextWidth(u.Fonts.Mono, s), q.Y+u.RowHeight()/2, s)
	u.Tip("The time step now: " + format.Quantity(dt, "s", 6))
}

// mostButtons is how many options stand side by side as buttons; more are shown as a list.
const mostButtons = 2

// wordRow draws the options of a setting that is a word.
func (ph *physics) wordRow(u *widget.Context, s *setting.Setting, help string) {
	var names []string
	word, now := ph.setting(s).Word, -1
	for i, c := range s.Choices() {
		names = append(names, c.Name)
		help += "\n“" + c.Name + "”: " + c.About + "."
		if c.Name == word {
			now = i
		}
	}
	w := u.Label(s.Name, help)
	ph.choiceMenu(u, s.Name, word, s.Value(&ph.scene.initial.params).Word, func(to string) { ph.setWord(s, to) })
	choose := u.Combo
	if len(names) <= mostButtons {
		choose = u.Choice
	}
	if i := choose(s.Key, names, now, w); i >= 0 {
		ph.setWord(s, names[i])
	}
}

// choiceMenu marks the label that was just drawn if the present option differs from the scene's own, and offers
// the scene's option on a right click.
func (ph *physics) choiceMenu(u *widget.Context, name, now, began string, set func(string)) {
	lo, hi := imgui.ItemRectMin(), imgui.ItemRectMax()
	if now != began {
		imgui.WindowDrawList().AddCircleFilled(imgui.Vec2{X: hi.X - u.Px(9), Y: (lo.Y + hi.Y) / 2}, u.Px(3),
			widget.Pack(widget.ColorAccentHi))
	}
	if imgui.IsItemHovered() && imgui.IsMouseClicked(1) {
		at := imgui.MousePos()
		ph.menus.Open(at.X, at.Y, name, widget.MenuItem{Text: "Default", Hint: began, Do: func() { set(began) }},
			widget.MenuItem{Text: "Copy", Hint: now, Do: func() { ph.copy(now) }})
	}
}
