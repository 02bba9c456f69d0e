package remember

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// ViewSample is what a person saw from a time on, for a video in real time. Between two of these moments the camera and
// the time of the run are interpolated.
type ViewSample struct {
	At    float64       // real time since the video began [s]
	Track int           // track of the run
	Run   bridge.Moment // moment on this track
	View  view.View
}
