package scene

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"example.org/tumble/sim"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/runfile"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/state"
)

// newSaved is what a file says of a scene.
func newSaved(s run.Scene) saved {
	program, _ := run.ThisProgram()
	return saved{
		Name: s.Name, Title: s.Title, End: s.End, View: s.View, Outputs: s.Outputs, Watched: s.Watch != nil,
		Seed: s.World.Seed(), Set: s.Set, Program: program.String(), Kernels: program.Kernels,
	}
}

// hashOf returns the hash of a world, with its moment.
func hashOf(w *sim.World) runfile.Hash {
	return runfile.Hash{Moment: bridge.Moment{Step: w.Clock().Step, Time: w.Clock().Time}, Hash: w.Hash()}
}

// Save writes a scene as it is now: a run file of one moment. Loading the file gives a world that goes on with the
// same bits.
func Save(to io.Writer, s run.Scene) error {
	w := runfile.NewWriter(to, newSaved(s))
	at := hashOf(s.World)
	w.KeyFrame(at, 0, s.World.Checkpoint())
	w.Last(at)
	if err := w.Err(); err != nil {
		return fmt.Errorf("scene: save: %w", err)
	}
	return nil
}

// Recorder writes the run file of a scene as it runs: hashes and key frames. It is a run.Keeper.
type Recorder struct {
	file     *runfile.Writer
	commands int
	last     int64   // step of the last hash
	from     float64 // time of the last key frame [s]
}

// hashEvery is how many steps lie between two hashes.
const hashEvery = 100

// frameEvery is how much simulated time lies between two key frames, as a share of the scene's end, or
// frameSteps steps where a scene has none: jumps to any moment then take the time of so many steps at most.
const (
	frameShare = 1.0 / 40
	frameSteps = 5000
)

// NewRecorder begins the run file of a scene.
//
// Errors: a scene that a script looks at in each step, since that is no part of a state.
func NewRecorder(to io.Writer, s run.Scene) (*Recorder, error) {
	if s.Watch != nil {
		return nil, errors.New("a script looks at each step of this scene (PyRunner), so that its run cannot be had again")
	}
	r := &Recorder{file: runfile.NewWriter(to, newSaved(s)), last: -1}
	r.frame(s.World, hashOf(s.World))
	return r, r.file.Err()
}

func (r *Recorder) frame(w *sim.World, at runfile.Hash) {
	r.file.KeyFrame(at, r.commands, w.Checkpoint())
	r.last, r.from = at.Step, at.Time
}

// Command notes a command that the world gets now.
func (r *Recorder) Command(w *sim.World, c bridge.Command) {
	r.commands++
	r.file.Command(runfile.Command{Step: w.Clock().Step, Command: c})
}

// Observe looks at the world after each step.
func (r *Recorder) Observe(s run.Scene) error {
	w := s.World
	if step := w.Clock().Step; step == r.last || step%hashEvery != 0 {
		return nil
	}
	at := hashOf(w)
	r.last = at.Step
	r.file.Hash(at)
	due := at.Step%frameSteps == 0
	if s.End > 0 {
		due = at.Time-r.from >= frameShare*s.End
	}
	if due {
		r.frame(w, at)
	}
	return r.file.Err()
}

// Finish says that the run has come to its end.
func (r *Recorder) Finish(w *sim.World) error {
	r.file.Last(hashOf(w))
	return r.file.Err()
}

// Recorded is a run file, or a saved state.
type Recorded struct {
	name string
	head saved
	file *runfile.File
}

// parseRecorded reads the data of a run file.
func parseRecorded(name string, data []byte) (*Recorded, error) {
	file, err := runfile.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("scene: %s: %w", name, err)
	}
	r := &Recorded{name: name, file: file}
	if err := json.Unmarshal(file.Scene, &r.head); err != nil {
		return nil, fmt.Errorf("scene: %s: %w", name, err)
	}
	return r, nil
}

// End returns the last moment of the run, and whether it was written to its end.
func (r *Recorded) End() (at runfile.Hash, whole bool) {
	if r.file.End != nil {
		return *r.file.End, true
	}
	at = r.file.KeyFrames[len(r.file.KeyFrames)-1].Hash
	if n := len(r.file.Hashes); n > 0 && r.file.Hashes[n-1].Step > at.Step {
		at = r.file.Hashes[n-1]
	}
	return at, false
}

// Scene returns the name of the scene, as Load takes it.
func (r *Recorded) Scene() string { return r.head.Name }

// Title returns what the scene is called for people.
func (r *Recorded) Title() string {
	if r.head.Title != "" {
		return spell.Line(r.head.Title)
	}
	return spell.Line(r.head.Name)
}

// Cut returns how many bytes at the end of the file belong to a block that was not written completely.
func (r *Recorded) Cut() int { return r.file.Cut }

// Begin returns the first moment of the run.
func (r *Recorded) Begin() bridge.Moment { return r.file.KeyFrames[0].Moment }

// world returns the world of a key frame, and how many commands it has had.
func (r *Recorded) world(k *runfile.KeyFrame, workers int) (w *sim.World, err error) {
	data, err := k.State()
	if err == nil {
		w, err = sim.Restore(data, workers)
	}
	if err != nil {
		if r.head.Program != "" {
			err = fmt.Errorf("%w (it was saved by %s, which reads it)", err, spell.Line(r.head.Program))
		}
		return nil, fmt.Errorf("scene: %s: %w", r.name, err)
	}
	return w, nil
}

// at returns the world at the first moment of the run at or after a time, or at its end.
func (r *Recorded) at(time float64, workers int) (*sim.World, error) {
	last, _ := r.End()
	k := r.file.Before(bridge.Moment{Step: math.MaxInt64, Time: time})
	w, err := r.world(k, workers)
	if err != nil {
		return nil, err
	}
	p := replay{file: r.file, next: k.Applied}
	for w.Clock().Time < time && w.Clock().Step < last.Step && w.Log().Fault() == "" {
		p.step(w)
	}
	if w.Clock().Step == last.Step {
		p.apply(w)
	}
	return w, nil
}

// replay gives a world the commands of a run file as it steps.
type replay struct {
	file *runfile.File
	next int // command
}

// apply gives the world the commands that fall where it is.
func (p *replay) apply(w *sim.World) {
	for ; p.next < len(p.file.Commands) && p.file.Commands[p.next].Step <= w.Clock().Step; p.next++ {
		w.Apply(p.file.Commands[p.next].Command)
	}
}

func (p *replay) step(w *sim.World) {
	p.apply(w)
	w.Step()
}

// Verdict says whether a run was the same again.
type Verdict struct {
	Reproduced bool
	End        runfile.Hash // of the run that was done again: where it ended, or where it differed
	Good       int64        // the last step known to be the same, where it differs
	What       string       // which quantity of which body differs, where that is known
}

// Reproduce does the run again, with so many workers, and compares the hashes on the way. It calls look after each
// step, and ends with its error.
//
// Errors: a key frame that cannot be restored, and those of look.
func (r *Recorded) Reproduce(workers int, look func(w *sim.World) error) (v Verdict, err error) {
	w, err := r.world(&r.file.KeyFrames[0], workers)
	if err != nil {
		return v, err
	}
	defer w.Close()
	last, _ := r.End()
	p, hashes := replay{file: r.file}, append(r.file.Hashes, last)
	v.Good = w.Clock().Step
	for _, want := range append([]runfile.Hash{r.file.KeyFrames[0].Hash}, hashes...) {
		for w.Clock().Step < want.Step && w.Log().Fault() == "" {
			p.step(w)
			if err := look(w); err != nil {
				return v, err
			}
		}
		if v.End = hashOf(w); v.End != want {
			v.What, err = r.difference(w, &p, workers)
			return v, err
		}
		v.Good = want.Step
	}
	v.Reproduced = true
	return v, nil
}

// difference goes on to the next key frame and says which quantity of which body is another than there; it is
// empty if no key frame follows.
func (r *Recorded) difference(w *sim.World, p *replay, workers int) (string, error) {
	for i := range r.file.KeyFrames {
		k := &r.file.KeyFrames[i]
		if k.Step < w.Clock().Step {
			continue
		}
		for w.Clock().Step < k.Step && w.Log().Fault() == "" {
			p.step(w)
		}
		was, err := r.world(k, workers)
		if err != nil {
			return "", err
		}
		defer was.Close()
		now, then := w.State(), was.State()
		return fmt.Sprintf("at step %d %s", k.Step, state.Difference(&now, &then)), nil
	}
	return "", nil
}
