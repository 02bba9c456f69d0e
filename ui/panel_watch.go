package ui

import (
	"math"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// watchPanel shows the most important numbers of a running scene, above the settings.
type watchPanel struct{ *readings }

func (rd watchPanel) draw(u *widget.Context) {
	s := rd.snap
	e := &s.Readings.Energy
	u.Reading("Bodies", spell.Grouped(s.Stats.Bodies), "")
	contacts, overlap := spell.Grouped(s.Stats.Contacts), format.Percent(s.Stats.MaxOverlapRatio)
	if s.Missing.Contacts {
		contacts, overlap = format.Unknown, format.Unknown
	}
	u.Reading("Contacts", contacts, "Pairs that touch.")
	kinetic, about := kineticEnergy(s)
	u.Reading("Kinetic energy", kinetic, about)
	u.Reading("Closure error", closureText(e), closureHelp)
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

// kineticEnergy returns the kinetic energy of all bodies and a remark: for dumps without the needed data, why it
// is not known.
func kineticEnergy(s *bridge.Snapshot) (text, about string) {
	if why := s.Missing.Reason(bridge.Missing{Mass: true, Velocity: true, Spin: true}); why != "" {
		return "not known", "Not known: " + why + "."
	}
	return format.Quantity(max(s.Readings.Energy.Kinetic, 0), "J", 4), "Of bodies that move."
}

// closureHelp explains the closure error.
const closureHelp = "What the ledger of energies does not explain, and its share of what was dissipated."

// closureText writes the closure error, and its share of the dissipated energy.
func closureText(e *bridge.Energy) string {
	text := format.Quantity(e.ClosureError, "J", 2)
	if e.Dissipated > 0 {
		text += ", " + format.Number(100*math.Abs(e.ClosureError)/e.Dissipated, 2) + " %"
	}
	return text
}
