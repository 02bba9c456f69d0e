//go:build !headless

package desktop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui"
	"example.org/tumble/ui/cli"
	"example.org/tumble/ui/report"
	"example.org/tumble/ui/studio"
)

// jobWorkers is the number of cores on which a task of the window simulates; the other cores are left for the
// window.
const jobWorkers = 1

// grace is how long the window waits for the end of a cancelled task. If the task takes longer, with a step of a
// large scene or a page that is being packed, the window does not wait, and the result is discarded.
const grace = time.Second / 2

// runName is the name of the run in results that are made of it.
const runName = "run" + scene.SavedExt

// worker carries out the tasks of the window, one after the other.
type worker struct {
	turn chan struct{} // holds one element while a task runs
	do   func(ctx context.Context, t ui.Task, file []byte, path string, progress batch.ProgressFunc) error
}

func newWorker() *worker { return &worker{make(chan struct{}, 1), do} }

// work carries out a task; see ui.Config. It makes the result on a stage, so that nobody sees an incomplete
// result.
func (w *worker) work(ctx context.Context, t ui.Task, file []byte, progress func(ui.Progress)) (path string,
	err error) {
	select {
	case w.turn <- struct{}{}:
	case <-ctx.Done(): // an earlier cancelled task still holds the turn
		return "", ctx.Err()
	}
	stage, err := outfile.NewStage(t.Path)
	if err != nil {
		<-w.turn
		return "", err
	}
	defer stage.Discard()
	done := make(chan error, 1)
	go func() {
		defer func() { <-w.turn }()
		defer bridge.LendCore().GiveBack() // to this task
		done <- guarded(func() error { return w.do(ctx, t, file, stage.Path(), throttled(progress)) })
	}()
	select {
	case err = <-done:
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(grace):
		}
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", stage.Err(err)
	}
	return stage.Commit()
}

// guarded calls a function and turns a panic in it into an error, so that the window goes on.
func guarded(do func() error) (err error) {
	if p := run.Attempt(func() { err = do() }); p != nil {
		printPanic(p)
		return fmt.Errorf("an error of the program itself: %w", p)
	}
	return err
}

// printPanic prints a panic and its stack, for the search for the cause.
func printPanic(p *run.Panic) { fmt.Fprintf(spell.Writer(os.Stderr), "tumble: %v\n%s", p, p.Stack) }

// reportEvery is the shortest time between two reports of the progress of a task to the window.
const reportEvery = 100 * time.Millisecond

// throttled reports how far a task has come, and how long the rest takes, but not more often than reportEvery.
func throttled(progress func(ui.Progress)) batch.ProgressFunc {
	start, last := time.Now(), time.Time{}
	return func(p batch.Progress) {
		now := time.Now()
		if now.Sub(last) < reportEvery {
			return
		}
		last = now
		progress(ui.Progress{Done: p.Done, Left: p.Left(now.Sub(start)), About: p.About})
	}
}

// do makes the result of a task at a temporary path, from which it is moved to its own path later. This is the
// only place that knows the kinds of tasks.
func do(ctx context.Context, t ui.Task, file []byte, path string, progress batch.ProgressFunc) error {
	o := run.Output{Path: path, Place: t.Path}
	switch m := t.Make.(type) {
	case ui.MakeReplay:
		o.Format, o.Every = "replay", run.Interval{Time: m.Every}
		if m.Forces {
			o.Parts = []string{export.Forces}
		}
		return series(ctx, o, m.Until, m.Live, file, progress)
	case ui.MakeSeries:
		o.Format, o.Every = m.Format, run.Interval{Time: m.Every}
		return series(ctx, o, m.Until, false, file, progress)
	case ui.MakeMoment:
		return moment(ctx, m, file, path)
	case ui.MakeReport:
		return reported(ctx, m, file, path, progress)
	case ui.MakeRealTime:
		return filmInRealTime(ctx, m, file, path, progress)
	case ui.MakeVideo:
		return filmed(ctx, m, file, path, progress)
	}
	panic(fmt.Sprintf("desktop: nothing makes a %T", t.Make))
}

// load returns the scene of a run file with its world at a time [s]; nil: at the end of the run.
func load(ctx context.Context, file []byte, at *float64) (run.Scene, error) {
	return batch.Load(ctx, func() (run.Scene, error) {
		return scene.LoadSaved(runName, file, scene.Options{Workers: jobWorkers, At: at})
	})
}

// filmed makes a video.
func filmed(ctx context.Context, t ui.MakeVideo, file []byte, path string, progress batch.ProgressFunc) error {
	film := studio.Film{Options: studio.Default(), Shown: t.View, FPS: t.FPS, Speed: t.Speed, From: t.From,
		Until: t.Until, Slow: &t.Slow, Output: path}
	film.Width, film.Height, film.View.Quality, film.Chosen = t.Width, t.Height, view.Best, view.FieldQuality
	from := studio.Scene{Name: runName, Options: scene.Options{Workers: jobWorkers}}
	from.Load = func(name string, o scene.Options) (run.Scene, error) { return scene.LoadSaved(name, file, o) }
	_, err := film.Make(ctx, from, progress)
	return err
}

// filmInRealTime makes a video of what a person saw.
func filmInRealTime(ctx context.Context, t ui.MakeRealTime, file []byte, path string,
	progress batch.ProgressFunc) error {
	samples := *t.Samples
	sc, err := load(ctx, file, &samples[0].Run.Time)
	if err != nil {
		return err
	}
	film := studio.Film{Options: studio.Default(), FPS: t.FPS, Output: path}
	film.Width, film.Height = t.Width, t.Height
	return film.MakeRealTime(ctx, sc, samples, progress)
}

// reported makes a report.
func reported(ctx context.Context, t ui.MakeReport, file []byte, path string, progress batch.ProgressFunc) error {
	r, err := again(ctx, file, t.Until)
	if err != nil {
		return err
	}
	defer r.Scene.World.Close()
	look := pictured(t.View)
	made, err := report.OfRun(ctx, r, report.Options{Poses: run.Interval{Time: t.Every}, Forces: t.Forces,
		Light: look.View.Theme == view.Light, Reproduce: againInWindow,
		Album: func(sc run.Scene) (report.Album, error) { return studio.OpenAlbum(look, sc) },
	}, progress)
	if err != nil {
		return err
	}
	return outfile.Write(path, made.Write)
}

// againInWindow says how to make the report again, for a run that a person may have edited in the window.
const againInWindow = "The run was made in the window. Its run file (Ctrl+S) holds all edits: " +
	"tumble report FILE.tumble makes this report of it, and tumble check says whether it is the same again, to the " +
	"last bit."

// pictured returns the options for the pictures of a report that belong to a view: light and in the best quality,
// from the direction of the eye. The pictures show many moments, so that they leave out all that belongs to one
// moment only: the thing under the pointer, the selection, groups and trails.
func pictured(v view.View) studio.Options {
	o := studio.Default()
	usual := o.View
	o.Eye = studio.Eye{Given: true, Axis: -1, Azimuth: v.Camera.Azimuth, Elevation: v.Camera.Elevation}
	o.Chosen = view.FieldCamera | view.FieldOrtho | view.FieldOverlays | view.FieldMarks | view.FieldStyle |
		view.FieldQuality | view.FieldTheme | view.FieldColorBy | view.FieldColorMap | view.FieldColorScale |
		view.FieldSlice
	v.Quality, v.Theme, v.Overlays = view.Best, view.Light, v.Overlays&^view.OverlayTrails
	v.Hover, v.Selected, v.Hidden, v.Wired, v.Clear, v.Tinted = usual.Hover, nil, nil, nil, nil, nil
	v.Explain, v.KeyFrame, v.Filmed = false, view.KeyFrame{}, false
	v.Scale, v.Resolution, v.Figure = usual.Scale, usual.Resolution, usual.Figure
	v.FlatApart, v.MarksApart = usual.FlatApart, usual.MarksApart
	v.Split = usual.Split
	o.View = v
	return o
}

// again returns the repetition of a run until a time [s], which may lie beyond its end; 0: until its end. The
// caller closes its world.
func again(ctx context.Context, file []byte, until float64) (*batch.Run, error) {
	recorded, err := scene.ParseRecorded(runName, file)
	if err != nil {
		return nil, err
	}
	begin := recorded.Begin().Time
	sc, err := load(ctx, file, &begin)
	if err != nil {
		return nil, err
	}
	sc.Outputs = nil // the run itself has written them
	r, err := batch.Again(recorded, sc, until, jobWorkers)
	if err != nil {
		sc.World.Close()
		return nil, err
	}
	return r, nil
}

// series repeats a run and writes it as a series; a live page can compute it anew.
func series(ctx context.Context, o run.Output, until float64, live bool, file []byte,
	progress batch.ProgressFunc) error {
	r, err := again(ctx, file, until)
	if err != nil {
		return err
	}
	defer r.Scene.World.Close()
	r.Scene.Complete(&o)
	if live {
		if o.Live, err = cli.LiveOf(r); err != nil {
			return err
		}
	}
	w, err := batch.Outputs{Series: []run.Output{o}, Alone: true}.Open(r)
	if err != nil {
		return err
	}
	err = r.March(ctx, w, progress)
	return errors.Join(append(w.Failed, err)...)
}

// stl is the format of meshes, in addition to the formats of package export.
const stl = "stl"

// moment writes the last moment of a run.
func moment(ctx context.Context, t ui.MakeMoment, file []byte, path string) error {
	sc, err := load(ctx, file, nil)
	if err != nil {
		return err
	}
	defer sc.World.Close()
	state := sc.World.State()
	switch {
	case slices.Contains(deck.Programs, t.Format):
		return writeDeck(sc, t, path)
	case t.Format != stl:
		return export.WriteMoment(path, &state, sc.Origin())
	case !export.HasMesh(&state):
		return fmt.Errorf("scene %s has no mesh", sc.Title)
	}
	return outfile.Write(path, func(to io.Writer) error { return export.WriteSTL(to, &state) })
}

// deckEvery is the time between the dumps of another program [s].
const deckEvery = 0.01

// writeDeck writes a folder with the input of another program, which goes on with the run until the end of the
// scene.
func writeDeck(sc run.Scene, t ui.MakeMoment, folder string) error {
	to, err := batch.To(sc, 0, 0)
	if err != nil {
		return fmt.Errorf("it is not known how far %s is to go on: %w", t.Format, err)
	}
	_, err = batch.Deck(sc, to, deck.Options{Program: t.Format, DumpEvery: deckEvery, DampingAsRestitution: t.Option},
		folder)
	return err
}
