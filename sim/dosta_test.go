package sim_test

import (
	"compress/gzip"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"example.org/tumble/sim/scene"
)

// TestImpactOfDosta: a steel ball falls into 25,000 grains, the third case of Dosta et al., Comput. Phys. Commun. 296
// (2024) 109066, from their initial state. Allowed are what other programs gave: until 20 ms the band of seven programs
// with ten other packings, in which the packing does not show; at 30 ms what MUSEN and LIGGGHTS gave with this packing,
// and half of what lies between them to each side; the least height of those seven programs.
func TestImpactOfDosta(t *testing.T) {
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("only with TUMBLE_LONG=1: 62,000 steps of 25,000 grains take some eight minutes on two cores")
	}
	dir := t.TempDir()
	packed, err := os.Open(filepath.Join("..", "..", "shared", "reference", "dosta2024", "impact-25k.csv.gz"))
	if os.IsNotExist(err) {
		t.Skip("the initial state of Dosta et al. is not beside the project")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	table, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/dosta2024/impact.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"impact-25k.csv": table, "impact.yaml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := scene.Load(filepath.Join(dir, "impact.yaml"), scene.Options{Workers: runtime.NumCPU()})
	if err != nil {
		t.Fatal(err)
	}
	w := s.World
	defer w.Close()
	height := func() float64 { // of the ball
		for _, b := range w.State().Bodies {
			if b.Name == "ball" {
				return b.Position[2]
			}
		}
		t.Fatal("the ball is gone")
		return 0
	}
	const mm = 1e-3
	for _, at := range []struct{ time, height, allowed float64 }{
		{0.005, 34.9 * mm, 0.1 * mm}, {0.010, 9.5 * mm, 0.1 * mm}, {0.015, -16.1 * mm, 0.1 * mm},
		{0.020, -41.9 * mm, 0.2 * mm}, {0.030, -78.2 * mm, 0.4 * mm},
	} {
		for w.Clock().Time < at.time {
			w.Step()
		}
		t.Logf("%2.0f ms: %.2f mm", at.time/mm, height()/mm)
		if math.Abs(height()-at.height) > at.allowed {
			t.Errorf("after %v s the ball is at %v m, want %v to within %v", at.time, height(), at.height, at.allowed)
		}
	}
	least := height()
	for w.Clock().Time < 0.032 && height() <= least+mm/100 {
		for range 50 {
			w.Step()
		}
		least = min(least, height())
	}
	t.Logf("least height: %.2f mm, before %.2f ms", least/mm, w.Clock().Time/mm)
	if least < -78.9*mm || least > -78.3*mm {
		t.Errorf("the least height of the ball is %v m, want -78.9 to -78.3 mm", least)
	}
	if f := w.Log().Fault(); f != "" {
		t.Error(f)
	}
}
