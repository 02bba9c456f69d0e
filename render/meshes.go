package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"tumble/render/internal/gpu"
	"tumble/render/view"
	"tumble/sim/bridge"
)

// meshes draws triangle meshes: as thin coloured glass, back faces first, or solid when
// the view's opacity is nearly one; always with their rims and silhouette.
type meshes struct {
	glass, solid, lit, paper *gpu.Program
	edges, depth, through    *gpu.Program
}

// solidFrom is the opacity from which on a mesh hides what is behind it.
const solidFrom = 0.95

func newMeshes(k *kit) (drawer, error) {
	m := new(meshes)
	for _, x := range []struct {
		to     **gpu.Program
		vs, fs string
		macros []string
	}{
		{&m.glass, "mesh.vert", "mesh.frag", []string{"GLASS"}},
		{&m.solid, "mesh.vert", "mesh.frag", nil},
		{&m.lit, "mesh.vert", "mesh.frag", []string{"SHADOWS"}},
		{&m.paper, "mesh.vert", "mesh.frag", []string{"PAPER"}},
		{&m.edges, "line.vert", "line.frag", []string{"MESH"}},
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
	solid := f.view.Opacity >= solidFrom
	p := m.through
	switch {
	case to == castDepth && solid:
		gpu.State{DepthTest: true, DepthMask: true}.Apply()
		p = m.depth
	case to == castDepth:
		return
	default:
		gpu.State{Blend: gpu.Multiply}.Apply()
	}
	p.Use()
	m.each(f, p, func(a *meshAsset) { a.surface.Triangles(a.vertices) })
}

// each calls draw for every mesh with its place and tint set in the program in use.
func (m *meshes) each(f *frame, p *gpu.Program, draw func(*meshAsset)) {
	for i := range f.Meshes {
		mesh := &f.Meshes[i]
		p.Mat4("model", placement(mesh))
		p.Vec4("tint", meshTint(f, mesh))
		draw(f.meshes.of(mesh.Geometry))
	}
}

// meshTint returns a mesh's colour with the view's opacity.
func meshTint(f *frame, m *bridge.Mesh) mgl32.Vec4 {
	c := sceneColor(m.Color, f.theme.glass).vec4()
	c[3] = clamp(f.view.Opacity, 0, 1)
	return c
}

func (m *meshes) draw(f *frame) {
	surface := func(s gpu.State, p *gpu.Program, opacity float32) {
		s.Apply()
		p.Use()
		p.Int("depthMap", depthUnit)
		m.each(f, p, func(a *meshAsset) {
			p.Float("strength", opacity)
			a.surface.Triangles(a.vertices)
		})
	}
	solid := gpu.State{DepthTest: true, DepthMask: true}
	switch {
	case f.view.Style == view.HiddenLine && f.view.Opacity >= solidFrom:
		surface(solid, m.paper, 1)
	case f.view.Style != view.Solid:
	case f.view.Opacity >= solidFrom && f.shadows:
		surface(solid, m.lit, 1)
	case f.view.Opacity >= solidFrom:
		surface(solid, m.solid, 1)
	default:
		surface(gpu.State{Blend: gpu.Glass, DepthTest: true, Cull: gpu.CullFront}, m.glass, 0.45)
		surface(gpu.State{Blend: gpu.Glass, DepthTest: true, Cull: gpu.CullBack}, m.glass, 1)
	}
	m.rims(f)
}

// rims draws the edges worth drawing and the silhouette.
func (m *meshes) rims(f *frame) {
	ink := f.theme.ink.vec4()
	style, widths := ink.Vec3().Vec4(0.16), mgl32.Vec4{1, 1.4, 0.40, 0}
	if f.view.Style != view.Solid {
		style, widths = ink.Vec3().Vec4(0.75), mgl32.Vec4{1.2, 1.6, 0.9, 0}
	}
	gpu.State{Blend: gpu.Over, DepthTest: true}.Apply()
	p := m.edges
	p.Use()
	p.Float("lift", 1.5)
	p.Vec4("style", style)
	p.Vec4("widths", widths)
	m.each(f, p, func(a *meshAsset) { a.rims.Quads(a.edges) })
}

func (m *meshes) close() {}
