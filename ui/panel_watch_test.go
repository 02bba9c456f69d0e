package ui

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: where dumps do not say how fast bodies are, a person reads that and why, and no number.
func TestKineticEnergyNotKnown(t *testing.T) {
	s := bridge.Snapshot{Missing: bridge.Missing{Velocity: true}}
	s.Readings.Energy.Kinetic = math.NaN()
	if text, about := kineticEnergy(&s); text != "not known" || !strings.Contains(about, bridge.WhyNoVelocity) {
		t.Errorf("the panel says %q, %q", text, about)
	}
	if text, _ := kineticEnergy(&bridge.Snapshot{}); text != "0 J" {
		t.Errorf("of bodies at rest the panel says %q", text)
	}
}
