package ui

import "example.org/tumble/sim/run/bridge"

// watchPanel shows what a person looks at while a scene runs, above what can be set.
func (g *gui) watchPanel() {
	s := g.m.snap
	e := &s.Readings.Energy
	g.reading("Bodies", grouped(int64(s.Stats.Bodies)), "")
	contacts, overlap := grouped(int64(s.Stats.Contacts)), percent(s.Stats.MaxOverlapRatio)
	if s.Lacks.Contacts {
		contacts, overlap = unknown, unknown
	}
	g.reading("Contacts", contacts, "Pairs that touch.")
	kinetic, about := kineticEnergy(s)
	g.reading("Kinetic energy", kinetic, about)
	g.reading("Closure error", closureShare(e), "What the ledger of energies does not explain, over what was "+
		"dissipated: "+quantity(e.ClosureError, "J", 3)+".")
	g.reading("Largest overlap", overlap, "Largest overlap over the smaller radius. Settled "+
		"piles should stay below 5 %.")
	text := "Charts"
	if g.button("charts", text, shortcut(actCharts), g.buttonWidth(text, shortcut(actCharts))+g.px(16), g.rowHeight(),
		g.m.shell.Drawer) {
		g.m.do(actCharts)
	}
	g.tip(tipFor(actCharts, ""))
}

// kineticEnergy returns the energy of all bodies, and what a person should know of it: why it is not known, where
// dumps do not say it.
func kineticEnergy(s *bridge.Snapshot) (text, about string) {
	if why := s.Lacks.Reason(bridge.Lacks{Mass: true, Velocity: true, Spin: true}); why != "" {
		return "not known", "Not known: " + why + "."
	}
	return quantity(max(s.Readings.Energy.Kinetic, 0), "J", 4), "Of bodies that move."
}

// closureShare says how large the closure error is beside what was dissipated.
func closureShare(e *bridge.Energy) string {
	if !(e.Dissipated > 0) {
		return "—"
	}
	return number(100*e.ClosureError/e.Dissipated, 2) + " %"
}
