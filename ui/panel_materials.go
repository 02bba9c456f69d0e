package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// materialsPanel edits the materials as the simulation runs: the numbers that the present law uses.
func (g *gui) materialsPanel() {
	if len(g.m.snap.Materials) == 0 {
		g.Paragraph(g.Fonts.Text, widget.ColorSecondary, "The scene has no materials.")
	}
	var used *law.Law // whose numbers are shown
	if k, err := law.ByName(shown(&g.m.edits, "law", g.m.snap.Params.Law)); err == nil {
		used = &law.Kinds[k]
	}
	for i := range g.m.snap.Materials {
		have := &g.m.snap.Materials[i]
		if i > 0 {
			imgui.Dummy(imgui.Vec2{Y: g.Px(4)})
		}
		imgui.PushIDInt(i)
		g.materialHead(have)
		now := g.m.material(i)
		for _, f := range law.Fields {
			if used == nil || used.Uses(&f) {
				g.materialRow(i, f, *f.Of(&now))
			}
		}
		g.Refusal("materials." + have.Name)
		imgui.PopID()
	}
}

// materialHead names a material and shows what follows from it.
func (g *gui) materialHead(m *bridge.Material) {
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, g.Px(22)
	widget.Clickable("head", w, h)
	g.TextAt(g.Fonts.Medium, widget.ColorText, p.X, p.Y+h/2, m.Name)
	s := "no shape uses it"
	if m.Radius > 0 {
		s = "kn " + format.Quantity(m.NormalStiffness, "N/m", 3) + "   Δt " + format.Quantity(m.CriticalTimeStep, "s", 3)
	}
	g.TextAt(g.Fonts.Mono, widget.ColorSecondary, p.X+w-widget.TextWidth(g.Fonts.Mono, s), p.Y+h/2, s)
	if m.Radius > 0 {
		g.Tip(fmt.Sprintf("What follows for the smallest shape of it, radius %s:\nnormal stiffness of two in contact %s,\n"+
			"critical time step r √(ρ/E) %s.",
			format.Quantity(m.Radius, "m", 4), format.Quantity(m.NormalStiffness, "N/m",
				5), format.Quantity(m.CriticalTimeStep, "s", 5)))
	}
}

func (g *gui) materialRow(i int, f law.Field, v float64) {
	name, word := g.m.snap.Materials[i].Name, wordOf(f)
	key := materialKey(name, f.Name)
	w := g.Label(word.name, fieldHelp(f))
	row := widget.Field{Key: key, Unit: f.Unit, Scale: word.slider, Name: word.name,
		Initial: g.m.begun.material(i, name, f),
		Help:    fieldHelp(f)}
	if next, ok := g.Number(row, v, w); ok {
		g.m.wantMaterial(i, f, next)
	}
	g.Refusal(key)
}
