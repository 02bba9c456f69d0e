package sweep

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/spell"
)

// work is the state of a running sweep.
type work struct {
	*Sweep
	ctx context.Context

	mutex    sync.Mutex // guards finished and the calls of progress and message
	progress batch.ProgressFunc
	message  func(string)
	finished int // number of rows that have run
	pieces   int // number of rows to run

	pictures pictures
	contents contents
}

// pending returns the rows to run. It reads the settings of all rows first, so that a mistake in the last row is found
// before the first row runs.
func (w *work) pending() (rows []*row, err error) {
	before := 0
	for i := range w.Table.rows {
		r := &w.Table.rows[i]
		if !w.Rows.has(r.number) {
			continue
		}
		text, err := w.text(r)
		if err != nil {
			return nil, w.inRow(r, err)
		}
		inputs, err := w.inputs(text)
		if err != nil {
			return nil, w.inRow(r, err)
		}
		if !w.done(r, inputs) {
			rows = append(rows, r)
			continue
		}
		if before++; len(w.Table.rows) <= mostLines {
			w.messagef("row %d: done before", r.number)
		}
	}
	if before > 0 && len(w.Table.rows) > mostLines {
		w.messagef("%d rows: done before", before)
	}
	return rows, nil
}

// text returns the scene file of a row. Its first line lists the folders that the scene may read; Allowed reads it.
func (w *work) text(r *row) ([]byte, error) {
	text, err := source.Frozen(w.Scene, w.optionsOf(r, 0))
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf("# Row %d of %s, seed %d.", r.number, spell.Line(filepath.Base(w.Table.Name)), r.seed)
	files, err := scene.Named(text)
	if err != nil {
		return nil, err
	}
	for i := range files {
		files[i] = filepath.Dir(files[i])
	}
	slices.Sort(files)
	for _, folder := range slices.Compact(files) {
		head += fmt.Sprintf(" It needs --allow-read %q.", folder)
	}
	return append([]byte(head+"\n"), text...), nil
}

// runAll runs rows side by side.
func (w *work) runAll(rows []*row) error {
	if len(rows) == 0 {
		return nil
	}
	w.pieces = len(rows)
	side := min(w.Options.Workers, len(rows))
	queue, failed := make(chan *row), make(chan error, len(rows))
	var group sync.WaitGroup
	for range side {
		group.Go(func() {
			for r := range queue {
				if err := w.runRow(r, w.Options.Workers/side); err != nil {
					failed <- w.inRow(r, err)
				}
				w.advance()
			}
		})
	}
	for _, r := range rows {
		select {
		case queue <- r:
			continue
		case <-w.ctx.Done():
		}
		break
	}
	close(queue)
	group.Wait()
	close(failed)
	if w.ctx.Err() != nil {
		return fmt.Errorf("%w: start it again to go on", batch.Interrupted(w.ctx))
	}
	var errs []error
	for err := range failed {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// messagef sends a person a line about the sweep.
func (w *work) messagef(format string, args ...any) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.message(fmt.Sprintf(format, args...))
}

// advance reports that one more row is done.
func (w *work) advance() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.finished++
	w.progress.Of(batch.Progress{Done: float64(w.finished) / float64(w.pieces),
		About: fmt.Sprintf("%d of %d rows", w.finished, w.pieces)})
}
