// Package live computes the run of a page within the page: again, to compare it with the author's, and with numbers
// that the reader changed. A page holds its run as a run file: the first key frame, the edits, and the hashes of the
// moments that it shows.
package live

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim/files/export/replay"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/sim/run/runfile"
)

// Engine computes the run of a page, one moment after another. One goroutine uses it.
type Engine struct {
	file    *runfile.File
	moments []runfile.Hash // of the author's run, with the last one
	starts  []replay.Start // where runs with other seeds begin

	now  *replayer.Replayer
	next int // index of the next moment

	base    *runfile.File  // what the variant begins from: the author's run, or a start
	values  []Value        // of the variant that is asked for, but for its seed
	from    int64          // step at which it leaves the author's run
	variant *runfile.Track // from there on; nil: the author's run is done, again or up to there
	trying  bool           // a variant is computed
	record  *replay.Recording
}

// Report is what a page shows of a moment.
type Report struct {
	Step   int64   `json:"step"`
	Time   float64 `json:"time"` // [s]
	Hash   string  `json:"hash"`
	Author string  `json:"author"` // hash of the author's run there; empty where a variant has left it
	Ahead  bool    `json:"ahead"`  // a variant has not yet left the author's run
	Done   bool    `json:"done"`   // it was the last moment
	Fault  string  `json:"fault"`  // why the world stopped; empty if it did not
}

// Open reads the run of a page, and its starts with other seeds.
//
// Errors: no run file, a damaged one, or a key frame that this engine does not read; damaged starts.
func Open(data, starts []byte) (*Engine, error) {
	f, err := runfile.Parse(data)
	if err != nil {
		return nil, err
	}
	if f.Damage != nil {
		return nil, fmt.Errorf("live: the run is damaged: %s", f.Damage[0])
	}
	t := f.On()
	e := &Engine{file: f, base: f, moments: slices.Clone(t.Hashes)}
	if e.starts, err = replay.ReadStarts(f, starts); err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	if last := t.Last(); len(e.moments) == 0 || e.moments[len(e.moments)-1].Step < last.Step {
		e.moments = append(e.moments, last)
	}
	return e, e.Check()
}

// Check begins the author's run anew, to compare it with the hashes of the page.
func (e *Engine) Check() error {
	e.trying, e.variant, e.record, e.next, e.base = false, nil, nil, 0, e.file
	return e.begin(replayer.Of(e.file, nil), &e.file.On().KeyFrames[0])
}

// begin goes to a key frame of a run.
func (e *Engine) begin(p *replayer.Replayer, k *runfile.KeyFrame) error {
	if e.now != nil {
		e.now.World.Close()
		e.now = nil
	}
	if _, err := p.Start(k.Step, k.Applied, 1); err != nil {
		return err
	}
	e.now = p
	return nil
}

// Value is a number that the reader gives a knob.
type Value struct {
	Key string  `json:"key"`
	To  float64 `json:"to"`
}

// Try begins a variant: the author's run with other numbers from a step on, which is that of a moment of the page; or
// one with another seed, from its own beginning.
//
// Errors: a value that is not allowed, or no knob of that key; the run before then goes on. From a later step on, Next
// returns them.
func (e *Engine) Try(values []Value, from int64) error {
	base, values, err := e.start(values)
	if err != nil {
		return err
	}
	first := &base.On().KeyFrames[0]
	if base != e.file {
		from = first.Step
	}
	before := e.base
	if e.base = base; from <= first.Step {
		if _, err := e.edits(values, first); err != nil {
			e.base = before
			return err
		}
	}
	if err := e.Check(); err != nil {
		return err
	}
	e.trying, e.base, e.values, e.from = true, base, values, from
	var of struct { // of what a run file has of its scene
		View    bridge.ViewHint `json:"view"`
		Regions []bridge.Region `json:"regions"`
	}
	if err := json.Unmarshal(base.Scene, &of); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	e.record = replay.New("", run.Origin{}, of.View, false)
	e.record.Charts, e.record.Regions = true, of.Regions
	if from <= first.Step {
		return e.turn(first)
	}
	return nil
}

// start returns the run that a variant begins from, by the seed among its values, and the other values.
func (e *Engine) start(values []Value) (*runfile.File, []Value, error) {
	at := slices.IndexFunc(values, func(v Value) bool { return v.Key == seedKey })
	if at < 0 {
		return e.file, values, nil
	}
	var known []string
	for _, s := range e.starts {
		if float64(s.Seed) == values[at].To {
			return s.File, slices.Delete(slices.Clone(values), at, at+1), nil
		}
		known = append(known, fmt.Sprint(s.Seed))
	}
	if known == nil {
		known = []string{"none"}
	}
	return nil, nil, fmt.Errorf("%s: the other seeds of this page are %s, got %.17g", seedKey, strings.Join(known, ", "),
		values[at].To)
}

// edits returns the commands that give knobs their values at a key frame. Two numbers of one material are two edits:
// the second one holds the first, too.
func (e *Engine) edits(values []Value, at *runfile.KeyFrame) (list []runfile.Command, err error) {
	p := replayer.Of(e.alone(e.track(at)), nil)
	if _, err := p.Start(at.Step, at.Applied, 1); err != nil {
		return nil, err
	}
	w := p.World
	defer w.Close()
	for _, v := range values {
		k, err := knob(w, v.Key)
		if err != nil {
			return nil, err
		}
		edit, err := k.edit(w, v.To)
		if err == nil {
			err = edit.Apply(w)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.Key, err)
		}
		list = append(list, runfile.Command{Moment: at.Moment, Edit: edit,
			Text: fmt.Sprintf("%s %g → %g", k.Label, k.Value, v.To)})
	}
	return list, nil
}

// turn leaves the author's run at a key frame, before its edits there: the edits of the variant come first.
func (e *Engine) turn(at *runfile.KeyFrame) error {
	changed, err := e.edits(e.values, at)
	if err != nil {
		return err
	}
	v := e.track(at)
	v.Commands = slices.Insert(v.Commands, at.Applied, changed...)
	if err := e.begin(replayer.Of(e.alone(v), nil), at); err != nil {
		return err
	}
	e.variant = &v
	return nil
}

// track returns the author's run with a second key frame, and with the hashes of the moments up to now.
func (e *Engine) track(at *runfile.KeyFrame) runfile.Track {
	t := *e.base.On()
	v := runfile.Track{Track: t.Track, KeyFrames: slices.Clone(t.KeyFrames[:1]), Commands: slices.Clone(t.Commands),
		Hashes: slices.Clone(e.moments[:e.next])}
	v.Parent = -1
	if at.Step > t.Begin.Step {
		v.KeyFrames = append(v.KeyFrames, *at)
	}
	return v
}

// alone returns a run of one track.
func (e *Engine) alone(t runfile.Track) *runfile.File {
	return &runfile.File{Scene: e.base.Scene, Tracks: []runfile.Track{t}}
}

// Next computes the run up to its next moment. After the last moment it must not be called.
func (e *Engine) Next() (r Report, err error) {
	to, p, w := e.moments[e.next], e.now, e.now.World
	// A variant can have steps of other lengths: its moments are at the times of the author's. The hash of a moment is
	// that before its edits, which come with the next step.
	there := func() bool { return w.Clock().Step >= to.Step }
	if e.variant != nil {
		there = func() bool { return w.Clock().Time >= to.Time }
	}
	for !there() && w.Log().Fault() == "" {
		p.Step()
	}
	e.next++
	at := runfile.Hash{Moment: replayer.Moment(w), Hash: w.Hash()}
	r = Report{Step: at.Step, Time: at.Time, Hash: fmt.Sprintf("%016x", at.Hash), Fault: w.Log().Fault()}
	r.Done = e.next == len(e.moments) || r.Fault != ""
	if e.variant == nil {
		r.Author = fmt.Sprintf("%016x", to.Hash)
		if r.Ahead = e.trying && at.Step < e.from && !r.Done; r.Ahead || !e.trying {
			return r, nil
		}
		k := runfile.NewKeyFrame(at, p.Applied(), w.Checkpoint(), false)
		if err := e.turn(&k); err != nil {
			return r, err
		}
		w = e.now.World
	} else {
		e.variant.Hashes = append(e.variant.Hashes, at)
	}
	return r, e.record.Add(w)
}

// Poses returns the moments of a variant up to now, as pages hold those of the author's run.
//
// Errors: no variant was begun, or it has no moment.
func (e *Engine) Poses() (replay.Data, error) {
	if e.record == nil || e.record.Len() == 0 {
		return replay.Data{}, errNoMoment
	}
	return e.record.Data()
}

var errNoMoment = errors.New("live: there is no moment of a variant")

// File returns the variant up to now as a run file, which the program opens and repeats.
//
// Errors: no variant was begun, or it has no moment.
func (e *Engine) File() ([]byte, error) {
	if e.variant == nil || len(e.variant.Hashes) == 0 {
		return nil, errNoMoment
	}
	t, last := *e.variant, e.variant.Hashes[len(e.variant.Hashes)-1]
	t.Commands = slices.DeleteFunc(slices.Clone(t.Commands), func(c runfile.Command) bool { return c.Step >= last.Step })
	t.End = &last
	var b bytes.Buffer
	w := runfile.NewWriter(&b, e.base.Scene)
	w.WriteTracks([]runfile.Track{t}, t.ID)
	return b.Bytes(), w.Err()
}
