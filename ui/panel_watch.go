package ui

import (
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// watchPanel shows what a person looks at while a scene runs, above what can be set.
type watchPanel struct{ *readings }

func (rd watchPanel) draw(u *widget.Context) {
	s := rd.snap
	e := &s.Readings.Energy
	u.Reading("Bodies", format.Grouped(int64(s.Stats.Bodies)), "")
	contacts, overlap := format.Grouped(int64(s.Stats.Contacts)), format.Percent(s.Stats.MaxOverlapRatio)
	if s.Missing.Contacts {
		contacts, overlap = format.Unknown, format.Unknown
	}
	u.Reading("Contacts", contacts, "Pairs that touch.")
	kinetic, about := kineticEnergy(s)
	u.Reading("Kinetic energy", kinetic, about)
	u.Reading("Closure error", closureShare(e), "What the ledger of energies does not explain, over what was "+
		"dissipated: "+format.Quantity(e.ClosureError, "J", 3)+".")
	u.Reading("Largest overlap", overlap, "Largest overlap over the smaller radius. Settled "+
		"piles should stay below 5 %.")
	text := "Charts"
	if u.Button("charts", text, keymap.Shortcut(keymap.Charts),
		u.ButtonWidth(text, keymap.Shortcut(keymap.Charts))+u.Px(16), u.RowHeight(),
		rd.shell.Drawer) {
		rd.do(keymap.Charts)
	}
	u.Tip(keymap.Tip(keymap.Charts, ""))
}

// kineticEnergy returns the energy of all bodies, and what a person should know of it: why it is not known, where
// dumps do not say it.
func kineticEnergy(s *bridge.Snapshot) (text, about string) {
	if why := s.Missing.Reason(bridge.Missing{Mass: true, Velocity: true, Spin: true}); why != "" {
		return "not known", "Not known: " + why + "."
	}
	return format.Quantity(max(s.Readings.Energy.Kinetic, 0), "J", 4), "Of bodies that move."
}

// closureShare says how large the closure error is beside what was dissipated.
func closureShare(e *bridge.Energy) string {
	if !(e.Dissipated > 0) {
		return "—"
	}
	return format.Number(100*e.ClosureError/e.Dissipated, 2) + " %"
}
