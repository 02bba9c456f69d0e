package sim_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"math/rand"
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
	height := func() float64 { return heightOfBall(t, w) }
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
	least, time := least(t, w)
	t.Logf("least height: %.2f mm after %.2f ms", least/mm, time/mm)
	if least < -78.9*mm || least > -78.3*mm {
		t.Errorf("the least height of the ball is %v m, want -78.9 to -78.3 mm", least)
	}
	if f := w.Log().Fault(); f != "" {
		t.Error(f)
	}
}

// heightOfBall returns the height of the ball of a world [m].
func heightOfBall(t *testing.T, w *sim.World) float64 {
	t.Helper()
	for _, b := range w.State().Bodies {
		if b.Name == "ball" {
			return b.Position[2]
		}
	}
	t.Fatal("the ball is gone")
	return 0
}

// least steps a world until the ball rises again, and returns its least height [m] and when that was [s].
func least(t *testing.T, w *sim.World) (height, time float64) {
	height, time = heightOfBall(t, w), w.Clock().Time
	for at := height; w.Clock().Time < 0.033 && at <= height+1e-5; at = heightOfBall(t, w) {
		if at < height {
			height, time = at, w.Clock().Time
		}
		for range 50 {
			w.Step()
		}
	}
	return height, time
}

// TestImpactInABedOfOurOwn: the same in a bed that is poured here. The positions of the ten beds of the study are not
// known; theirs turn the ball back later than the one that is, and so does a denser bed. How dense theirs were is not
// known either: with a third and with all of the friction while it is poured the ball is .3 mm above and .7 mm below
// their mean after 30 ms. In the beds of seeds 1 to 7 it is at -63.62 ± .06 mm after 25 ms and at -76.75 ± .10 mm
// after 30 ms. Allowed are three of these deviations, within which the means of the study lie, -63.4 and -76.6, and for
// the least height the band of its seven programs.
func TestImpactInABedOfOurOwn(t *testing.T) {
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("only with TUMBLE_LONG=1: 180,000 steps of 25,000 grains take ten minutes to an hour on two cores")
	}
	w := ofDosta(t, "impact.yaml", "impact-25k.csv", poured(t, 1))
	const mm = 1e-3
	for _, at := range []struct{ time, height, allowed float64 }{
		{0.020, -41.9 * mm, 0.2 * mm}, {0.025, -63.6 * mm, 0.2 * mm}, {0.030, -76.7 * mm, 0.3 * mm},
	} {
		for w.Clock().Time < at.time {
			w.Step()
		}
		height := heightOfBall(t, w)
		t.Logf("%2.0f ms: %.2f mm", at.time/mm, height/mm)
		if math.Abs(height-at.height) > at.allowed {
			t.Errorf("after %v s the ball is at %v m, want %v to within %v", at.time, height, at.height, at.allowed)
		}
	}
	height, time := least(t, w)
	t.Logf("least height: %.2f mm after %.2f ms", height/mm, time/mm)
	if height < -78.9*mm || height > -78.3*mm || time < 31*mm || time > 31.5*mm {
		t.Errorf("the least height of the ball is %v m after %v s, want -78.9 to -78.3 mm after 31 to 31.5 ms", height, time)
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
	return ofDosta(t, name, table, grains)
}

// ofDosta returns the world of a scene of testdata/dosta2024 with a table of grains, and with what --set has.
func ofDosta(t *testing.T, name, table string, grains []byte, set ...string) *sim.World {
	t.Helper()
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
	s, err := scene.Load(filepath.Join(dir, name), scene.Options{Workers: runtime.NumCPU(), Set: set})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.World.Close)
	return s.World
}

// poured returns a bed like that of the impact: 25,000 grains that fall from where they begin, a lattice that is
// disturbed at random, with a tenth of their stiffness and half of their friction, which makes the bed denser; then
// they come to rest with all of it.
func poured(t *testing.T, seed int64) []byte {
	random := rand.New(rand.NewSource(seed))
	off := func() float64 { return (random.Float64() - 0.5) * 0.8e-3 }
	table := bytes.NewBufferString("x,y,z,radius\n")
	for i := range 25000 {
		x, y, z := i%33, i/33%20, i/(33*20)
		fmt.Fprintf(table, "%.6g,%.6g,%.6g,0.001\n", -0.049+(float64(x)+0.5)*0.098/33+off(),
			-0.03+(float64(y)+0.5)*0.06/20+off(), -0.0887431+float64(z)*2.9e-3+off())
	}
	const away = "bodies.ball.position=0,0,9"
	for _, stage := range []struct {
		set  []string
		time float64
	}{
		{[]string{away, "materials.grain.young=100 MPa", "materials.grain.tanPhi=0.15", "timeStep.fixed=3 us"},
			0.3},
		{[]string{away, "timeStep.fixed=1 us"}, 0.02},
	} {
		w := ofDosta(t, "impact.yaml", "impact-25k.csv", table.Bytes(), stage.set...)
		for w.Clock().Time < stage.time {
			w.Step()
		}
		table = bytes.NewBufferString("x,y,z,radius\n")
		for _, b := range w.State().Bodies {
			if b.Name == "grain" {
				fmt.Fprintf(table, "%v,%v,%v,0.001\n", b.Position[0], b.Position[1], b.Position[2])
			}
		}
	}
	return table.Bytes()
}
