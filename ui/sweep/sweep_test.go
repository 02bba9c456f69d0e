package sweep_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
	"example.org/tumble/ui/sweep"
)

// two returns a sweep of two rows, which run one after the other.
func two(t *testing.T) *sweep.Sweep {
	t.Helper()
	table, err := sweep.ParseTable("runs.csv", []byte("damping,seed\n0.1,\n0.2,7\n"), 3)
	if err != nil {
		t.Fatal(err)
	}
	return &sweep.Sweep{Scene: "clump", Table: table, Folder: filepath.Join(t.TempDir(), "out"), Steps: 100,
		Options: scene.Options{Workers: 1}, Every: run.Interval{Steps: 10}, Plot: []string{"kinetic energy"}}
}

// Contract: a sweep that is ended after a row keeps it, and goes on with the other one when it is run again; its
// summary tells both. Nobody need listen.
func TestRunGoesOn(t *testing.T) {
	s := two(t)
	if err := s.Check(context.Background()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	err := s.Run(ctx, func(batch.Progress) { cancel(batch.ErrInterrupted) }, nil)
	if !errors.Is(err, batch.ErrInterrupted) {
		t.Fatalf("an interrupted sweep says %v", err)
	}
	if done, err := s.Summarize(); done != 1 || err != nil {
		t.Fatalf("%d rows are done, %v", done, err)
	}
	first, err := sweep.ReadResult(s.Folder, 1)
	if err != nil || first == nil || first.Seed != 3 {
		t.Fatalf("the first row: %+v, %v", first, err)
	}
	var said []string
	var reported []float64
	report := func(p batch.Progress) { reported = append(reported, p.Done) }
	if err := s.Run(context.Background(), report, func(line string) { said = append(said, line) }); err != nil {
		t.Fatal(err)
	}
	if len(said) != 2 || said[0] != "row 1: done before" || !strings.HasPrefix(said[1], "row 2 of 2: ") ||
		!slices.Equal(reported, []float64{1}) {
		t.Errorf("said %q, reported %v", said, reported)
	}
	second, err := sweep.ReadResult(s.Folder, 2)
	if err != nil || second == nil || second.Hash == first.Hash || second.Seed != 7 {
		t.Errorf("the second row: %+v, %v", second, err)
	}
	if done, err := s.Summarize(); done != 2 || err != nil {
		t.Errorf("%d rows are done, %v", done, err)
	}
	for _, name := range []string{"summary.csv", "summary.svg", "quantiles.csv", "parallel.svg"} {
		if _, err := os.Stat(filepath.Join(s.Folder, name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(sweep.File(s.Folder, 1, "picture.png")); err == nil {
		t.Error("there is a picture that nobody has drawn")
	}
}

// Contract: what cannot be had is an error of its option, before anything is written, and names no flag.
func TestCheck(t *testing.T) {
	for option, change := range map[string]func(*sweep.Sweep){
		"row":  func(s *sweep.Sweep) { s.Rows = sweep.Rows{First: 2, Last: 3} },
		"plot": func(s *sweep.Sweep) { s.Plot = []string{"speed"} },
	} {
		s := two(t)
		change(s)
		var of *batch.OptionError
		if err := s.Check(context.Background()); !errors.As(err, &of) || of.Option != option ||
			strings.Contains(err.Error(), "--") {
			t.Errorf("%s: %v", option, err)
		}
		if _, err := os.Stat(s.Folder); err == nil {
			t.Errorf("%s: there is a folder", option)
		}
	}
}

// Contract: pictures are drawn one at a time, and a row whose picture failed runs again as soon as they can be drawn.
func TestPictures(t *testing.T) {
	s := two(t)
	s.Options.Workers = 2
	var one sync.Mutex
	s.Picture = func(context.Context, run.Scene, string) error {
		if !one.TryLock() {
			t.Error("two pictures at once")
		}
		defer one.Unlock()
		return errors.New("no light")
	}
	said := map[string]int{}
	again := func() {
		clear(said)
		if err := s.Run(context.Background(), nil, func(line string) {
			what, _, _ := strings.Cut(strings.TrimLeft(line, "row 12:"), " ")
			said[what]++
		}); err != nil {
			t.Fatal(err)
		}
	}
	if again(); said["no"] != 1 {
		t.Errorf("said %v, want once that there are no pictures", said)
	}
	if again(); said["done"] != 2 {
		t.Errorf("said %v, want that both rows were done before", said)
	}
	s.CanDraw = func() bool { return true }
	if again(); said["done"] != 0 {
		t.Errorf("said %v, want both rows again", said)
	}
}

// Contract: a picture that is being drawn when a person interrupts the sweep is finished, and its row is done;
// otherwise the end of the context ends both.
func TestEndedWhileDrawing(t *testing.T) {
	for why, want := range map[error]int{batch.ErrInterrupted: 1, context.Canceled: 0} {
		s := two(t)
		ctx, cancel := context.WithCancelCause(context.Background())
		s.Picture = func(through context.Context, _ run.Scene, _ string) error {
			cancel(why)
			if want == 0 {
				<-through.Done()
			}
			return batch.Interrupted(through)
		}
		if err := s.Run(ctx, nil, nil); !errors.Is(err, why) {
			t.Errorf("%v becomes %v", why, err)
		}
		if done, err := s.Summarize(); done != want || err != nil {
			t.Errorf("%v: %d rows are done, want %d; %v", why, done, want, err)
		}
	}
}
