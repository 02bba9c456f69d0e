package bridge

import "fmt"

// Commands that move in the history of a run. They pause the run, and do not change the past.
type (
	// Seek shows the moment after a number of steps of the present track, or the end of the track.
	Seek struct{ Step int64 }
	// SeekTime shows the first moment of the present track at or after a time [s], or its end.
	SeekTime struct{ Time float64 }
	// StepBack shows the moment N steps earlier.
	StepBack struct{ N int }
	// ChooseTrack shows the same time on another track, or the end of a shorter track.
	ChooseTrack struct{ Track int }
	// NameTrack gives a track a name.
	NameTrack struct {
		Track int
		Name  string
	}
	// DropTrack deletes a track other than the present one.
	DropTrack struct{ Track int }
	// SetLoop plays a stretch of time again and again [s]; a stretch without length ends the loop.
	SetLoop struct{ Begin, End float64 }
	// SetSlow plays a stretch of time at a speed of its own [s/s], also in videos; a stretch without
	// length removes this speed.
	SetSlow struct{ Begin, End, Speed float64 }
	// ReadPast runs again from the beginning of the track to the present moment, so that the charts of
	// the followed body and plane have values for the whole track.
	ReadPast struct{}
	// SetPlane chooses the plane for which charts show the flow, or none.
	SetPlane struct {
		Plane Plane
		Off   bool
	}
	// SetRegions chooses the regions that charts, tables and conditions measure, in all worlds.
	SetRegions struct{ Regions []Region }
	// SetSlice chooses the slice that files of the scene and of the run, pages and reports have.
	SetSlice struct{ Slice SliceOf }
	// SetSurfaces chooses the surfaces on which loads are measured. As these are added up from the beginning on, the
	// scene begins again, with its edits.
	SetSurfaces struct{ Surfaces []Surface }
	// SetPlanes chooses the named planes through which flow is counted; the scene begins again for them, too.
	SetPlanes struct{ Planes []Plane }
	// SetBreakpoints replaces the conditions at which the run pauses: one in each line, see
	// query.ParseCondition. Lines that begin with # are kept, but not evaluated.
	SetBreakpoints struct{ Lines string }
	// RunToEvent lets the clock run until the next event.
	RunToEvent struct{}
	// SetHistoryBudget bounds the memory of key frames.
	SetHistoryBudget struct{ Bytes int64 }
)

// Commands that undo the last edit of the physics, and redo it.
type (
	Undo struct{}
	Redo struct{}
)

func (Seek) command()        {}
func (SeekTime) command()    {}
func (StepBack) command()    {}
func (ChooseTrack) command() {}
func (NameTrack) command()   {}
func (DropTrack) command()   {}
func (SetLoop) command()     {}
func (SetSlow) command()     {}
func (ReadPast) command()    {}
func (SetPlane) command()    {}
func (SetRegions) command()  {}
func (SetSlice) command()    {}
func (SetSurfaces) command() {}
func (SetPlanes) command()   {}

// Check returns an error if the stretch or its speed is not possible.
func (s SetSlow) Check() error {
	if s.Begin >= 0 && s.End >= s.Begin && s.End <= 1e9 && (s.End == s.Begin || s.Speed > 0 && s.Speed <= 1e6) {
		return nil
	}
	return fmt.Errorf("slow motion must have 0 ≤ begin ≤ end ≤ 1e9 s and a speed in (0, 1e6], got %g, %g and %g",
		s.Begin, s.End, s.Speed)
}

// At returns the speed at a time: the speed of the stretch within it, otherwise the given speed.
func (s SetSlow) At(time, speed float64) float64 {
	if time >= s.Begin && time < s.End {
		return s.Speed
	}
	return speed
}
func (SetBreakpoints) command()   {}
func (RunToEvent) command()       {}
func (SetHistoryBudget) command() {}
func (Undo) command()             {}
func (Redo) command()             {}

// Moment is a point of a run: the state after a number of steps.
type Moment struct {
	Step int64
	Time float64 // simulated [s]
}

// Timeline describes the history of a run: its tracks, key frames, edits, events and series.
type Timeline struct {
	Tracks  []Track
	Present int        // ID of the shown track
	Kept    []float64  // times of the key frames of this track, in order [s]
	Edits   []EditNote // of this track, in order
	Events  []Event    // of this track, in order
	Films   []Film     // of this track
	Series  []Series   // of each of Tracks, for charts
	Bytes   int64      // memory of all key frames
	Budget  int64      // limit of this memory
	Frames  int        // number of key frames on all tracks

	Seeking bool   // a requested moment is being computed
	Target  Moment // the requested moment; its step or time may be unknown
	From    Moment // the key frame from which it is computed

	Followed [NumSeries]Followed // subjects of series other than the world, whose series are in Series

	Loop  [2]float64 // the stretch that is repeated; without length: none
	Slow  SetSlow    // the stretch with a speed of its own; without length: none
	Ended bool       // the run has paused at the scene's own end

	Undo, Redo string // the edits that undo and redo would change, in words; empty if there is none
}

// Track is one course of a run. An edit in the past begins a new track and leaves the old one unchanged.
type Track struct {
	ID     int // unique in the run, never used again
	Name   string
	Parent int    // ID of the track from which it branched, -1 if it has no parent
	Begin  Moment // of its first key frame, which may be a key frame of the parent
	From   Moment // moment at which it branched from the parent
	Until  Moment // the latest moment that was computed
}

// EditNote is an edit on the time line.
type EditNote struct {
	Moment
	Text string
}

// Event is something that happened in the simulation by itself: an inlet is done, a motion begins, a
// condition becomes true, a warning.
type Event struct {
	Moment
	Level Level
	Text  string
}

// Film is a stretch of time of which a video was made [s].
type Film struct {
	Begin float64 `json:"begin"`
	End   float64 `json:"end"`
}

// SavedView is a view of the scene: the camera and the display settings. The engine only stores it.
type SavedView struct {
	Name   string     // of a view that a person has stored, or of a video; empty: the view on the screen
	Film   bool       // one of many views of the video Name
	Camera [9]float32 // pivot [m], distance [m], azimuth, elevation, roll and field of view [°], 1 if orthographic
	Drawn  string     // JSON of package ui/remember; empty if not known
}

// SaveView records the view from now on, or the view of a video from a moment on, for the run file.
type SaveView struct {
	View SavedView
	At   Moment // of a video
}

func (SaveView) command() {}

// Breakpoint is a condition. The run pauses in the step in which it becomes true.
type Breakpoint struct {
	Line string // as it was written, with # before it if it is switched off
	Why  string // why it cannot be read or computed; empty if it can
	Hits int    // how often it has paused the run
}

// Hit is the last pause at a breakpoint.
type Hit struct {
	Number  int // number of hits so far; 0 if there was none
	Line    string
	At      Moment
	Culprit Thing // the body or contact that made the condition true, or nothing
	Text    string
}

// Followed holds the samples of what a person chose: a body, a plane, or regions. It has samples at the moments of
// Timeline.Series at which this existed and was chosen.
type Followed struct {
	Body    int64    // number of the body that was selected last
	Plane   Plane    // the plane whose flow is counted
	Regions []Region // the regions that are measured; not to be changed
	Note    string   // a remark for the person about the samples; may be empty
	Columns []Column // nil: nothing is chosen
	Series  []Series // one for each of Timeline.Tracks; nil if nothing is chosen
}
