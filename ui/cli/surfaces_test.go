package cli

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
)

// shaken is a scene in which balls bounce on a plate that shakes.
const shaken = `title: shaken
gravity: [0, 0, -10]
timeStep: {safety: 0.5, every: 0}
end: 0.3
materials: [{name: m, young: 1e6, ktDivKn: 0.2, tanPhi: 0.4, density: 1000, restitution: 0.8}]
bodies:
  - name: plate
    facets:
      points: [[-0.1, -0.1, 0], [0.1, -0.1, 0], [0.1, 0.1, 0], [-0.1, 0.1, 0]]
      triangles: [[0, 1, 2], [0, 2, 3]]
  - {name: one, position: [0.03, 0.02, 0.014], sphere: {radius: 0.01}}
  - {name: two, position: [-0.03, 0.02, 0.018], sphere: {radius: 0.008}}
motions:
  - {name: shake, body: plate, harmonic: {shift: [0.001, 0, 0.001], frequency: 30}}
`

// Contract: tables have means over their intervals on surfaces: power times interval adds up to the work of motions.
// Charts of a run that was gone back in, branched and done again have the digits of the straight run's table. Numbers
// of surfaces end a run, and are in its result, in the summary of a sweep and in a report. Measuring changes no bit.
func TestSurfacesReachEveryReader(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	texts := []string{"plate=@plate", "right=box/0,-1,-1/1,1,1@plate", "ball=@one"}
	own := shaken + "surfaces: [\"" + strings.Join(texts, "\", \"") + "\"]\n"
	for name, text := range map[string]string{"plain.yaml": shaken, "own.yaml": own,
		"stops.yaml": own + "stopWhen: [\"surface(plate, hits) > 2.5\"]\n", "rows.csv": "materials.m.density\n1000\n2000\n"} {
		if err := os.WriteFile(in(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	plain := runJSON(t, in("plain.yaml"), "--run-file", in("plain.tumble"))
	with := runJSON(t, in("own.yaml"), "--csv", in("own.csv"), "--run-file", in("own.tumble"))
	if plain.Hash != with.Hash || len(plain.Surfaces) != 0 || len(with.Surfaces) != len(texts) {
		t.Fatalf("with surfaces the hash is %s and there are %d, without %s", with.Hash, len(with.Surfaces), plain.Hash)
	}
	heads, lines := tableOf(t, in("own.csv"))
	at := func(k int, name string) float64 {
		x, err := strconv.ParseFloat(lines[k][slices.Index(heads, name)], 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	sum, last := 0.0, len(lines)-1
	for k := 1; k <= last; k++ {
		sum += at(k, "on plate power [W]") * (at(k, "time [s]") - at(k-1, "time [s]"))
	}
	work := at(last, "work of motions [J]")
	if !(math.Abs(work) > 1e-7) || math.Abs(sum-work) > 1e-12*math.Abs(work) ||
		*with.Surfaces[0].Numbers["work"] != at(last, "on plate work [J]") {
		t.Errorf("the powers add up to %g J, the ledger has %g J, the result %g J", sum, work,
			*with.Surfaces[0].Numbers["work"])
	}
	if mean := *with.Surfaces[2].Numbers["force z"] * with.Time; mean != at(last, "on ball impulse z [N·s]") &&
		math.Abs(mean-at(last, "on ball impulse z [N·s]")) > 1e-12 || with.Surfaces[2].Numbers["pressure"] != nil {
		t.Errorf("on the ball is %+v", with.Surfaces[2])
	}

	for name, more := range map[string][]string{
		"flag.csv":  {in("plain.yaml"), "--surfaces", strings.Join(texts, " ")},
		"again.csv": {in("own.tumble"), "--again"}, "later.csv": {in("plain.tumble"), "--again", "--surfaces",
			strings.Join(texts, " ")}} {
		if o := tumble(append([]string{"run", "--csv", in(name)}, more...)...); o.status != 0 {
			t.Fatal(o.stderr)
		}
		if names, same := tableOf(t, in(name)); !slices.Equal(names, heads) || !slices.EqualFunc(lines, same, slices.Equal) {
			t.Errorf("%s has other columns or numbers", name)
		}
	}
	if o := tumble("run", in("plain.tumble"), "--until", "0.31", "--surfaces", "plate=@plate"); o.status == 0 ||
		!strings.Contains(o.stderr, "--surfaces: a run file measures those with which it began") {
		t.Errorf("a run file with a past: %+v", o)
	}
	if o := runJSON(t, in("own.tumble"), "--until", "0.31"); len(o.Surfaces) != len(texts) || o.Surfaces[0].Since != 0 {
		t.Errorf("a run file goes on with %+v", o.Surfaces)
	}
	if o := runJSON(t, in("stops.yaml")); !strings.Contains(o.Stopped, "surface(plate, hits) > 2.5") || !(o.Time < 0.3) {
		t.Errorf("ended at %g s: %q", o.Time, o.Stopped)
	}

	sc, err := scene.Load(in("own.yaml"), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	drive(t, sc, []bridge.Command{bridge.StepOnce{N: 1000}, bridge.Seek{Step: 300}, bridge.StepOnce{N: 100},
		bridge.Number("damping", 0.5), bridge.StepOnce{N: 300}, bridge.ChooseTrack{Track: 0}, bridge.Seek{Step: 600},
		bridge.Undo{}, bridge.Seek{Step: 1000}, bridge.StepOnce{N: 1000}, bridge.SaveSeries{Path: in("chart.csv")}})
	names, chart := tableOf(t, in("chart.csv"))
	if len(chart) < 10 || !slices.Contains(names, "on right pressure [Pa]") {
		t.Fatalf("%d lines of %q", len(chart), names)
	}
	fine := runJSON(t, in("own.yaml"), "--csv", in("fine.csv"), "--every", "1steps").Time
	heads, lines = tableOf(t, in("fine.csv"))
	for k := range chart {
		step, _ := strconv.Atoi(chart[k][1])
		for j, name := range names {
			if strings.Contains(name, " impulse ") || strings.HasSuffix(name, "work [J]") {
				if want := lines[step][slices.Index(heads, name)]; chart[k][j] != want {
					t.Fatalf("step %d of %g s: %s is %s, want %s", step, fine, name, chart[k][j], want)
				}
			}
		}
	}

	if o := tumble("sweep", in("own.yaml"), "--table", in("rows.csv"), "-o", in("out"), "--size", "64x36",
		"--every", "5ms", "--plot", "on plate power"); o.status != 0 {
		t.Fatal(o.stderr)
	}
	heads, lines = tableOf(t, in("out/summary.csv"))
	if got := lines[0][slices.Index(heads, "on plate work [J]")]; len(lines) != 2 ||
		got != strconv.FormatFloat(*with.Surfaces[0].Numbers["work"], 'g', -1, 64) {
		t.Errorf("the summary has the work %s J", got)
	}
	page := in("a.html")
	if o := tumble("report", in("own.yaml"), "--size", "160x90", "--quality", "fast", "-o", page); o.status != 0 {
		t.Fatal(o)
	}
	text, err := os.ReadFile(page)
	if have := outline(string(text)); err != nil || !slices.Contains(have, "  On plate: torque") {
		t.Errorf("the report is without the torque on the plate, %v: %q", err, have)
	}

	if sc, err = scene.Load(in("plain.yaml"), scene.Options{}); err != nil {
		t.Fatal(err)
	}
	defer sc.World.Close()
	surfaces, err := bridge.ParseSurfaces(texts)
	if err == nil {
		if err = sc.AddSurfaces(surfaces); err == nil {
			_, err = source.SaveEdited(sc, scene.Options{}, in("saved.yaml"))
		}
	}
	if saved, failed := os.ReadFile(in("saved.yaml")); err != nil || failed != nil ||
		!strings.Contains(string(saved), texts[1]) {
		t.Errorf("saved is %s, %v, %v", saved, err, failed)
	}
}
