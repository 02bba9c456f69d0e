package ui

import "github.com/go-gl/mathgl/mgl32"

// gripKind is what a handle in the view moves.
type gripKind uint8

const (
	noGrip       gripKind = iota
	gripCut               // a cut, along its normal
	gripCutTilt           // a cut, about one direction of its plane
	gripCutTurn           // and about the other
	gripKeyFrame          // the turn of the key frame that is chosen
	gripPlane             // the plane of a chart, along its axis
)

// hold names a handle in the view.
type hold struct {
	kind gripKind
	axis int // of the cut
}

// handle is a handle as it lies in the view [units of the window].
type handle struct {
	hold
	line  []mgl32.Vec2 // that is drawn; the knob is at its end, or at its middle for an arc
	knob  mgl32.Vec2
	along mgl32.Vec2 // by how much the knob goes while what it moves grows by 1: a metre, a radian
}

// Sizes of handles [units of the window at a scale of 1].
const (
	gripLength = 84
	gripReach  = 9
)

func abs32(x float32) float32 { return max(x, -x) }
