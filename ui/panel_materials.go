package ui

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"tumble/sim/bridge"
	"tumble/sim/law"
)

// handy are the ranges that sliders cover; typed numbers may use the whole range that
// law.Fields allows.
var handy = map[string]scale{
	"young":   {lo: 1e4, hi: 1e12, log: true},
	"ktDivKn": {lo: 0, hi: 1},
	"tanPhi":  {lo: 0, hi: 1.5},
	"density": {lo: 10, hi: 2e4, log: true},

	"poisson":          {lo: 0, hi: 0.5},
	"restitution":      {lo: 0.01, hi: 1},
	"rollingFriction":  {lo: 0, hi: 0.5},
	"twistingFriction": {lo: 0, hi: 0.5},
	"surfaceEnergy":    {lo: 0, hi: 10},
}

// materialsPanel edits the materials as the simulation runs.
func (g *gui) materialsPanel() {
	if len(g.m.snap.Materials) == 0 {
		g.paragraph(g.fonts.text, colorSecondary, "The scene has no materials.")
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
			g.materialRow(i, f, *f.Of(&now))
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
	s, ok := handy[f.Name]
	if !ok {
		s = scale{lo: f.Min, hi: f.Max}
	}
	key := materialKey(g.m.snap.Materials[i].Name, f.Name)
	w := g.label(f.Name, fieldHelp(f))
	row := field{key: key, unit: f.Unit, scale: s, help: fieldHelp(f) + "\n" + howTo}
	if next, ok := g.number(row, v, w); ok {
		g.m.setMaterial(i, f, next)
	}
	g.refusal(key)
}

// fieldHelp says what a number of a material is and what is allowed.
func fieldHelp(f law.Field) string {
	unit := ""
	if f.Unit != "" {
		unit = " [" + f.Unit + "]"
	}
	meaning := strings.ToUpper(f.Meaning[:1]) + f.Meaning[1:]
	return fmt.Sprintf("%s%s, ≥ %s and ≤ %s.", meaning, unit, number(f.Min, 3), number(f.Max, 3))
}
