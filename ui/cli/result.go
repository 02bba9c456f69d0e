package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/input"
	"example.org/tumble/sim/run"
)

// Result is the outcome of a run, as run --json prints it. SI units. Counts, energies and
// notices are since the first start, also of a run that went on from a saved state; what the
// run took (wall and the rates), the rates of outlets and the largest overlap are of the part
// that this program did.
type Result struct {
	run.Origin
	Workers            int      `json:"workers"`
	Steps              int64    `json:"steps"`
	Time               float64  `json:"time"` // simulated [s]
	TimeStep           float64  `json:"dt"`   // the last one [s]
	Bodies             int      `json:"bodies"`
	Contacts           int      `json:"contacts"`
	Hash               string   `json:"hash"`              // of the state, 16 hex digits
	Resumed            *Moment  `json:"resumed,omitempty"` // where this part began; none: at the start of the scene
	Wall               float64  `json:"wall"`              // time that the steps took [s]
	RealTimeFactor     float64  `json:"realTimeFactor"`
	StepsPerSecond     float64  `json:"stepsPerSecond"`
	BodyStepsPerSecond float64  `json:"bodyStepsPerSecond"` // of the bodies that there were in each step
	MaxOverlapRatio    float64  `json:"maxOverlapRatio"`    // largest of all steps, over the smaller radius
	Energy             Energy   `json:"energy"`
	Inlets             []Inlet  `json:"inlets"`
	Outlets            []Outlet `json:"outlets"`
	Notices            []string `json:"notices"`

	// The condition that ended the run, of --stop-when or of the scene, and what made it true.
	Stopped string `json:"stopped,omitempty"`
}

// Moment is how far a world has come since its first start.
type Moment struct {
	Time  float64 `json:"time"` // [s]
	Steps int64   `json:"steps"`
}

// Energy is the ledger [J].
type Energy struct {
	Kinetic      float64 `json:"kinetic"`
	Elastic      float64 `json:"elastic"`
	Potential    float64 `json:"potential"`
	Dissipated   float64 `json:"dissipated"`
	Work         float64 `json:"work"`
	ClosureError float64 `json:"closureError"`
}

// newEnergy takes from the ledger what the contract of the command line promises.
func newEnergy(e bridge.Energy) Energy {
	return Energy{
		Kinetic: e.Kinetic, Elastic: e.Elastic, Potential: e.Potential,
		Dissipated: e.Dissipated, Work: e.Work, ClosureError: e.ClosureError,
	}
}

// Inlet is what an inlet has made.
type Inlet struct {
	Name       string   `json:"name"`
	Bodies     int64    `json:"bodies"`
	Mass       float64  `json:"mass"`       // [kg]
	FinishedAt *float64 `json:"finishedAt"` // [s]; nil if it has not finished
}

// Outlet is what an outlet has taken.
type Outlet struct {
	Name       string   `json:"name"`
	Bodies     int64    `json:"bodies"`
	Mass       float64  `json:"mass"`       // [kg]
	Rate       float64  `json:"rate"`       // mean over the part that was run [kg/s]
	FinishedAt *float64 `json:"finishedAt"` // [s]; nil if it takes more
}

// PictureResult is what shot --json and record --json print.
type PictureResult struct {
	run.Origin
	File   string  `json:"file"`
	Width  int     `json:"width"`  // [pixels]
	Height int     `json:"height"` // [pixels]
	Frames int     `json:"frames"`
	View   string  `json:"view,omitempty"`  // of a run file, that it shows
	FPS    float64 `json:"fps,omitempty"`   // frames per second of video
	Speed  float64 `json:"speed,omitempty"` // simulated seconds per second of video
	Step   int64   `json:"step"`            // of the last frame
	Time   float64 `json:"time"`            // of the last frame [s]
	Hash   string  `json:"hash"`            // of the state after it; empty for dumps of another program

	FullForce float64 `json:"fullForce,omitempty"` // that --force-scale set [N]

	Beside  []WorldResult  `json:"beside,omitempty"`  // the worlds of --beside
	Moments []MomentResult `json:"moments,omitempty"` // the cells of a contact sheet
}

// MomentResult is one cell of a contact sheet.
type MomentResult struct {
	Step int64   `json:"step"`
	Time float64 `json:"time"` // [s]
	Hash string  `json:"hash"` // of the state after it
}

// WorldResult is one of the worlds of --beside.
type WorldResult struct {
	Label   string         `json:"label"`
	Step    int64          `json:"step"`
	Time    float64        `json:"time"` // [s]
	Hash    string         `json:"hash"`
	Parting *PartingResult `json:"parting,omitempty"` // from the first; none: it is the first
}

// PartingResult is from when on two worlds differed.
type PartingResult struct {
	Bits  *PartedResult `json:"bits"`  // the first step after which a bit of a body differed; none: never
	Bound float64       `json:"bound"` // of the distance of a body from its copy, over its radius
	Apart *PartedResult `json:"apart"` // the first step after which a body was farther from its copy; none: never
}

// PartedResult is a step after which something differed for the first time.
type PartedResult struct {
	Step     int64    `json:"step"`
	Time     float64  `json:"time"` // [s]
	What     string   `json:"what"`
	Body     int64    `json:"body"`               // -1 for the time
	Distance *float64 `json:"distance,omitempty"` // [m]; none: only one world has the body, or it was not asked for
}

// outputName returns the name of what a command makes of a scene: the one asked for, else
// the scene's with the extension.
func outputName(asked, scene, extension string) (string, error) {
	if asked == "" {
		base := filepath.Base(scene)
		if scene == input.Standard {
			base = "scene"
		}
		return strings.TrimSuffix(base, filepath.Ext(base)) + extension, nil
	}
	return asked, nil
}

// printJSON writes one value as JSON, indented.
func printJSON(w io.Writer, value any) error {
	b, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, r := range string(append(b, '\n')) {
		if r > '~' && unicode.IsControl(r) { // JSON may have these as they are, terminals may obey them
			fmt.Fprintf(&text, `\u%04x`, r)
		} else {
			text.WriteRune(r)
		}
	}
	_, err = io.WriteString(w, text.String())
	return err
}
