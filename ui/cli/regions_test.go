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

// Contract: the tables of a run have what is in regions, by a flag or by the scene itself: grains that fall freely
// leave a region at the times of free fall.
func TestRegionsInTables(t *testing.T) {
	const grains, mass = 12, 1000 * 4. / 3 * math.Pi * 0.002 * 0.002 * 0.002
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	own := dropping(grains) + "regions: [\"up=box/-1,-1,0.05/1,1,9\"]\nexport: {csv: {file: own.csv}}\n"
	for name, text := range map[string]string{"falling.yaml": dropping(grains), "own.yaml": own} {
		if err := os.WriteFile(in(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if o := tumble("run", in("falling.yaml"), "--csv", in("run.csv"), "--regions",
		"up=box/-1,-1,0.05/1,1,9", "--until", "0.2"); o.status != 0 {
		t.Fatal(o.stderr)
	}
	if o := tumble("run", in("own.yaml"), "-o", in("out"), "--until", "0.2"); o.status != 0 {
		t.Fatal(o.stderr)
	}
	heads, lines := tableOf(t, in("run.csv"))
	if names, same := tableOf(t, in("out/own.csv")); !slices.Equal(names, heads) || !slices.EqualFunc(same, lines,
		slices.Equal) {
		t.Errorf("the table that a scene asks for has other columns or numbers: %q", names)
	}
	if len(lines) < 20 {
		t.Fatalf("there are %d lines", len(lines))
	}
	for _, line := range lines {
		at := func(name string) float64 {
			x, err := strconv.ParseFloat(line[slices.Index(heads, name)], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		left := 0.0
		for i := range grains {
			if passing(i) > at("time [s]") {
				left++
			}
		}
		if n, m := at("in up bodies"), at("in up mass [kg]"); n != left || math.Abs(m-left*mass) > 1e-12 {
			t.Errorf("at %s s %g bodies of %g kg are up, want %g", line[0], n, m, left)
		}
		// The velocity is half a step older than the position: 5e-5 m/s at most.
		if v := at("in up velocity z [m/s]"); left > 0 && math.Abs(v+10*at("time [s]")) > 1e-3 {
			t.Errorf("at %s s the mean velocity is %g m/s", line[0], v)
		}
	}
}

// Contract: numbers of regions end a run, and are in its result, in the rows and the summary of a sweep, and in a
// report; charts of the window have the digits of --csv, also of what was not measured when it happened. Measuring
// changes no bit.
func TestRegionsReachEveryReader(t *testing.T) {
	const grains = 12
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	const up = "up=box/-1,-1,0.05/1,1,9"
	for name, text := range map[string]string{
		"falling.yaml": dropping(grains),
		"own.yaml":     dropping(grains) + "regions: [\"" + up + "\"]\nstopWhen: [\"region(up, bodies) < 9.5\"]\n",
		"rows.csv":     "materials.m.density\n1000\n2000\n",
	} {
		if err := os.WriteFile(in(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	plain := runJSON(t, in("falling.yaml"), "--until", "0.2")
	with := runJSON(t, in("falling.yaml"), "--until", "0.2", "--regions", up, "--run-file", in("fell.tumble"),
		"--csv", in("fell.csv"), "--stop-when", "region(up, mass) < -1")
	if plain.Hash != with.Hash || len(plain.Regions) != 0 || len(with.Regions) != 1 {
		t.Fatalf("with a region the hash is %s and there are %d, without %s", with.Hash, len(with.Regions), plain.Hash)
	}
	left := 0.0
	for i := range grains {
		if passing(i) > 0.2 {
			left++
		}
	}
	if n := with.Regions[0].Numbers["bodies"]; n == nil || *n != left {
		t.Errorf("%v bodies are up at the end, want %g", n, left)
	}

	o := runJSON(t, in("own.yaml"))
	if third := passing(2); math.Abs(o.Time-third) > 1e-3 || !strings.Contains(o.Stopped, "region(up, bodies) < 9.5") {
		t.Errorf("ended at %g s, want %g: %q", o.Time, third, o.Stopped)
	}
	if again := runJSON(t, in("fell.tumble"), "--until", "0.21"); len(again.Regions) != 1 {
		t.Error("the run file has lost its region")
	}

	if o := tumble("sweep", in("own.yaml"), "--table", in("rows.csv"), "-o", in("out"), "--size", "64x36",
		"--every", "5ms", "--plot", "in up mass"); o.status != 0 {
		t.Fatal(o.stderr)
	}
	heads, lines := tableOf(t, in("out/summary.csv"))
	for k, line := range lines {
		at := func(name string) string { return line[slices.Index(heads, name)] }
		if got := at("in up bodies"); got != "9" || at("in up mass [kg]") == "" || len(line) != len(heads) {
			t.Errorf("row %d: %q bodies are up", k+1, got)
		}
	}
	page := in("a.html")
	if o := tumble("report", in("own.yaml"), "--size", "160x90", "--quality", "fast", "-o", page); o.status != 0 {
		t.Fatal(o)
	}
	text, err := os.ReadFile(page)
	if have := outline(string(text)); err != nil || !slices.Contains(have, "  In up: stress") {
		t.Errorf("the report is without the stress of the region, %v: %q", err, have)
	}

	regions, err := bridge.ParseRegions([]string{up})
	if err != nil {
		t.Fatal(err)
	}
	sc, err := scene.Load(in("falling.yaml"), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	drive(t, sc, []bridge.Command{bridge.StepOnce{N: 2000}, bridge.SetRegions{Regions: regions}, bridge.StepOnce{N: 300},
		bridge.ReadPast{}, bridge.StepOnce{N: 1000}, bridge.SaveSeries{Path: in("chart.csv"), Of: bridge.OfRegions}})
	if sc, err = scene.Load(in("falling.yaml"), scene.Options{}); err == nil {
		defer sc.World.Close()
		if err = sc.Measure(regions); err == nil {
			_, err = source.SaveEdited(sc, scene.Options{}, in("saved.yaml"))
		}
	}
	again, failed := scene.Load(in("saved.yaml"), scene.Options{})
	if err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	defer again.World.Close()
	if !slices.Equal(again.Regions, regions) {
		t.Errorf("a saved scene has the regions %v", again.Regions)
	}
	heads, lines = tableOf(t, in("fell.csv"))
	names, chart := tableOf(t, in("chart.csv"))
	if len(names) != 3+len(bridge.RegionNumbers) || len(chart) < 10 {
		t.Fatalf("%d lines of %q", len(chart), names)
	}
	for k := range min(len(chart), len(lines)) - 1 {
		for j, name := range names {
			if want := lines[k][slices.Index(heads, name)]; chart[k][j] != want {
				t.Fatalf("line %d: %s is %s, want %s", k+1, name, chart[k][j], want)
			}
		}
	}
}

// Contract: what is no region is refused with what can be.
func TestRegionsErrors(t *testing.T) {
	for bad, why := range map[string]string{
		"a=cube/0,0,0/1":                    "must be NAME=box/x,y,z/x,y,z, NAME=sphere/x,y,z/radius or",
		"a=box/0,0,0/0,1,1":                 "region a: its volume must be > 0 m³, got 0",
		"a=sphere/0,0,0/1@":                 "must be NAME=box/x,y,z/x,y,z",
		"a=sphere/nan,0,0/1":                "region a: must be within 1e+06 m, got NaN",
		"a=sphere/0,0,0/1 a=sphere/0,0,0/2": "the region a is there twice",
	} {
		if o := tumble("run", "hopper", "--steps", "1", "--regions", bad); o.status != 2 ||
			!strings.Contains(o.stderr, "--regions: "+why) {
			t.Errorf("%s: status %d, %s", bad, o.status, o.stderr)
		}
	}
}
