package bridge

import (
	"slices"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Command is one request of the person to the simulation. Commands are plain values
// without pointers, slices or maps; the simulation applies them between steps, in the
// order they came, and journals them with the step they fell on.
type Command interface{ command() }

// Commands that steer the run.
type (
	// Pause stops the clock; the simulation goroutine then only waits for commands.
	Pause struct{}
	// Resume lets the clock run.
	Resume struct{}
	// StepOnce does N steps and pauses.
	StepOnce struct{ N int }
	// Reset goes back to the scene's beginning, keeping what was edited.
	Reset struct{}
	// LoadScene leaves the present scene for another: a built-in name or a file.
	LoadScene struct {
		Name string
		Seed uint64
	}
	// SetSpeed asks for simulated seconds per second of wall time; 0 is as fast as possible.
	SetSpeed struct{ Factor float64 }
	// SetWanted says what snapshots must hold.
	SetWanted struct{ Wanted Wanted }
)

// Commands that edit the physics. Each acts, also on existing contacts, at the next step.
type (
	// SetGravity changes gravity [m/s²].
	SetGravity struct{ Gravity vec.Vec3 }
	// SetDamping changes the Cundall damping, in [0, 1).
	SetDamping struct{ Damping float64 }
	// SetMaterial replaces the material at an index of Snapshot.Materials.
	SetMaterial struct {
		Index    int
		Material law.Material
	}
	// SetTimeStepSafety changes the fraction of the critical time step, in (0, 1].
	SetTimeStepSafety struct{ Safety float64 }
	// SetCapsuleRule chooses the capsule contact rule by name.
	SetCapsuleRule struct{ Rule string }
	// SetLaw chooses the contact law by its name in law.Kinds.
	SetLaw struct{ Law string }
	// SetMotionKey changes a key frame of a motion. What has happened stays: a body that is on its way
	// goes on from where it is.
	SetMotionKey struct {
		Motion int // index into Snapshot.Motions
		Key    int // index into its Keys
		To     MotionKey
	}
	// AddMotionKey puts a key frame into a motion, at a time at which it has none. RemoveMotionKey takes the one of
	// a time [s] away; the last one stays.
	AddMotionKey struct {
		Motion int // index into Snapshot.Motions
		To     MotionKey
	}
	RemoveMotionKey struct {
		Motion int
		Time   float64
	}
	// SetInlet changes how much an inlet of Snapshot.Inlets makes. One that was done for its limits goes
	// on if they allow.
	SetInlet struct {
		Inlet int // index
		Flow  InletFlow
	}
	// SetSeed makes the random streams of all inlets begin anew with a seed.
	SetSeed struct{ Seed uint64 }
)

// Commands by which a person drags a body. They act on the run as it is: a reset forgets them.
type (
	// Grab draws a point of a body that forces move toward a place, by a spring whose force is limited by
	// the body's weight, until Release. Of the body that is held already it changes the place.
	Grab struct {
		Body int64    // its number
		At   vec.Vec3 // from its centre of mass to the point, as it lies now; not read if it is held [m]
		To   vec.Vec3 // where it is to go [m]
		Turn bool     // by turning the body alone
	}
	// Release lets the body go.
	Release struct{}
)

// Commands of a recording locked to simulated time.
type (
	// StartRecording makes the simulation hand over one snapshot every Speed/FPS simulated
	// seconds through the Frames channel of its Feed, waiting until each is taken, until
	// StopRecording, a reset, another scene or a fault.
	StartRecording struct {
		FPS   float64 // frames per second of video
		Speed float64 // simulated seconds per second of video
	}
	// StopRecording ends it.
	StopRecording struct{}
)

// Commands of an export for other programs.
type (
	// StartExport writes a series in a format, from now until StopExport, a reset or another scene. Beside
	// series for ParaView (vtk) a table of time series goes into their folder.
	StartExport struct {
		Format string  // a row of export.Formats
		Path   string  // folder or file
		Every  float64 // simulated time between two moments [s]
	}
	// StopExport writes the present moment and ends the export.
	StopExport struct{}
	// AllowExport answers whether the scene may write what it asks for itself, in a new
	// folder; Yes begins that, also later.
	AllowExport struct{ Yes bool }
)

// Commands that save what is on the screen.
type (
	// SaveScene writes the scene, with what was edited, as a scene file.
	SaveScene struct{ Path string }
	// SaveRun writes the run with its whole history as a run file, or with Moment what is shown now as one.
	SaveRun struct {
		Path    string
		Moment  bool
		Picture string // the bytes of a small PNG of it; may be empty
		Quiet   bool   // nobody is told where it is
	}
	// SaveSeries writes what charts have read along the present track as a table, CSV.
	SaveSeries struct {
		Path string
		Of   SeriesOf
	}
)

func (Pause) command()             {}
func (Resume) command()            {}
func (StepOnce) command()          {}
func (Reset) command()             {}
func (LoadScene) command()         {}
func (SetSpeed) command()          {}
func (SetWanted) command()         {}
func (SetGravity) command()        {}
func (SetDamping) command()        {}
func (SetMaterial) command()       {}
func (SetTimeStepSafety) command() {}
func (SetCapsuleRule) command()    {}
func (SetLaw) command()            {}
func (SetMotionKey) command()      {}
func (AddMotionKey) command()      {}
func (RemoveMotionKey) command()   {}
func (SetInlet) command()          {}
func (SetSeed) command()           {}
func (Grab) command()              {}
func (Release) command()           {}
func (StartRecording) command()    {}
func (StopRecording) command()     {}
func (StartExport) command()       {}
func (StopExport) command()        {}
func (AllowExport) command()       {}
func (SaveScene) command()         {}
func (SaveSeries) command()        {}
func (SaveRun) command()           {}

// Edits lists one value of every command type that changes a world. They alone are part of a run.
var Edits = []Command{
	SetGravity{}, SetDamping{}, SetMaterial{}, SetTimeStepSafety{}, SetCapsuleRule{}, SetLaw{},
	SetMotionKey{}, AddMotionKey{}, RemoveMotionKey{}, SetInlet{}, SetSeed{}, Grab{}, Release{},
}

// Commands lists one value of every command type. Tests use it to see that each is
// applied, and that none can carry shared memory.
var Commands = slices.Concat(Edits, []Command{
	Pause{}, Resume{}, StepOnce{}, Reset{}, LoadScene{}, SetSpeed{}, SetWanted{},
	StartRecording{}, StopRecording{}, StartExport{}, StopExport{}, AllowExport{}, SaveScene{}, SaveRun{},
	SaveSeries{},
	Seek{}, SeekTime{}, StepBack{}, ChooseTrack{}, NameTrack{}, DropTrack{}, SetLoop{}, SetSlow{}, ReadPast{}, SetPlane{},
	SetHistoryBudget{}, Undo{}, Redo{}, Saw{},
	BeginTwin{}, ChooseTwin{}, EndTwin{}, SetPartingBound{},
	TryEdits{}, MakeTried{}, DropTried{},
})
