package run

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
)

// Keeper keeps a run in a file while it runs, so that it can be resumed after the program was killed.
type Keeper interface {
	// Begin starts the file again for a scene; the earlier content is no longer needed.
	Begin(s Scene) (*runfile.Writer, error)
	// Finish ends the keeping if the run need not be resumed: the window is closed.
	Finish() error
}

// keeping is the file of the run, with all of its tracks.
type keeping struct {
	keeper Keeper          // nil: runs are not kept
	file   *runfile.Writer // nil: the next step writes a new one with all of the run
	failed bool
}

const (
	hashEvery = 100       // steps between two hashes
	mostKept  = 256 << 20 // bytes in the file; above, it is written again with fewer key frames
	mostSaved = 512 << 20 // bytes of key frames in a file that a person saves
)

// KeepWith sets how runs are kept, before Run.
func (r *Runner) KeepWith(k Keeper) {
	r.keeping.keeper = k
	r.keepOn()
}

// keepOn begins the file with all of the run, unless it has begun.
func (it *instance) keepOn() {
	k := &it.keeping
	if k.keeper == nil || k.failed || !it.remembers() || k.file != nil && k.file.Size() <= mostKept {
		return
	}
	var err error
	if k.file, err = k.keeper.Begin(it.scene); err == nil {
		tracks, present := it.history.Tracks(mostKept / 2)
		for i := range tracks {
			tracks[i].End = nil // the run continues
		}
		k.file.WriteTracks(tracks, present)
		it.history.Written()
		err = k.file.Err()
	}
	it.reportUnkept(err)
}

// reportUnkept reports once why a run is not kept.
func (it *instance) reportUnkept(err error) {
	if err == nil {
		return
	}
	it.keeping.file, it.keeping.failed = nil, true
	it.notify(bridge.Warning, "",
		"this run is not kept, so that it cannot be gone on with if the program is killed: %v", err)
}

// keep writes blocks of a track to the file.
func (it *instance) keep(t bridge.Track, kept int, write func(*runfile.Writer)) {
	file := it.keeping.file
	if file == nil {
		return
	}
	if file.On() != t.ID {
		file.Track(t, kept)
	}
	write(file)
	it.reportUnkept(file.Err())
}

// keepNow is keep for the present track.
func (it *instance) keepNow(write func(*runfile.Writer)) {
	t, kept := it.history.Now()
	it.keep(t, kept, write)
}

// keepHash writes the hash of the present moment, before the commands at this moment.
func (it *instance) keepHash() {
	if !it.remembers() || !it.history.Frontier() || it.scene.World.Log().Fault() != "" {
		return
	}
	if h, first := it.history.Hashed(it.scene.World.Hash); first {
		it.keepNow(func(w *runfile.Writer) { w.Hash(h) })
	}
}

// keepEnds is keepHash for all worlds: when a signal ends the program, the run can be resumed from there.
func (r *Runner) keepEnds() {
	for _, it := range r.worlds {
		it.keepHash()
	}
}

// keepStep writes a step that was done for the first time.
func (it *instance) keepStep() {
	it.keepOn()
	if it.scene.World.Clock().Step%hashEvery == 0 {
		it.keepHash()
	}
}

// keepEvent writes an event of a step that was done for the first time.
func (it *instance) keepEvent(level bridge.Level, text string) {
	if e, kept := it.history.Happened(level, text); kept {
		it.keepNow(func(w *runfile.Writer) { w.Event(e) })
	}
}

// keepFrame writes the key frames that are due and compressed.
func (it *instance) keepFrame() {
	if k, t, kept, ok := it.history.Unwritten(); ok {
		it.keep(t, kept, func(w *runfile.Writer) { w.Frame(k) })
		it.keepNow(func(*runfile.Writer) {}) // record which track is the present one
	}
}

// keepCommand writes a command that was just applied.
func (it *instance) keepCommand(c runfile.Command) {
	if it.keeping.file == nil {
		it.keepOn() // this writes the command, too
		return
	}
	it.keepNow(func(w *runfile.Writer) { w.Command(c) })
}

// noteView records the person's view.
func (r *Runner) noteView(c bridge.SaveView) {
	if !r.remembers() {
		return
	}
	if v, kept := r.history.AddView(c); kept {
		r.keepNow(func(w *runfile.Writer) { w.View(v) })
	}
}

// finishKeeping ends the keeping: the person has closed the run and does not want to resume it, even if
// the file could not be written to its end.
func (r *Runner) finishKeeping() {
	k := r.keeping
	if k.keeper == nil {
		return
	}
	r.keeping.file = nil
	if err := k.keeper.Finish(); !k.failed {
		r.reportUnkept(err)
	}
}

// SaveRunsWith sets how runs are saved, before Run; without it they cannot be saved.
func (r *Runner) SaveRunsWith(s RunSaver) { r.runSaver = s }

// RunSaver writes tracks of a scene as a run file, with a small picture; without tracks it writes the
// present moment.
type RunSaver func(to io.Writer, s Scene, tracks []runfile.Track, present int, picture string) error

// saveRun writes the run, or the present moment, and reports the path.
func (r *Runner) saveRun(c bridge.SaveRun) {
	what := "run"
	if c.Moment {
		what = "moment"
	}
	write, err := r.runNow(c.Moment, c.Picture)
	if err == nil {
		err = outfile.Write(c.Path, write)
	}
	if err != nil {
		r.notify(bridge.Refused, "save", "the %s is not saved: %v", what, err)
		return
	}
	r.notify(bridge.Info, "", "%s saved as %s", what, c.Path)
}

// giveRun answers a request with the run, or the present moment. The caller gets an answer in any case.
func (r *Runner) giveRun(c bridge.GiveRun) {
	answer := bridge.Answer{Err: errors.New("the simulation failed before it could give the run")}
	defer func() { r.feed.Answer(c.Ticket, answer) }()
	var file bytes.Buffer
	write, err := r.runNow(c.Moment, "")
	if err == nil {
		err = write(&file)
	}
	answer = bridge.Answer{Run: file.Bytes(), Err: err}
}

// runNow returns a function that writes the present run with its tracks, or only the present moment.
func (r *Runner) runNow(moment bool, picture string) (write func(io.Writer) error, err error) {
	r.finishSeek()
	r.keepHash()
	var tracks []runfile.Track
	present := 0
	switch {
	case r.runSaver == nil:
		return nil, errors.New("this program cannot save runs")
	case moment:
	case !r.remembers():
		return nil, errors.New("a script looks at each step of this scene, so that its run cannot be had again: save the " +
			"scene or the moment")
	default:
		tracks, present = r.history.Tracks(mostSaved)
		for _, it := range r.others() {
			more, _ := it.history.Tracks(mostSaved)
			tracks = append(tracks, more...)
		}
		slices.SortFunc(tracks, func(a, b runfile.Track) int { return cmp.Compare(a.ID, b.ID) })
	}
	return func(to io.Writer) error { return r.runSaver(to, r.scene, tracks, present, picture) }, nil
}
