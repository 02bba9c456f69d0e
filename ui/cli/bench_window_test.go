package cli

import (
	"bytes"
	"encoding/json"
	"testing"
)

// Bench with a window prints what the window did, in all and for each half second of the
// simulation, and lets it close at the scene's end.
func TestBenchWindow(t *testing.T) {
	var out, err bytes.Buffer
	end := 0.0
	status := Main([]string{"bench", "--window"}, Env{Stdout: &out, Stderr: &err, Open: func(r OpenRequest) error {
		end = r.First.End
		for i := 0; ; i++ {
			if at := 0.1 * float64(i); !r.Watch(at, int64(100*i), 3*i) {
				if at < end {
					t.Errorf("closed at %g s, before the end", at)
				}
				break
			}
		}
		r.First.World.Close()
		return nil
	}})
	var got windowResult
	if e := json.Unmarshal(out.Bytes(), &got); e != nil || status != 0 {
		t.Fatalf("status %d, %v: %s%s", status, e, out.String(), err.String())
	}
	if n := len(got.Parts); n != int(end/partLength) || got.Scene != "bottle" || got.Pictures != int(got.Steps)*3/100 ||
		got.Time < end {
		t.Errorf("%d parts of %g s: %+v", n, end, got)
	}
	for _, p := range got.Parts {
		if p.Steps < 500 || p.Steps > 600 || p.Pictures != int(p.Steps)*3/100 {
			t.Errorf("part %+v", p)
		}
	}
	if status := Main([]string{"bench", "--window", "--pile", "x"}, Env{Stdout: &out, Stderr: &err}); status != 2 {
		t.Errorf("a pile in a window: status %d, want 2", status)
	}
}
