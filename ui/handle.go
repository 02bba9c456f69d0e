package ui

import "github.com/go-gl/mathgl/mgl32"

// gripKind says which thing a handle in the view moves.
type gripKind uint8

const (
	noGrip       gripKind = iota
	gripCut               // a cut, along its normal
	gripCutTilt           // a cut, about one direction of its plane
	gripCutTurn           // a cut, about the other direction
	gripKeyFrame          // the turn of the key frame that is chosen
	gripPlane             // the plane of a chart, along its axis
	gripRegion            // the chosen region, along an axis
	gripSide              // a side of the chosen region
	gripSlice             // the slice of a field, along its axis
	gripFlow              // the chosen disc or rectangle, along an axis
	gripFlowSize          // ... its size
	gripFlowTurn          // ... about a direction in it
)

// hold identifies a handle in the view.
type hold struct {
	kind gripKind
	axis int // of the cut, or of the move of a region; number of the side of a region
}

// handle is a handle as it lies in the view [units of the window].
type handle struct {
	hold
	line  []mgl32.Vec2 // the drawn line; the knob is at its end, for an arc on it
	knob  mgl32.Vec2
	along mgl32.Vec2 // displacement of the knob for a move of 1 m or a turn of 1 rad
}

// Sizes of handles [units of the window at a scale of 1].
const (
	gripLength = 84
	gripReach  = 9
)

// arrow returns a handle at a point that moves along an axis; way is the direction of its arrow, +1 or -1.
func (vp *viewport) arrow(at mgl32.Vec3, axis int, way float32) (h handle, ok bool) {
	long, end := way*gripLength*vp.uiScale*vp.perPixel(), at
	end[axis] += long
	from, tip, ok := vp.segment(at, end)
	along := tip.Sub(from).Mul(1 / long)
	if tip.Sub(from).Len() < gripReach { // the eye looks along the arrow, which is dragged upward then
		along = mgl32.Vec2{0, -gripLength * vp.uiScale / abs32(long)}
	}
	return handle{line: []mgl32.Vec2{from, tip}, knob: tip, along: along}, ok
}

func abs32(x float32) float32 { return max(x, -x) }

// across returns two unit vectors u, v perpendicular to a normal n; u, v, n make a right-handed frame.
func across(n mgl32.Vec3) (u, v mgl32.Vec3) {
	k := 0
	for i := range n {
		if abs32(n[i]) < abs32(n[k]) {
			k = i
		}
	}
	var e mgl32.Vec3
	e[k] = 1
	u = e.Sub(n.Mul(n.Dot(e))).Normalize()
	return u, n.Cross(u)
}
