package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// caps fills the cut faces of closed meshes. The point where a line of sight comes through a cutting plane is
// within the mesh if, behind this point, the line leaves the mesh once more than it enters the mesh. This needs no
// stencil and no triangles of the cut, and works with any number of planes (J. Rossignac, A. Megahed and B.-O.
// Schneider, "Interactive inspection of solids: cross-sections and interferences", SIGGRAPH 1992, count in the
// same way).
type caps struct {
	count, solid, paper, number *gpu.Program
	array                       *gpu.VertexArray
	counts                      *gpu.Target // nil before the first use
}

func newCaps(k *programs) (drawer, error) { return openCaps(k) }

func openCaps(k *programs) (*caps, error) {
	c := &caps{array: gpu.NewVertexArray()}
	for _, x := range []struct {
		to     **gpu.Program
		vs, fs string
		macros []string
	}{
		{&c.count, "mesh.vert", "cap_count.frag", []string{"COUNT"}},
		{&c.solid, "fullscreen.vert", "cap.frag", nil},
		{&c.paper, "fullscreen.vert", "cap.frag", []string{"PAPER"}},
		{&c.number, "fullscreen.vert", "cap.frag", []string{"NUMBER"}},
	} {
		p, err := k.program(x.vs, x.fs, x.macros...)
		if err != nil {
			return nil, err
		}
		*x.to = p
	}
	return c, nil
}

func (c *caps) prepare(*frame) {}

func (c *caps) draw(f *frame) {
	p := c.solid
	if f.View.Style == view.HiddenLine {
		p = c.paper
	}
	for i := range f.Meshes {
		m := &f.Meshes[i]
		if !f.capped(m) || !c.resize(f.points[0], f.points[1]) {
			continue
		}
		c.fill(f, m)
		f.scene.Bind()
		c.faces(p, f, f.sight(), meshTint(f, m))
	}
}

// fill counts for each pixel how much more often the line of sight leaves a mesh than it enters it, behind the
// planes.
func (c *caps) fill(f *frame, m *bridge.Mesh) {
	c.counts.Bind()
	gpu.State{}.Apply()
	gpu.Clear(0, 0, 0, 0)
	gpu.State{Blend: gpu.Add}.Apply()
	a := f.meshes.of(m.Geometry)
	c.count.Use()
	c.count.Float("outward", a.closed)
	c.count.Mat4("model", overlay.Placement(m))
	a.surface.Indexed(a.indices)
}

// faces draws the cut faces into the bound target, where the count says that a line of sight is within the mesh.
func (c *caps) faces(p *gpu.Program, f *frame, sight [3]mgl32.Vec3, tint mgl32.Vec4) {
	gpu.State{DepthTest: true, DepthMask: true}.Apply()
	p.Use()
	p.Int("counts", 0)
	c.counts.Color.Bind(0)
	for i, name := range [3]string{"middle", "across", "below"} {
		p.Vec4(name, sight[i].Vec4(0))
	}
	p.Vec4("tint", tint)
	c.array.Triangles(3)
}

// sight returns the vector along the line of sight in the middle of the picture, as long as the distance of the
// pivot, and the vectors to add to it at the right edge and at the lower edge.
func (f *frame) sight() [3]mgl32.Vec3 {
	c, h := f.Camera, f.Camera.HalfHeight()
	right, up := c.Right(), c.Up()
	middle := c.Back().Mul(-c.Distance).Sub(right.Mul(c.Shift[0] * h)).Sub(up.Mul(c.Shift[1] * h))
	return [3]mgl32.Vec3{middle, right.Mul(h * f.Aspect()), up.Mul(-h)}
}

// capped reports whether a mesh has cut faces: it is closed, not drawn as lines, and planes cut through it.
func (f *frame) capped(m *bridge.Mesh) bool {
	if !f.View.Cutting() || f.View.Style == view.Wire || f.appearance(m.Body) == drawnWired {
		return false
	}
	a := f.meshes.of(m.Geometry)
	return a.closed != 0 && f.cutThrough(m, a)
}

// cutThrough reports whether any plane passes the box round a mesh.
func (f *frame) cutThrough(m *bridge.Mesh, a *meshAsset) bool {
	model := overlay.Placement(m)
	for _, cut := range f.View.Cuts {
		if !cut.On() {
			continue
		}
		lo, hi := float32(math.Inf(1)), float32(math.Inf(-1))
		for _, corner := range a.corners {
			d := cut.Beyond(model.Mul4x1(corner.Vec4(1)).Vec3())
			lo, hi = min(lo, d), max(hi, d)
		}
		if lo < 0 && hi > 0 {
			return true
		}
	}
	return false
}

// resize makes the target as large as the picture, and reports whether the driver allows this.
func (c *caps) resize(width, height int) bool {
	if sized(c.counts, width, height) {
		return true
	}
	if c.counts != nil {
		c.counts.Delete()
	}
	c.counts, _ = gpu.NewTarget(gpu.NewTexture(gpu.Sum, width, height, nil), nil)
	return c.counts != nil
}

func (c *caps) close() {
	c.array.Delete()
	if c.counts != nil {
		c.counts.Delete()
	}
}
