package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"tumble/sim/bridge"
	"tumble/sim/law"
)

// scenePanel edits gravity, damping, the time step and the capsule contact rule.
func (g *gui) scenePanel() {
	p := g.m.snap.Params
	g.gravityRow()
	w := g.label("Damping", "Cundall damping: the share of the force that is taken where it does work and given where it resists. 0 for none.")
	damping := shown(&g.m.edits, "damping", p.Damping)
	if v, ok := g.number(field{key: "damping", scale: scale{lo: 0, hi: 0.9}, help: "0 ≤ damping < 1. " + howTo}, damping, w); ok {
		g.m.setDamping(v)
	}
	g.refusal("damping")
	g.timeStepRow(p)
	g.lawRow(p)
	g.ruleRow(p)
	if g.button("save", "Save scene", shortcut(actSave), imgui.ContentRegionAvail().X, g.rowHeight(), false) {
		g.m.do(actSave)
	}
	g.tip(tipFor(actSave, "Writes a scene file with gravity, damping, time step, rules and materials as they are now; it starts from the beginning."))
}

// howTo tells how a field is used.
const howTo = "Drag, Shift-drag for fine, or click to type."

func (g *gui) gravityRow() {
	w := g.label("Gravity", "Gravity [m/s²]; it acts on all bodies at once.")
	gravity := g.m.gravity()
	gap := g.px(3)
	each := float32(int((w - 2*gap) / 3))
	for axis, v := range [3]float64{gravity.X, gravity.Y, gravity.Z} {
		if axis > 0 {
			imgui.SameLineV(0, gap)
		}
		f := field{key: gravityKeys[axis], scale: scale{lo: -20, hi: 20},
			help: fmt.Sprintf("Gravity along %c [m/s²]. %s", "xyz"[axis], howTo)}
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
	help := "Time step as a fraction of the critical one, which follows from masses and contact stiffnesses. Above about 0.8 a pile may become unstable."
	if p.FixedTimeStep {
		help = "The scene fixes the time step; it is not recomputed."
	}
	w := g.label("Time step", help)
	dt := g.px(82)
	g.disabled(p.FixedTimeStep, func() {
		f := field{key: key, scale: scale{lo: 0.05, hi: 1}, help: "0 < safety ≤ 1. " + howTo}
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

func (g *gui) lawRow(p bridge.Params) {
	about, names := "Contact law.", make([]string, len(law.Kinds))
	name, now := shown(&g.m.edits, "law", p.Law), -1
	for i, k := range law.Kinds {
		names[i] = k.Name
		about += "\n“" + k.Name + "”: " + k.About + "."
		if k.Name == name {
			now = i
		}
	}
	w := g.label("Law", about)
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
	w := g.label("Capsules", "Contact rule of capsules. “documented” weighs the end points as the Woo documentation says; “integral” integrates the overlap along the shafts, which is continuous and conservative.")
	rule, now := shown(&g.m.edits, "capsuleRule", p.CapsuleRule), -1
	for i, r := range rules {
		if r == rule {
			now = i
		}
	}
	if i := g.choice("rule", rules, now, w); i >= 0 {
		g.m.setRule(rules[i])
	}
	g.refusal("capsuleRule")
}
