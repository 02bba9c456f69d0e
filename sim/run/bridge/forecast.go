package bridge

// Forecast is what would be if an edit were made that a person tries: how a copy of the world goes on with it. Its
// lists are not changed once they are told; Params, Materials, Inlets and Motions of the snapshot are as the edit
// makes them while Trying.
type Forecast struct {
	Trying   bool      // edits of the physics are tried, and not made
	Version  uint64    // another number is another forecast, or the same further on; 0: there is none
	From     float64   // time at which it begins [s]
	Until    float64   // time to which it has come [s]
	End      float64   // time at which it ends [s]
	Fault    string    // why the copy has stopped before, empty if it has not
	Capsules []Capsule // of bodies that forces move
	Meshes   []Mesh    // of bodies that follow a motion
	Paths    []Path
}

// Path is where the centre of a body would go, from now on, at equal steps of time.
type Path struct {
	Body   int64        // its number
	Points [][3]float32 // [m]
}

// Commands of an edit that is tried before it is made.
type (
	// TryEdits makes edits of the physics be tried on a copy of the world, which goes on for a span of time.
	TryEdits struct {
		Span float64 // in (0, 60] [s]
	}
	// MakeTried makes the edit that was tried last.
	MakeTried struct{}
	// DropTried forgets what was tried, with its forecast.
	DropTried struct{}
)

func (TryEdits) command()  {}
func (MakeTried) command() {}
func (DropTried) command() {}
