// Package playback shows results of another program: it combines the atoms of text dumps to bodies and
// returns them like a world, as snapshots and states, moment by moment. It does not interpolate between
// moments.
package playback

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"example.org/tumble/sim/files/dump"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Options are facts that dumps may not contain.
type Options struct {
	TimeStep float64                   // of the run [s]; 0: take the times from the stage or the dumps
	Stage    *Stage                    // of a run of an exported scene; may be nil
	Progress func(done, all int) error // receives the number of files read; an error ends the reading; may be nil
}

// Run is a run of another program.
type Run struct {
	Name  string // of the file or folder
	Title string // for people
	Note  string // what a person should know about the files; may be empty
	View  bridge.ViewHint
	Times []float64 // of the moments, in order [s]

	series *dump.Series
	stage  *Stage             // may be nil
	step   float64            // time step [s]; 0: not known
	rigid  bool               // the atoms of one molecule form a rigid body
	types  int                // of atoms: the largest type so far
	before map[int64]vec.Quat // orientations of bodies at the moment that was read last
}

// Is reports whether a name means the run of another program.
func Is(name string) bool { return dump.Is(name) }

// ErrTime says that the times of a run are not known.
var ErrTime = errors.New("the dumps do not say their times: give the time step of the run, as --timestep 1e-6 " +
	"(in LAMMPS dump_modify ID time yes writes times)")

// Open reads the index of a run.
//
// Errors name the file and the line.
func Open(name string, o Options) (*Run, error) {
	series, err := dump.Open(name, o.Progress)
	if err != nil {
		return nil, err
	}
	r := &Run{Name: name, Title: "Dumps of " + filepath.Base(name), Note: series.Note, series: series, stage: o.Stage,
		before: map[int64]vec.Quat{}}
	if abs, err := filepath.Abs(name); err == nil {
		r.Title = "Dumps of " + filepath.Base(abs)
	}
	if s := r.stage; s != nil {
		r.Title = s.title
		r.Note = strings.Join(slices.DeleteFunc([]string{r.Note, s.Note}, func(n string) bool { return n == "" }), "; ")
	}
	if err := r.time(o.TimeStep); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, r.survey()
}

// time gives each moment its time; times must increase.
func (r *Run) time(step float64) error {
	var start float64
	if r.stage != nil {
		start = r.stage.record.Start
		if step == 0 {
			step = r.stage.record.TimeStep
		}
	}
	r.step = step
	for _, m := range r.series.Moments {
		t := m.Time
		switch {
		case step > 0:
			t = start + float64(m.Step)*step
		case math.IsNaN(t):
			return ErrTime
		}
		if n := len(r.Times); n > 0 && t <= r.Times[n-1] {
			return fmt.Errorf("step %d must be later than the one before, which is at %g s, got %g s", m.Step, r.Times[n-1], t)
		}
		r.Times = append(r.Times, t)
	}
	return nil
}

// survey reads the last moment with atoms, to find what applies to the whole run.
func (r *Run) survey() error {
	k := len(r.series.Moments) - 1
	for k > 0 && r.series.Moments[k].Atoms == 0 {
		k--
	}
	f, err := r.frameOf(k)
	if err != nil {
		return err
	}
	if len(f.Atoms) > 0 && !f.Has(dump.Radius) && !f.Has(dump.Shape) {
		return fmt.Errorf("%s: there must be a column radius or diameter, without which atoms have no size", r.Name)
	}
	r.rigid = f.Has(dump.Mol) && (f.Has(dump.Quat) || r.stage != nil && r.stage.clumped() || r.moveAsOne(f))
	if len(f.Atoms) > 0 {
		r.frame(r.assemble(f, k))
		clear(r.before)
	}
	return nil
}

// frame sets the view: the scene's view, or the bounds of the moment and of the first places of atoms.
func (r *Run) frame(m *Moment) {
	if r.stage != nil && r.stage.view.Given {
		r.View = r.stage.view
		return
	}
	var s bridge.Snapshot
	m.Fill(&s)
	box := vec.Box{Lo: double(s.Bounds.Core[0]), Hi: double(s.Bounds.Core[1])}
	if all := r.seenFirst(); !all.IsEmpty() {
		box = box.Union(all.Grow(float64(s.Bounds.Grain)))
	}
	r.View = bridge.ViewHint{Given: true, Azimuth: defaultAzimuth, Elevation: defaultElevation,
		Frame: [2][3]float32{box.Lo.Float32(), box.Hi.Float32()}}
}

// Default direction of the eye [°].
const defaultAzimuth, defaultElevation = -60, 20

// seenFirst returns the box around the first places of atoms.
func (r *Run) seenFirst() vec.Box {
	box := vec.EmptyBox()
	for _, id := range r.series.Atoms {
		box = box.Include(r.series.First[id].Position)
	}
	return box
}

// moveAsOne reports whether the atoms of each molecule have the same spin and constant distances from
// each other, like a rigid body. (LIGGGHTS stores the number of a multisphere as mol.)
func (r *Run) moveAsOne(f *dump.Frame) bool {
	leader := map[int64]*dump.Atom{}
	pairs := 0
	for i := range f.Atoms {
		a := &f.Atoms[i]
		b := leader[a.Mol]
		if a.Mol <= 0 || b == nil {
			leader[a.Mol] = a
			continue
		}
		then := r.series.First[a.ID].Position.Sub(r.series.First[b.ID].Position).Norm()
		if now := a.Position.Sub(b.Position).Norm(); a.Spin != b.Spin || math.Abs(now-then) > loose*(a.Radius+b.Radius) {
			return false
		}
		pairs++
	}
	return pairs > 0
}

// loose is the movement between the atoms of a rigid body that is allowed, over their radius: dumps have
// six digits.
const loose = 1e-3

// Len returns the number of moments.
func (r *Run) Len() int { return len(r.Times) }

// Nearest returns the index of the last moment at or before a time [s], or of the first one.
func (r *Run) Nearest(time float64) int {
	k := sort.Search(len(r.Times), func(i int) bool { return r.Times[i] > time+1e-9*math.Abs(time) })
	return max(k-1, 0)
}

// After returns the index of the first moment with at least step steps, or of the last one.
func (r *Run) After(step int64) int {
	k, _ := slices.BinarySearchFunc(r.series.Moments, step, func(m dump.Moment, step int64) int {
		if m.Step < step {
			return -1
		}
		return 1
	})
	return min(k, len(r.Times)-1)
}

// Step returns the number of steps at a moment.
func (r *Run) Step(k int) int64 { return r.series.Moments[k].Step }

// Read reads a moment.
func (r *Run) Read(k int) (*Moment, error) {
	f, err := r.frameOf(k)
	if err != nil {
		return nil, err
	}
	return r.assemble(f, k), nil
}

// frameOf reads the atoms of a moment; their types must be types of the stage.
func (r *Run) frameOf(k int) (*dump.Frame, error) {
	f, err := r.series.Read(k)
	if err == nil && len(f.Atoms) > 0 {
		if err = r.stage.checkTypes(f); err != nil {
			err = fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

func double(v [3]float32) vec.Vec3 { return vec.New(float64(v[0]), float64(v[1]), float64(v[2])) }
