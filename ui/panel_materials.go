package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// materialsPanel edits the materials while the simulation runs: only the numbers that the present contact law
// uses.
type materialsPanel struct{ *physics }

func (ph materialsPanel) draw(u *widget.Context) {
	if len(ph.snap.Materials) == 0 {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "The scene has no materials.")
	}
	used := ph.lawNow() // only its numbers are shown
	for i := range ph.snap.Materials {
		have := &ph.snap.Materials[i]
		if i > 0 {
			imgui.Dummy(imgui.Vec2{Y: u.Px(4)})
		}
		imgui.PushIDInt(i)
		ph.materialHead(u, have)
		now := ph.material(i)
		for _, f := range law.Fields {
			if used == nil || used.Uses(&f) {
				ph.materialRow(u, i, f, *f.Of(&now))
			}
		}
		u.Refusal("materials." + have.Name)
		imgui.PopID()
	}
}

// lawNow returns the present contact law, or nil if its name is not known.
func (ph *physics) lawNow() *law.Law {
	if k, err := law.ByName(shown(&ph.edits, "law", ph.snap.Params.Law)); err == nil {
		return &law.Kinds[k]
	}
	return nil
}

// materialHead shows the name of a material and the numbers derived from it.
func (ph *physics) materialHead(u *widget.Context, m *bridge.Material) {
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, u.Px(22)
	widget.Clickable("head", w, h)
	u.TextAt(u.Fonts.Medium, widget.ColorText, p.X, p.Y+h/2, m.Name)
	s := "no sphere or capsule uses it"
	if m.Radius > 0 {
		s = "kn " + format.Quantity(m.NormalStiffness, "N/m", 3) + "   Δt " + format.Quantity(m.CriticalTimeStep, "s", 3)
	}
	u.TextAt(u.Fonts.Mono, widget.ColorSecondary, p.X+w-widget.TextWidth(u.Fonts.Mono, s), p.Y+h/2, s)
	if m.Radius > 0 {
		u.Tip(fmt.Sprintf("What follows for the smallest shape of it, radius %s:\nnormal stiffness of two in contact %s,\n"+
			"critical time step r √(ρ/E) %s.",
			format.Quantity(m.Radius, "m", 4), format.Quantity(m.NormalStiffness, "N/m",
				5), format.Quantity(m.CriticalTimeStep, "s", 5)))
	}
}

func (ph *physics) materialRow(u *widget.Context, i int, f law.Field, v float64) {
	name, word := ph.snap.Materials[i].Name, wordOf(f)
	key := materialKey(name, f.Name)
	w := u.Label(f.Word, fieldHelp(f))
	row := widget.Field{Key: key, Unit: f.Unit, Scale: word.slider, Name: f.Word,
		Initial: ph.scene.initial.material(i, name, f),
		Help:    fieldHelp(f)}
	if next, ok := u.Number(row, v, w); ok {
		ph.wantMaterial(i, f, next)
	}
	u.Refusal(key)
}
