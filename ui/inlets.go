package ui

import (
	"example.org/tumble/sim/spell"
	"fmt"
	"math"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// inlets is the panel of inlets and outlets.
type inlets struct{ *shared }

// draw shows how much inlets have made and outlets have removed, and lets a person edit the rates of inlets.
func (il *inlets) draw(u *widget.Context) {
	s := il.snap
	if len(s.Inlets)+len(s.Outlets) == 0 {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "No bodies come or go in this scene.")
		return
	}
	for i := range s.Inlets {
		imgui.PushIDInt(i)
		il.inletRows(u, i)
		imgui.PopID()
	}
	for i := range s.Outlets {
		out := &s.Outlets[i]
		help := "Outlet: takes bodies in its volume.\n"
		if out.Keep {
			help = "Outlet: takes bodies that leave its volume.\n"
		}
		u.Reading(out.Name, flowed(out.Bodies, out.Mass), help+flowing(out.Rate, out.Done))
		if out.Ages.Count > 0 {
			u.Reading("Median age", format.Quantity(out.Ages.Quantile(0.5), "s", 3), aged(&out.Ages))
		}
	}
	u.Refusal("inlets")
}

// inletRows shows what an inlet has made, its switch and its limits.
func (il *inlets) inletRows(u *widget.Context, i int) {
	in := &il.snap.Inlets[i]
	key, flow := il.key(i), il.flow(i)
	u.Heading(in.Name, flowed(in.Bodies, in.Mass))
	if u.Toggle("Makes "+in.Makes, flowing(in.Rate, in.Done), !flow.Off) {
		flow.Off = !flow.Off
		il.setFlow(i, flow)
	}
	u.Tip("Makes " + in.Makes + ".\nAn inlet that is off makes nothing, and does not make up for that time once it " +
		"is on again.")
	w := u.Label("Rate", "Mean mass in a second [kg/s]. 0: as many bodies as fit.")
	if v, ok := u.Number(widget.Field{Key: key + ".massRate", Unit: "kg/s", Name: "Rate",
		Scale: widget.Scale{Lo: 0, Hi: 1},
		Help:  "0: as many bodies as fit."}, flow.MassRate, w); ok {
		flow.MassRate = v
		il.setFlow(i, flow)
	}
	w = u.Label("Up to mass",
		"The inlet is done after this mass [kg]. 0: no limit. An inlet that is done goes on if you raise the limit.")
	if v, ok := u.Number(widget.Field{Key: key + ".maxMass", Unit: "kg", Name: "Up to mass",
		Scale: widget.Scale{Lo: 0, Hi: max(4*in.Mass, 2*flow.MaxMass, 0.1)}, Help: "0: no limit."}, flow.MaxMass, w); ok {
		flow.MaxMass = v
		il.setFlow(i, flow)
	}
	w = u.Label("Up to bodies",
		"The inlet is done after this number. 0: no limit. An inlet that is done goes on if you raise the limit.")
	if v, ok := u.Number(widget.Field{Key: key + ".maxBodies", Name: "Up to bodies", Round: true,
		Scale: widget.Scale{Lo: 0, Hi: 1000}, Help: "0: no limit."}, float64(flow.MaxBodies), w); ok {
		flow.MaxBodies = int(min(max(v, -1), mostFed))
		il.setFlow(i, flow)
	}
	u.Refusal(key)
}

// mostFed is the largest limit of bodies that the panel accepts: far beyond any scene, but within 32 bits.
const mostFed = 1e9

func flowed(bodies int64, mass float64) string {
	return fmt.Sprintf("%s, %s", spell.Count(bodies, "body", "bodies"), format.Quantity(mass, "kg", 4))
}

// aged explains the ages of the bodies that an outlet took, a line for each number.
func aged(a *bridge.Ages) string {
	text := "From birth until the outlet took the body."
	for i := range bridge.AgeNumbers {
		n := &bridge.AgeNumbers[i]
		text += "\n" + n.Name + ": " + format.Quantity(n.Of(a), n.Unit, 4)
	}
	return text
}

func flowing(rate float64, done bool) string {
	if done {
		return "done"
	}
	return format.Quantity(rate, "kg/s", 3) + " now"
}

// key returns the key of an inlet, as --set names it.
func (il *inlets) key(i int) string { return "inlets." + il.snap.Inlets[i].Name }

// flow returns the rate and limits of an inlet as the panel shows them.
func (il *inlets) flow(i int) bridge.InletFlow {
	return shown(&il.edits, il.key(i), il.snap.Inlets[i].Flow)
}

// setFlow changes the rate and limits of an inlet.
func (il *inlets) setFlow(i int, to bridge.InletFlow) {
	key := il.key(i)
	switch {
	case !(to.MassRate >= 0) || math.IsInf(to.MassRate, 0):
		il.refuse.Set(key, fmt.Sprintf("rate must be ≥ 0 kg/s and finite, got %g", to.MassRate))
		return
	case !(to.MaxMass >= 0) || math.IsInf(to.MaxMass, 0):
		il.refuse.Set(key, fmt.Sprintf("mass must be ≥ 0 kg and finite, got %g", to.MaxMass))
		return
	case to.MaxBodies < 0:
		il.refuse.Set(key, fmt.Sprintf("bodies must be ≥ 0, got %d", to.MaxBodies))
		return
	case to.MaxMass == 0 && to.MaxBodies == 0 && il.awaited(il.snap.Inlets[i].Name):
		il.refuse.Set(key, "must keep a limit of mass or bodies > 0: a motion waits until it is done")
		return
	}
	il.refuse.Forget(key)
	if to != il.flow(i) {
		il.set(key, to, bridge.SetInlet{Inlet: i, Flow: to})
	}
}

// awaited reports whether a motion that has not begun waits for the event of a name.
func (il *inlets) awaited(name string) bool {
	return slices.ContainsFunc(il.snap.Motions, func(o bridge.Motion) bool { return o.After == name && !o.Started })
}
