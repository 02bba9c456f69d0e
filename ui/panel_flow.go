package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"
)

// flowPanel shows what inlets have made and outlets have taken, and edits how much inlets make.
func (g *gui) flowPanel() {
	s := g.m.snap
	if len(s.Inlets)+len(s.Outlets) == 0 {
		g.paragraph(g.fonts.text, colorSecondary, "No bodies come or go in this scene.")
		return
	}
	for i := range s.Inlets {
		imgui.PushIDInt(i)
		g.inletRows(i)
		imgui.PopID()
	}
	for i := range s.Outlets {
		out := &s.Outlets[i]
		help := "Outlet: takes bodies in its volume.\n"
		if out.Keep {
			help = "Outlet: takes bodies that leave its volume.\n"
		}
		g.reading(out.Name, flowed(out.Bodies, out.Mass), help+flowing(out.Rate, out.Done))
	}
	g.refusal("inlets")
}

// inletRows are what an inlet has made, its switch and its limits.
func (g *gui) inletRows(i int) {
	m, in := g.m, &g.m.snap.Inlets[i]
	key, flow := m.inletKey(i), m.inletFlow(i)
	g.heading(in.Name, flowed(in.Bodies, in.Mass))
	if g.toggle("Makes "+in.Makes, flowing(in.Rate, in.Done), !flow.Off) {
		flow.Off = !flow.Off
		m.setInlet(i, flow)
	}
	g.tip("An inlet that is off makes nothing, and does not make up for that time once it is on again.")
	w := g.label("Rate", "Mean mass in a second [kg/s]. 0: as many bodies as fit.")
	if v, ok := g.number(field{key: key + ".massRate", unit: "kg/s", name: "Rate", scale: scale{lo: 0, hi: 1},
		help: "0: as many bodies as fit."}, flow.MassRate, w); ok {
		flow.MassRate = v
		m.setInlet(i, flow)
	}
	w = g.label("Up to mass", "After so much it is done [kg]. 0: no limit. One that was done goes on if you raise this.")
	if v, ok := g.number(field{key: key + ".maxMass", unit: "kg", name: "Up to mass",
		scale: scale{lo: 0, hi: max(4*in.Mass, 2*flow.MaxMass, 0.1)}, help: "0: no limit."}, flow.MaxMass, w); ok {
		flow.MaxMass = v
		m.setInlet(i, flow)
	}
	w = g.label("Up to bodies", "After so many it is done. 0: no limit. One that was done goes on if you raise this.")
	if v, ok := g.number(field{key: key + ".maxBodies", name: "Up to bodies", round: true,
		scale: scale{lo: 0, hi: 1000}, help: "0: no limit."}, float64(flow.MaxBodies), w); ok {
		flow.MaxBodies = int(min(max(v, -1), mostFed))
		m.setInlet(i, flow)
	}
	g.refusal(key)
}

// mostFed is the largest limit of bodies that the panel asks for: far beyond any scene, but a whole number
// everywhere.
const mostFed = 1e9

func flowed(bodies int64, mass float64) string {
	return fmt.Sprintf("%s, %s", grouped(bodies), quantity(mass, "kg", 4))
}

func flowing(rate float64, done bool) string {
	if done {
		return "done"
	}
	return quantity(rate, "kg/s", 3) + " now"
}
