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

// Keeper keeps a run in a file as it goes on, so that it can be gone on with after the program was killed.
type Keeper interface {
	// Begin begins the file anew for a scene; what was kept before is of no use any more.
	Begin(s Scene) (*runfile.Writer, error)
	// Finish ends the keeping where nobody needs to go on: the window is closed.
	Finish() error
}

// keeping is how the run is kept, with all of its tracks.
type keeping struct {
	keeper Keeper          // nil: runs are not kept
	file   *runfile.Writer // nil: the next step begins it with all that is known of the run
	failed bool
}

const (
	hashEvery = 100       // steps between two hashes
	mostKept  = 256 << 20 // bytes in the file; then it begins anew with fewer key frames
	mostSaved = 512 << 20 // bytes of key frames in a file that a person asks for
)

// KeepWith says how runs are kept, before Run.
func (r *Runner) KeepWith(k Keeper) {
	r.keeping.keeper = k
	r.keepOn()
}

// keepOn begins the file with all that is known of the run, unless it is there.
func (it *instance) keepOn() {
	k := &it.keeping
	if k.keeper == nil || k.failed || !it.remembers() || k.file != nil && k.file.Size() <= mostKept {
		return
	}
	var err error
	if k.file, err = k.keeper.Begin(it.scene); err == nil {
		tracks, present := it.history.Tracks(mostKept / 2)
		for i := range tracks {
			tracks[i].End = nil // the run goes on
		}
		k.file.Whole(tracks, present)
		it.history.Written()
		err = k.file.Err()
	}
	it.reportUnkept(err)
}

// reportUnkept says once why a run is not kept.
func (it *instance) reportUnkept(err error) {
	if err == nil {
		return
	}
	it.keeping.file, it.keeping.failed = nil, true
	it.say(bridge.Warning, "", "this run is not kept, so that it cannot be gone on with if the program is killed: %v", err)
}

// keep writes something of a track into the file.
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

// keepNow is keep on the present track.
func (it *instance) keepNow(write func(*runfile.Writer)) {
	t, kept := it.history.Now()
	it.keep(t, kept, write)
}

// keepHash notes the hash of a moment that the run has come to, before the commands that fall there.
func (it *instance) keepHash() {
	if !it.remembers() || !it.history.Frontier() || it.scene.World.Log().Fault() != "" {
		return
	}
	if h, first := it.history.Hashed(it.scene.World.Hash); first {
		it.keepNow(func(w *runfile.Writer) { w.Hash(h) })
	}
}

// keepEnds is keepHash of all worlds: a run whose program is told to end goes on from there, too.
func (r *Runner) keepEnds() {
	for _, it := range r.worlds {
		it.keepHash()
	}
}

// keepStep keeps a step that was done for the first time.
func (it *instance) keepStep() {
	it.keepOn()
	if it.scene.World.Clock().Step%hashEvery == 0 {
		it.keepHash()
	}
}

// keepEvent keeps what happened of itself in a step that was done for the first time.
func (it *instance) keepEvent(level bridge.Level, text string) {
	if e, kept := it.history.Happened(level, text); kept {
		it.keepNow(func(w *runfile.Writer) { w.Event(e) })
	}
}

// keepFrame writes the key frames that are due and packed.
func (it *instance) keepFrame() {
	if k, t, kept, ok := it.history.Unwritten(); ok {
		it.keep(t, kept, func(w *runfile.Writer) { w.Frame(k) })
		it.keepNow(func(*runfile.Writer) {}) // that the present track is still that
	}
}

// keepCommand keeps a command that the world has got just now.
func (it *instance) keepCommand(c runfile.Command) {
	if it.keeping.file == nil {
		it.keepOn() // which has the command
		return
	}
	it.keepNow(func(w *runfile.Writer) { w.Command(c) })
}

// noteView notes what a person sees.
func (r *Runner) noteView(c bridge.SaveView) {
	if !r.remembers() {
		return
	}
	if v, kept := r.history.AddView(c); kept {
		r.keepNow(func(w *runfile.Writer) { w.View(v) })
	}
}

// finishKeeping ends the keeping: the run was closed by a person, who does not want to be offered it again, also if
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

// SaveRunsWith says how runs are saved, before Run; without it they are not.
func (r *Runner) SaveRunsWith(s RunSaver) { r.runSaver = s }

// RunSaver writes tracks of a scene as a run file, with a small picture; without tracks what is in its world now.
type RunSaver func(to io.Writer, s Scene, tracks []runfile.Track, present int, picture string) error

// saveRun writes the run, or the present moment, and tells where it is.
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
		r.say(bridge.Refused, "save", "the %s is not saved: %v", what, err)
		return
	}
	r.say(bridge.Info, "", "%s saved as %s", what, c.Path)
}

// giveRun answers with the run, or the present moment. Whoever waits has an answer whatever happens.
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

// runNow returns what writes the run as it is now, with its tracks, or the present moment alone.
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
