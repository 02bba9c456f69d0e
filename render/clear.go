package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// clearThings draws transparent bodies and meshes, in any order (M. McGuire and L. Bavoil, "Weighted Blended
// Order-Independent Transparency", 2013, with coloured glass as in M. McGuire and M. Mara, "Phenomenological
// Transparency", 2017): the light of all surfaces is added up, with more weight for nearer surfaces, over the part
// of the colours behind that all surfaces together let through.
type clearThings struct {
	bodies      *capsuleBuffer
	plain, data *gpu.Program // for bodies
	sole, glass *gpu.Program // for meshes
	mix         *gpu.Program
	array       *gpu.VertexArray
	pair        *gpu.Pair // nil before the first use
	meshes      int       // number of meshes that are drawn in this picture
}

func newClearThings(k *programs) (*clearThings, error) {
	c := &clearThings{bodies: newCapsuleBuffer(), array: gpu.NewVertexArray()}
	for _, x := range []struct {
		to     **gpu.Program
		vs, fs string
		macros []string
	}{
		{&c.plain, "capsule.vert", "capsule.frag", []string{"SOLID", "CUT", "THROUGH"}},
		{&c.data, "capsule.vert", "capsule.frag", []string{"DATA", "CUT", "THROUGH"}},
		{&c.sole, "mesh.vert", "mesh.frag", []string{"GLASS"}},
		{&c.glass, "mesh.vert", "mesh.frag", []string{"GLASS", "THROUGH"}},
		{&c.mix, "veil.vert", "weigh.frag", nil},
	} {
		p, err := k.program(x.vs, x.fs, x.macros...)
		if err != nil {
			return nil, err
		}
		*x.to = p
	}
	return c, nil
}

// clearBodies draws transparent bodies, and transparent meshes unless glassBelow draws these.
type clearBodies struct{ *clearThings }

func newClearBodies(k *programs) (drawer, error) {
	c, err := newClearThings(k)
	return clearBodies{c}, err
}

func (c clearBodies) prepare(f *frame) {
	c.count(f, !f.Data)
	c.bodies.list = c.bodies.list[:0]
	if f.View.Clear == nil || f.View.Style == view.Wire {
		return
	}
	color := coloring(f)
	for i := range f.Capsules {
		if p := &f.Capsules[i]; f.appearance(p.Body) == drawnClear {
			c.bodies.list = append(c.bodies.list, capsuleInstance{
				center: p.Center, half: p.Half, axis: p.Axis, radius: p.Radius, side: p.Side, colors: color(i),
			})
		}
	}
	gpu.Upload(c.bodies.buffer, c.bodies.list)
}

// glassBelow draws transparent meshes before all bodies, in pictures where meshes must not tint bodies.
type glassBelow struct{ *clearThings }

func newGlassBelow(k *programs) (drawer, error) {
	c, err := newClearThings(k)
	return glassBelow{c}, err
}

func (c glassBelow) prepare(f *frame) { c.count(f, f.Data) }

// glass marks the drawer as one of things through which bodies are seen.
func (c glassBelow) glass() {}

// count sets the number of transparent meshes in this picture, 0 unless any is true.
func (c *clearThings) count(f *frame, any bool) {
	c.meshes = 0
	for i := range f.Meshes {
		if any && f.View.Style == view.Solid && f.glassy(&f.Meshes[i]) {
			c.meshes++
		}
	}
}

// draw draws the transparent meshes and bodies. A single mesh without transparent bodies needs no sums, which in
// software would take as long again: its back faces are drawn first, then its front faces.
func (c *clearThings) draw(f *frame) {
	if c.meshes == 1 && len(c.bodies.list) == 0 {
		c.surfaces(f, c.sole, gpu.Glass)
		return
	}
	part, any := c.reach(f)
	if !any || !c.resize(f.points[0], f.points[1]) {
		return
	}
	c.pair.Begin(f.scene.Depth, part)
	if len(c.bodies.list) > 0 {
		p := c.plain
		if f.Data {
			p = c.data
		}
		p.Use()
		c.bodies.draw(f, gpu.State{Blend: gpu.Weigh, DepthTest: true})
	}
	if c.meshes > 0 {
		c.surfaces(f, c.glass, gpu.Weigh)
	}
	f.scene.Bind()
	gpu.State{Blend: gpu.Glass}.Apply()
	c.mix.Use()
	c.mix.Int("sums", 0)
	c.mix.Int("lefts", sceneUnit)
	c.mix.Vec4("part", part)
	c.pair.Left.Bind(sceneUnit)
	c.pair.Sum.Bind(0)
	c.array.Quads(1)
}

// surfaces draws the meshes: first and fainter the faces that look away from the eye, then the others.
func (c *clearThings) surfaces(f *frame, p *gpu.Program, blend gpu.Blend) {
	p.Use()
	for _, x := range [2]struct {
		cull           gpu.Cull
		side, strength float32
	}{{gpu.CullFront, -1, 0.55}, {gpu.CullBack, 1, 1}} {
		gpu.State{Blend: blend, DepthTest: true, Cull: x.cull, Clip: f.View.Cutting()}.Apply()
		p.Float("side", x.side)
		p.Float("strength", x.strength)
		eachMesh(f, p, f.glassy, func(_ *bridge.Mesh, a *meshAsset) { a.surface.Indexed(a.indices) })
	}
}

// reach returns the part of the picture that holds all transparent things, as its lower and upper corner, 0 to 1,
// and whether there are any.
func (c *clearThings) reach(f *frame) (part mgl32.Vec4, any bool) {
	if len(c.bodies.list) > 0 {
		return mgl32.Vec4{0, 0, 1, 1}, true
	}
	inf := float32(math.Inf(1))
	lo, hi := mgl32.Vec2{inf, inf}, mgl32.Vec2{-inf, -inf}
	for i := range f.Meshes {
		m := &f.Meshes[i]
		if c.meshes == 0 || !f.glassy(m) {
			continue
		}
		model := overlay.Placement(m)
		for _, corner := range f.meshes.of(m.Geometry).corners {
			x, y, _, ok := f.Screen(model.Mul4x1(corner.Vec4(1)).Vec3())
			if !ok {
				return mgl32.Vec4{0, 0, 1, 1}, true
			}
			x, y = x/float32(f.Width), y/float32(f.Height)
			lo, hi = mgl32.Vec2{min(lo[0], x), min(lo[1], y)}, mgl32.Vec2{max(hi[0], x), max(hi[1], y)}
		}
	}
	const room = 0.005 // a pass may be shifted by a part of a pixel
	for k := range lo {
		part[k], part[k+2] = mgl32.Clamp(lo[k]-room, 0, 1), mgl32.Clamp(hi[k]+room, 0, 1)
	}
	return part, part[0] < part[2] && part[1] < part[3]
}

// resize makes the pair as large as the picture, and reports whether the driver allows this.
func (c *clearThings) resize(width, height int) bool {
	if c.pair != nil && c.pair.Sum.Width == width && c.pair.Sum.Height == height {
		return true
	}
	if c.pair != nil {
		c.pair.Delete()
	}
	var err error
	c.pair, err = gpu.NewPair(width, height)
	return err == nil
}

func (c *clearThings) close() {
	c.bodies.close()
	c.array.Delete()
	if c.pair != nil {
		c.pair.Delete()
	}
}
