package sim_test

import (
	"compress/gzip"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"example.org/tumble/sim"
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
	w := fromDosta(t, "impact.yaml", "impact-25k.csv")
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

// TestDrumOfDosta: a drum turns 30,000 small grains on 8,000 large ones, the second case of the same study, from its
// initial state to the first maximum of small grains in the lower quarter from which the surface falls. Allowed about
// the mean of what MUSEN and LIGGGHTS gave is the root mean square by which the two differ in 5 s.
func TestDrumOfDosta(t *testing.T) {
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("only with TUMBLE_LONG=1: 250,000 steps of 38,000 grains take some twenty minutes on two cores")
	}
	w := fromDosta(t, "drum.yaml", "drum.csv")
	allowed := [4]float64{337, 47, 170, 27}
	for _, at := range []struct {
		time            float64
		musen, liggghts [4]float64 // small and large grains in zone 2 (x < 0, z < 0), and in zone 1 (x > 0, z > 0)
	}{
		{0.5, [4]float64{17957, 477, 3442, 993}, [4]float64{17904, 489, 3528, 972}},
		{0.6, [4]float64{23064, -1, -1, -1}, [4]float64{22861, -1, -1, -1}}, // -1: not known
	} {
		for w.Clock().Time < at.time {
			w.Step()
		}
		var n [4]float64
		for _, b := range w.State().Bodies {
			x, z, radius, large := b.Position[0], b.Position[2], b.Shapes[0].Def.Radius, 0
			if radius == 0 { // the drum
				continue
			}
			if radius > 0.0015 {
				large = 1
			}
			switch {
			case x < 0 && z < 0:
				n[large]++
			case x > 0 && z > 0:
				n[2+large]++
			}
		}
		t.Logf("%v s: %v", at.time, n)
		for i, n := range n {
			if mean := (at.musen[i] + at.liggghts[i]) / 2; at.musen[i] >= 0 && math.Abs(n-mean) > allowed[i] {
				t.Errorf("after %v s there are %v grains, want %v to within %v", at.time, n, mean, allowed[i])
			}
		}
	}
	if f := w.Log().Fault(); f != "" {
		t.Error(f)
	}
}

// fromDosta returns the world of a scene of testdata/dosta2024 that begins with a table of the study, which is beside
// the project. The test is skipped where that is missing.
func fromDosta(t *testing.T, name, table string) *sim.World {
	t.Helper()
	packed, err := os.Open(filepath.Join("..", "..", "shared", "reference", "dosta2024", table+".gz"))
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
	grains, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("testdata", "dosta2024", name))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{table: grains, name: text} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := scene.Load(filepath.Join(dir, name), scene.Options{Workers: runtime.NumCPU()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.World.Close)
	return s.World
}
