package run_test

import (
	"os"
	"path/filepath"
	"testing"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

// Contract: edits of one value that follow each other within a second are taken back as one, but only where the world
// is right after the edit before: an edit that follows a way back, or an undo, stands alone.
func TestEditAfterAWayBackStandsAlone(t *testing.T) {
	own := filepath.Join(t.TempDir(), "s.yaml")
	if err := os.WriteFile(own, []byte(everything), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, back := range map[string]bridge.Command{"seek": bridge.Seek{Step: 5}, "undo": bridge.Undo{}} {
		t.Run(name, func(t *testing.T) {
			s, err := scene.Load(own, scene.Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			r := run.New(s, nil, bridge.NewFeed(), nil)
			defer func() { r.World().Close() }()
			value := func() (damping float64, bodies int) {
				_, flow, _ := r.World().Inlet(0)
				return r.World().Params().Damping, flow.MaxBodies
			}
			damping, most := value()
			r.Do(bridge.Pause{})
			r.Do(bridge.Number("damping", 0.125))
			r.Do(bridge.StepOnce{N: 10})
			for _, n := range []int{5, 6} { // one drag
				r.Do(bridge.SetInlet{Flow: bridge.InletFlow{MaxBodies: n}})
			}
			r.Do(back)
			r.Do(bridge.SetInlet{Flow: bridge.InletFlow{MaxBodies: 7}})
			for i, want := range []struct {
				damping float64
				most    int
			}{{0.125, 7}, {0.125, most}, {damping, most}} {
				if d, n := value(); d != want.damping || n != want.most {
					t.Errorf("after %d undos: damping %g and %d bodies, want %g and %d", i, d, n, want.damping, want.most)
				}
				r.Do(bridge.Undo{})
			}
		})
	}
}
