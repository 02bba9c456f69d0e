package cli

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
)

// Contract: of a scene that follows collisions, the result has for each pair of materials, and for all, the counts,
// sums and means of the table of single collisions, to 1e-12, and spectra with as many. The summary of a sweep has the
// same numbers, the report a table and charts; a run file keeps that they are followed. Other scenes have none, and the
// same hash.
func TestCollisionsOfResults(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	const until, on = "0.25s", "collisions=true"
	plain := runJSON(t, "drum", "--until", until)
	got := runJSON(t, "drum", "--until", until, "--set", on, "--collisions", in("hits.csv"), "--run-file", in("a.tumble"),
		"--csv", in("series.csv"))
	if plain.Collisions != nil || got.Collisions == nil || plain.Hash != got.Hash {
		t.Fatalf("collisions %v and %v, hashes %s and %s", plain.Collisions, got.Collisions, plain.Hash, got.Hash)
	}
	heads, lines := tableOf(t, in("hits.csv"))
	at := func(line []string, name string) float64 {
		x, err := strconv.ParseFloat(line[slices.Index(heads, name)], 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	sums := map[string]*bridge.CollisionBin{}
	for _, line := range lines {
		a, b := line[slices.Index(heads, "material A")], line[slices.Index(heads, "material B")]
		if order := []string{"grain", "steel", "glass"}; slices.Index(order, a) > slices.Index(order, b) {
			a, b = b, a
		}
		for _, pair := range []string{"all", a + "+" + b} {
			if sums[pair] == nil {
				sums[pair] = &bridge.CollisionBin{}
			}
			sums[pair].Add(&bridge.CollisionBin{Count: 1, Normal: at(line, "normal speed [m/s]"),
				Tangential: at(line, "tangential speed [m/s]"), MaxNormal: at(line, "normal speed [m/s]"),
				MaxTangential: at(line, "tangential speed [m/s]"), LostNormal: at(line, "normal energy lost [J]"),
				LostTangential: at(line, "tangential energy lost [J]"), Duration: at(line, "duration [s]")})
		}
	}
	if len(sums) < 3 || len(got.Collisions.Pairs) != len(sums) || got.Collisions.Pairs[0].Name != "all" {
		t.Fatalf("%d pairs of materials have met, the result has %d", len(sums)-1, len(got.Collisions.Pairs)-1)
	}
	for _, p := range got.Collisions.Pairs {
		for i := range bridge.CollisionNumbers {
			n := &bridge.CollisionNumbers[i]
			want, is := n.Of(sums[p.Name], got.Time), p.Numbers[n.Name]
			if is == nil || !(math.Abs(*is-want) <= 1e-12*math.Abs(want)) {
				t.Errorf("%s of %s: %v, want %g", n.Name, p.Name, is, want)
			}
		}
		if len(p.Spectra) != 6 {
			t.Errorf("%s has %d spectra", p.Name, len(p.Spectra))
		}
		for by, list := range p.Spectra {
			count := int64(0)
			for i, r := range list {
				count += r.Collisions
				if r.From >= r.To || i > 0 && r.From < list[i-1].To*(1-1e-9) {
					t.Errorf("the spectrum of %s by %s: %v", p.Name, by, list)
				}
			}
			if count != sums[p.Name].Count {
				t.Errorf("the spectrum of %s by %s has %d collisions, want %d", p.Name, by, count, sums[p.Name].Count)
			}
		}
	}
	again := runJSON(t, in("a.tumble"), "--until", "0.26s")
	if again.Collisions == nil || again.Collisions.Since != 0 ||
		*again.Collisions.Pairs[0].Numbers["collisions"] < *got.Collisions.Pairs[0].Numbers["collisions"] {
		t.Error("the run file has lost its collisions")
	}
	columns, moments := tableOf(t, in("series.csv"))
	for _, p := range got.Collisions.Pairs {
		for i := range bridge.CollisionNumbers {
			n := &bridge.CollisionNumbers[i]
			column := slices.Index(columns, series.WithUnit(n.Column(p.Name), n.Unit))
			if column < 0 {
				t.Errorf("the table has no %s", n.Column(p.Name))
			} else if cell := moments[len(moments)-1][column]; !n.IsRate() && cell != series.Decimal(*p.Numbers[n.Name]) {
				t.Errorf("the last line of the table has %s for %s, want %g", cell, n.Column(p.Name), *p.Numbers[n.Name])
			}
		}
	}

	rows := "motions.turn.delay\n0.3\n0.31\n"
	if err := os.WriteFile(in("rows.csv"), []byte(rows), 0o644); err != nil {
		t.Fatal(err)
	}
	if o := tumble("sweep", "drum", "--table", in("rows.csv"), "--until", until, "--set", on, "-o", in("out"), "--size",
		"64x36"); o.status != 0 {
		t.Fatal(o.stderr)
	}
	heads, lines = tableOf(t, in("out/summary.csv"))
	for _, p := range got.Collisions.Pairs {
		if is, want := at(lines[0], "between "+p.Name+" mean energy lost [J]"), *p.Numbers["mean energy lost"]; is != want ||
			len(lines[0]) != len(heads) {
			t.Errorf("the summary has %g J for %s, want %g", is, p.Name, want)
		}
	}
	if o := tumble("report", "drum", "--until", until, "--set", on, "--still", "--size", "64x36", "-o",
		in("a.html")); o.status != 0 {
		t.Fatal(o.stderr)
	}
	text, err := os.ReadFile(in("a.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  Collisions", "  Collisions by energy lost", "  Collisions by duration"} {
		if have := outline(string(text)); !slices.Contains(have, want) {
			t.Errorf("the report is without %q: %s", want, strings.Join(have, "|"))
		}
	}
}

// Contract: a run ends in the step in which a number of collisions reaches what a condition asks for, with any number
// of workers and also where it went on from a saved state. What is asked of collisions that nobody follows, of
// materials or numbers that are not there, is refused with what there is.
func TestConditionsOfCollisions(t *testing.T) {
	state := filepath.Join(t.TempDir(), "a.tumble")
	const on = "collisions=true"
	stop := func(scene, when string, more ...string) (end struct {
		Steps   int64
		Hash    string
		Stopped string
	}) {
		o := tumble(append([]string{"run", scene, "--json", "--quiet", "--stop-when", when, "--until", "0.3s"}, more...)...)
		if err := json.Unmarshal([]byte(o.stdout), &end); err != nil || end.Stopped == "" {
			t.Errorf("%s: %v, %s", when, err, o.stderr)
		}
		return end
	}
	for _, when := range []string{"between(all, collisions) >= 400 && time > 0.15",
		"between(steel+grain, max_normal_speed) > 0.5 && time > 0.15",
		"between('grain+grain', \"tangential energy lost\") > 1e-6 && time > 0.15"} {
		one := stop("drum", when, "--set", on, "--workers", "1")
		if three := stop("drum", when, "--set", on, "--workers", "3"); one != three {
			t.Errorf("%s: ended as %+v with a worker, %+v with three", when, one, three)
		}
		tumble("run", "drum", "--quiet", "--set", on, "--until", "0.1s", "--save", state)
		if later := stop(state, when); one.Steps != later.Steps || one.Hash != later.Hash {
			t.Errorf("%s: ended as %+v, from a state as %+v", when, one, later)
		}
	}
	plain := tumble("run", "drum", "--quiet", "--until", "0.1s", "--save", state)
	old, followed := runJSON(t, state, "--until", "0.2s"), runJSON(t, state, "--until", "0.2s", "--set", on)
	if c := followed.Collisions; plain.status != 0 || old.Collisions != nil || c == nil || old.Hash != followed.Hash ||
		math.Abs(c.Since-0.1) > 1e-3 || !(*c.Pairs[0].Numbers["collisions"] > 0) {
		t.Errorf("a state whose collisions are followed from there on: %+v, hashes %s and %s", c, old.Hash, followed.Hash)
	}
	stop(state, "between(all, collisions) >= 5", "--set", on)
	for when, want := range map[string]string{
		"between(steel+gran, collisions) > 5": `there is no material "gran" (did you mean grain?)`,
		"between(steel, collisions) > 5":      "a pair of materials must be all, or two names with + between them",
		"between(all, speed) > 5":             `collisions have no "speed" (there are collisions, rate, energy_lost`,
		"between(steel-1, collisions) > 5":    "needs the name of a pair of materials and of one of its numbers",
		"between(grain+steel, collisions, 5)": "between",
		"between(grain+steel) > 5":            "between",
	} {
		if o := tumble("run", "drum", "--steps", "1", "--set", on, "--stop-when", when); o.status == 0 ||
			!strings.Contains(o.stderr, want) {
			t.Errorf("%s: %s", when, o.stderr)
		}
	}
	if o := tumble("run", "drum", "--steps", "1", "--stop-when", "between(all, rate) > 5"); o.status == 0 ||
		!strings.Contains(o.stderr, "a scene with collisions: true follows them (--set collisions=true)") {
		t.Errorf("nobody follows collisions: %s", o.stderr)
	}
}
