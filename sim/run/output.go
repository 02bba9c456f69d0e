package run

import (
	"fmt"

	"example.org/tumble/sim/run/bridge"
)

// Output asks for a series of files, or of lines of a file, while a world runs. Package
// export carries it out; nothing it says can change a run.
type Output struct {
	Format   string // a row of export.Formats
	Path     string // folder or file
	Every    Interval
	Encoding string         // of numbers, where the format has several; the first of them if empty
	Parts    []string       // of a format that writes several kinds of things; none: all
	Bodies   []string       // names or numbers of bodies to follow one by one
	Planes   []bridge.Plane // through which flow is counted
	Origin   Origin         `json:"-"` // what the files say of where they come from
	Place    string         `json:"-"` // where they are in the end, if whoever asks moves them there; empty: Path

	View  bridge.ViewHint `json:"-"` // how a program that shows the files begins
	Title string          `json:"-"` // of the scene, for people
}

// Interval is a distance between two moments of a run: simulated time or steps, of which
// exactly one is > 0.
type Interval struct {
	Time  float64 // [s]
	Steps int64
}

// Check returns an error unless exactly one of time and steps is given.
func (i Interval) Check() error {
	if !(i.Time >= 0 && i.Time <= 1e9) || i.Steps < 0 || (i.Time > 0) == (i.Steps > 0) {
		return fmt.Errorf("must be a time > 0 s or a number of steps ≥ 1, got %g s and %d steps", i.Time, i.Steps)
	}
	return nil
}
