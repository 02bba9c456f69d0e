package render

import (
	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/sim/run/bridge"
)

// identity draws shapes with numbers in place of colours. The number of a pixel identifies the shape: to
// find the thing under the pointer, and to draw the outlines of selected things.
type identity struct {
	capsules, meshes, triangles, sheets *gpu.Program
	tubes                               tubeSurface
	tube                                *gpu.Program
	buffer                              *capsuleBuffer
}

// open makes the programs, with macros for the use that they are made for.
func (d *identity) open(k *programs, macros ...string) error {
	for _, x := range []struct {
		to     **gpu.Program
		vs, fs string
		macro  string
	}{
		{&d.capsules, "capsule.vert", "capsule.frag", "NUMBER"},
		{&d.meshes, "mesh.vert", "identity.frag", "WHOLE"},
		{&d.triangles, "mesh.vert", "identity.frag", "TRIANGLES"},
		{&d.tube, "cylinder.vert", "identity.frag", "WHOLE"},
		{&d.sheets, "wall.vert", "identity.frag", "SHEET"},
	} {
		with := append([]string{x.macro}, macros...)
		if x.to == &d.capsules {
			with = append(with, "CUT")
		}
		if x.macro == "SHEET" {
			with = append(with, "SHADE") // the variant of wall.vert without colours
		}
		p, err := k.program(x.vs, x.fs, with...)
		if err != nil {
			return err
		}
		*x.to = p
	}
	d.buffer, d.tubes.array = newCapsuleBuffer(), gpu.NewVertexArray()
	return nil
}

// add puts a capsule on the list that drawCapsules draws.
func (d *identity) add(c *bridge.Capsule, radius float32, number uint32) {
	n := numberColor(number)
	d.buffer.list = append(d.buffer.list, capsuleInstance{
		center: c.Center, half: c.Half, axis: c.Axis, radius: radius, side: c.Side, colors: [2]glyph.RGBA{n, n},
	})
}

// drawCapsules draws the capsules on the list, and empties it.
func (d *identity) drawCapsules() {
	gpu.State{DepthTest: true, DepthMask: true}.Apply()
	gpu.Upload(d.buffer.buffer, d.buffer.list)
	d.capsules.Use()
	d.capsules.Int("scene", sceneUnit)
	d.buffer.array.Quads(len(d.buffer.list))
	d.buffer.list = d.buffer.list[:0]
}

// drawMesh draws a mesh with one number, drawTriangles with a number for each triangle.
func (d *identity) drawMesh(f *frame, m *bridge.Mesh, number uint32) {
	d.meshes.Use()
	d.meshes.Vec4("number", numberColor(number).Vec4())
	d.surface(f, m, d.meshes)
}

func (d *identity) drawTriangles(f *frame, m *bridge.Mesh, first uint32) {
	d.triangles.Use()
	d.triangles.Int("first", int32(first))
	d.surface(f, m, d.triangles)
}

func (d *identity) surface(f *frame, m *bridge.Mesh, p *gpu.Program) {
	gpu.State{DepthTest: true, DepthMask: true, Clip: f.View.Cutting()}.Apply()
	p.Int("scene", sceneUnit)
	p.Mat4("model", overlay.Placement(m))
	a := f.meshes.of(m.Geometry)
	a.surface.Indexed(a.indices)
}

// drawCylinder draws the sides of a cylinder that are not culled.
func (d *identity) drawCylinder(f *frame, c *bridge.Cylinder, cull gpu.Cull, number uint32) {
	gpu.State{DepthTest: true, DepthMask: true, Cull: cull, Clip: f.View.Cutting()}.Apply()
	d.tube.Use()
	d.tube.Int("scene", sceneUnit)
	d.tube.Vec4("number", numberColor(number).Vec4())
	d.tubes.strips(f, d.tube, c)
}

// drawSheet draws the drawn part of a wall.
func (d *identity) drawSheet(f *frame, s *sheet, number uint32) {
	gpu.State{DepthTest: true, DepthMask: true}.Apply()
	useSheet(d.sheets, f, s, glyph.RGBA{})
	d.sheets.Int("scene", sceneUnit)
	d.sheets.Vec4("number", numberColor(number).Vec4())
	drawCells(d.tubes.array, d.sheets, 0, 0, wallCells, wallCells)
}

// sceneUnit is the texture unit from which masks read the depth of the picture.
const sceneUnit = 3

// numberColor returns a number as the four bytes of a colour.
func numberColor(n uint32) glyph.RGBA {
	return glyph.RGBA{uint8(n), uint8(n >> 8), uint8(n >> 16), uint8(n >> 24)}
}

func (d *identity) close() {
	d.buffer.close()
	d.tubes.close()
}
