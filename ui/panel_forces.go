package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/widget"
)

// forces is the panel of forces from outside.
type forces struct{ *shared }

// draw shows how each force acts, and lets a person switch it off and edit its numbers.
func (fo *forces) draw(u *widget.Context) {
	if len(fo.snap.Forces) == 0 {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "Only gravity and contacts act in this scene.")
		return
	}
	for i := range fo.snap.Forces {
		imgui.PushIDInt(i)
		fo.rows(u, i)
		imgui.PopID()
	}
}

// key returns the key of a force, as --set names it.
func (fo *forces) key(i int) string { return "forces." + fo.snap.Forces[i].Name }

// set changes how a force acts.
func (fo *forces) set(i int, to setting.Force) {
	fo.refuse.Forget(fo.key(i))
	fo.shared.set(fo.key(i), to, bridge.SetForce{Force: i, To: to})
}

// rows shows one force.
func (fo *forces) rows(u *widget.Context, i int) {
	one := &fo.snap.Forces[i]
	acts := shown(&fo.edits, fo.key(i), one.Acts)
	u.Heading(one.Name, forceStanding(one, fo.snap.Time))
	if u.Toggle("Acts on "+chosenBodies(one), "", !acts.Off) {
		acts.Off = !acts.Off
		fo.set(i, acts)
	}
	u.Tip("Acts on " + chosenBodies(one) + ". A force that is off does nothing until it is on again.")
	switch {
	case acts.Fluid.Drag != "":
		fo.fluidRows(u, i, acts)
	case acts.Formula != setting.Formula{}:
		fo.formulaRows(u, i, acts)
	default:
		fo.vectorRows(u, i, "Force", "N", ".force", &acts, &acts.Force)
		fo.vectorRows(u, i, "Torque", "N·m", ".torque", &acts, &acts.Torque)
	}
	u.Refusal(fo.key(i))
}

// vectorRows shows three numbers of a force, which are a part of acts.
func (fo *forces) vectorRows(u *widget.Context, i int, name, unit, key string, acts *setting.Force, v *[3]float64) {
	most := max(v[0], -v[0], v[1], -v[1], v[2], -v[2])
	if most == 0 {
		most = 0.5
	}
	for axis := range v {
		title := fmt.Sprintf("%s %c", name, "xyz"[axis])
		help := fmt.Sprintf("%s along %c [%s].", name, "xyz"[axis], unit)
		w := u.Label(title, help)
		if x, ok := u.Number(widget.Field{Key: fmt.Sprintf("%s%s.%d", fo.key(i), key, axis), Unit: unit, Name: title,
			Scale: widget.Scale{Lo: -2 * most, Hi: 2 * most}, Help: help}, v[axis], w); ok {
			v[axis] = x
			fo.set(i, *acts)
		}
	}
}

// formulaRows shows the formulas of a force, which a person can change.
func (fo *forces) formulaRows(u *widget.Context, i int, acts setting.Force) {
	for k, text := range acts.Formula {
		if text == "" {
			continue
		}
		key := setting.FormulaKeys[k]
		help := "Computed for each body in each step, in SI units with angles in degrees. Enter takes it over: " + text
		imgui.SetNextItemWidth(widget.AtLeast1(u.Label(key, help)))
		if imgui.InputTextV("##"+key, &text, imgui.InputTextFlagsEnterReturnsTrue, nil) && text != "" {
			acts.Formula[k] = text
			fo.set(i, acts)
		}
		u.Tip(help)
	}
}

// fluidRows shows the numbers of a fluid.
func (fo *forces) fluidRows(u *widget.Context, i int, acts setting.Force) {
	f := &acts.Fluid
	u.Reading("Drag", f.Drag, "The law of the drag on the sphere of the same volume as each body.")
	for _, row := range []struct {
		name, key, unit, help string
		at                    *float64
	}{
		{"Viscosity", ".fluid.viscosity", "Pa·s", "Dynamic viscosity of the fluid [Pa·s], above 0.", &f.Viscosity},
		{"Density", ".fluid.density", "kg/m³", "Density of the fluid [kg/m³].", &f.Density},
	} {
		w := u.Label(row.name, row.help)
		if x, ok := u.Number(widget.Field{Key: fo.key(i) + row.key, Unit: row.unit, Name: row.name,
			Scale: widget.Scale{Lo: 0, Hi: 2 * *row.at}, Help: row.help}, *row.at, w); ok {
			*row.at = x
			fo.set(i, acts)
		}
	}
	fo.vectorRows(u, i, "Velocity", "m/s", ".fluid.velocity", &acts, &f.Velocity)
	if u.Toggle("Buoyancy", "", f.Buoyancy) {
		f.Buoyancy = !f.Buoyancy
		fo.set(i, acts)
	}
	u.Tip("The fluid carries the weight of what a body displaces.")
}

// chosenBodies says in words on which bodies a force acts.
func chosenBodies(f *bridge.Force) string {
	if f.Bodies == "" {
		return "all bodies"
	}
	return f.Bodies
}

// forceStanding says in which state a force is.
func forceStanding(f *bridge.Force, now float64) string {
	return standing(&bridge.Motion{Start: f.Start, After: f.After, Delay: f.Delay, Started: f.Started, At: f.At,
		Duration: f.Duration}, now)
}
