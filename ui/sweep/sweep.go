// Package sweep runs a scene once for each row of a table of settings.
//
// Each row gets a folder with its scene as it ran, its result, its time series and a picture. Beside these folders lie
// the table of all results, their statistics and plots. A sweep that is started again keeps its finished rows and runs
// the others.
package sweep

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/spell"
)

// Sweep describes a sweep: its scene, its table of settings, and the results to write.
type Sweep struct {
	Scene   string        // a name, as commands take them
	Options scene.Options // of all rows; a row's own settings override Set, the table gives the seeds, rows share workers
	Table   *Table
	Rows    Rows   // the rows that Run runs
	Folder  string // of the results

	// Where each row ends: after so many steps, at a time [s], or where its scene does.
	Until float64
	Steps int64

	Every run.Interval // of the lines of time series
	Plot  []string     // columns of time series, without units

	// Picture draws the end of a row as a file; nil makes no pictures. CanDraw reports whether this machine can draw: a
	// row whose picture failed is run again where it can. Nil: it cannot.
	Picture func(ctx context.Context, sc run.Scene, path string) error
	CanDraw func() bool
}

// Rows is the range of rows First to Last of a table, counted from 1; the zero value means all rows.
type Rows struct{ First, Last int64 }

// has reports whether a row is in the range.
func (r Rows) has(number int) bool {
	return r.First == 0 || r.First <= int64(number) && int64(number) <= r.Last
}

// Check refuses, before anything is written, rows that the table does not have, and quantities to plot that are no
// columns of the time series. It loads the scene of the first row to run to learn these columns.
//
// Errors: batch.OptionError of row or plot; errors of loading the scene.
func (s *Sweep) Check(ctx context.Context) error {
	if s.Rows.Last > int64(len(s.Table.rows)) {
		return &batch.OptionError{Option: "row", Err: fmt.Errorf("%s has rows 1 to %d, got %d", s.Table.Name,
			len(s.Table.rows), s.Rows.Last)}
	}
	r := &s.Table.rows[max(s.Rows.First, 1)-1]
	sc, err := batch.Load(ctx, func() (run.Scene, error) { return source.Load(s.Scene, s.optionsOf(r, 0)) })
	if err != nil {
		return s.inRow(r, err)
	}
	defer sc.World.Close()
	for _, name := range s.Plot {
		if err := known(name, export.Columns(sc.World, sc.Regions)); err != nil {
			return &batch.OptionError{Option: "plot", Err: err}
		}
	}
	return nil
}

// known refuses a name that is no column.
func known(name string, columns []string) error {
	if slices.Contains(columns, name) {
		return nil
	}
	return fmt.Errorf("there is no column %s%s (there are %s)", spell.Quote(name), spell.DidYouMean(name, columns),
		strings.Join(columns, ", "))
}

// inRow adds the table and the row to an error.
func (s *Sweep) inRow(r *row, err error) error {
	return fmt.Errorf("%s: row %d: %w", s.Table.Name, r.number, err)
}

// optionsOf returns the options of a row that runs on a number of cores; 0: on all cores.
func (s *Sweep) optionsOf(r *row, workers int) scene.Options {
	o := s.Options
	o.Seed, o.Workers = r.seed, workers
	o.Set = append(slices.Clone(o.Set), r.set(s.Table.columns)...)
	return o
}

// Run runs the rows that are not done, side by side, as many as there are cores to use. A row that fails does not keep
// the others from running. Run calls progress with the number of finished rows, and message with a line for people on
// each row and on whatever they should know. The calls come from several goroutines, but never two at once; either may
// be nil.
//
// Errors: those of all rows; or why the context ended, and then another Run goes on with the rows that are left.
func (s *Sweep) Run(ctx context.Context, progress batch.ProgressFunc, message func(string)) error {
	if err := outfile.MakeFolder(s.Folder); err != nil {
		return err
	}
	if message == nil {
		message = func(string) {}
	}
	w := &work{Sweep: s, ctx: ctx, progress: progress, message: message}
	rows, err := batch.Await(ctx, w.pending)
	if err != nil {
		return err
	}
	return w.runAll(rows)
}
