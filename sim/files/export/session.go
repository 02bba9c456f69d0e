package export

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
)

// Writer writes moments of a run in one format. It must not change the world.
type Writer interface {
	// Write writes the world as it is now. Moments come in the order of time, each moment once.
	Write(w state.Source) error
	// Close ends the series.
	Close() error
}

// Session writes all series that were requested of one run. A series that cannot be written any
// more ends, and the others continue.
type Session struct{ series []*schedule }

// schedule is one writer and the times at which it is due.
type schedule struct {
	name   string
	writer Writer
	every  run.Interval
	count  int64 // index of the interval that ends next
	last   int64 // step of the moment that was written last
	ended  bool
}

// Try returns an error if Open would fail, and leaves no trace.
func Try(outputs []run.Output, folder string) error {
	for _, o := range outputs {
		f, o, err := complete(o, folder)
		if err == nil {
			err = f.try(o.Path, o)
		}
		if err != nil {
			return fmt.Errorf("export: %s: %w", o.Format, err)
		}
	}
	return nil
}

// Open starts writing: it makes files and folders, and replaces series of the same names.
// Relative paths are relative to folder.
//
// Errors: an unknown format or part, an invalid interval, files that cannot be made.
func Open(outputs []run.Output, folder string) (*Session, error) {
	s := &Session{}
	for _, o := range outputs {
		f, o, err := complete(o, folder)
		var w Writer
		if err == nil {
			w, err = f.open(o.Path, o)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("export: %s: %w", o.Format, err), s.Close())
		}
		s.series = append(s.series, &schedule{name: o.Format, writer: w, every: o.Every, last: -1})
	}
	return s, nil
}

// complete checks a requested output and fills in its interval and folder if they are missing.
func complete(o run.Output, folder string) (Format, run.Output, error) {
	f, err := format(o.Format)
	if err != nil {
		return f, o, err
	}
	if o.Path == "" {
		return f, o, errors.New("needs the name of a file or folder, got none")
	}
	if !f.table && len(o.Bodies)+len(o.Planes) > 0 {
		return f, o, errors.New("has no columns for bodies and through: csv and parquet-series have")
	}
	if o.Every == (run.Interval{}) {
		o.Every = f.Every
	}
	if err := o.Every.Check(); err != nil {
		return f, o, fmt.Errorf("every %w", err)
	}
	if !filepath.IsAbs(o.Path) && !outfile.IsStdout(o.Path) {
		o.Path = filepath.Join(folder, o.Path)
	}
	return f, o, nil
}

// Observe writes a moment of the world to each series for which one is due. The caller must
// call it before the first step and after each step. A series with an interval of time gets
// the first step at or after each multiple of the interval.
//
// An error names the series that ended in this call because they could not be written.
func (s *Session) Observe(w state.Source) error {
	var failed []error
	for _, r := range s.series {
		if r.due(w) {
			if err := r.write(w); err != nil {
				failed = append(failed, err)
			}
		}
	}
	if failed != nil {
		s.series = slices.DeleteFunc(s.series, func(r *schedule) bool { return r.ended })
	}
	return errors.Join(failed...)
}

// Ended reports whether no series is left.
func (s *Session) Ended() bool { return len(s.series) == 0 }

// due reports whether the interval that ends next has ended, and if so advances count to the
// first interval that has not ended.
func (r *schedule) due(w state.Source) bool {
	var past int64 // number of intervals that have ended
	if r.every.Steps > 0 {
		past = w.Clock().Step / r.every.Steps
	} else {
		past = series.Past(w.Clock().Time, w.Clock().Dt, r.every.Time)
	}
	if past < r.count {
		return false
	}
	r.count = past + 1
	return true
}

// write writes the world as it is now. A series that fails is closed with the moments that it has.
func (r *schedule) write(w state.Source) error {
	r.last = w.Clock().Step
	err := r.writer.Write(w)
	if err == nil {
		return nil
	}
	r.ended = true
	r.writer.Close() // its error is ignored: it would have the same cause
	return fmt.Errorf("export: %s: %w", r.name, err)
}

// Finish writes the last moment of the world to each series that does not have it yet, and closes all series.
func (s *Session) Finish(w state.Source) error {
	var errs []error
	for _, r := range s.series {
		if r.last != w.Clock().Step {
			errs = append(errs, r.write(w))
		}
	}
	s.series = slices.DeleteFunc(s.series, func(r *schedule) bool { return r.ended })
	return errors.Join(append(errs, s.Close())...)
}

// Close closes all series with the moments that they have.
func (s *Session) Close() error {
	var errs []error
	for _, r := range s.series {
		if err := r.writer.Close(); err != nil {
			errs = append(errs, fmt.Errorf("export: %s: %w", r.name, err))
		}
	}
	s.series = nil
	return errors.Join(errs...)
}
