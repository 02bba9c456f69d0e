package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

// Contract: what charts have is the table of "tumble run --csv" to the last byte, however the run was moved along its
// line meanwhile and from wherever it was gone on with; an edit of the past leaves that of the old future as it is.
func TestChartsAreTheTable(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	read := func(name string) []byte {
		data, err := os.ReadFile(in(name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	end := []string{"run", "hopper", "--steps", "3000", "--workers", "2"}
	if o := tumble(append(end, "--csv", in("run.csv"), "--run-file", in("whole.tumble"))...); o.status != 0 {
		t.Fatal(o.stderr)
	}
	want := read("run.csv")
	if lines := bytes.Count(want, []byte("\n")); lines < 12 {
		t.Fatalf("the table has %d lines", lines)
	}
	for _, args := range [][]string{
		{"run", "hopper", "--steps", "2500", "--save", in("mid.tumble")},
		{"run", in("mid.tumble"), "--steps", "500", "--csv", in("rest.csv")}} {
		if o := tumble(args...); o.status != 0 {
			t.Fatal(o.stderr)
		}
	}
	if got := read("rest.csv"); !bytes.Equal(lastLine(got), lastLine(want)) {
		t.Errorf("gone on with from a saved state, the table ends with\n%s\nand not\n%s", lastLine(got), lastLine(want))
	}
	charts := func(from string, commands ...bridge.Command) {
		t.Helper()
		sc, err := scene.Load(from, scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		drive(t, sc, append(commands, bridge.SaveSeries{Path: in("chart.csv")}))
		if !bytes.Equal(read("chart.csv"), want) {
			t.Errorf("%s: the chart has\n%s\nthe table\n%s", from, read("chart.csv"), want)
		}
	}
	charts("hopper", bridge.StepOnce{N: 700}, bridge.SeekTime{Time: 0.021}, bridge.StepOnce{N: 20},
		bridge.Seek{Step: 700}, bridge.StepOnce{N: 2300}, bridge.Seek{Step: 1400}, bridge.Number("damping", 0.5),
		bridge.StepOnce{N: 300}, bridge.ChooseTrack{Track: 0}, bridge.Seek{Step: 3000})
	want = want[:len(want)-len(lastLine(want))] // its end is read of a world, not of the file
	charts(in("whole.tumble"), bridge.Seek{Step: 2900})
}

// Contract: what charts have of the selected body is, to the last digit, what "tumble run --csv" has of a body that is
// followed, also of the time before it was selected once that was read, and of the future of an edit.
func TestChartsOfABodyAreTheTable(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	table := func(name string) ([]string, [][]string) { return tableOf(t, in(name)) }
	if o := tumble("run", "clump", "--steps", "400", "--csv", in("run.csv"), "--follow", "1"); o.status != 0 {
		t.Fatal(o.stderr)
	}
	sc, err := scene.Load("clump", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	body := bridge.Wanted{Inspect: [2]bridge.Thing{{Kind: bridge.ThingBody, Body: 1}}}
	save := func(name string) bridge.Command { return bridge.SaveSeries{Path: in(name), Of: bridge.OfBody} }
	drive(t, sc, []bridge.Command{bridge.Pause{}, bridge.StepOnce{N: 200}, bridge.SetWanted{Wanted: body},
		bridge.StepOnce{N: 200}, save("part.csv"), bridge.ReadPast{}, save("whole.csv"), bridge.Seek{Step: 200},
		bridge.Number("damping", 0.5), bridge.StepOnce{N: 200}, save("branch.csv"), bridge.ReadPast{},
		save("branch again.csv"), bridge.ChooseTrack{Track: 0}, bridge.Seek{Step: 400}, save("whole again.csv")})
	heads, want := table("run.csv")
	names, got := table("whole.csv")
	if _, part := table("part.csv"); len(part) < 5 || len(part) > len(got)*2/3 {
		t.Errorf("selected half way it has %d lines, with the past %d", len(part), len(got))
	}
	if len(got) != len(want) || len(want) < 20 {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	_, again := table("whole again.csv")
	if _, branch := table("branch.csv"); !reflect.DeepEqual(again, got) || reflect.DeepEqual(branch, got) ||
		!reflect.DeepEqual(branch[:len(branch)/2], got[:len(branch)/2]) {
		t.Error("the branch has not the numbers of the track up to the edit alone, or the track has others now")
	} else if _, again = table("branch again.csv"); !reflect.DeepEqual(again, branch) {
		t.Error("read once more the branch has other numbers")
	}
	checked := 0
	for k, name := range names {
		i := slices.Index(heads, "1 "+name)
		if k < 3 { // the clock
			i = slices.Index(heads, name)
		}
		if i < 0 {
			continue
		}
		checked++
		for j := range want {
			if got[j][k] != want[j][i] {
				t.Errorf("line %d: %s is %s, want %s", j+1, name, got[j][k], want[j][i])
				break
			}
		}
	}
	if checked != 18 {
		t.Errorf("%d columns are the same of %q and %q", checked, names, heads)
	}
}

// lastLine returns the last line of a table, with its end.
func lastLine(table []byte) []byte { return table[1+bytes.LastIndexByte(table[:len(table)-1], '\n'):] }

// drive gives commands to the runner of a scene, one after the other, and ends it. What it had stepped before the first
// one came is left again.
func drive(t *testing.T, sc run.Scene, list []bridge.Command) {
	t.Helper()
	commands, feed := make(chan bridge.Command), bridge.NewFeed()
	r := run.New(sc, func(name string, seed uint64) (run.Scene, error) {
		return scene.Load(name, scene.Options{Seed: seed})
	}, feed, commands)
	r.SaveSeriesWith(export.WriteSeries)
	r.SaveRunsWith(scene.WriteRun)
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Run(ctx)
	}()
	for _, c := range append([]bridge.Command{bridge.Pause{}, bridge.Seek{}}, list...) {
		commands <- c
	}
	close(commands)
	<-done
}
