package ui

import (
	"fmt"

	"tumble/sim/bridge"
)

// flows shows what inlets have made and outlets have taken, if there are any.
func (g *gui) flows(s *bridge.Snapshot) {
	if len(s.Inlets)+len(s.Outlets) == 0 {
		return
	}
	g.heading("In and out", "")
	for i := range s.Inlets {
		in := &s.Inlets[i]
		help := "Inlet of " + in.Makes + ".\n" + flowing(in.Rate, in.Done)
		if in.Flow.MaxMass > 0 {
			help += "\nUp to " + quantity(in.Flow.MaxMass, "kg", 4) + "."
		}
		g.reading(in.Name, flowed(in.Bodies, in.Mass), help)
	}
	for i := range s.Outlets {
		out := &s.Outlets[i]
		help := "Outlet: takes bodies in its volume.\n"
		if out.Keep {
			help = "Outlet: takes bodies that leave its volume.\n"
		}
		g.reading(out.Name, flowed(out.Bodies, out.Mass), help+flowing(out.Rate, out.Done))
	}
}

func flowed(bodies int64, mass float64) string {
	return fmt.Sprintf("%s, %s", grouped(bodies), quantity(mass, "kg", 4))
}

func flowing(rate float64, done bool) string {
	if done {
		return "Done."
	}
	return quantity(rate, "kg/s", 3) + " now, smoothed over 0.1 s."
}
