package ui

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/remember"
)

// Task is a file or folder that is to be made of a run.
type Task struct {
	Path string
	Make Making
}

// Making says what is to be made: one of the types below.
type Making interface {
	// ofMoment reports whether it is made of the moment that is shown, alone.
	ofMoment() bool
}

type (
	// MakeVideo films what was filmed before again.
	MakeVideo struct {
		View          string // that the run keeps of what was seen
		Width, Height int    // [px]
		FPS, Speed    float64
		Slow          bridge.SetSlow
		From, Until   float64 // time of the first and the last frame [s]
	}
	// MakeSeen films what a person saw, by the clock on the wall.
	MakeSeen struct {
		Width, Height int // [px]
		FPS           float64
		Seen          *[]remember.Seen // in order, at least one; nobody changes it
	}
	// MakeReplay makes a page that plays the run.
	MakeReplay struct {
		Until  float64 // [s]; 0: as far as the run has come
		Every  float64 // simulated time between two poses [s]
		Forces bool    // of contacts come along
	}
	// MakeReport makes a page that says what came of the run.
	MakeReport struct {
		MakeReplay           // that is in it
		View       view.View // as which its pictures are drawn
	}
	// MakeSeries writes the run in a format.
	MakeSeries struct {
		Format string  // that Config.Exports names
		Until  float64 // [s]; 0: as far as the run has come
		Every  float64 // simulated time between two moments [s]
	}
	// MakeMoment writes the moment in a format.
	MakeMoment struct {
		Format string // that Config.Exports names
		Option bool   // that of the format
	}
)

func (MakeVideo) ofMoment() bool  { return false }
func (MakeSeen) ofMoment() bool   { return false }
func (MakeReplay) ofMoment() bool { return false }
func (MakeSeries) ofMoment() bool { return false }
func (MakeMoment) ofMoment() bool { return true }
