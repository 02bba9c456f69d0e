package overlay

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Memory is what the pictures of a world remember of those before: so marks keep their sizes, colours their meaning,
// and bodies leave trails. The zero value remembers nothing.
type Memory struct {
	Range  Range
	Trails Trails

	forces, speeds autoScale
	marks          Marks
	scratch        scratch
}

// scratch is memory for overlays that is used again from picture to picture; what is in it means nothing.
type scratch struct {
	near   []float32
	labels []label
	taken  []rectangle
	bounds map[int64][2]mgl32.Vec3
}

// Full is what marks of the full size stand for; 0 if nothing was ever shown.
type Full struct {
	Force float64 // [N]
	Speed float64 // [m/s]
}

// Follow takes a picture into the memory, and gives its frame what overlays read of the memory. Range
// does not follow here, since tiles share it: see Range.Read.
func (m *Memory) Follow(f *Frame) {
	f.Range, f.Trails, f.Marks, f.scratch = &m.Range, &m.Trails, &m.marks, &m.scratch
	m.marks.Follow(f)
	if f.View.Overlays&(view.OverlayForces|view.OverlayNetwork) != 0 {
		f.Full.Force = m.forces.fullForce(f)
	}
	if f.View.Overlays&view.OverlayVelocity != 0 {
		f.Full.Speed = m.speeds.follow(f.largest(fastest), f.Revision, f.View.KeepScales)
	}
	if f.View.Overlays&view.OverlayTrails != 0 {
		m.Trails.Watch(f.Snapshot, f.Grain())
	}
}

// autoScale is the largest value shown, followed so that marks keep their size from
// picture to picture: it grows at once and shrinks slowly.
type autoScale struct {
	value    float64
	revision uint64
}

// shrink is the part of a too large scale that is left after one picture: half of it goes
// in two seconds at 60 pictures per second.
const shrink = 0.994

// follow takes the largest value of a picture and returns the scale, two digits long; 0
// if nothing was ever shown. A new revision of the scene starts afresh. With keep it does not shrink.
func (a *autoScale) follow(largest float64, revision uint64, keep bool) float64 {
	if a.revision != revision {
		*a = autoScale{revision: revision}
	}
	if math.IsNaN(largest) || math.IsInf(largest, 0) {
		largest = 0
	}
	if !keep {
		a.value *= shrink
	}
	a.value = max(largest, a.value)
	if a.value <= 0 {
		return 0
	}
	return roundUp(a.value)
}

// fullForce returns the force that marks of the full size stand for [N]: as the view asks, else as the forces of all
// that the picture shows have been.
func (a *autoScale) fullForce(f *Frame) float64 {
	if full := f.View.FullForce; full > 0 {
		return float64(full)
	}
	return a.follow(f.largest(strongForce), f.Revision, f.View.KeepScales)
}

// FullForce returns the force that marks of the full size stand for [N] in a picture of a snapshot alone, which must
// have the contacts; 0 if there is none.
func FullForce(s *bridge.Snapshot) float64 {
	var a autoScale
	return a.follow(strongForce(s), 0, true)
}
