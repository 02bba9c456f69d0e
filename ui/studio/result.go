package studio

import (
	"fmt"
	"strings"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// Result describes a picture or a video that was made.
type Result struct {
	run.Origin
	File   string  `json:"file"`
	Width  int     `json:"width"`  // [pixels]
	Height int     `json:"height"` // [pixels]
	Frames int     `json:"frames"`
	View   string  `json:"view,omitempty"`  // the stored view of a run file that it shows
	FPS    float64 `json:"fps,omitempty"`   // frames per second of video
	Speed  float64 `json:"speed,omitempty"` // simulated seconds per second of video
	Step   int64   `json:"step"`            // of the last frame
	Time   float64 `json:"time"`            // of the last frame [s]
	Hash   string  `json:"hash"`            // of the state after this step; empty for dumps of another program

	FullForce float64 `json:"fullForce,omitempty"` // force of the marks of full size, if chosen [N]

	Worlds  []World  `json:"beside,omitempty"`  // the worlds side by side
	Moments []Moment `json:"moments,omitempty"` // the cells of a contact sheet

	Reduction string `json:"-"` // the lower quality that was needed to keep the file within Film.Most; empty: none
}

// Moment is one cell of a contact sheet.
type Moment struct {
	Step int64   `json:"step"`
	Time float64 `json:"time"` // [s]
	Hash string  `json:"hash"` // of the state after this step
}

// World is one of the worlds side by side.
type World struct {
	Label   string   `json:"label"`
	Step    int64    `json:"step"`
	Time    float64  `json:"time"` // [s]
	Hash    string   `json:"hash"`
	Parting *Parting `json:"parting,omitempty"` // from the first world; none: this is the first

	parting bridge.Divergence
}

// Parting says from which steps on two worlds differed.
type Parting struct {
	Bits  *Parted `json:"bits"`  // the first step after which a bit of a body differed; none: never
	Bound float64 `json:"bound"` // bound of the distance of a body from its copy, over the radius of the body
	Apart *Parted `json:"apart"` // the first step after which a body was beyond Bound; none: never
}

// Parted is a step after which something differed for the first time.
type Parted struct {
	Step     int64    `json:"step"`
	Time     float64  `json:"time"` // [s]
	What     string   `json:"what"`
	Body     int64    `json:"body"`               // number of the body; -1 if the times differ
	Distance *float64 `json:"distance,omitempty"` // [m]; none: only one world has the body, or not asked for
}

// Times returns the times of the moments that a picture shows, as text.
func (r *Result) Times() string {
	if len(r.Moments) == 0 {
		return spell.Time(r.Time)
	}
	var list []string
	for _, m := range r.Moments {
		list = append(list, spell.Time(m.Time))
	}
	return strings.Join(list, ", ")
}

// texts returns the metadata for the file of a picture: the fields of the scene, the moments and the hashes of
// their states.
func (r *Result) texts() [][2]string {
	steps, hashes := []string{fmt.Sprint(r.Step)}, []string{r.Hash}
	if len(r.Moments) > 0 {
		steps, hashes = nil, nil
	}
	for _, m := range r.Moments {
		steps, hashes = append(steps, fmt.Sprint(m.Step)), append(hashes, m.Hash)
	}
	for i := 1; i < len(r.Worlds); i++ {
		hashes = append(hashes, r.Worlds[i].Hash)
	}
	return append(r.Fields(), [2]string{"Time", r.Times()}, [2]string{"Step", strings.Join(steps, ", ")},
		[2]string{"Hash", strings.Join(hashes, ", ")})
}

// Partings returns a line for each other world, which says when this world began to differ from the first one.
func (r *Result) Partings() (lines []string) {
	for i := 1; i < len(r.Worlds); i++ {
		lines = append(lines, fmt.Sprintf("%s and %s: %s", r.Worlds[0].Label, r.Worlds[i].Label, r.Worlds[i].parting))
	}
	return lines
}
