package overlay

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Memory holds the data that the pictures of a world keep from earlier pictures, so that marks keep their sizes,
// colours their meaning, and bodies leave trails. The zero value remembers nothing.
type Memory struct {
	Range  Range
	Trails Trails

	forces, speeds autoScale
	slice          sliceScale
	marks          Marks
	scratch        scratch
}

// scratch is working memory of overlays, reused from picture to picture to save allocations. Its contents are not
// kept.
type scratch struct {
	near   []float32
	labels []label
	taken  []rectangle
	tags   []rectangle // of this picture
	bounds map[int64][2]mgl32.Vec3
}

// Full holds the values that are drawn as marks of the full size; 0 if no value has been shown yet.
type Full struct {
	Force float64    // [N]
	Speed float64    // [m/s]
	Slice [2]float32 // numbers at the ends of the colours of a slice
}

// Follow updates the memory with a picture, and sets the fields of the frame through which overlays read the
// memory. It does not update Range, since all tiles share the range: see Range.Read.
func (m *Memory) Follow(f *Frame) {
	f.Range, f.Trails, f.Marks, f.scratch = &m.Range, &m.Trails, &m.marks, &m.scratch
	m.scratch.tags = m.scratch.tags[:0]
	m.marks.Follow(f)
	if f.View.Overlays&(view.OverlayForces|view.OverlayNetwork) != 0 {
		f.Full.Force = m.forces.fullForce(f)
	}
	if f.View.Overlays&view.OverlayVelocity != 0 {
		f.Full.Speed = m.speeds.follow(f.largest(fastest), f.Revision, f.View.KeepScales)
	}
	if f.View.Measured.HasSlice() {
		f.Full.Slice = m.slice.follow(f)
	}
	if f.View.Overlays&view.OverlayTrails != 0 {
		m.Trails.Watch(f.Snapshot, f.Grain())
	}
}

// autoScale follows the largest value that is shown. It grows at once and shrinks slowly, so that marks
// keep their size from picture to picture.
type autoScale struct {
	value    float64
	revision uint64
}

// shrink is the factor by which the scale falls with each picture while it is too large: it halves in two
// seconds at 60 pictures per second.
const shrink = 0.994

// follow updates the scale with the largest value of a picture and returns the scale, rounded up to two
// digits; 0 if no value has been shown yet. A new revision of the scene resets the scale. With keep the
// scale does not shrink.
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

// fullForce returns the force that is drawn as a mark of the full size [N]: the force that the view sets, else the
// scale that follows the forces of all worlds of the picture.
func (a *autoScale) fullForce(f *Frame) float64 {
	if full := f.View.FullForce; full > 0 {
		return float64(full)
	}
	return a.follow(f.largest(strongForce), f.Revision, f.View.KeepScales)
}

// FullForce returns the force that is drawn as a mark of the full size [N] in a picture of a single snapshot,
// which must hold its contacts; 0 if there is no force.
func FullForce(s *bridge.Snapshot) float64 {
	var a autoScale
	return a.follow(strongForce(s), 0, true)
}
