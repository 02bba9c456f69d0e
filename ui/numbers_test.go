package ui

import (
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: what a person reads of bodies and contacts has units in which numbers are short, and nothing where there is
// nothing: no long row of zeros, no rounding error, no word of scene files.
func TestNumbersReadWell(t *testing.T) {
	for _, c := range []struct {
		row  numberRow
		want string
	}{
		{one("Mass", "kg", 0.000761963, ""), "761.963 mg"},
		{one("Area", "m²", 2.5e-5, ""), "25 mm²"},
		{three("Force", "N", vec.Vec3{}, ""), "0 N"},
		{three("Inertia", "kg·m²", vec.New(3.998e-9, 3.998e-9, 1.2e-9), ""), " 3.9980  3.9980  1.2000 g·mm²"},
		{three("Torque", "N·m", vec.New(-0.01495, 1e-19, 0), ""), "−14.950   0.000   0.000 mN·m"},
	} {
		if got := c.row.text(digits); got != c.want {
			t.Errorf("%s is %q, want %q", c.row.name, got, c.want)
		}
	}
	e := bridge.Energy{ClosureError: -1.63e-6, Dissipated: 0.335}
	if got := closureText(&e); got != "−1.6 µJ, 0.00049 %" {
		t.Errorf("the closure error is %q", got)
	}
	n := &bridge.ContactNumbers{Point: vec.New(1, 2, 3)}
	n.Explained.Places = []bridge.Place{{Weight: 1, Point: vec.New(1, 2, 3+1e-16)}}
	if got := meanText(n); got != "is the point" {
		t.Errorf("the mean %s", got)
	}
	n.Explained.Places[0].Point.Z += 0.002
	if got := meanText(n); !strings.HasPrefix(got, "2 mm off") {
		t.Errorf("the mean is %s", got)
	}
}

// Contract: the badge of a run file that was reproduced goes with the first edit, and is back where the run is that of
// the file again.
func TestBadgeOfAnEditedRun(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	state := Receipt{Path: "bottle.tumble", Done: 1, Verdict: "reproduced, hash 1", Good: true}
	m.config.Receipt = func() Receipt { return state }
	badge := func(edits int) string {
		e.state.Scene, e.state.Timeline.Edits = state.Path, make([]bridge.EditNote, edits)
		e.publish()
		m.poll()
		m.receipt.update()
		p, _ := m.receipt.receiptPart()
		return p.text
	}
	for _, c := range []struct {
		edits int
		want  string
	}{{2, "reproduced"}, {3, "edited since"}, {2, "reproduced"}} {
		if got := badge(c.edits); got != c.want {
			t.Errorf("with %d edits, of which 2 are in the file, the badge says %q, want %q", c.edits, got, c.want)
		}
	}
}
