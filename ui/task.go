package ui

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/remember"
)

// Task describes a file or folder that is to be made of a run.
type Task struct {
	Path string
	Make Making
}

// Making is the kind of file or folder to make: one of the types below.
type Making interface {
	// ofMoment reports whether the file is made of the present moment alone, not of the run.
	ofMoment() bool
}

type (
	// MakeVideo makes a video of the run again with the views of an earlier video.
	MakeVideo struct {
		View          string // name of these views in the run
		Width, Height int    // [px]
		FPS, Speed    float64
		Slow          bridge.SetSlow
		From, Until   float64 // time of the first and the last frame [s]
	}
	// MakeRealTime makes a video of what a person saw, by the clock on the wall.
	MakeRealTime struct {
		Width, Height int // [px]
		FPS           float64
		Samples       *[]remember.ViewSample // in order of time, at least one; never changed
	}
	// MakeReplay makes a page that plays the run.
	MakeReplay struct {
		Until  float64 // [s]; 0: as far as the run has come
		Every  float64 // simulated time between two poses [s]
		Forces bool    // the page also has the forces of contacts
		Live   bool    // the page also has the engine, and computes the run anew
	}
	// MakeReport makes a page with the results of the run.
	MakeReport struct {
		MakeReplay           // the replay in the page
		View       view.View // style of the pictures
	}
	// MakeSeries writes the run in a format for other programs.
	MakeSeries struct {
		Format string  // that Config.Exports names
		Until  float64 // [s]; 0: as far as the run has come
		Every  float64 // simulated time between two moments [s]
	}
	// MakeMoment writes the present moment in a format for other programs.
	MakeMoment struct {
		Format string // that Config.Exports names
		Option bool   // the option of the format is on
	}
)

func (MakeVideo) ofMoment() bool    { return false }
func (MakeRealTime) ofMoment() bool { return false }
func (MakeReplay) ofMoment() bool   { return false }
func (MakeSeries) ofMoment() bool   { return false }
func (MakeMoment) ofMoment() bool   { return true }
