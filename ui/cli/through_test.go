package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

// dropping is a scene of grains at rest that fall freely [1/2 g t²]: one passes the height of 5 cm 15 ms after
// the start, and one more every 20 ms. An outlet below takes them.
func dropping(grains int) string {
	var b strings.Builder
	b.WriteString("gravity: [0, 0, -10]\ntimeStep: {safety: 0.5, every: 0}\nend: 1\n" +
		"materials: [{name: m, young: 1e6, ktDivKn: 0.2, tanPhi: 0.4, density: 1000}]\n" +
		"outlets: [{name: below, halfSpace: {point: [0, 0, -0.1], normal: [0, 0, 1]}}]\nbodies:\n")
	for i := range grains {
		t := passing(i)
		fmt.Fprintf(&b, "  - {name: grain %d, position: [%g, 0, %.17g], sphere: {radius: 0.002}}\n", i, 0.01*float64(i),
			0.05+5*t*t)
	}
	return b.String()
}

func passing(i int) float64 { return 0.015 + 0.02*float64(i) }

// Contract: what has gone through a plane is what free fall says, in number and in mass, also once an outlet has taken
// it; charts have the same digits as --csv, also of what was not counted when it happened, and of a branch.
func TestFlowThroughPlanes(t *testing.T) {
	const grains, mass = 12, 1000 * 4. / 3 * math.Pi * 0.002 * 0.002 * 0.002
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(in("falling.yaml"), []byte(dropping(grains)), 0o644); err != nil {
		t.Fatal(err)
	}
	if o := tumble("run", in("falling.yaml"), "--csv", in("run.csv"), "--through", "-z=0.05,z=0.05",
		"--until", "0.4"); o.status != 0 {
		t.Fatal(o.stderr)
	}
	own := dropping(grains) + "export: {csv: {file: own.csv, through: [-z=0.05, z=0.05]}}\n"
	if err := os.WriteFile(in("own.yaml"), []byte(own), 0o644); err != nil {
		t.Fatal(err)
	}
	if o := tumble("run", in("own.yaml"), "-o", in("out"), "--until", "0.4"); o.status != 0 {
		t.Fatal(o.stderr)
	}
	heads, lines := tableOf(t, in("run.csv"))
	if names, same := tableOf(t, in("out/own.csv")); !slices.Equal(names, heads) || !slices.EqualFunc(same, lines,
		slices.Equal) {
		t.Errorf("the table that a scene asks for has other columns or numbers: %q", names)
	}
	at := func(line []string, name string) float64 {
		x, err := strconv.ParseFloat(line[slices.Index(heads, name)], 64)
		if err != nil {
			x = math.NaN()
		}
		return x
	}
	taken, rates := 0.0, 0.0
	for k, line := range lines {
		passed := 0
		for i := range grains {
			if passing(i) < at(line, "time [s]") {
				passed++
			}
		}
		down, weight := at(line, "through -z=0.05 bodies"), at(line, "through -z=0.05 mass [kg]")
		up := at(line, "through z=0.05 bodies")
		if down != float64(passed) || math.Abs(weight-float64(passed)*mass) > 1e-12 || up != float64(grains-passed) {
			t.Fatalf("at %s s: %g bodies, %g kg are below, %g above; want %d", line[0], down, weight, up, passed)
		}
		if k > 0 {
			rates += at(line, "through -z=0.05 rate [kg/s]") * (at(line, "time [s]") - at(lines[k-1], "time [s]"))
		}
		taken = at(line, "below bodies")
	}
	if taken < 3 || len(lines) < 40 || math.Abs(rates-grains*mass) > 1e-12 {
		t.Errorf("%g were taken, in %d lines; the rates make %g kg", taken, len(lines), rates)
	}

	sc, err := scene.Load(in("falling.yaml"), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plane := bridge.SetPlane{Plane: bridge.Plane{Axis: 2, Negative: true, At: 0.05}}
	save := func(name string) bridge.Command { return bridge.SaveSeries{Path: in(name), Of: bridge.OfPlane} }
	drive(t, sc, []bridge.Command{bridge.StepOnce{N: 8000}, plane, bridge.StepOnce{N: 300},
		save("part.csv"), bridge.ReadPast{}, bridge.StepOnce{N: 6000}, save("chart.csv")})
	names, chart := tableOf(t, in("chart.csv"))
	if _, part := tableOf(t, in("part.csv")); len(part) == 0 || len(part) > len(chart)/2 {
		t.Errorf("from half way there are %d lines of %d", len(part), len(chart))
	}
	if len(names) != 6 || len(chart) < len(lines) {
		t.Fatalf("%d lines of %q, want %d", len(chart), names, len(lines))
	}
	for k := range lines[:len(lines)-1] {
		for j, name := range names {
			if want := lines[k][slices.Index(heads, name)]; chart[k][j] != want {
				t.Fatalf("line %d: %s is %s, want %s", k+1, name, chart[k][j], want)
			}
		}
	}
}

// Planes that cannot be are refused with what can be; of an outlet that reaches across one the person is told.
func TestThroughErrors(t *testing.T) {
	csv := filepath.Join(t.TempDir(), "a.csv")
	const allowed = "must be up to 16 of x, y, z, -x, -y, -z, each with = and a place in metres"
	refusesColumns(t, "--through", "z=0", [][2]string{{"w=1", allowed}, {"z=nan", allowed}, {"z=2e6", allowed},
		{"z=1,z=1", "the plane z=1 is there twice"},
	})
	o := tumble("run", "hopper", "--steps", "1", "--csv", csv, "--through", "-z=-0.35")
	if o.status != 0 || !strings.Contains(o.stderr, "outlet scale reaches across the plane") {
		t.Errorf("across an outlet: status %d, %s", o.status, o.stderr)
	}
}

// tableOf reads a table.
func tableOf(t *testing.T, path string) (heads []string, lines [][]string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if lines, err = csv.NewReader(bytes.NewReader(data)).ReadAll(); err != nil {
		t.Fatal(err)
	}
	return lines[0], lines[1:]
}

// refusesColumns tests a flag that adds columns to tables: bad values are refused with what is wrong with each, and a
// good one where there is no table.
func refusesColumns(t *testing.T, flag, good string, bad [][2]string) {
	t.Helper()
	csv := filepath.Join(t.TempDir(), "a.csv")
	for _, c := range bad {
		if o := tumble("run", "hopper", "--steps", "1", "--csv", csv, flag, c[0]); o.status != 2 ||
			!strings.Contains(o.stderr, flag+": "+c[1]) {
			t.Errorf("%s %s: status %d, %s", flag, c[0], o.status, o.stderr)
		}
	}
	if o := tumble("run", "hopper", "--steps", "1", flag, good); o.status != 2 ||
		!strings.Contains(o.stderr, flag+": needs a --csv") {
		t.Errorf("%s without a table: status %d, %s", flag, o.status, o.stderr)
	}
}

// Contract: conditions ask for the flow through a plane, and for what an outlet took and how old it was: runs end when
// free fall says so. A condition of an outlet that is not there is refused.
func TestConditionsOfFlow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "falling.yaml")
	if err := os.WriteFile(file, []byte(dropping(5)), 0o644); err != nil {
		t.Fatal(err)
	}
	fallen := func(i int) float64 { return math.Sqrt(0.03 + passing(i)*passing(i)) } // to the outlet
	for when, want := range map[string]float64{
		"through('-z=0.05', bodies) >= 3":                                            passing(2),
		"through('-z=0.05', mass) > 1e-4":                                            passing(2), // a grain has 3.35e-5 kg
		"outlet(below, bodies) >= 2":                                                 fallen(1),
		fmt.Sprintf("outlet(below, mean_age) > %.17g", (fallen(0)+fallen(1))/2+1e-3): fallen(2),
	} {
		o := tumble("run", file, "--json", "--quiet", "--stop-when", when)
		var end struct{ Time float64 }
		if err := json.Unmarshal([]byte(o.stdout), &end); err != nil ||
			math.Abs(end.Time-want) > 2.5e-3 { // outlets do not look in each step
			t.Errorf("%s: %v, at %g s, want %g; %s", when, err, end.Time, want, o.stderr)
		}
	}
	if o := tumble("run", file, "--stop-when", "outlet(belw, bodies) > 1"); o.status == 0 ||
		!strings.Contains(o.stderr, `there is no outlet "belw" (did you mean below?)`) {
		t.Errorf("an unknown outlet: %s", o.stderr)
	}
}
