// Package report makes reports of a run and of a sweep: pages that show the results, whether they can be
// trusted, and how to reproduce them. A report has no date, so the same run gives the same report.
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

// Options select the content of a report. The zero value is a report with charts, replay and tables,
// without pictures.
type Options struct {
	// At are the simulated times of the pictures [s], in order. None: for a run its beginning, its end and two
	// moments in between, for a sweep the pictures that the sweep has made. A sweep takes one time, until which each
	// of its rows is run again.
	At []float64
	// Album opens the album that draws the pictures of a scene; without one there are no pictures.
	Album func(run.Scene) (Album, error)

	// For a run. If an interval is zero, the length of the run decides it.
	Every     run.Interval  // between the points of charts
	Poses     run.Interval  // between the poses of the replay
	NoReplay  bool          // leaves the replay out
	Forces    bool          // the replay shows the forces of contacts
	Light     bool          // the replay is on a light ground
	Film      *page.Picture // instead of the replay; see ReadFilm
	Reproduce string        // how to reproduce the report, if a command line alone cannot

	// For the rows of a sweep that are run:
	Workers   int
	AllowRead []string // folders from which rows may read, in addition to the folders recorded in the sweep
}

// Album keeps moments of a run, and draws them at its end, with one camera that shows all of them. It
// belongs to the goroutine that opened it.
type Album interface {
	Why() error           // why it cannot draw; nil if it can
	Capture(w *sim.World) // keeps the present moment of a world
	// Draw returns a picture of each moment, or why there are none.
	Draw(ctx context.Context, progress batch.ProgressFunc) ([]page.Picture, error)
	Close()
}

// MostPictures is the largest number of pictures in the report of a run: with more it would be too large
// for mail.
const MostPictures = 24

// pictureShare is roughly the time of drawing a picture, as a share of the time of the run. The progress
// of the work is computed with it.
const pictureShare = 0.05

// OfRun carries a run out and returns its report. If a person interrupts it, or the simulation stops, it returns
// the report of the run so far together with the error. A context that ends with a cause other than
// batch.ErrInterrupted ends all of the work, without a page. The caller closes the world.
//
// Errors: a batch.OptionError of at, errors of the run and of the album.
func OfRun(ctx context.Context, r *batch.Run, o Options, progress batch.ProgressFunc) (*page.Page, error) {
	w, err := newReporter(r, &o)
	if err != nil {
		return nil, err
	}
	defer w.album.Close()
	running := 1 / (1 + pictureShare*float64(len(w.moments)))
	ended := r.March(ctx, w, progress.Part(0, running))
	if !w.over {
		return nil, ended
	}
	ctx, free := batch.Through(ctx)
	defer free()
	to, err := w.page(ctx, o.Film, ended, progress.Part(running, 1))
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
// Errors: errors of reading the file, a film that browsers do not play.
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
