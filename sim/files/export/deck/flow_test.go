package deck_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/run/playback"
)

// hopper is filled, and opened after a while: the plug below it is drawn aside.
const hopper = `
title: Hopper
gravity: [0, 0, -9.81]
timeStep: {fixed: 2e-5}
end: 2.2
materials:
  - {name: grain, young: 3e6, ktDivKn: 0.3, tanPhi: 0.3, density: 1200, restitution: 0.5}
bodies:
  - {name: silo, mesh: hopper.stl, scale: 0.001}
  - {name: plug, facets: {disc: {radius: 0.035}}, center: [0, 0, -0.0005]}
inlets:
  - name: filling
    origin: [0, 0, 0.06]
    axis: [0, 0, 1]
    radius: 0.058
    height: 0.6
    fill: true
    attempts: 400
    PRODUCT
motions:
  - name: open
    body: plug
    start: 0.8
    keys:
      - {time: 0, position: [0, 0, -0.0005]}
      - {time: 0.02, position: [0, 0.12, -0.0005]}
`

// When the hopper is opened [s], and where a body is out of it [m].
const (
	opened = 0.8
	below  = -0.005
)

// Contract: as many bodies a second run out of a hopper in LIGGGHTS as here, between 15 and 85 % of them: spheres to
// 3 %, from the same packing, and capsules, which are strings of spheres there, to 10 %, though each program fills the
// hopper with them itself.
func TestFlowOfAHopper(t *testing.T) {
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("takes six minutes: with --long")
	}
	for _, c := range []struct {
		name, product string
		from          float64 // time of the export [s]
		most          float64
	}{
		{"spheres", "sphere: {radius: 0.0037}\n    maxBodies: 3000", 0.6, 0.03},
		{"capsules", "capsule: {radius: 0.003, shaft: 0.006}\n    maxBodies: 1200", 0, 0.1},
	} {
		t.Run(c.name, func(t *testing.T) {
			sc := load(t, write(t, strings.Replace(hopper, "PRODUCT", c.product, 1)))
			for sc.World.Clock().Time < c.from {
				sc.World.Step()
			}
			folder := filepath.Join(t.TempDir(), "run")
			d, err := newDeck(sc, deck.Options{Program: "liggghts", Until: 2.2, DumpEvery: 0.01})
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Write(folder, saved(sc)); err != nil {
				t.Fatal(err)
			}
			execute(t, "liggghts", folder)
			theirs := played(t, folder, c.from)
			ours := flow{}
			for sc.World.Clock().Time < 2.2 {
				sc.World.Step()
				if time := sc.World.Clock().Time; time >= opened && sc.World.Clock().Step%500 == 0 {
					s, n := sc.World.State(), 0
					for i := range s.Bodies {
						if b := &s.Bodies[i]; b.Kind == "dynamic" && b.Position[2] > below {
							n++
						}
					}
					ours.times, ours.in = append(ours.times, time), append(ours.in, n)
				}
			}
			a, b := ours.rate(), theirs.rate()
			t.Logf("%d bodies, %.1f a second here; %d, %.1f there: %+.2f %%", ours.in[0], a, theirs.in[0], b, 100*(b/a-1))
			if !(math.Abs(b/a-1) <= c.most) {
				t.Errorf("want at most %g %%", 100*c.most)
			}
		})
	}
}

// played returns the flow of a folder that was exported at a time [s], and run.
func played(t *testing.T, folder string, from float64) (f flow) {
	t.Helper()
	r, err := playback.Open(folder, playback.Options{TimeStep: 2e-5})
	if err != nil {
		t.Fatal(err)
	}
	for k := range r.Len() {
		time := from + r.Times[k]
		if time < opened-1e-9 {
			continue
		}
		m, err := r.Read(k)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for i := range m.Bodies {
			if m.Bodies[i].Center.Z > below {
				n++
			}
		}
		f.times, f.in = append(f.times, time), append(f.in, n)
	}
	return f
}

// flow is how many bodies were in the hopper at times, in turn.
type flow struct {
	times []float64
	in    []int
}

// rate returns how many bodies a second ran out, while 15 to 85 % of them did.
func (f *flow) rate() float64 {
	when := func(part float64) float64 {
		goal := float64(f.in[0]) * (1 - part)
		for i := 1; i < len(f.in); i++ {
			if a, b := float64(f.in[i-1]), float64(f.in[i]); a >= goal && b < goal {
				return f.times[i-1] + (a-goal)/(a-b)*(f.times[i]-f.times[i-1])
			}
		}
		return math.NaN()
	}
	return 0.7 * float64(f.in[0]) / (when(0.85) - when(0.15))
}
