package ui

import (
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: the factor is chosen from the speed of a run that cannot keep up, as one edit, and from no other; the chip
// says what overlaps were and ends the preview.
func TestPreview(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	see := func(soften, factor, overlap float64) {
		e.state.Params.Soften, e.state.Stats.RealTimeFactor, e.state.Stats.MaxOverlapRatio = soften, factor, overlap
		e.state.Speed, e.state.Paused = 1, false
		e.publish()
		m.poll()
		m.out.waiting = nil
	}
	for factor, want := range map[float64]float64{0: 0, 0.97: 0, 0.5: 4, 0.3: 12, 0.001: 1000} {
		if see(1, factor, 1e-4); m.physics.softened() || m.physics.previewText() != "" {
			t.Error("a run that is not softened has a chip")
		}
		m.physics.realTime()
		var sent []bridge.Command
		if want > 0 {
			sent = append(sent, bridge.Number("soften", want))
		}
		if len(m.out.waiting) != len(sent) || len(sent) > 0 && m.out.waiting[0] != sent[0] {
			t.Errorf("at %g of real time it sent %v, want %v", factor, m.out.waiting, sent)
		}
	}
	for _, c := range []struct{ soften, factor, overlap, want float64 }{
		{1, 0.01, 0.0097, 20}, {10, 0.01, 0.01, 200}, {1, 0.5, 0.0501, 3.9}, {1, 0.5, 0.04, 4},
		{1, 0.01, 0, 1000}, {20, 0.1, 0.15, 0}, {1000, 0.5, 1e-5, 0},
	} {
		see(c.soften, c.factor, c.overlap)
		m.physics.realTime()
		var sent []bridge.Command
		if c.want > 0 {
			sent = append(sent, bridge.Number("soften", c.want))
		}
		if !slices.Equal(m.out.waiting, sent) {
			t.Errorf("%+v: it sent %v", c, m.out.waiting)
		}
	}
	see(1, 1, 1e-4)
	see(100, 1, 0.01)
	if text := m.physics.previewText(); !strings.Contains(text, "×100") || !strings.Contains(text, "1 %, was 0.01 %") {
		t.Errorf("the chip says %q", text)
	}
	if m.physics.endPreview(); len(m.out.waiting) != 1 || m.out.waiting[0] != bridge.Number("soften", 1) {
		t.Errorf("the chip sent %v", m.out.waiting)
	}
}
