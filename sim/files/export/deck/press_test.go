package deck_test

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
)

// pressed packs 2,000 spheres without friction under a lid that presses with 4 N.
const pressed = `
title: Press
gravity: [0, 0, 0]
timeStep: {fixed: 2 us}
constants: {r: 1.5 mm, w: 30 mm, h: 100 mm}
materials:
  - {name: glass, young: 50 MPa, ktDivKn: 0.4, tanPhi: 0, density: 2500, restitution: 0.5}
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: west, wall: {axis: x, position: 0, sense: 1}}
  - {name: east, wall: {axis: x, position: =w, sense: -1}}
  - {name: south, wall: {axis: y, position: 0, sense: 1}}
  - {name: north, wall: {axis: y, position: =w, sense: -1}}
  - {name: lid, facets: {plate: {size: [=w, =w]}}, position: [=w/2, =w/2, =h]}
inlets:
  - name: fill
    fill: true
    attempts: 20000
    maxBodies: 2000
    box: {center: [=w/2, =w/2, =h/2], size: [=w, =w, =h]}
    products:
      - {sphere: {radius: =0.93*r}, weight: 1}
      - {sphere: {radius: =1.07*r}, weight: 1}
motions:
  - {name: press, body: lid, servo: {force: 4 N, axis: -z, limit: 0.5 m/s}}
`

// press goes on from that packing, with friction; held does not move the lid, for LIGGGHTS, which has a servo of its
// own. No tangential spring is stretched as they begin, and no dashpot acts, so that both begin and go on alike.
const (
	press = `
state: packed.tumble
change: [materials.glass.tanPhi=0.5, materials.glass.restitution=1]
motions:
  - name: press
    body: lid
    servo:
      {force: 90 N, axis: -z, limit: 0.1 m/s, times: [0, 20 ms, 30 ms, 40 ms, 50 ms, 60 ms, 70 ms, 80 ms, 90 ms],
       factors: [0.05, 0.05, 0.1, 0.1, 0.2, 0.2, 0.5, 0.5, 1]}
`
	held = `
state: packed.tumble
change: [materials.glass.tanPhi=0.5, materials.glass.restitution=1]
motions: [{name: press, body: lid, constant: {}}]
`
)

// pressLoads are the loads of the press [N]: each is reached in 10 ms, the first at once, and held for as long. A load
// that jumps would press more than it says for a moment, by a wave that each servo damps in its own way.
var pressLoads = [5]float64{4.5, 9, 18, 45, 90}

// Contract: a press of 2,000 spheres goes down as that of LIGGGHTS does, whose servo is fix mesh/surface/stress/servo,
// from the same packing: the strain at each load is within the scatter of five seeds, two standard deviations, or
// within 2 %, where that is less: each servo follows a rising load in its own way, and where friction slips, the pack
// remembers it.
func TestPressAgainstServo(t *testing.T) {
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("takes ten minutes: with --long")
	}
	var ours, theirs [5][5]float64 // strains, by seed and load
	for seed := range ours {
		folder := t.TempDir()
		sc, err := scene.Load(write(t, pressed), scene.Options{Seed: uint64(seed + 1), Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		step(sc.World, 0.16)
		keep(t, sc, filepath.Join(folder, "packed.tumble"))
		sc.World.Close()
		from := goOn(t, folder, held)
		begin := lidHeight(t, from.World)
		sc = goOn(t, folder, press)
		for k := range ours[seed] {
			step(sc.World, 0.16+0.02*float64(k+1))
			ours[seed][k] = (begin - lidHeight(t, sc.World)) / begin
		}
		for k, z := range servo(t, from, begin) {
			theirs[seed][k] = (begin - z) / begin
		}
		t.Logf("seed %d: %.5f here, %.5f there", seed+1, ours[seed], theirs[seed])
	}
	for k, load := range pressLoads {
		var sum, squares, other float64
		for seed := range ours {
			sum, other = sum+ours[seed][k]/5, other+theirs[seed][k]/5
		}
		for seed := range ours {
			squares += (ours[seed][k] - sum) * (ours[seed][k] - sum) / 4
		}
		t.Logf("%g N: strain %.5f ± %.5f here, %.5f there", load, sum, math.Sqrt(squares), other)
		if most := max(2*math.Sqrt(squares), 0.02*sum); math.Abs(other-sum) > most {
			t.Errorf("at %g N: %.5f there, want %.5f ± %.5f", load, other, sum, most)
		}
	}
}

// step steps a world to a time [s].
func step(w *sim.World, time float64) {
	for w.Clock().Time < time && w.Log().Fault() == "" {
		w.Step()
	}
}

// keep saves a scene in a file.
func keep(t *testing.T, sc run.Scene, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err == nil {
		err = saved(sc)(f)
		f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// goOn loads a scene that goes on from a state in a folder.
func goOn(t *testing.T, folder, text string) run.Scene {
	t.Helper()
	name := filepath.Join(folder, "scene.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return load(t, name)
}

// lidHeight returns where the lid is [m].
func lidHeight(t *testing.T, w *sim.World) float64 {
	t.Helper()
	for _, b := range w.State().Bodies {
		if b.Name == "lid" {
			return b.Position[2]
		}
	}
	t.Fatal("there is no lid")
	return 0
}

// servo runs the deck of a scene in LIGGGHTS, with a servo in the place of its mesh, and returns where the lid is at
// the end of each load [m]; begin is where it begins [m].
func servo(t *testing.T, sc run.Scene, begin float64) (heights []float64) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "run")
	d, err := newDeck(sc, deck.Options{Until: sc.World.Clock().Time + 0.1, DumpEvery: 0.1})
	if err == nil {
		err = d.Write(folder, saved(sc))
	}
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "in.liggghts")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), "mesh/surface file", "mesh/surface/stress/servo file", 1)
	text = strings.Replace(text, "curvature_tolerant yes", fmt.Sprintf("curvature_tolerant yes com 0.015 0.015 %.17g "+
		"ctrlPV force axis 0 0 -1 target_val 4.5 vel_max 0.02 kp 10", begin), 1)
	text = regexp.MustCompile(`(?m)^(dump|dump_modify|run [1-9]).*\n`).ReplaceAllString(text, "")
	text += "variable z equal f_mesh1[9]\n"
	was := pressLoads[0]
	for _, load := range pressLoads {
		for k := range 50 {
			text += fmt.Sprintf("fix_modify mesh1 servo/target_val %g\nrun 100\n", was+(load-was)*float64(k+1)/50)
		}
		text += "run 5000\nprint \"lid at ${z}\" append lid.txt\n"
		was = load
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	execute(t, "liggghts", folder)
	f, err := os.Open(filepath.Join(folder, "lid.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var z float64
		if _, err := fmt.Sscanf(lines.Text(), "lid at %g", &z); err == nil {
			heights = append(heights, z)
		}
	}
	if len(heights) != len(pressLoads) {
		t.Fatalf("%d heights, want %d", len(heights), len(pressLoads))
	}
	return heights
}
