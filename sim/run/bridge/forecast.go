package bridge

// Forecast shows the effect of an edit before the person makes it: how a copy of the world continues with
// the edit. Its lists are not changed after they are published. While Trying, the snapshot's Params,
// Materials, Inlets and Motions are as the edit makes them.
type Forecast struct {
	Trying   bool      // edits of the physics act on the copy only
	Version  uint64    // changes with every new forecast and with its progress; 0: there is none
	From     float64   // time at which it begins [s]
	Until    float64   // time that it has reached [s]
	End      float64   // time at which it ends [s]
	Fault    string    // why the copy has stopped early, empty if it runs to the end
	Capsules []Capsule // of bodies moved by forces
	Meshes   []Mesh    // of bodies with a prescribed motion
	Paths    []Path
}

// Path is the predicted path of the centre of a body, at equal steps of time.
type Path struct {
	Body   int64        // its number
	Points [][3]float32 // [m]
}

// Commands for trying an edit before it is made.
type (
	// TryEdits makes the following edits of the physics run on a copy of the world, for a span of time.
	TryEdits struct {
		Span float64 // in (0, 60] [s]
	}
	// MakeTried makes the edit that was tried last.
	MakeTried struct{}
	// DropTried discards the edit that was tried, with its forecast.
	DropTried struct{}
)

func (TryEdits) command()  {}
func (MakeTried) command() {}
func (DropTried) command() {}
