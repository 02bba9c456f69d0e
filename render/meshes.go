package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// meshes draws the triangle meshes that hide the bodies behind them; clearThings draws the others.
type meshes struct {
	solid, lit, paper *gpu.Program
	paint             *gpu.Program // each triangle in a colour of its own
	depth, through    *gpu.Program
}

// solidFrom is the least opacity at which a mesh hides the bodies behind it.
const solidFrom = 0.95

func newMeshes(k *programs) (drawer, error) {
	m := new(meshes)
	for _, x := range []struct {
		to     **gpu.Program
		vs, fs string
		macros []string
	}{
		{&m.solid, "mesh.vert", "mesh.frag", nil},
		{&m.lit, "mesh.vert", "mesh.frag", []string{"SHADOWS"}},
		{&m.paper, "mesh.vert", "mesh.frag", []string{"PAPER"}},
		{&m.paint, "mesh.vert", "mesh.frag", []string{"PAINT"}},
		{&m.depth, "shadow_mesh.vert", "shadow_mesh.frag", []string{"DEPTH"}},
		{&m.through, "shadow_mesh.vert", "shadow_mesh.frag", nil},
	} {
		p, err := k.program(x.vs, x.fs, x.macros...)
		if err != nil {
			return nil, err
		}
		*x.to = p
	}
	return m, nil
}

func (m *meshes) prepare(*frame) {}

func (m *meshes) cast(f *frame, to caster) {
	switch to {
	case castFloor:
		return
	case castDepth:
		gpu.State{DepthTest: true, DepthMask: true}.Apply()
		m.depth.Use()
		eachMesh(f, m.depth, f.solidly, func(_ *bridge.Mesh, a *meshAsset) { a.surface.Indexed(a.indices) })
		return
	}
	gpu.State{Blend: gpu.Multiply}.Apply()
	m.through.Use()
	m.through.Float("level", f.Walls[f.light.floor].Position)
	var points []mgl32.Vec4
	for i := 0; i < softParts; i++ {
		points = append(points, f.light.point(i, softParts).Vec4(1.0/softParts))
	}
	m.through.Vec4s("points", points)
	eachMesh(f, m.through, f.castsVeil, func(_ *bridge.Mesh, a *meshAsset) {
		a.surface.IndexedInstances(a.indices, softParts)
	})
}

// softParts is the number of parts of the key light's disc whose shadows of a mesh are laid
// over each other, which makes their edges soft.
const softParts = 5

// eachMesh calls draw for every mesh for which kind returns true, with the mesh's place and tint set in the
// program p, which must be in use.
func eachMesh(f *frame, p *gpu.Program, kind func(*bridge.Mesh) bool, draw func(*bridge.Mesh, *meshAsset)) {
	for i := range f.Meshes {
		mesh := &f.Meshes[i]
		if !kind(mesh) {
			continue
		}
		p.Mat4("model", overlay.Placement(mesh))
		tint := meshTint(f, mesh)
		p.Vec4("tint", tint)
		p.Vec4("absorb", absorption(tint))
		draw(mesh, f.meshes.of(mesh.Geometry))
	}
}

// meshTint returns a mesh's colour with the view's opacity.
func meshTint(f *frame, m *bridge.Mesh) mgl32.Vec4 {
	c := f.Tint(m.Color, f.Theme.Glass).Vec4()
	c[3] = mgl32.Clamp(f.opacity(m), 0, 1)
	if f.appearance(m.Body) == drawnClear && c[3] >= solidFrom {
		c[3] = view.Default().Opacity
	}
	return c
}

// absorption returns the binary logarithms of the parts of the light that pass a wall of a tint, seen
// straight on: for the three colours behind the wall and, last, for the light that is not scattered.
func absorption(tint mgl32.Vec4) (a mgl32.Vec4) {
	for k := 0; k < 3; k++ {
		a[k] = 0.75 * tint[3] * float32(math.Log2(float64(max(tint[k], 0.004))))
	}
	a[3] = float32(math.Log2(float64(1 - min(tint[3], 0.999))))
	return a
}

func (m *meshes) draw(f *frame) {
	p := m.solid
	switch {
	case f.View.Style == view.Wire:
		return
	case f.View.Style == view.HiddenLine:
		p = m.paper
	case f.shadows:
		p = m.lit
	}
	gpu.State{DepthTest: true, DepthMask: true, Clip: f.View.Cutting()}.Apply()
	p.Use()
	p.Int("depthMap", depthUnit)
	eachMesh(f, p, func(x *bridge.Mesh) bool { return f.solidly(x) && !f.painted(x) },
		func(_ *bridge.Mesh, a *meshAsset) { a.surface.Indexed(a.indices) })
	m.paint.Use()
	m.paint.Int("colors", paintUnit)
	eachMesh(f, m.paint, func(x *bridge.Mesh) bool { return f.solidly(x) && f.painted(x) },
		func(x *bridge.Mesh, a *meshAsset) {
			t := colorsOf(f.Range.Triangles(x, f.Time))
			t.Bind(paintUnit)
			a.surface.Indexed(a.indices)
			t.Delete()
		})
}

// paintUnit is the texture unit from which meshes read the colours of their triangles, and paintWide the width of that
// texture, as mesh.frag has it.
const (
	paintUnit = 5
	paintWide = 4096
)

// colorsOf returns a texture of colours, row by row.
func colorsOf(list []glyph.RGBA) *gpu.Texture {
	high := (len(list) + paintWide - 1) / paintWide
	pixels := make([]byte, 4*paintWide*high)
	for i, c := range list {
		copy(pixels[4*i:], c[:])
	}
	return gpu.NewTexture(gpu.Color, paintWide, high, pixels)
}

// rims draws the silhouettes of meshes and the edges that edgesOf marks, in the wire style all edges.
type rims struct{ program *gpu.Program }

func newRims(k *programs) (drawer, error) {
	p, err := k.program("line.vert", "line.frag", "MESH")
	return rims{p}, err
}

func (rims) prepare(*frame) {}

func (r rims) draw(f *frame) {
	ink := f.Theme.Ink.Vec4()
	style, widths := ink.Vec3().Vec4(0.16), mgl32.Vec4{1, 1.4, 0.40, 0}
	if f.View.Style != view.Solid {
		style, widths = ink.Vec3().Vec4(0.75), mgl32.Vec4{1.2, 1.6, 0.9, 0}
	}
	if f.View.Style == view.Wire {
		widths[3] = 0.10
	}
	gpu.State{Blend: gpu.Over, DepthTest: true, Clip: f.View.Cutting()}.Apply()
	p := r.program
	p.Use()
	p.Float("lift", 1.5)
	p.Vec4("style", style)
	p.Vec4("widths", widths)
	all := func(*bridge.Mesh) bool { return true }
	eachMesh(f, p, all, func(x *bridge.Mesh, a *meshAsset) {
		every := f.View.Style == view.Wire
		if f.appearance(x.Body) == drawnWired && !every {
			p.Vec4("style", ink.Vec3().Vec4(0.75))
			p.Vec4("widths", mgl32.Vec4{1.2, 1.6, 0.9, 0.10})
			every = true
			defer p.Vec4("style", style)
			defer p.Vec4("widths", widths)
		}
		a.rims.Quads(a.pick(eyeIn(f, x), f.Camera.Ortho, every))
	})
}

// eyeIn returns the place of the eye in the frame of a mesh, for an orthographic camera the
// direction toward the eye.
func eyeIn(f *frame, x *bridge.Mesh) mgl32.Vec3 {
	turn := mgl32.Quat{W: x.Rotation[0], V: mgl32.Vec3{x.Rotation[1], x.Rotation[2],
		x.Rotation[3]}}.Normalize().Conjugate()
	if f.Camera.Ortho {
		return turn.Rotate(f.Camera.Back())
	}
	return turn.Rotate(f.Camera.Eye().Sub(x.Position))
}

func (m *meshes) close() {}

func (rims) close() {}
