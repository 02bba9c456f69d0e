package remember

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Seen is what a person saw from a time on, for a video of just that. Pictures between two of them are on the way from
// the one to the other: of the camera, and along the run.
type Seen struct {
	At    float64       // by the clock on the wall, since the video began [s]
	Track int           // of the run
	Run   bridge.Moment // of that track
	View  view.View
}
