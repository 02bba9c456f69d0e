package ui

import (
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: each lamp is off for a sound run, and amber and red from its bounds on; without a number it is off.
func TestLamps(t *testing.T) {
	s := &bridge.Snapshot{Readings: bridge.Readings{Critical: 2e-5}}
	set := map[string]func(v float64){
		"Time step": func(v float64) { s.TimeStep = v * 2e-5 },
		"Overlap":   func(v float64) { s.Stats.MaxOverlapRatio = v },
		"Closure": func(v float64) {
			s.Readings.Energy.Dissipated, s.Readings.Energy.ClosureError = 3, -3*v
		},
	}
	for i := range lamps {
		l := &lamps[i]
		if set[l.name] == nil {
			t.Fatalf("the lamp %q is not tested", l.name)
		}
		for v, want := range map[float64]int{
			0.99 * l.bounds[0]: 0, 1.01 * l.bounds[0]: 1, 0.99 * l.bounds[1]: 1, 1.01 * l.bounds[1]: 2,
		} {
			if set[l.name](v); l.level(l.read(s)) != want {
				t.Errorf("%s at %g: level %d, want %d", l.name, v, l.level(l.read(s)), want)
			}
		}
	}
	for i := range lamps {
		if v := lamps[i].read(&bridge.Snapshot{}); lamps[i].level(v) != 0 {
			t.Errorf("%s is lit without a number", lamps[i].name)
		}
	}
}
