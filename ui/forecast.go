package ui

import (
	"fmt"
	"strings"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// forecast tries edits before they are made, where the run is paused: a copy of the world shows their effect.
type forecast struct {
	*shared
	ahead  float64 // span of a forecast [s]; 0: there are no forecasts
	trying bool    // a number is being dragged and its edit tried
}

// Tries reports whether the number of a field belongs to the physics, so that an edit of it can be tried first.
func (fc *forecast) Tries(key string) bool {
	name, _, _ := strings.Cut(key, ".")
	return settingOf(key) != nil || name == "materials" || name == "motions" || name == "inlets" ||
		name == "forces"
}

// Begin lets the next edits be tried, if forecasts are switched on and the run is paused, and reports whether they
// will be.
func (fc *forecast) Begin() bool {
	if fc.snap == nil || !fc.paused() || fc.ahead <= 0 || fc.trying {
		return false
	}
	fc.send(bridge.TryEdits{Span: fc.ahead})
	fc.trying = true
	return true
}

// On reports whether edits are tried now.
func (fc *forecast) On() bool { return fc.trying }

// Make applies the edit that was tried to the world.
func (fc *forecast) Make() {
	fc.trying = false
	fc.send(bridge.MakeTried{})
}

// dropTried drops the edit that was tried, and its forecast.
func (fc *forecast) dropTried() {
	fc.trying = false
	fc.send(bridge.DropTried{})
}

// foresees reports whether a forecast is shown.
func (fc *forecast) foresees() bool { return fc.snap != nil && fc.snap.Forecast.Version != 0 }

// forecastText says how far a forecast has come.
func (fc *forecast) forecastText() string {
	if !fc.foresees() {
		return ""
	}
	f := &fc.snap.Forecast
	text := "what if: the next " + format.Quantity(f.End-f.From, "s", 3)
	switch {
	case f.Fault != "":
		text += fmt.Sprintf(", it stops at %s: %s", format.Quantity(f.Until, "s", 4), format.Shorten(f.Fault, 40))
	case f.Until < f.End-1e-3*(f.End-f.From):
		text += fmt.Sprintf(", %.0f %%", 100*(f.Until-f.From)/(f.End-f.From))
	}
	if f.Trying {
		text += "; let go to make the edit, Esc forgets it"
	}
	return text
}

// longestAhead is the longest span of a forecast [s].
const longestAhead = 2

// aheadRow shows the field for the span of forecasts.
func (fc *forecast) aheadRow(u *widget.Context) {
	f := widget.Field{Key: "whatif", Unit: "s", Name: "What if", Scale: widget.Scale{Lo: 0, Hi: longestAhead},
		Initial: &defaultAhead,
		Help:    "0 is none. Drag or click to type."}
	w := u.Label("What if", "While the run is paused, dragging a number of the physics shows this much of what would "+
		"come of it, as bodies that are seen through and dashed lines. Letting go makes the edit, Esc forgets it.")
	if v, ok := u.Number(f, fc.ahead, w); ok {
		fc.ahead = max(0, min(v, longestAhead))
	}
}

// defaultAhead is the span of forecasts at the first start [s].
var defaultAhead = 0.3
