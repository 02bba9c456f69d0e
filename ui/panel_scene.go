package ui

import (
	"fmt"
	"math"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/law"
)

// scenePanel edits gravity, damping, the time step and the capsule contact rule.
func (g *gui) scenePanel() {
	p := g.m.snap.Params
	g.gravityRow()
	w := g.label("Damping", about("damping"))
	damping := shown(&g.m.edits, "damping", p.Damping)
	f := field{key: "damping", scale: scale{lo: 0, hi: 0.9}, name: "Damping", initial: &g.m.begun.params.Damping,
		help: bound("damping")}
	if v, ok := g.number(f, damping, w); ok {
		g.m.wantDamping(v)
	}
	g.refusal("damping")
	g.timeStepRow(p)
	g.lawRow(p)
	g.ruleRow(p)
	g.seedRow()
	g.aheadRow()
	if g.button("save", "Save…", shortcut(actSave), imgui.ContentRegionAvail().X, g.rowHeight(), false) {
		g.m.do(actSave)
	}
	g.tip(tipFor(actSave, "The whole run with its tracks, this moment, or a scene file with what was edited, which "+
		"starts from the beginning."))
}

// about is what the table says of a setting, as a sentence.
func about(key string) string {
	s, ok := bridge.SettingOf(key)
	if !ok {
		panic("ui: no setting " + key)
	}
	return strings.ToUpper(s.Meaning[:1]) + s.Meaning[1:] + "."
}

// bound is what a setting may be, after how it is called elsewhere.
func bound(key string) string {
	s, _ := bridge.SettingOf(key)
	return "In scene files: " + key + ".   " + s.Bound + "."
}

// howTo tells how a field is used.
const howTo = "Drag a number, Shift for fine, or click to type. Right click for its default."

func (g *gui) gravityRow() {
	w := g.label("Gravity", about("gravity")+" [m/s²]")
	gravity := g.m.gravity()
	gap := g.px(3)
	each := float32(int((w - 2*gap) / 3))
	for axis, v := range [3]float64{gravity.X, gravity.Y, gravity.Z} {
		if axis > 0 {
			imgui.SameLineV(0, gap)
		}
		began := &g.m.begun.params.Gravity
		f := field{key: gravityKeys[axis], scale: scale{lo: -20, hi: 20}, name: fmt.Sprintf("Gravity along %c", "xyz"[axis]),
			initial: [3]*float64{&began.X, &began.Y, &began.Z}[axis],
			help:    fmt.Sprintf("Gravity along %c [m/s²].", "xyz"[axis])}
		if next, ok := g.number(f, v, each); ok {
			g.m.wantGravity(axis, next)
		}
	}
	for _, key := range gravityKeys {
		g.refusal(key)
	}
	g.refusal("gravity")
}

func (g *gui) timeStepRow(p bridge.Params) {
	const key = "timeStep.safety"
	help := about(key)
	if p.FixedTimeStep {
		help = "The scene fixes the time step; it is not recomputed."
	}
	w := g.label("Time step", help)
	dt := g.px(82)
	g.disabled(p.FixedTimeStep, func() {
		f := field{key: key, scale: scale{lo: 0.05, hi: 1}, name: "Time step over the critical one",
			initial: &g.m.begun.params.TimeStepSafety, help: bound(key)}
		if v, ok := g.number(f, shown(&g.m.edits, key, p.TimeStepSafety), w-dt); ok {
			g.m.setSafety(v)
		}
	})
	imgui.SameLineV(0, 0)
	q := imgui.CursorScreenPos()
	hit("dt", dt, g.rowHeight())
	s := "—" // before the first step
	if p.TimeStep > 0 {
		s = quantity(p.TimeStep, "s", 3)
	}
	g.put(g.fonts.mono, colorSecondary, q.X+dt-width(g.fonts.mono, s), q.Y+g.rowHeight()/2, s)
	g.tip("The time step now: " + quantity(p.TimeStep, "s", 6))
	g.refusal(key)
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

func (g *gui) lawRow(p bridge.Params) {
	help, names := about("law"), make([]string, len(law.Kinds))
	name, now := shown(&g.m.edits, "law", p.Law), -1
	for i, k := range law.Kinds {
		names[i] = k.Name
		help += "\n“" + k.Name + "”: " + k.About + "."
		if k.Name == name {
			now = i
		}
	}
	w := g.label("Law", help)
	g.choiceMenu("Law", name, g.m.begun.params.Law, g.m.setLaw)
	if i := g.combo("law", names, now, w); i >= 0 {
		g.m.setLaw(names[i])
	}
	g.refusal("law")
}

func (g *gui) ruleRow(p bridge.Params) {
	rules := g.m.config.Rules
	if len(rules) == 0 {
		return
	}
	help, names := about("capsuleRule"), make([]string, len(rules))
	rule, now := shown(&g.m.edits, "capsuleRule", p.CapsuleRule), -1
	for i, r := range rules {
		names[i] = r.Name
		help += "\n“" + r.Name + "”: " + r.About + "."
		if r.Name == rule {
			now = i
		}
	}
	w := g.label("Capsules", help)
	g.choiceMenu("Capsules", rule, g.m.begun.params.CapsuleRule, g.m.setRule)
	if i := g.choice("rule", names, now, w); i >= 0 {
		g.m.setRule(names[i])
	}
	g.refusal("capsuleRule")
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
