package replay

import (
	"encoding/json"
	"testing"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// passing is a world with a named plane.
type passing struct {
	played
	through []bridge.Passed
}

func (p *passing) Fill(s *bridge.Snapshot) { s.Through = p.through }

// Contract: a page has the outlines of regions that stand still and of named planes, and their counts in each moment;
// regions that move with a body are left out.
func TestPagesHaveSensors(t *testing.T) {
	list, err := bridge.ParseRegions([]string{"near=box/-9,-9,-9/0.015,9,9", "own=sphere/0,0,0/1@3"})
	if err != nil {
		t.Fatal(err)
	}
	gate, err := bridge.ParsePlane("gate=rectangle/0,0,0/1,0,0/0,1,0")
	if err != nil {
		t.Fatal(err)
	}
	r := New("", run.Origin{}, bridge.ViewHint{}, false)
	r.Regions = list
	body := func(x float64, kind string) state.Body {
		b := arrivals()[0].Bodies[0]
		b.Position, b.Kind = [3]float64{x, 0, 0}, kind
		return b
	}
	for k, bodies := range [][]state.Body{{body(0, "dynamic")}, {body(0.02, "dynamic")}, {body(0, "static")}} {
		w := passing{played{now: state.State{Bodies: bodies, Time: float64(k), Hash: "0123456789abcdef"}},
			[]bridge.Passed{{Plane: gate, Forward: bridge.Crossed{Bodies: int64(2 * k)}}}}
		if err := r.Add(&w); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(r.sensors())
	if err != nil {
		t.Fatal(err)
	}
	var got []sensorHead
	if err := json.Unmarshal(text, &got); err != nil || len(got) != 2 {
		t.Fatalf("%v: %s", err, text)
	}
	for i, want := range []struct {
		name   string
		values [3]int64
		lines  int
	}{{"near", [3]int64{1, 0, 0}, 6}, {"gate", [3]int64{0, 2, 4}, 2}} {
		if s := got[i]; s.Name != want.name || [3]int64(s.Values) != want.values || len(s.Lines) != want.lines {
			t.Errorf("sensor %d is %+v, want %+v", i, s, want)
		}
	}
}
