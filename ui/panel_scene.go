package ui

import (
	"fmt"
	"math"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
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
	if g.button("save", "Save…", shortcut(actSave), imgui.ContentRegionAvail().X, g.rowHeight(), false) {
		g.m.do(actSave)
	}
	g.tip(tipFor(actSave, "The whole run with its tracks, this moment, or a scene file with what was edited, which "+
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
		w := g.label(s.Name, help)
		if s.Key == keyOfStep {
			w -= g.px(82)
		}
		g.disabled(idle != "", func() { g.numbers(s, w) })
		if s.Key == keyOfStep {
			g.stepNow(g.px(82))
		}
	}
	for i := range 3 {
		if s.IsVector() {
			g.refusal(componentKey(s, i))
		}
	}
	g.refusal(s.Key)
}

// numbers draws the fields of a setting, of a vector side by side, in so much width.
func (g *gui) numbers(s *setting.Setting, w float32) {
	v, began := g.m.setting(s), s.Value(&g.m.begun.params)
	gap, n := g.px(3), 1
	if s.IsVector() {
		n = len(v.Numbers)
	}
	each := float32(int((w - float32(n-1)*gap) / float32(n)))
	for i := range n {
		if i > 0 {
			imgui.SameLineV(0, gap)
		}
		f := field{key: componentKey(s, i), scale: scale{lo: s.Slider[0], hi: s.Slider[1]}, name: s.Name,
			initial: &began.Numbers[i], help: "In scene files: " + s.Key + "."}
		if s.IsVector() {
			f.name = fmt.Sprintf("%s along %c", s.Name, "xyz"[i])
			f.help = f.name + " [" + s.Unit + "]."
		}
		if s.Bound != "" {
			f.help += "   " + s.Bound + "."
		}
		if x, ok := g.number(f, v.Numbers[i], each); ok {
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
	hit("dt", w, g.rowHeight())
	dt, s := g.m.snap.TimeStep, "—" // before the first step
	if dt > 0 {
		s = quantity(dt, "s", 3)
	}
	g.put(g.fonts.mono, colorSecondary, q.X+w-width(g.fonts.mono, s), q.Y+g.rowHeight()/2, s)
	g.tip("The time step now: " + quantity(dt, "s", 6))
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
	w := g.label(s.Name, help)
	g.choiceMenu(s.Name, word, s.Value(&g.m.begun.params).Word, func(to string) { g.m.setWord(s, to) })
	choose := g.combo
	if len(names) <= mostButtons {
		choose = g.choice
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
		imgui.WindowDrawList().AddCircleFilled(imgui.Vec2{X: hi.X - g.px(9), Y: (lo.Y + hi.Y) / 2}, g.px(3),
			packed(colorAccentHi))
	}
	if imgui.IsItemHovered() && imgui.IsMouseClicked(1) {
		at := imgui.MousePos()
		g.m.openMenu(at.X, at.Y, name, menuItem{"Default", began, func() { set(began) }},
			menuItem{"Copy", now, func() { g.m.copy(now) }})
	}
}

// seedRow starts the scene anew with another seed.
func (g *gui) seedRow() {
	m := g.m
	w := g.label("Seed", "Seed of the random streams. The same scene, seed and edits give the same result, bit for bit.")
	b := g.px(86)
	f := field{key: "seed", scale: scale{lo: 0, hi: 100}, round: true,
		help: "Drag or click to type a whole number, then press Restart."}
	if v, ok := g.number(f, float64(m.seed), w-b-g.px(6)); ok {
		if v < 0 || v > 1<<53 || math.IsNaN(v) {
			m.refuse.set("seed", "seed must be ≥ 0 and ≤ 2⁵³")
		} else {
			m.refuse.forget("seed")
			m.seed = uint64(v)
		}
	}
	imgui.SameLineV(0, g.px(6))
	if m.twins() {
		if g.button("reseed", "Set", "", b, g.rowHeight(), m.seed != m.snap.Seed) {
			m.send(bridge.SetSeed{Seed: m.seed})
		}
		g.tip("The random streams of the world that is edited begin anew with this seed.")
		g.refusal("seed")
		return
	}
	if g.button("restart", "Restart", "", b, g.rowHeight(), m.seed != m.snap.Seed) {
		m.loadScene(m.snap.Scene)
	}
	g.tip("Load the scene anew with this seed. Edits are lost; Reset keeps them.")
	g.refusal("seed")
}
