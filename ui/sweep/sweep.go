// Package sweep runs a scene once for each row of a table of settings.
//
// Each row gets a folder with the scene as it ran, its result, its time series and a picture; beside them stand the
// table of all results, their statistics and plots. A sweep that is begun again goes on where it was ended: rows that
// are done stay.
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

// Sweep is what is asked of a sweep.
type Sweep struct {
	Scene   string        // a name, as commands take them
	Options scene.Options // of all rows, whose own settings come after; the table gives seeds, and rows share the workers
	Table   *Table
	Rows    Rows   // that Run runs
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

// Rows are rows of a table, counted from 1, First to Last; no numbers are all of them.
type Rows struct{ First, Last int64 }

// has reports whether a row is one of them.
func (r Rows) has(number int) bool {
	return r.First == 0 || r.First <= int64(number) && int64(number) <= r.Last
}

// Check refuses, before anything is written, rows that the table does not have, and a quantity to plot that time series
// do not have: those of the first of the rows to run.
//
// Errors: batch.OptionError of row or plot, those of the scene.
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
		if err := known(name, export.Columns(sc.World)); err != nil {
			return &batch.OptionError{Option: "plot", Err: err}
		}
	}
	return nil
}

// known returns an error if there is no column of a name.
func known(name string, columns []string) error {
	if slices.Contains(columns, name) {
		return nil
	}
	return fmt.Errorf("there is no column %s%s (there are %s)", spell.Quote(name), spell.DidYouMean(name, columns),
		strings.Join(columns, ", "))
}

// inRow says in which row an error is.
func (s *Sweep) inRow(r *row, err error) error {
	return fmt.Errorf("%s: row %d: %w", s.Table.Name, r.number, err)
}

// optionsOf returns the options of a row, on a number of cores; 0: on as many as there are.
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
