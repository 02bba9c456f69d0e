package scene

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"example.org/tumble/sim"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/spell"
)

// newSaved returns the data about a scene that a file holds besides the state of its world.
func newSaved(s run.Scene) saved {
	program, _ := run.ThisProgram()
	return saved{
		Name: s.Name, Title: s.Title, End: s.End, View: s.View, Outputs: s.Outputs, Regions: s.Regions, Fields: s.Fields,
		Collide: s.Collisions, Stops: s.StopWhen, Watched: s.Watch != nil, Slow: s.Slow,
		Seed: s.World.Params().Seed, Set: s.Set, Program: program.String(), Kernels: program.Kernels,
	}
}

// hashOf returns the hash of a world, with its moment.
func hashOf(w *sim.World) runfile.Hash {
	return runfile.Hash{Moment: replayer.Moment(w), Hash: w.Hash()}
}

// Save writes a scene as it is now: a run file of one moment. Loading the file gives a world that goes on with the
// same bits.
func Save(to io.Writer, s run.Scene) error {
	if err := WriteRun(to, s, nil, 0, ""); err != nil {
		return fmt.Errorf("scene: save: %w", err)
	}
	return nil
}

// NewFile begins a run file with the data about a scene.
func NewFile(to io.Writer, s run.Scene) *runfile.Writer { return runfile.NewWriter(to, newSaved(s)) }

// WriteRun writes tracks of a scene as a run file, with a small picture as PNG; without tracks it writes the
// present state of the world. It is a run.RunSaver.
func WriteRun(to io.Writer, s run.Scene, tracks []runfile.Track, present int, picture string) error {
	w := NewFile(to, s)
	if picture != "" {
		w.Picture([]byte(picture))
	}
	if tracks != nil {
		w.WriteTracks(tracks, present)
		return w.Err()
	}
	at := hashOf(s.World)
	w.KeyFrame(at, 0, s.World.Checkpoint())
	w.Last(at)
	return w.Err()
}

// Recorder writes the run file of a scene as it runs: hashes and key frames. It is a run.Keeper.
type Recorder struct {
	file     *runfile.Writer
	commands int
	last     int64   // step of the last hash
	from     float64 // time of the last key frame [s]
	noticed  int     // how many notices of the log were read
	reader   series.Reader
	series   bridge.Series // without samples
	past     int64         // how many sampling intervals have ended
}

// hashEvery is how many steps lie between two hashes.
const hashEvery = 100

// frameShare is the simulated time between two key frames, as a fraction of the scene's end; frameSteps is the
// number of steps between them where a scene has no end. A jump to any moment recomputes at most this many steps.
const (
	frameShare = 1.0 / 40
	frameSteps = 5000
)

// NewRecorder begins the run file of a scene.
//
// Errors: a scene with a script that runs in each step, since the script is not part of a state.
func NewRecorder(to io.Writer, s run.Scene) (*Recorder, error) {
	if s.Watch != nil {
		return nil, errors.New("a script looks at each step of this scene (PyRunner), so that its run cannot be had again")
	}
	r := &Recorder{file: NewFile(to, s), last: -1, noticed: len(s.World.Log().All())}
	r.series = bridge.Series{Columns: r.reader.Columns(s.World), Every: series.Every(s.End, s.World.Clock().Dt)}
	r.past = series.Past(s.World.Clock().Time, s.World.Clock().Dt, r.series.Every)
	r.frame(s.World, hashOf(s.World))
	r.sample(s.World)
	return r, r.file.Err()
}

func (r *Recorder) frame(w *sim.World, at runfile.Hash) {
	r.file.KeyFrame(at, r.commands, w.Checkpoint())
	r.last, r.from = at.Step, at.Time
}

// Command records an edit that the world gets now.
func (r *Recorder) Command(w *sim.World, e bridge.Edit) {
	r.commands++
	r.file.Command(runfile.Command{Moment: hashOf(w).Moment, Edit: e})
}

// Observe records what changed in the world; it is called after each step.
func (r *Recorder) Observe(s run.Scene) error {
	w := s.World
	r.recordEvents(w)
	if step := w.Clock().Step; step == r.last || step%hashEvery != 0 {
		return r.file.Err()
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

// recordEvents records the events of a step, and the samples of charts.
func (r *Recorder) recordEvents(w *sim.World) {
	all, now := w.Log().All(), w.Clock()
	for i := range all[r.noticed:] {
		if n := &all[r.noticed+i]; n.IsEvent() {
			r.file.Event(bridge.Event{Moment: bridge.Moment{Step: now.Step, Time: now.Time}, Level: n.Level, Text: n.Text})
		}
	}
	r.noticed = len(all)
	if past := series.Past(now.Time, now.Dt, r.series.Every); past > r.past {
		r.past = past
		r.sample(w)
	}
}

func (r *Recorder) sample(w *sim.World) {
	m := r.reader.Read(w)
	r.file.Sample(&r.series, &m)
}

// Finish records the end of the run.
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

// ParseRecorded reads the data of a run file; error messages use name as the name of the file.
//
// Errors: data that is not a run file, or is damaged.
func ParseRecorded(name string, data []byte) (*Recorded, error) {
	file, err := runfile.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("scene: %s: %w", name, err)
	}
	r := &Recorded{name: name, file: file}
	if err := r.head.read(file.Scene); err != nil {
		return nil, fmt.Errorf("scene: %s: %w", name, err)
	}
	return r, nil
}

// End returns the last moment of the run, and whether the file was written to the end of the run.
func (r *Recorded) End() (at runfile.Hash, whole bool) {
	return r.file.On().Last(), r.file.On().End != nil
}

// Scene returns the name of the scene, as Load takes it.
func (r *Recorded) Scene() string { return r.head.Name }

// Title returns the title of the scene, or its name if it has no title.
func (r *Recorded) Title() string {
	if r.head.Title != "" {
		return spell.Line(r.head.Title)
	}
	return spell.Line(r.head.Name)
}

// Damage returns the names of the parts of the file that are left out because they are damaged.
func (r *Recorded) Damage() []string { return r.file.Damage }

// Cut returns how many bytes at the end of the file belong to a block that was not written completely.
func (r *Recorded) Cut() int { return r.file.Cut }

// Begin returns the first moment of the run.
func (r *Recorded) Begin() bridge.Moment { return r.file.On().Begin }

// Tracks returns how many tracks the run has.
func (r *Recorded) Tracks() int { return len(r.file.Tracks) }

// File returns the content of the file, which must not be changed.
func (r *Recorded) File() *runfile.File { return r.file }

// SeenAs returns the content of the file as that of a run with another view.
func (r *Recorded) SeenAs(view bridge.ViewHint) (*runfile.File, error) {
	head, file := r.head, *r.file
	head.View = view
	var err error
	file.Scene, err = json.Marshal(head)
	return &file, err
}

// past returns the run as the past of a world, nil if the file holds no more than a state.
func (r *Recorded) past() *runfile.File {
	if t := r.file.On(); len(r.file.Tracks) == 1 && t.Until.Step == t.Begin.Step && len(t.Commands) == 0 {
		return nil
	}
	return r.file
}

// restored adds to an error of restoring a key frame the name of the file and the program that saved it.
func (r *Recorded) restored(err error) error {
	if r.head.Program != "" {
		err = fmt.Errorf("%w (it was saved by %s, which reads it)", err, spell.Line(r.head.Program))
	}
	return fmt.Errorf("scene: %s: %w", r.name, err)
}

// first is before the first moment of any track, and stands for it.
var first = bridge.Moment{Step: math.MinInt64, Time: math.Inf(-1)}

// from returns a replayer that repeats the run along its present track, from the key frame before a moment.
func (r *Recorded) from(to bridge.Moment, workers int) (*replayer.Replayer, error) {
	p := replayer.Of(r.file, nil)
	if _, err := p.Go(to, true, workers); err != nil {
		return nil, r.restored(err)
	}
	return p, nil
}

// at returns the world at the first moment of the run at or after a time, or at its end.
func (r *Recorded) at(time float64, workers int) (*sim.World, error) {
	to := bridge.Moment{Step: math.MaxInt64, Time: time}
	p, err := r.from(to, workers)
	if err != nil {
		return nil, err
	}
	return p.World, p.Advance(to, func() error { return nil })
}
