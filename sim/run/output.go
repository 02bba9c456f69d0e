package run

import (
	"fmt"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
)

// Output asks for a series of files, or of lines of a file, while a world runs. Package
// export carries it out; nothing it says can change a run.
type Output struct {
	Format   string // a row of export.Formats
	Path     string // folder or file
	Every    Interval
	Encoding string          // of numbers, if the format has several; the first if empty
	Parts    []string        // of a format with several kinds of data; empty: all
	Bodies   []string        // names or numbers of bodies to follow one by one
	Planes   []bridge.Plane  // whose flow is counted
	Regions  []bridge.Region `json:"-"` // of the scene, whose bodies are measured
	Fields   []bridge.Field  `json:"-"` // of the scene
	Origin   Origin          `json:"-"` // the origin that the files state
	Place    string          `json:"-"` // final place of the files, if the caller moves them there; empty: Path

	View  bridge.ViewHint `json:"-"` // first view in a program that shows the files
	Title string          `json:"-"` // of the scene
	Live  *Live           `json:"-"` // what a page computes the run from; nil: it only plays
}

// Live is what a page needs to compute its run itself.
type Live struct {
	File   *runfile.File // the run: its scene, first key frame and commands
	Engine []byte        // the engine, as WebAssembly
	Glue   []byte        // the script of Go that the engine needs
	Starts []byte        // where runs with other seeds begin, as package replay packs them; nil: none
	Lesson string        // text with what can be tried, as HTML; empty: none
	Knobs  any           // the numbers that a reader can change, as package live has them
}

// Interval is the distance between two moments of a run, in simulated time or in steps. Exactly one of
// them is > 0.
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
