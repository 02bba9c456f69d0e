package cli

import (
	"io"
	"path/filepath"
	"strings"

	"example.org/tumble/sim/input"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/spell"
)

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
func printJSON(w io.Writer, value any) error { return spell.JSON(w, value) }
