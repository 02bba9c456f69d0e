package bridge

// Command is one request of the person to the simulation. Commands are plain values
// without pointers, slices or maps; the simulation applies them between steps, in the
// order in which they came, and records each with the step before which it was applied.
type Command interface{ command() }

// Commands that steer the run.
type (
	// Pause stops the clock; the simulation goroutine then only waits for commands.
	Pause struct{}
	// Resume lets the clock run.
	Resume struct{}
	// StepOnce does N steps and pauses.
	StepOnce struct{ N int }
	// Reset returns to the scene's beginning and keeps the edits.
	Reset struct{}
	// LoadScene replaces the present scene by a built-in scene or a file.
	LoadScene struct {
		Name string
		Seed uint64
	}
	// SetSpeed asks for simulated seconds per second of wall time; 0 is as fast as possible.
	SetSpeed struct{ Factor float64 }
	// SetWanted says which optional parts snapshots must have.
	SetWanted struct{ Wanted Wanted }
)

// Commands of a recording locked to simulated time.
type (
	// StartRecording makes the simulation hand over one snapshot every Speed/FPS simulated seconds
	// through the Frames channel of its Feed. It waits until each is received, until StopRecording, a
	// reset, another scene or a fault.
	StartRecording struct {
		FPS   float64 // frames per second of video
		Speed float64 // simulated seconds per second of video
	}
	// StopRecording ends the recording.
	StopRecording struct{}
)

// Commands of an export for other programs.
type (
	// StartExport writes a series in a format, from now until StopExport, a reset or another scene. A
	// series for ParaView (vtk) gets a table of time series in its folder.
	StartExport struct {
		Format string  // a row of export.Formats
		Path   string  // folder or file
		Every  float64 // simulated time between two moments [s]
	}
	// StopExport writes the present moment and ends the export.
	StopExport struct{}
	// AllowExport answers whether the scene may write its own outputs, in a new folder. Yes starts the
	// export, also later.
	AllowExport struct{ Yes bool }
)

// Commands that save the scene, the run or the samples of charts.
type (
	// SaveScene writes the scene, with its edits, as a scene file.
	SaveScene struct{ Path string }
	// SaveRun writes the run with its whole history as a run file, or with Moment only the moment on the
	// screen.
	SaveRun struct {
		Path    string
		Moment  bool
		Picture string // the bytes of a small PNG of that moment; may be empty
	}
	// GiveRun sends the contents of that run file to a caller in the same process, as the answer to a ticket
	// of Feed.Ask.
	GiveRun struct {
		Ticket uint64
		Moment bool
	}
	// SaveSeries writes the samples of charts along the present track as a table, CSV.
	SaveSeries struct {
		Path string
		Of   SeriesOf
	}
)

func (Pause) command()          {}
func (Resume) command()         {}
func (StepOnce) command()       {}
func (Reset) command()          {}
func (LoadScene) command()      {}
func (SetSpeed) command()       {}
func (SetWanted) command()      {}
func (StartRecording) command() {}
func (StopRecording) command()  {}
func (StartExport) command()    {}
func (StopExport) command()     {}
func (AllowExport) command()    {}
func (SaveScene) command()      {}
func (SaveSeries) command()     {}
func (SaveRun) command()        {}
func (GiveRun) command()        {}
