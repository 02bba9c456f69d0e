package bridge

import "fmt"

// Commands that move in the history of a run. They pause it, and none of them changes what happened.
type (
	// Seek shows the moment after so many steps of the present track, or its end if it has fewer.
	Seek struct{ Step int64 }
	// SeekTime shows the first moment of the present track at or after a time [s], or its end.
	SeekTime struct{ Time float64 }
	// StepBack shows the moment N steps before.
	StepBack struct{ N int }
	// ChooseTrack goes to the same time on another track, or to its end if it is shorter.
	ChooseTrack struct{ Track int }
	// NameTrack gives a track a name.
	NameTrack struct {
		Track int
		Name  string
	}
	// DropTrack forgets a track, other than the present one.
	DropTrack struct{ Track int }
	// SetLoop plays a stretch of time again and again [s]; one without length ends that.
	SetLoop struct{ Begin, End float64 }
	// SetSlow plays a stretch of time at a speed of its own [s/s], also in videos; one without length ends that.
	SetSlow struct{ Begin, End, Speed float64 }
	// ReadPast goes from the beginning of the track to where the run is now, so that what charts show of what is
	// followed is known all the way.
	ReadPast struct{}
	// SetPlane chooses the plane through which charts count flow, or none.
	SetPlane struct {
		Plane Plane
		Off   bool
	}
	// SetBreakpoints replaces the conditions at which the run pauses: one in each line, see query.ParseCondition;
	// lines that begin with # are kept and not tried.
	SetBreakpoints struct{ Lines string }
	// RunToEvent lets the clock run until the next event.
	RunToEvent struct{}
	// SetHistoryBudget bounds the memory of key frames.
	SetHistoryBudget struct{ Bytes int64 }
)

// Commands that take back the last edit of the physics, and give it again.
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

// Check returns an error unless the stretch and its speed are possible.
func (s SetSlow) Check() error {
	if s.Begin >= 0 && s.End >= s.Begin && s.End <= 1e9 && (s.End == s.Begin || s.Speed > 0 && s.Speed <= 1e6) {
		return nil
	}
	return fmt.Errorf("slow motion must have 0 ≤ begin ≤ end ≤ 1e9 s and a speed in (0, 1e6], got %g, %g and %g",
		s.Begin, s.End, s.Speed)
}

// At returns the speed at a time: the given one, but the speed of the stretch within it.
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

// Moment is a point of a run: that after so many steps.
type Moment struct {
	Step int64
	Time float64 // simulated [s]
}

// Timeline is what the history of a run holds.
type Timeline struct {
	Tracks  []Track
	Present int        // ID of the track that is shown
	Kept    []float64  // times of the key frames of that track, in order [s]
	Edits   []EditNote // of that track, in order
	Events  []Event    // of that track, in order
	Films   []Film     // of that track
	Series  []Series   // of each of Tracks, for charts
	Bytes   int64      // of memory that all key frames take
	Budget  int64      // bound of that
	Frames  int        // key frames of all tracks

	Seeking bool   // the moment that was asked for is being computed
	Target  Moment // that moment, as far as it is known
	From    Moment // the key frame that the way to it begins with

	Followed [NumSeries]Followed // what series are of beside the world, which has Series

	Loop  [2]float64 // the stretch that is played again and again [s]; without length: none
	Slow  SetSlow    // the stretch that has a speed of its own; without length: none
	Ended bool       // the run has paused at the scene's own end

	Undo, Redo string // what would be taken back or given again; empty if nothing would
}

// Track is one way that a run took. An edit of the past begins a new one and leaves the old one as it is.
type Track struct {
	ID     int // no other track of the run has it, at any time
	Name   string
	Parent int    // ID of the track that it has left, -1 if it begins by itself
	Begin  Moment // of its first key frame, which may be a key frame of the parent
	From   Moment // where it leaves the parent
	Until  Moment // as far as it was ever computed
}

// EditNote is an edit that was made, as the time line tells of it.
type EditNote struct {
	Moment
	Text string
}

// Event is what happened of itself: an inlet is done, a motion begins, a condition became true, a warning.
type Event struct {
	Moment
	Level Level
	Text  string
}

// Film is a stretch that a video was made of [s].
type Film struct {
	Begin float64 `json:"begin"`
	End   float64 `json:"end"`
}

// SavedView is what a person saw: the camera, and how things were drawn. The engine only keeps it.
type SavedView struct {
	Name   string     // of a view that a person has stored, or of a video; empty: what was on the screen
	Film   bool       // one of many views, all of the video Name
	Camera [9]float32 // pivot [m], distance [m], azimuth, elevation, roll and field of view [°], 1 if orthographic
	Drawn  string     // JSON, as package ui/remember writes it; empty if it is not known
}

// SaveView notes what a person sees from now on, or saw in a video from a moment on, for the file of the run.
type SaveView struct {
	View SavedView
	At   Moment // of a video
}

func (SaveView) command() {}

// Breakpoint is a condition at which the run pauses in the step with which it becomes true.
type Breakpoint struct {
	Line string // as it was written, with # before it if it is not tried
	Why  string // it cannot be read or computed; empty if it can
	Hits int    // how often it paused the run
}

// Hit is what a breakpoint found last.
type Hit struct {
	Number  int // counts hits; 0 if there was none
	Line    string
	At      Moment
	Culprit Thing // what made the condition true: a body or a contact, or nothing
	Text    string
}

// Followed is what was read of something that a person chose, at the moments of Timeline.Series at which it was there
// and was chosen.
type Followed struct {
	Body    int64    // the number of the body that was selected last
	Plane   Plane    // through which flow is counted
	Note    string   // what a person should know of it; empty if there is nothing
	Columns []Column // nil: nothing was chosen
	Series  []Series // of each of Timeline.Tracks; nil likewise
}
