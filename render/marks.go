package render

import (
	"math"
	"unsafe"

	"example.org/tumble/render/internal/gpu"
)

// lineBatch holds lines and arrows for line.vert.
type lineBatch struct {
	list    []lineInstance
	program *gpu.Program
	buffer  *gpu.Buffer
	array   *gpu.VertexArray
}

// lineInstance is one line; width and head are in pixels at scale 1, head is the length of
// an arrow's head, 0 for none.
type lineInstance struct {
	from  [3]float32
	width float32
	to    [3]float32
	head  float32
	color rgba
}

func newLineBatch(k *kit) (*lineBatch, error) { return lineBatchOf(k) }

// newArrowBatch returns a batch of lines with a rim that keeps them apart from what is behind.
func newArrowBatch(k *kit) (*lineBatch, error) { return lineBatchOf(k, "RIM") }

func lineBatchOf(k *kit, macros ...string) (*lineBatch, error) {
	p, err := k.program("line.vert", "line.frag", macros...)
	if err != nil {
		return nil, err
	}
	b := &lineBatch{program: p, buffer: gpu.NewVertexBuffer(), array: gpu.NewVertexArray()}
	b.array.Attach(b.buffer, unsafe.Sizeof(lineInstance{}), true,
		gpu.Attribute{Location: 0, Count: 4},
		gpu.Attribute{Location: 1, Count: 4, Offset: unsafe.Offsetof(lineInstance{}.to)},
		gpu.Attribute{Location: 2, Count: 4, Offset: unsafe.Offsetof(lineInstance{}.color), Bytes: true})
	return b, nil
}

func (b *lineBatch) upload() { gpu.Upload(b.buffer, b.list) }

// onTop draws lines over everything.
const onTop = true

// draw draws the lines, moved toward the eye by lift pixels.
func (b *lineBatch) draw(lift float32, top bool) {
	gpu.State{Blend: gpu.Over, DepthTest: !top}.Apply()
	b.program.Use()
	b.program.Float("lift", lift)
	b.array.Quads(len(b.list))
}

func (b *lineBatch) close() {
	b.buffer.Delete()
	b.array.Delete()
}

// dotBatch holds marks of constant size for dot.vert; they are on top of everything.
type dotBatch struct {
	list    []dotInstance
	program *gpu.Program
	buffer  *gpu.Buffer
	array   *gpu.VertexArray
}

type dotInstance struct {
	point    [3]float32
	diameter float32 // [px]
	color    rgba
	kind     [4]uint8 // first: 0 a disk, 255 a ring
}

func newDotBatch(k *kit) (*dotBatch, error) {
	p, err := k.program("dot.vert", "dot.frag")
	if err != nil {
		return nil, err
	}
	b := &dotBatch{program: p, buffer: gpu.NewVertexBuffer(), array: gpu.NewVertexArray()}
	b.array.Attach(b.buffer, unsafe.Sizeof(dotInstance{}), true,
		gpu.Attribute{Location: 0, Count: 4},
		gpu.Attribute{Location: 1, Count: 4, Offset: unsafe.Offsetof(dotInstance{}.color), Bytes: true},
		gpu.Attribute{Location: 2, Count: 4, Offset: unsafe.Offsetof(dotInstance{}.kind), Bytes: true})
	return b, nil
}

func (b *dotBatch) upload() { gpu.Upload(b.buffer, b.list) }

func (b *dotBatch) draw() {
	gpu.State{Blend: gpu.Over}.Apply()
	b.program.Use()
	b.array.Quads(len(b.list))
}

func (b *dotBatch) close() {
	b.buffer.Delete()
	b.array.Delete()
}

// tubes draws capsules in plain colours for overlays.
type tubes struct {
	*capsuleBuffer
	program *gpu.Program
}

func newTubes(k *kit) (*tubes, error) {
	p, err := k.program("capsule.vert", "capsule.frag", "GLYPH")
	if err != nil {
		return nil, err
	}
	return &tubes{newCapsuleBuffer(), p}, nil
}

func (t *tubes) draw(f *frame) {
	t.program.Use()
	t.capsuleBuffer.draw(f, gpu.State{Blend: gpu.Over, DepthTest: true, DepthMask: true})
}

// Diameters of the strongest tube of an overlay [px at scale 1], and the part of a body's that it
// takes in between.
const (
	leastTube = 2
	mostTube  = 12
	tubeRoom  = 0.4
)

// glyphDiameter returns the diameter of the strongest tube of an overlay [px at scale 1]: a part
// of a body's, so that tubes leave room between them and bodies are seen.
func glyphDiameter(f *frame) float32 {
	room := 2 * f.grain() / f.pixel() / f.scale * tubeRoom
	return f.view.GlyphScale * clamp(float32(math.Round(float64(room))), leastTube, mostTube)
}

// toward returns the point p + t d.
func toward(p, d [3]float32, t float32) [3]float32 {
	return [3]float32{p[0] + t*d[0], p[1] + t*d[1], p[2] + t*d[2]}
}

// xray forgets the depth of the bodies, so that glyphs inside a pile are seen.
type xray struct{}

func newXRay(*kit) (drawer, error) { return xray{}, nil }

func (xray) prepare(*frame) {}

func (xray) draw(f *frame) {
	if f.view.Overlays.NeedContacts() {
		gpu.State{}.Apply()
		gpu.ClearDepth()
	}
}

func (xray) close() {}
