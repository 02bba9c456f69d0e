// Package live computes the run of a page within the page: again, to compare it with the author's, and with numbers
// that the reader changed. A page holds its run as a run file: the first key frame, the edits, and the hashes of the
// moments that it shows.
package live

import (
	"bytes"
	"fmt"
	"slices"

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

	now     *replayer.Replayer
	changed []runfile.Command // all commands of a variant; nil: the author's run is done again
	next    int               // index of the next moment
	record  *replay.Recording
	hashes  []runfile.Hash // of the moments of a variant
}

// Report is what a page shows of a moment.
type Report struct {
	Step   int64   `json:"step"`
	Time   float64 `json:"time"` // [s]
	Hash   string  `json:"hash"`
	Author string  `json:"author"` // hash of the author's run there; empty for a variant
	Done   bool    `json:"done"`   // it was the last moment
	Fault  string  `json:"fault"`  // why the world stopped; empty if it did not
}

// Open reads the run of a page.
//
// Errors: no run file, a damaged one, or a key frame that this engine does not read.
func Open(data []byte) (*Engine, error) {
	f, err := runfile.Parse(data)
	if err != nil {
		return nil, err
	}
	if f.Damage != nil {
		return nil, fmt.Errorf("live: the run is damaged: %s", f.Damage[0])
	}
	t := f.On()
	e := &Engine{file: f, moments: slices.Clone(t.Hashes)}
	if last := t.Last(); len(e.moments) == 0 || e.moments[len(e.moments)-1].Step < last.Step {
		e.moments = append(e.moments, last)
	}
	return e, e.Check()
}

// Check begins the author's run anew, to compare it with the hashes of the page.
func (e *Engine) Check() error {
	e.changed, e.record, e.hashes = nil, nil, nil
	return e.begin(replayer.Of(e.file, nil))
}

// begin goes to the first moment of a run.
func (e *Engine) begin(p *replayer.Replayer) error {
	first := e.file.On().KeyFrames[0]
	if e.now != nil {
		e.now.World.Close()
		e.now = nil
	}
	if _, err := p.Start(first.Step, 0, 1); err != nil {
		return err
	}
	e.now, e.next = p, 0
	return nil
}

// Value is a number that the reader gives a knob.
type Value struct {
	Key string  `json:"key"`
	To  float64 `json:"to"`
}

// Try begins a variant: the author's run with other numbers from its first step on.
//
// Errors: a value that is not allowed, or no knob of that key; the run before then goes on.
func (e *Engine) Try(values []Value) error {
	t, w := e.file.On(), e.now.World
	var changed []runfile.Command
	for _, v := range values {
		k, err := knob(w, v.Key)
		if err != nil {
			return err
		}
		// Two numbers of one material are two edits; the second one holds the first, too.
		edit, err := e.after(changed, &k, v.To)
		if err != nil {
			return fmt.Errorf("%s: %w", v.Key, err)
		}
		changed = append(changed, runfile.Command{Moment: t.Begin, Edit: edit,
			Text: fmt.Sprintf("%s %g → %g", k.Label, k.Value, v.To)})
	}
	changed = append(changed, t.Commands...)
	f := runfile.File{Scene: e.file.Scene, Tracks: []runfile.Track{{
		Track: bridge.Track{ID: t.ID, Name: t.Name, Parent: -1, Begin: t.Begin, From: t.Begin, Until: t.Until},
		// The key frame of the author's run is that of the variant: the edits come after it.
		KeyFrames: t.KeyFrames[:1], Commands: changed,
	}}}
	if err := e.begin(replayer.Of(&f, nil)); err != nil {
		return err
	}
	e.changed, e.hashes = changed, nil
	e.record = replay.New("", run.Origin{}, bridge.ViewHint{}, false)
	e.record.Charts = true
	return nil
}

// after returns the edit of a knob in the world at the beginning, with the edits before.
func (e *Engine) after(before []runfile.Command, k *Knob, x float64) (bridge.Edit, error) {
	p := replayer.Of(e.file, nil)
	if _, err := p.Start(e.file.On().KeyFrames[0].Step, 0, 1); err != nil {
		return nil, err
	}
	defer p.World.Close()
	for _, c := range before {
		if err := c.Edit.Apply(p.World); err != nil {
			return nil, err
		}
	}
	edit, err := k.edit(p.World, x)
	if err == nil {
		err = edit.Apply(p.World)
	}
	return edit, err
}

// Next computes the run up to its next moment. After the last moment it must not be called.
func (e *Engine) Next() (r Report, err error) {
	to, p, w := e.moments[e.next], e.now, e.now.World
	// A variant can have steps of other lengths: its moments are at the times of the author's. The hash of a moment is
	// that before its edits, which come with the next step.
	there := func() bool { return w.Clock().Step >= to.Step }
	if e.changed != nil {
		there = func() bool { return w.Clock().Time >= to.Time }
	}
	for !there() && w.Log().Fault() == "" {
		p.Step()
	}
	e.next++
	at := runfile.Hash{Moment: replayer.Moment(w), Hash: w.Hash()}
	r = Report{Step: at.Step, Time: at.Time, Hash: fmt.Sprintf("%016x", at.Hash), Fault: w.Log().Fault()}
	r.Done = e.next == len(e.moments) || r.Fault != ""
	if e.changed == nil {
		r.Author = fmt.Sprintf("%016x", to.Hash)
		return r, nil
	}
	e.hashes = append(e.hashes, at)
	return r, e.record.Add(w)
}

// Poses returns the moments of a variant up to now, as pages hold those of the author's run.
//
// Errors: no variant was begun, or it has no moment.
func (e *Engine) Poses() (replay.Data, error) {
	if e.record == nil || e.record.Len() == 0 {
		return replay.Data{}, fmt.Errorf("live: there is no moment of a variant")
	}
	return e.record.Data()
}

// File returns the variant up to now as a run file, which the program opens and repeats.
//
// Errors: no variant was begun, or it has no moment.
func (e *Engine) File() ([]byte, error) {
	if len(e.hashes) == 0 {
		return nil, fmt.Errorf("live: there is no moment of a variant")
	}
	t, last := e.file.On(), e.hashes[len(e.hashes)-1]
	commands := slices.DeleteFunc(slices.Clone(e.changed), func(c runfile.Command) bool { return c.Step >= last.Step })
	var b bytes.Buffer
	w := runfile.NewWriter(&b, e.file.Scene)
	w.WriteTracks([]runfile.Track{{Track: t.Track, KeyFrames: t.KeyFrames[:1], Commands: commands, Hashes: e.hashes,
		End: &last}}, t.ID)
	return b.Bytes(), w.Err()
}
