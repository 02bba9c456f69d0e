package run

import (
	"cmp"
	"slices"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/runfile"
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
func (r *Runner) keepOn() {
	k := &r.keeping
	if k.keeper == nil || k.failed || !r.remembers() || k.file != nil && k.file.Size() <= mostKept {
		return
	}
	var err error
	if k.file, err = k.keeper.Begin(r.scene); err == nil {
		tracks, present := r.history.Tracks(mostKept / 2)
		for i := range tracks {
			tracks[i].End = nil // the run goes on
		}
		k.file.Whole(tracks, present)
		r.history.Written()
		err = k.file.Err()
	}
	r.keptWell(err)
}

// keptWell says once why a run is not kept.
func (r *Runner) keptWell(err error) {
	if err == nil {
		return
	}
	r.keeping.file, r.keeping.failed = nil, true
	r.say(bridge.Warning, "", "this run is not kept, so that it cannot be gone on with if the program is killed: %v", err)
}

// keep writes something of a track into the file.
func (r *Runner) keep(t bridge.Track, kept int, write func(*runfile.Writer)) {
	file := r.keeping.file
	if file == nil {
		return
	}
	if file.On() != t.ID {
		file.Track(t, kept)
	}
	write(file)
	r.keptWell(file.Err())
}

// keepNow is keep on the present track.
func (r *Runner) keepNow(write func(*runfile.Writer)) {
	t, kept := r.history.Now()
	r.keep(t, kept, write)
}

// keepHash notes the hash of a moment that the run has come to, before the commands that fall there.
func (r *Runner) keepHash() {
	if !r.remembers() || !r.history.Frontier() || r.scene.World.Log().Fault() != "" {
		return
	}
	if h, first := r.history.Hashed(r.scene.World.Hash); first {
		r.keepNow(func(w *runfile.Writer) { w.Hash(h) })
	}
}

// keepEnds is keepHash of both worlds: a run whose program is told to end goes on from there, too.
func (r *Runner) keepEnds() {
	r.keepHash()
	if r.twin != nil {
		r.onTwin(r.keepHash)
	}
}

// keepStep keeps a step that was done for the first time.
func (r *Runner) keepStep() {
	r.keepOn()
	if r.scene.World.Clock().Step%hashEvery == 0 {
		r.keepHash()
	}
}

// keepEvent keeps what happened of itself in a step that was done for the first time.
func (r *Runner) keepEvent(level bridge.Level, text string) {
	if e, kept := r.history.Happened(level, text); kept {
		r.keepNow(func(w *runfile.Writer) { w.Event(e) })
	}
}

// keepFrame writes the key frames that are due and packed.
func (r *Runner) keepFrame() {
	if k, t, kept, ok := r.history.Unwritten(); ok {
		r.keep(t, kept, func(w *runfile.Writer) { w.Frame(k) })
		r.keepNow(func(*runfile.Writer) {}) // that the present track is still that
	}
}

// keepCommand keeps a command that the world has got just now.
func (r *Runner) keepCommand(c runfile.Command) {
	if r.keeping.file == nil {
		r.keepOn() // which has the command
		return
	}
	r.keepNow(func(w *runfile.Writer) { w.Command(c) })
}

// saw notes what a person sees.
func (r *Runner) saw(c bridge.Saw) {
	if !r.remembers() {
		return
	}
	if v, kept := r.history.Saw(c); kept {
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
		r.keptWell(err)
	}
}

// SaveRunsWith says how runs are saved, before Run; without it they are not.
func (r *Runner) SaveRunsWith(s RunSaver) { r.runSaver = s }

// RunSaver writes tracks of a scene as a run file, with a small picture; without tracks what is in its world now.
type RunSaver func(s Scene, tracks []runfile.Track, present int, picture, path string) error

// saveRun writes the run, or the present moment, and tells where it is.
func (r *Runner) saveRun(c bridge.SaveRun) {
	r.arrive()
	r.keepHash()
	what, tracks, present := "moment", []runfile.Track(nil), 0
	switch {
	case r.runSaver == nil:
		r.say(bridge.Refused, "save", "this program cannot save runs")
		return
	case c.Moment:
	case !r.remembers():
		r.say(bridge.Refused, "save", "a script looks at each step of this scene, so that its run cannot be had again: "+
			"save the scene or the moment")
		return
	default:
		what = "run"
		tracks, present = r.history.Tracks(mostSaved)
		if r.twin != nil {
			more, _ := r.twin.history.Tracks(mostSaved)
			tracks = append(tracks, more...)
			slices.SortFunc(tracks, func(a, b runfile.Track) int { return cmp.Compare(a.ID, b.ID) })
		}
	}
	if err := r.runSaver(r.scene, tracks, present, c.Picture, c.Path); err != nil {
		r.say(bridge.Refused, "save", "the %s is not saved: %v", what, err)
		return
	}
	if !c.Quiet {
		r.say(bridge.Info, "", "%s saved as %s", what, c.Path)
	}
}
