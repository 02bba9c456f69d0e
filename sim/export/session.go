package export

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"tumble/sim"
)

// Writer writes moments of a run in one format. It must not change the world.
type Writer interface {
	// Write writes the world as it is now. Moments come in order of time, each once.
	Write(w *sim.World) error
	// Close ends the series. What was written before is complete without it.
	Close() error
}

// Format is a way to write a run.
type Format struct {
	Name  string
	Every sim.Interval // unless something else is asked for
	open  func(path string, o sim.Output) (Writer, error)
}

// Formats lists all formats of series.
var Formats = []Format{
	{"vtk", sim.Interval{Time: 0.02}, openVTK},
	{"csv", sim.Interval{Time: 0.01}, openCSV},
}

// Session writes all that was asked of one run.
type Session struct{ series []*series }

// series is one writer with when it is due.
type series struct {
	name   string
	writer Writer
	every  sim.Interval
	count  int64 // the interval that ends next
	last   int64 // step of the last moment written
}

// Open starts writing: it makes files and folders, replacing series of the same names.
// Relative paths are meant in folder.
//
// Errors: an unknown format or part, an interval that is none, files that cannot be made.
func Open(outputs []sim.Output, folder string) (*Session, error) {
	s := &Session{}
	for _, o := range outputs {
		if err := s.open(o, folder); err != nil {
			return nil, errors.Join(fmt.Errorf("export: %s: %w", o.Format, err), s.Close())
		}
	}
	return s, nil
}

func (s *Session) open(o sim.Output, folder string) error {
	f, err := format(o.Format)
	if err != nil {
		return err
	}
	if o.Path == "" {
		return errors.New("needs the name of a file or folder, got none")
	}
	if o.Every == (sim.Interval{}) {
		o.Every = f.Every
	}
	if err := o.Every.Check(); err != nil {
		return fmt.Errorf("every %w", err)
	}
	path := o.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	w, err := f.open(path, o)
	if err != nil {
		return err
	}
	s.series = append(s.series, &series{name: o.Format, writer: w, every: o.Every, last: -1})
	return nil
}

// format returns the format of a name.
func format(name string) (Format, error) {
	var names []string
	for _, f := range Formats {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("must be %s, got %q", strings.Join(names, " or "), name)
}

// Observe writes the world wherever a moment is due: to be called before the first step
// and after each. Of a time interval it takes the first step at or after each multiple.
func (s *Session) Observe(w *sim.World) error {
	for _, r := range s.series {
		if !r.due(w) {
			continue
		}
		if err := r.write(w); err != nil {
			return err
		}
	}
	return nil
}

// due reports whether the interval that ends next has ended, and goes on to the first one
// that has not. The sum of many time steps is not exact, hence the millionth of a step.
func (r *series) due(w *sim.World) bool {
	var past int64 // intervals that have ended
	if r.every.Steps > 0 {
		past = w.StepCount() / r.every.Steps
	} else {
		past = int64((w.Time() + 1e-6*w.TimeStep()) / r.every.Time)
	}
	if past < r.count {
		return false
	}
	r.count = past + 1
	return true
}

func (r *series) write(w *sim.World) error {
	r.last = w.StepCount()
	if err := r.writer.Write(w); err != nil {
		return fmt.Errorf("export: %s: %w", r.name, err)
	}
	return nil
}

// Finish writes the world as it ended, where that was not due just now, and closes.
func (s *Session) Finish(w *sim.World) error {
	var errs []error
	for _, r := range s.series {
		if r.last != w.StepCount() {
			errs = append(errs, r.write(w))
		}
	}
	return errors.Join(append(errs, s.Close())...)
}

// Close closes all series as they are.
func (s *Session) Close() error {
	var errs []error
	for _, r := range s.series {
		errs = append(errs, r.writer.Close())
	}
	s.series = nil
	return errors.Join(errs...)
}
