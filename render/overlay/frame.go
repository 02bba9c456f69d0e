package overlay

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Frame holds the data of the picture that is being drawn: a snapshot, and how a view shows it. Overlays only read
// it.
type Frame struct {
	*bridge.Snapshot
	View          *view.View
	Theme         *Theme
	Width, Height int // [px]
	Scale         float32
	Camera        view.Camera
	ViewProj      mgl32.Mat4    // global frame to clip space, y down
	Box           [2]mgl32.Vec3 // round the bodies that matter for framing [m]
	Data          bool          // bodies have the colours of a legend, which nothing may tint

	Others []*bridge.Snapshot // snapshots of all tiles of the picture, this tile included; or none

	Marks   *Marks
	Range   *Range // of the colours of bodies
	Full    Full
	Trails  *Trails
	scratch *scratch
}

// NewFrame returns the frame of a picture of a snapshot, without Box and Others, and without the fields that
// Memory.Follow sets.
func NewFrame(s *bridge.Snapshot, v *view.View, width, height int) Frame {
	f := Frame{
		Snapshot: s, View: v, Theme: ThemeOf(v), Width: width, Height: height, Scale: v.MarkScale(height),
		Camera: v.Camera, Data: v.ColorBy != view.ColorByShape,
	}
	f.ViewProj = mgl32.Scale3D(1, -1, 1).Mul4(f.Camera.ProjectionMatrix(f.Aspect())).Mul4(f.Camera.ViewMatrix())
	return f
}

// Aspect returns the width of the picture over its height.
func (f *Frame) Aspect() float32 { return float32(f.Width) / float32(f.Height) }

// Pixel returns the size of a pixel at the pivot's depth [m].
func (f *Frame) Pixel() float32 { return 2 * f.Camera.HalfHeight() / float32(f.Height) }

// PixelAt returns the size of a pixel at a depth [m].
func (f *Frame) PixelAt(depth float32) float32 {
	if f.Camera.Ortho {
		return f.Pixel()
	}
	return f.Pixel() * depth / f.Camera.Distance
}

// Grain returns the length by which details of pictures are sized [m]: the smallest radius of spheres and
// capsules, or a few pixels if there are none.
func (f *Frame) Grain() float32 {
	if g := f.Bounds.Grain; g > 0 {
		return g
	}
	if len(f.Capsules) > 0 && f.Capsules[0].Radius > 0 {
		return f.Capsules[0].Radius
	}
	return max(8*f.Pixel(), 1e-9)
}

// Screen returns the place of a point on the picture [px] and its depth before the eye [m]; ok is false for a
// point behind the eye.
func (f *Frame) Screen(p [3]float32) (x, y, depth float32, ok bool) {
	q := f.ViewProj.Mul4x1([4]float32{p[0], p[1], p[2], 1})
	if !(q[3] > 0) {
		return 0, 0, 0, false
	}
	depth = f.Camera.Eye().Sub(p).Dot(f.Camera.Back())
	return (q[0]/q[3] + 1) / 2 * float32(f.Width), (q[1]/q[3] + 1) / 2 * float32(f.Height), depth, true
}

// largest returns the largest value of the function among all snapshots of the picture, so that marks of one size
// mean the same in all tiles.
func (f *Frame) largest(of func(*bridge.Snapshot) float64) float64 {
	x := of(f.Snapshot)
	for _, s := range f.Others {
		x = max(x, of(s))
	}
	return x
}

// Placement returns the transform from a mesh's frame to the global frame.
func Placement(m *bridge.Mesh) mgl32.Mat4 {
	q := mgl32.Quat{W: m.Rotation[0], V: mgl32.Vec3{m.Rotation[1], m.Rotation[2], m.Rotation[3]}}
	return mgl32.Translate3D(m.Position[0], m.Position[1], m.Position[2]).Mul4(q.Normalize().Mat4())
}

// Corner returns the i-th of the eight corners of a box.
func Corner(lo, hi mgl32.Vec3, i int) mgl32.Vec3 {
	for k := range lo {
		if i>>k&1 != 0 {
			lo[k] = hi[k]
		}
	}
	return lo
}

// Layout describes the flat parts over a picture.
type Layout struct {
	Legend view.Legend
	Room   view.Room    // the room that flat parts take from the picture
	Flat   []glyph.Part // in the order in which they are drawn, if the view wanted them apart
}
