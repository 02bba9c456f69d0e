package ui

import (
	"fmt"
	"math"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// scenePanel edits the settings of the world that are Live.
func (g *gui) scenePanel() {
	for i := range setting.Table {
		if s := &setting.Table[i]; s.Live {
			g.settingRow(s)
		}
	}
	g.seedRow()
	g.aheadRow()
	if g.Button("save", "Save…", keymap.Shortcut(keymap.Save), imgui.ContentRegionAvail().X, g.RowHeight(), false) {
		g.m.do(keymap.Save)
	}
	g.Tip(keymap.Tip(keymap.Save,
		"The whole run with its tracks, this moment, or a scene file with what was edited, which "+
			"starts from the beginning."))
}

// about is what the table says of a setting, as a sentence with its unit.
func about(s *setting.Setting) string {
	text := strings.ToUpper(s.Meaning[:1]) + s.Meaning[1:] + "."
	if s.Unit != "" {
		text += " [" + s.Unit + "]"
	}
	return text
}

// howTo tells how a field is used.
const howTo = "Drag a number, Shift for fine, or click to type. Right click for its default."

// settingRow draws the label and the value of a setting, and why an edit of it was refused.
func (g *gui) settingRow(s *setting.Setting) {
	help := about(s)
	idle := ""
	if s.Idle != nil {
		if idle = s.Idle(&g.m.snap.Params); idle != "" {
			help = idle
		}
	}
	if s.IsWord() {
		g.wordRow(s, help)
	} else {
		w := g.Label(s.Name, help)
		if s.Key == keyOfStep {
			w -= g.Px(82)
		}
		g.Disabled(idle != "", func() { g.numbers(s, w) })
		if s.Key == keyOfStep {
			g.stepNow(g.Px(82))
		}
	}
	for i := range 3 {
		if s.IsVector() {
			g.Refusal(componentKey(s, i))
		}
	}
	g.Refusal(s.Key)
}

// numbers draws the fields of a setting, of a vector side by side, in so much width.
func (g *gui) numbers(s *setting.Setting, w float32) {
	v, began := g.m.setting(s), s.Value(&g.m.begun.params)
	gap, n := g.Px(3), 1
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
		if x, ok := g.Number(f, v.Numbers[i], each); ok {
			g.m.wantNumber(s, i, x)
		}
	}
}

// keyOfStep is the setting beside which the time step stands as it is now.
const keyOfStep = "timeStep.safety"

// stepNow tells the present time step, in so much width beside the field before.
func (g *gui) stepNow(w float32) {
	imgui.SameLineV(0, 0)
	q := imgui.CursorScreenPos()
	widget.Clickable("dt", w, g.RowHeight())
	dt, s := g.m.snap.TimeStep, "—" // before the first step
	if dt > 0 {
		s = format.Quantity(dt, "s", 3)
	}
	g.TextAt(g.Fonts.Mono, widget.ColorSecondary, q.X+w-widget.TextWidth(g.Fonts.Mono, s), q.Y+g.RowHeight()/2, s)
	g.Tip("The time step now: " + format.Quantity(dt, "s", 6))
}

// mostButtons is how many words stand beside each other as buttons; more are a list.
const mostButtons = 2

// wordRow draws the choices of a setting.
func (g *gui) wordRow(s *setting.Setting, help string) {
	var names []string
	word, now := g.m.setting(s).Word, -1
	for i, c := range s.Choices() {
		names = append(names, c.Name)
		help += "\n“" + c.Name + "”: " + c.About + "."
		if c.Name == word {
			now = i
		}
	}
	w := g.Label(s.Name, help)
	g.choiceMenu(s.Name, word, s.Value(&g.m.begun.params).Word, func(to string) { g.m.setWord(s, to) })
	choose := g.Combo
	if len(names) <= mostButtons {
		choose = g.Choice
	}
	if i := choose(s.Key, names, now, w); i >= 0 {
		g.m.setWord(s, names[i])
	}
}

// choiceMenu marks the label that was just drawn where its choice is not the scene's own, and offers that on
// a right click.
func (g *gui) choiceMenu(name, now, began string, set func(string)) {
	lo, hi := imgui.ItemRectMin(), imgui.ItemRectMax()
	if now != began {
		imgui.WindowDrawList().AddCircleFilled(imgui.Vec2{X: hi.X - g.Px(9), Y: (lo.Y + hi.Y) / 2}, g.Px(3),
			widget.Pack(widget.ColorAccentHi))
	}
	if imgui.IsItemHovered() && imgui.IsMouseClicked(1) {
		at := imgui.MousePos()
		g.m.menus.Open(at.X, at.Y, name, widget.MenuItem{Text: "Default", Hint: began, Do: func() { set(began) }},
			widget.MenuItem{Text: "Copy", Hint: now, Do: func() { g.m.copy(now) }})
	}
}

// seedRow starts the scene anew with another seed.
func (g *gui) seedRow() {
	m := g.m
	w := g.Label("Seed", "Seed of the random streams. The same scene, seed and edits give the same result, bit for bit.")
	b := g.Px(86)
	f := widget.Field{Key: "seed", Scale: widget.Scale{Lo: 0, Hi: 100}, Round: true,
		Help: "Drag or click to type a whole number, then press Restart."}
	if v, ok := g.Number(f, float64(m.seed), w-b-g.Px(6)); ok {
		if v < 0 || v > 1<<53 || math.IsNaN(v) {
			m.refuse.Set("seed", "seed must be ≥ 0 and ≤ 2⁵³")
		} else {
			m.refuse.Forget("seed")
			m.seed = uint64(v)
		}
	}
	imgui.SameLineV(0, g.Px(6))
	if m.twins() {
		if g.Button("reseed", "Set", "", b, g.RowHeight(), m.seed != m.snap.Seed) {
			m.send(bridge.SetSeed{Seed: m.seed})
		}
		g.Tip("The random streams of the world that is edited begin anew with this seed.")
		g.Refusal("seed")
		return
	}
	if g.Button("restart", "Restart", "", b, g.RowHeight(), m.seed != m.snap.Seed) {
		m.loadScene(m.snap.Scene)
	}
	g.Tip("Load the scene anew with this seed. Edits are lost; Reset keeps them.")
	g.Refusal("seed")
}
