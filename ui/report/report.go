// Package report makes reports, of a run and of a sweep: pages that say what came of it, whether it can be trusted and
// how to have it again. A report has no date: that of the same run is the same.
package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"example.org/tumble/sim"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/ui/report/page"
)

// Options say what a report is to have. The zero value is a report with charts, replay and tables, without pictures.
type Options struct {
	// At are the simulated times of the pictures [s], in order. None: of a run its begin, its end and two moments in
	// between, and of a sweep the pictures that it has made. A sweep takes one, and each of its rows is run until then.
	At []float64
	// Album opens what draws the pictures of a scene: nil leaves them out.
	Album func(run.Scene) (Album, error)

	// Of a run. Intervals without a value are chosen by its length.
	Every    run.Interval  // of the points of charts
	Poses    run.Interval  // of the replay
	NoReplay bool          // leaves the replay out
	Forces   bool          // the replay shows the forces of contacts
	Light    bool          // the replay is on a light ground
	Film     *page.Picture // in place of the replay; see ReadFilm
	Again    string        // how the report is had again, where no command line alone makes it

	// Of the rows of a sweep that are run.
	Workers   int
	AllowRead []string // folders from which they may read, beside those that they say they need
}

// Album keeps moments of a run, and draws them when it is over, with one camera that has all of them in the picture. It
// is used by the goroutine that opened it.
type Album interface {
	Why() error           // it cannot draw; nil: it can
	Capture(w *sim.World) // keeps the moment at which a world is
	// Draw returns a picture of each moment, or why there are none.
	Draw(ctx context.Context, tell batch.ProgressFunc) ([]page.Picture, error)
	Close()
}

// MostPictures is how many pictures a report of a run may have: more make it larger than mail takes.
const MostPictures = 24

// pictureShare is about what drawing a picture of a report takes, as a share of what the run of a scene takes: it
// decides how far the work is told to have come.
const pictureShare = 0.05

// OfRun does a run and returns its report. When a person interrupts it, or the simulation stops, it is the report of
// the run until then, beside the error. A context that ends for another reason than batch.ErrInterrupted ends all of
// the work, without a page. Whoever calls it closes the world.
//
// Errors: batch.OptionError of at, those of the run and of the album.
func OfRun(ctx context.Context, r *batch.Run, o Options, tell batch.ProgressFunc) (*page.Page, error) {
	w, err := newReporter(r, &o)
	if err != nil {
		return nil, err
	}
	defer w.album.Close()
	running := 1 / (1 + pictureShare*float64(len(w.moments)))
	ended := r.March(ctx, w, tell.Part(0, running))
	if !w.over {
		return nil, ended
	}
	ctx, free := batch.Through(ctx)
	defer free()
	to, err := w.page(ctx, o.Film, ended, tell.Part(running, 1))
	if err := batch.Interrupted(ctx); err != nil {
		return nil, err
	}
	return to, errors.Join(ended, err)
}

// noAlbum keeps nothing.
type noAlbum struct{}

func (noAlbum) Why() error         { return errNoAlbum }
func (noAlbum) Capture(*sim.World) {}
func (noAlbum) Draw(context.Context, batch.ProgressFunc) ([]page.Picture, error) {
	return nil, errNoAlbum
}
func (noAlbum) Close() {}

var errNoAlbum = errors.New("none were asked for")

// album opens an album.
func (o *Options) album(sc run.Scene) (Album, error) {
	if o.Album == nil {
		return noAlbum{}, nil
	}
	return o.Album(sc)
}

// ReadFilm reads a film for a report.
//
// Errors: those of the file, a film that browsers do not play.
func ReadFilm(path string) (*page.Picture, error) {
	data, err := input.Read(path, limit.FilmBytes)
	switch {
	case err != nil:
		return nil, err
	case len(data) > 12 && string(data[4:8]) == "ftyp":
		return &page.Picture{Type: "video/mp4", Data: data}, nil
	case bytes.HasPrefix(data, []byte{0x1a, 0x45, 0xdf, 0xa3}):
		return &page.Picture{Type: "video/webm", Data: data}, nil
	}
	return nil, fmt.Errorf("must be an .mp4 or a .webm, which browsers play, got %s, which is neither", path)
}
