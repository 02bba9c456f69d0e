package ui

import (
	"math"

	"github.com/inkyblackness/imgui-go/v4"
)

// runPanelHeight is the height of the run panel at a scale of 1.
const runPanelHeight = 172

// runPanel starts and stops the clock, sets its speed, and picks the scene.
func (g *gui) runPanel() {
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, g.vec(6, 6))
	g.sceneRow()
	g.transport()
	g.clockRow()
	g.speedRow()
	g.seedRow()
	imgui.PopStyleVar()
}

// sceneRow names the scene; a click opens the picker.
func (g *gui) sceneRow() {
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, g.px(30)
	if hit("scene", w, h) {
		g.m.do(actPicker)
	}
	c := colorText
	if imgui.IsItemHovered() {
		c = colorAccentHi
		imgui.WindowDrawList().AddRectFilledV(p, imgui.Vec2{X: p.X + w, Y: p.Y + h}, packed(colorFrame), g.px(3),
			imgui.DrawFlagsRoundCornersAll)
	}
	key := shortcut(actPicker)
	g.put(g.fonts.medium, c, p.X+g.px(8), p.Y+h/2, g.fit(g.fonts.medium, g.m.title(),
		w-g.px(60)-width(g.fonts.small, key)))
	g.put(g.fonts.small, colorFaint, p.X+w-g.px(26)-width(g.fonts.small, key), p.Y+h/2, key)
	g.chevron(p.X+w-g.px(12), p.Y+h/2, true, colorSecondary)
	g.tip(tipFor(actPicker, ""))
}

// transport is the row of play, step and reset.
func (g *gui) transport() {
	h, gap := g.px(34), g.px(6)
	side := g.px(46)
	w := imgui.ContentRegionAvail().X - 2*(side+gap)
	if g.iconButton(actReset, iconReset, "", side, h, false, colorText) {
		g.m.do(actReset)
	}
	imgui.SameLineV(0, gap)
	sign, text := icon(iconPause), "Pause"
	if g.m.paused() {
		sign, text = iconPlay, "Play"
	}
	if g.iconButton(actPlay, sign, text, w, h, g.m.paused(), colorText) {
		g.m.do(actPlay)
	}
	imgui.SameLineV(0, gap)
	if g.iconButton(actStep, iconStep, "", side, h, false, colorText) {
		g.m.do(actStep)
	}
}

// clockRow shows the time, and how far the scene is if it has an end.
func (g *gui) clockRow() {
	s := g.m.snap
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, g.px(26)
	imgui.Dummy(sized(w, h))
	y := p.Y + h/2 - g.px(2)
	g.put(g.fonts.mono, colorText, p.X, y, clockTime(s.Time, s.End))
	steps := "step " + grouped(s.Step)
	if s.End > 0 {
		steps = "of " + quantity(s.End, "s", 4) + "   " + steps
	}
	g.put(g.fonts.mono, colorSecondary, p.X+w-width(g.fonts.mono, steps), y, steps)
	if s.End > 0 {
		g.bar(imgui.Vec2{X: p.X, Y: p.Y + h - g.px(3)}, w, g.px(3), s.Time/s.End, colorAccent)
	}
}

// speedRow sets the asked speed and shows the actual one.
func (g *gui) speedRow() {
	w := g.label("Speed", "Simulated seconds per second of wall time, asked. The keys − and = go down and up a ladder "+
		"of round steps; max is as fast as possible.")
	b, gap := g.px(26), g.px(2)
	// In a narrow column the asked speed keeps its room, and the actual one goes without its word.
	actual := max(min(g.px(92), w-2*(b+gap)-gap-g.px(46)), g.px(46))
	if g.button("slower", "−", "", b, g.rowHeight(), false) {
		g.m.do(actSlower)
	}
	g.tip(tipFor(actSlower, ""))
	imgui.SameLineV(0, gap)
	p := imgui.CursorScreenPos()
	mid := w - 2*(b+gap) - actual - gap
	f := g.m.speed()
	if hit("speed", mid, g.rowHeight()) {
		g.m.setSpeed(1)
	}
	g.face(p, mid, g.rowHeight(), false)
	s := askedSpeed(f)
	g.put(g.fonts.mono, colorText, p.X+(mid-width(g.fonts.mono, s))/2, p.Y+g.rowHeight()/2, s)
	g.tip("Asked speed. Click for real time.")
	imgui.SameLineV(0, gap)
	if g.button("faster", "+", "", b, g.rowHeight(), false) {
		g.m.do(actFaster)
	}
	g.tip(tipFor(actFaster, ""))
	imgui.SameLineV(0, 0)
	g.actualSpeed(f, actual)
}

// actualSpeed is yellow where the simulation cannot keep up.
func (g *gui) actualSpeed(asked float64, w float32) {
	p := imgui.CursorScreenPos()
	hit("actual", w, g.rowHeight())
	real, c := g.m.snap.Stats.RealTimeFactor, colorSecondary
	s, word := factor(real), "actual"
	if g.m.snap.Fault != "" {
		s, word = "", "stopped"
	} else if g.m.paused() {
		s, word = "", "paused"
	} else if asked > 0 && real < 0.9*asked {
		c = colorWarning
	}
	x, y := p.X+w-width(g.fonts.mono, s), p.Y+g.rowHeight()/2
	g.put(g.fonts.mono, c, x, y, s)
	if s != "" {
		x -= g.px(6)
	}
	if x -= width(g.fonts.small, word); x >= p.X {
		g.put(g.fonts.small, colorFaint, x, y, word)
	}
	g.tip("Actual simulated seconds per second of wall time. Yellow: slower than asked.")
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
	if g.button("restart", "Restart", "", b, g.rowHeight(), m.seed != m.snap.Seed) {
		m.loadScene(m.snap.Scene)
	}
	g.tip("Load the scene anew with this seed. Edits are lost; Reset keeps them.")
	g.refusal("seed")
}

// fit shortens a text to a width.
func (g *gui) fit(f imgui.Font, s string, w float32) string {
	if width(f, s) <= w {
		return s
	}
	r := []rune(s)
	for len(r) > 1 && width(f, string(r)+"…") > w {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}
