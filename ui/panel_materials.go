package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
)

// materialsPanel edits the materials as the simulation runs: the numbers that the present law uses.
func (g *gui) materialsPanel() {
	if len(g.m.snap.Materials) == 0 {
		g.paragraph(g.fonts.text, colorSecondary, "The scene has no materials.")
	}
	var used *law.Law // whose numbers are shown
	if k, err := law.ByName(shown(&g.m.edits, "law", g.m.snap.Params.Law)); err == nil {
		used = &law.Kinds[k]
	}
	for i := range g.m.snap.Materials {
		have := &g.m.snap.Materials[i]
		if i > 0 {
			imgui.Dummy(imgui.Vec2{Y: g.px(4)})
		}
		imgui.PushIDInt(i)
		g.materialHead(have)
		now := g.m.material(i)
		for _, f := range law.Fields {
			if used == nil || used.Uses(&f) {
				g.materialRow(i, f, *f.Of(&now))
			}
		}
		g.refusal("materials." + have.Name)
		imgui.PopID()
	}
}

// materialHead names a material and shows what follows from it.
func (g *gui) materialHead(m *bridge.Material) {
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, g.px(22)
	hit("head", w, h)
	g.put(g.fonts.medium, colorText, p.X, p.Y+h/2, m.Name)
	s := "no shape uses it"
	if m.Radius > 0 {
		s = "kn " + quantity(m.NormalStiffness, "N/m", 3) + "   Δt " + quantity(m.CriticalTimeStep, "s", 3)
	}
	g.put(g.fonts.mono, colorSecondary, p.X+w-width(g.fonts.mono, s), p.Y+h/2, s)
	if m.Radius > 0 {
		g.tip(fmt.Sprintf("What follows for the smallest shape of it, radius %s:\nnormal stiffness of two in contact %s,\n"+
			"critical time step r √(ρ/E) %s.",
			quantity(m.Radius, "m", 4), quantity(m.NormalStiffness, "N/m", 5), quantity(m.CriticalTimeStep, "s", 5)))
	}
}

func (g *gui) materialRow(i int, f law.Field, v float64) {
	name, word := g.m.snap.Materials[i].Name, wordOf(f)
	key := materialKey(name, f.Name)
	w := g.label(word.name, fieldHelp(f))
	row := field{key: key, unit: f.Unit, scale: word.slider, name: word.name, initial: g.m.begun.material(i, name, f),
		help: fieldHelp(f)}
	if next, ok := g.number(row, v, w); ok {
		g.m.wantMaterial(i, f, next)
	}
	g.refusal(key)
}
