package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// frame is the data that drawers need of the picture that is being drawn.
type frame struct {
	overlay.Frame // the data that depend on snapshot and view alone
	lighting
	targets
	interruption
	shared uniforms
	meshes *meshStore
}

// lighting is how the scene is lit.
type lighting struct {
	shadows   bool
	occlusion bool // bodies hide the sky from each other
	crowding  bool // as occlusion, but coarsely
	light     lightMaps
	reach     stage // box round all bodies that are not far away
}

// targets are the framebuffers that a picture is drawn into.
type targets struct {
	points  [2]int      // columns and rows of the scene: no more than the picture has
	scene   *gpu.Target // the scene is drawn into it; its depth decides what is hidden
	picture *gpu.Target // the scene with the flat parts over it; the same target if it has as many points
}

// interruption may abandon a picture.
type interruption struct {
	stop      func() bool // asked between parts of the picture whether to abandon it; or nil
	abandoned bool
}

// stopped asks whether to abandon the picture, and reports whether it is abandoned.
func (i *interruption) stopped() bool {
	if i.stop != nil && !i.abandoned {
		i.abandoned = i.stop()
	}
	return i.abandoned
}

// uniforms is the block of frame.glsl, in its order and layout.
type uniforms struct {
	viewProj, lightMap       mgl32.Mat4
	eye, back, screen        mgl32.Vec4
	key                      mgl32.Vec4
	top, bottom, ink, paper  mgl32.Vec4
	maps, focus, lens, strip mgl32.Vec4
	cuts                     [3]mgl32.Vec4
}

// frameBlock is the binding point of the uniform block.
const frameBlock = 0

// keyDirection points toward the key light. The light is fixed in the world, so that shading
// shows the direction of a surface and does not change with the camera.
var keyDirection = mgl32.Vec3{-0.12, -0.55, 0.85}.Normalize()

// keyTangent is the tangent of half the angle under which the key light is seen; it
// widens a shadow with the height of the body that casts it.
const keyTangent = 0.085

// newFrame lays out the picture of a snapshot.
func newFrame(s *bridge.Snapshot, v *view.View, width, height int, meshes *meshStore, t *stages) *frame {
	f := &frame{Frame: overlay.NewFrame(s, v, width, height), meshes: meshes}
	f.shadows = v.Quality >= view.Good && v.Style == view.Solid && len(s.Capsules)+len(s.Meshes)+len(s.Cylinders) > 0
	f.occlusion = v.Quality >= view.Plain && v.Style == view.Solid && !f.Data &&
		(len(s.Capsules) <= occlusionLimit || v.Quality == view.Best)
	f.crowding = v.Style == view.Solid && !f.occlusion
	if v.Cutting() { // the parts that are cut away would darken the parts that they uncover
		f.shadows, f.occlusion, f.crowding = false, false, false
	}
	f.light = newLightMaps(f, &t.scene)
	f.Box = [2]mgl32.Vec3{f.light.lo, f.light.hi}
	f.reach = f.follow(&t.reach)
	f.points = [2]int{width, height}
	if part := v.Resolution; part > 0 && part < 1 {
		for k := range f.points {
			f.points[k] = max(int(part*float32(f.points[k])), 1)
		}
	}
	f.shared = f.uniforms(f.points)
	return f
}

// strayRoom is the distance from the middle of the scene, in radii of the scene, up to which the
// floor reaches under bodies: a body that falls for ever must not make the floor grow with it.
const strayRoom = 8

// follow fits a stage to the box round all bodies that are not far away, and returns the stage.
func (f *frame) follow(reach *stage) stage {
	lo, hi := f.light.lo, f.light.hi
	for i := range f.Capsules {
		c := &f.Capsules[i]
		r := c.Half + c.Radius
		if !(f.light.center.Sub(c.Center).Len() < strayRoom*f.light.radius) {
			continue
		}
		for k := range lo {
			lo[k], hi[k] = min(lo[k], c.Center[k]-r), max(hi[k], c.Center[k]+r)
		}
	}
	reach.follow(lo, hi, f.Revision)
	return *reach
}

// matrix returns the transform from the global frame to clip space, shifted by a part of
// a pixel. Its y points down, because pictures hold their top row first.
func (f *frame) matrix(shiftX, shiftY float32) mgl32.Mat4 {
	shift := mgl32.Translate3D(2*shiftX/float32(f.points[0]), 2*shiftY/float32(f.points[1]), 0)
	return mgl32.Scale3D(1, -1, 1).Mul4(shift).Mul4(f.Camera.ProjectionMatrix(f.Aspect())).Mul4(f.Camera.ViewMatrix())
}

// uniforms returns the block for a target with so many columns and rows.
func (f *frame) uniforms(points [2]int) uniforms {
	c, t := f.Camera, f.Theme
	coarse := float32(f.Height) / float32(points[1])
	perspective, size := float32(0), coarse*f.Pixel()/c.Distance
	if c.Ortho {
		perspective, size = 1, coarse*f.Pixel()
	}
	k := f.light.direction
	return uniforms{
		viewProj: f.matrix(0, 0),
		lightMap: f.light.matrix,
		eye:      c.Eye().Vec4(perspective),
		back:     c.Back().Vec4(size),
		screen:   mgl32.Vec4{float32(points[0]), float32(points[1]), f.Scale / coarse, t.Exposure},
		key:      f.light.direction.Vec4(0),
		top:      t.Top.Vec4(), bottom: t.Bottom.Vec4(), ink: t.Ink.Vec4(), paper: t.Paper.Vec4(),
		maps:  mgl32.Vec4{f.light.texel, 1 / float32(f.light.resolution), f.light.depth, f.light.tangent},
		focus: f.light.center.Vec4(f.light.radius),
		lens:  lens(c),
		strip: mgl32.Vec3{-k[0], -k[1], 0.35}.Normalize().Vec4(0),
		cuts:  cutPlanes(f.View),
	}
}

// cutPlanes returns the planes of the cuts, each as normal and w: a point p lies w - normal·p within the
// plane. A cut that is off has w = 1 and, as its normal is zero, leaves every point.
func cutPlanes(v *view.View) (planes [3]mgl32.Vec4) {
	for i, c := range v.Cuts {
		planes[i] = mgl32.Vec3(c.Normal).Vec4(1)
		if c.On() {
			planes[i][3] = c.Offset
		}
	}
	return planes
}

// lens returns the x and y that give the value of the depth buffer at the depth d before the eye:
// x + y d for an orthographic camera, else x + y / d.
func lens(c view.Camera) mgl32.Vec4 {
	near, far := c.Clip()
	if c.Ortho {
		return mgl32.Vec4{-near / (far - near), 1 / (far - near), 0, 0}
	}
	return mgl32.Vec4{far / (far - near), -far * near / (far - near), 0, 0}
}

// upload copies the uniforms to the buffer that the shaders read.
func (f *frame) upload(b *gpu.Buffer) { gpu.Upload(b, []uniforms{f.shared}) }
