package report_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/ui/report"
	"example.org/tumble/ui/report/page"
	"example.org/tumble/ui/sweep"
)

// A report of a short run, without pictures.
func Example() {
	sc, err := source.Load("newton-row", scene.Options{Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sc.World.Close()
	r := &batch.Run{Scene: sc, Goal: batch.After(sc, 100)}
	p, err := report.OfRun(context.Background(), r, report.Options{NoReplay: true}, nil)
	if err == nil {
		err = p.Write(io.Discard)
	}
	fmt.Println(p.Title, p.Facts[3], err)
	// Output: Newton's row {Steps 100} <nil>
}

// short is a run of a few steps.
func short(t *testing.T) *batch.Run {
	t.Helper()
	sc, err := source.Load("newton-row", scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sc.World.Close)
	return &batch.Run{Scene: sc, Goal: batch.After(sc, 200)}
}

// written returns the text of a page.
func written(t *testing.T, p *page.Page) string {
	t.Helper()
	var text strings.Builder
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// album keeps the steps at which it was shown a world.
type album struct {
	steps  []int64
	closed bool
}

func (a *album) Why() error                           { return nil }
func (a *album) Capture(w *sim.World)                 { a.steps = append(a.steps, w.Clock().Step) }
func (a *album) Close()                               { a.closed = true }
func (a *album) open(run.Scene) (report.Album, error) { return a, nil }

func (a *album) Draw(ctx context.Context, _ batch.ProgressFunc) (list []page.Picture, err error) {
	if err := batch.Interrupted(ctx); err != nil {
		return nil, err
	}
	for _, step := range a.steps {
		list = append(list, page.Picture{Type: "image/png", Caption: fmt.Sprintf("step %d", step)})
	}
	return list, nil
}

// Contract: the report of a run has a picture of its begin, its end and two moments between, unless others are asked
// for, and is told until it is done; a moment outside the run is an error of that option.
func TestOfRun(t *testing.T) {
	a, done := &album{}, 0.0
	p, err := report.OfRun(context.Background(), short(t), report.Options{Album: a.open}, func(p batch.Progress) {
		if p.Done < done {
			t.Errorf("%g is done after %g", p.Done, done)
		}
		done = p.Done
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(a.steps, []int64{0, 67, 134, 200}) || !a.closed {
		t.Errorf("pictures of the steps %v, and the album is closed: %t", a.steps, a.closed)
	}
	if text := written(t, p); !strings.Contains(text, "step 134") || !strings.Contains(text, "text/plain") {
		t.Error("there is no picture of step 134, or no replay")
	}
	r := short(t)
	at := 10.5 * r.Scene.World.Plan().Step
	a = &album{}
	o := report.Options{Album: a.open, At: []float64{at}}
	if _, err := report.OfRun(context.Background(), r, o, nil); err != nil || !slices.Equal(a.steps, []int64{11}) {
		t.Errorf("pictures of the steps %v, %v", a.steps, err)
	}
	var of *batch.OptionError
	if _, err := report.OfRun(context.Background(), short(t), report.Options{At: []float64{-1}}, nil); !errors.As(err,
		&of) || of.Option != "at" {
		t.Errorf("a moment before the run: %v", err)
	}
}

// endedBy makes the report of a run that is ended for a reason, after a fifth of the work.
func endedBy(t *testing.T, why error, a *album) (*page.Page, error) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(context.Background())
	return report.OfRun(ctx, short(t), report.Options{Album: a.open}, func(p batch.Progress) {
		if p.Done > 0.2 {
			cancel(why)
		}
	})
}

// Contract: a run that a person interrupts has a report of what there is until then, with pictures, which says so,
// beside the error. One that is cancelled has none.
func TestOfRunEnded(t *testing.T) {
	a := &album{}
	p, err := endedBy(t, batch.ErrInterrupted, a)
	if !errors.Is(err, batch.ErrInterrupted) || p == nil || !a.closed {
		t.Fatalf("page %v, %v, album closed: %t", p, err, a.closed)
	}
	if last := a.steps[len(a.steps)-1]; len(p.Remarks) != 1 || !strings.Contains(p.Remarks[0], "was interrupted at") ||
		last == 0 || last > 150 {
		t.Errorf("remarks %q, pictures of the steps %v", p.Remarks, a.steps)
	}
	if text := written(t, p); !strings.Contains(text, "step 0") {
		t.Error("there are no pictures")
	}
	a = &album{}
	if p, err := endedBy(t, nil, a); !errors.Is(err, context.Canceled) || p != nil || !a.closed {
		t.Errorf("page %v, %v, album closed: %t", p, err, a.closed)
	}
}

// Contract: the report of a sweep takes the pictures that it made, or runs each row until a moment; a context that
// ended ends it.
func TestOfSweep(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	table, err := sweep.ParseTable("runs.csv", []byte("damping\n0.1\n0.2\n"), 0)
	if err != nil {
		t.Fatal(err)
	}
	s := &sweep.Sweep{Scene: "clump", Table: table, Folder: folder, Steps: 100, Options: scene.Options{Workers: 1},
		Every: run.Interval{Steps: 10}, Picture: func(_ context.Context, _ run.Scene, path string) error {
			return outfile.Write(path, func(to io.Writer) error { return png.Encode(to, image.NewGray(image.Rect(0, 0, 8, 8))) })
		}}
	if err := s.Run(context.Background(), nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Summarize(); err != nil {
		t.Fatal(err)
	}
	p, err := report.OfSweep(context.Background(), folder, report.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := written(t, p); strings.Count(text, "image/jpeg") != 2 || !strings.Contains(text, "Results over damping") {
		t.Error("there are not two pictures, or no plots")
	}
	if p, err = report.OfSweep(context.Background(), folder, report.Options{At: []float64{1e-4}, Workers: 1}, nil); err !=
		nil || !strings.Contains(written(t, p), "Without pictures: none were asked for.") {
		t.Errorf("without an album: %v", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(batch.ErrInterrupted)
	if _, err := report.OfSweep(ctx, folder, report.Options{}, nil); !errors.Is(err, batch.ErrInterrupted) {
		t.Errorf("an interrupted report says %v", err)
	}
	if _, err := report.OfSweep(context.Background(), t.TempDir(), report.Options{}, nil); err == nil ||
		errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder of no sweep: %v", err)
	}
}
