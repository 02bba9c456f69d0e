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

// chute drops two of three balls into an outlet; one of them leaves after .1 s. The third is
// pressed into the floor and springs up.
const chute = `title: chute
gravity: [0, 0, -10]
end: 0.3
timeStep: {fixed: 1e-3}
materials: [{name: m, young: 1e5, density: 1000}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1, rectangle: [[-0.1, -0.1], [0.1, 0.1]]}}
  - {name: near, sphere: {radius: 0.01}, position: [1, 0, -0.95]}
  - {name: far, sphere: {radius: 0.01}, position: [1, 0, -0.8]}
  - {name: pressed, sphere: {radius: 0.01}, position: [0, 0, 0.008]}
outlets:
  - {name: drain, halfSpace: {point: [0, 0, -1], normal: [0, 0, 1]}, every: 1}
`

func makeChute(t *testing.T, more string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "chute.yaml")
	if err := os.WriteFile(path, []byte(chute+more), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A result tells what outlets took, the largest overlap that there was and the work done on
// the bodies that there were. ball is the mass of a ball: 4/3 π r³ ρ.
func TestResultIsComplete(t *testing.T) {
	const ball = 4. / 3 * math.Pi * 1e-6 * 1000
	path := makeChute(t, "")
	series := filepath.Join(filepath.Dir(path), "series.csv")
	r := runJSON(t, path, "--csv", series, "--every", "20steps")
	if len(r.Outlets) != 1 {
		t.Fatalf("%+v", r)
	}
	o := r.Outlets[0]
	if o.Name != "drain" || o.Bodies != 2 || math.Abs(o.Mass-2*ball) > 1e-12 || math.Abs(o.Rate-o.Mass/r.Time) > 1e-12 ||
		o.FinishedAt != nil {
		t.Errorf("outlet %+v, want 2 bodies of %g kg in %g s", o, ball, r.Time)
	}
	if !(r.MaxOverlapRatio >= 0.2 && r.MaxOverlapRatio < 0.202) { // at the start; at the end nothing touches
		t.Errorf("largest overlap %g, want 0.2 and what gravity adds in a step", r.MaxOverlapRatio)
	}
	// The balls are gone after √(2·0.05/10) = 0.1 s and √(2·0.2/10) = 0.2 s: four bodies for the
	// first third, three, then two.
	if mean := r.BodyStepsPerSecond / r.StepsPerSecond; math.Abs(mean-3) > 0.05 {
		t.Errorf("%g bodies in the mean, want 3", mean)
	}
	// They were as old as then, within the steps of 1 ms. The median of two is their mean, their deviation half of what
	// they are apart.
	for name, want := range map[string]float64{"ages": 2, "mean age": 0.15, "median age": 0.15, "age deviation": 0.05,
		"age 5 %": 0.105, "age 95 %": 0.195} {
		if got := o.Ages.Numbers[name]; got == nil || math.Abs(*got-want) > 2e-3 {
			t.Errorf("%s is %v, want %g s", name, got, want)
		}
	}
	for k, want := range []float64{0.1, 0.2} {
		c := o.Ages.Histogram[k]
		if !(c.From < want+2e-3 && c.To > want-2e-3 && c.To < 1.2*c.From) || c.Bodies != 1 {
			t.Errorf("%d bodies of %g to %g s, want 1 of %g", c.Bodies, c.From, c.To, want)
		}
	}
	if words := tumble("run", path); !strings.Contains(words.stdout, "outlet drain: 2 bodies, ") ||
		!strings.Contains(words.stdout, "outlet drain: mean age 0.15") {
		t.Errorf("%+v", words)
	}

	// The rate of a line times the interval is what has passed since the line before; where
	// nothing has, it is zero.
	lines := table(t, series)
	cell := func(line []string, name string) float64 {
		for i, h := range lines[0] {
			if h == name {
				x, err := strconv.ParseFloat(line[i], 64)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				return x
			}
		}
		t.Fatalf("no column %s in %v", name, lines[0])
		return 0
	}
	if first, last := lines[1], lines[len(lines)-1]; !math.IsNaN(cell(first, "drain median age [s]")) ||
		cell(first, "drain ages") != 0 || cell(last, "drain ages") != 2 ||
		cell(last, "drain mean age [s]") != *o.Ages.Numbers["mean age"] {
		t.Errorf("first %v, last %v", first, last)
	}
	for i := 2; i < len(lines); i++ {
		passed := cell(lines[i], "drain mass [kg]") - cell(lines[i-1], "drain mass [kg]")
		while := cell(lines[i], "time [s]") - cell(lines[i-1], "time [s]")
		if got := cell(lines[i], "drain rate [kg/s]"); math.Abs(got*while-passed) > 1e-12 {
			t.Errorf("line %d: %g kg/s in %g s, but %g kg have passed", i, got, while, passed)
		}
	}
}

// A sweep's summary has the outlets of its rows.
func TestSweepTellsOutlets(t *testing.T) {
	path := makeChute(t, "")
	dir := filepath.Dir(path)
	if err := os.WriteFile(filepath.Join(dir, "t.csv"), []byte("gravity\n\"0,0,-10\"\n\"0,0,-1\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := tumble("sweep", path, "--table", filepath.Join(dir, "t.csv"), "-o", filepath.Join(dir, "out"), "--size",
		"16x16")
	if got.status != 0 {
		t.Fatalf("%+v", got)
	}
	lines := table(t, filepath.Join(dir, "out", "summary.csv"))
	head := "," + strings.Join(lines[0], ",") + ","
	if !strings.Contains(head, ",drain bodies,drain mass [kg],drain rate [kg/s],drain finished at [s],") {
		t.Fatalf("%s", head)
	}
	column := strings.Count(head[:strings.Index(head, ",drain bodies,")+1], ",") - 1
	age := slices.Index(lines[0], "drain mean age [s]")
	if lines[1][column] != "2" || lines[2][column] != "0" || lines[1][age][:4] != "0.15" || lines[2][age] != "" {
		t.Errorf("%v", lines)
	}
}

// Bodies that a scene follows must be there, each alone of its name.
func TestSceneFollowsBodies(t *testing.T) {
	for bodies, want := range map[string]string{
		"[near, 3]": "",
		"[naer]": `line 13: export: csv: bodies: must be names or numbers of bodies: ` +
			`no body is called "naer" (did you mean near?)`,
		"[4]": "the last number is 3",
	} {
		path := makeChute(t, "export: {csv: {file: a.csv, bodies: "+bodies+"}}\n")
		got := tumble("check", path)
		if (got.status == 0) != (want == "") || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %q", bodies, got, want)
		}
	}
}
