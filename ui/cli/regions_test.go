package cli

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Contract: the tables of a run have what is in regions, by a flag or by the scene itself: grains that fall freely
// leave a region at the times of free fall.
func TestRegionsInTables(t *testing.T) {
	const grains, mass = 12, 1000 * 4. / 3 * math.Pi * 0.002 * 0.002 * 0.002
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	own := dropping(grains) + "export: {csv: {file: own.csv, regions: [\"up=box/-1,-1,0.05/1,1,9\"]}}\n"
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

// Contract: what is no region is refused with what can be; a format that has no columns for regions says so.
func TestRegionsErrors(t *testing.T) {
	refusesColumns(t, "--regions", "a=sphere/0,0,0/1", [][2]string{
		{"a=cube/0,0,0/1", "must be NAME=box/x,y,z/x,y,z, NAME=sphere/x,y,z/radius or"},
		{"a=box/0,0,0/0,1,1", "region a: its volume must be > 0 m³, got 0"},
		{"a=sphere/nan,0,0/1", "region a: must be within 1e+06 m, got NaN"},
		{"a=sphere/0,0,0/1 a=sphere/0,0,0/2", "the region a is there twice"},
	})
	dir := t.TempDir()
	path := filepath.Join(dir, "own.yaml")
	own := dropping(1) + "export: {series: [{format: gsd, path: a.gsd, regions: [\"a=sphere/0,0,0/1\"]}]}\n"
	if err := os.WriteFile(path, []byte(own), 0o644); err != nil {
		t.Fatal(err)
	}
	if o := tumble("run", path, "--steps", "1", "-o", filepath.Join(dir, "out")); o.status == 0 ||
		!strings.Contains(o.stderr, "gsd: has no columns for bodies, through and regions") {
		t.Errorf("as gsd: status %d, %s", o.status, o.stderr)
	}
}
