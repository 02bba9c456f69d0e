package render

import (
	"unsafe"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
)

// glyphs draws the glyphs of overlays: one list for each row of overlay.Table. All glyphs of one kind share a
// buffer.
type glyphs struct {
	lists    []glyph.List // by row
	runs     []glyphRun   // by row
	sheet    glyph.Sheet
	flatten  bool             // marks over everything become flat parts, since a figure draws them itself
	apart    bool             // the picture is drawn without the flat parts
	place    glyph.Projection // of the picture
	segments *segments
	rim      *gpu.Program // of arrows
	points   *points
	tubes    *capsuleBuffer
	tube     *gpu.Program
	ghosts   clearBodies
}

// glyphRun holds the indices in the buffers at which the glyphs of a list begin.
type glyphRun struct{ hidden, lines, arrows, points int }

func newGlyphs(k *programs) (*glyphs, error) {
	n := len(overlay.Table)
	g := &glyphs{lists: make([]glyph.List, n), runs: make([]glyphRun, n), tubes: newCapsuleBuffer()}
	for i := range g.lists {
		g.lists[i].Sheet = &g.sheet
	}
	var err error
	if g.segments, err = newSegments(k); err != nil {
		return nil, err
	}
	if g.rim, err = k.program("line.vert", "line.frag", "RIM"); err != nil {
		return nil, err
	}
	if g.points, err = newPoints(k); err != nil {
		return nil, err
	}
	if g.tube, err = k.program("capsule.vert", "capsule.frag", "GLYPH"); err != nil {
		return nil, err
	}
	ghosts, err := newClearThings(k)
	if err != nil {
		return nil, err
	}
	g.ghosts = clearBodies{ghosts}
	ghosts.plain, err = k.program("capsule.vert", "capsule.frag", "GHOST", "CUT", "THROUGH")
	ghosts.data = ghosts.plain
	return g, err
}

// prepare lets the overlays that the view shows fill their lists, and uploads the lists.
func (g *glyphs) prepare(f *frame) {
	g.apart, g.flatten = f.View.FlatApart, f.View.FlatApart && f.View.MarksApart
	g.place = glyph.Projection{ViewProj: f.ViewProj, Width: float32(f.Width),
		Height: float32(f.Height), Scale: f.Scale}
	g.segments.list, g.points.list = g.segments.list[:0], g.points.list[:0]
	g.tubes.list, g.ghosts.bodies.list = g.tubes.list[:0], g.ghosts.bodies.list[:0]
	for i := range overlay.Table {
		l := &g.lists[i]
		l.Reset()
		if o := &overlay.Table[i]; o.Shown(f.View) {
			o.Draw(&f.Frame, l)
		}
		g.runs[i] = g.add(l)
	}
	g.segments.upload()
	g.points.upload()
	g.tubes.upload(f)
	gpu.Upload(g.ghosts.bodies.buffer, g.ghosts.bodies.list)
}

// add puts the glyphs of a list into the buffers.
func (g *glyphs) add(l *glyph.List) (r glyphRun) {
	s, p := g.segments, g.points
	r.hidden = len(s.list)
	s.list = append(s.list, l.Hidden...)
	r.lines = len(s.list)
	s.list = append(s.list, l.Lines...)
	r.arrows = len(s.list)
	s.list = append(s.list, l.Arrows...)
	r.points = len(p.list)
	p.list = append(p.list, l.Points...)
	for i := range l.Tubes {
		g.tubes.list = append(g.tubes.list, capsuleOf(&l.Tubes[i]))
	}
	for i := range l.Ghosts {
		g.ghosts.bodies.list = append(g.ghosts.bodies.list, capsuleOf(&l.Ghosts[i]))
	}
	return r
}

func capsuleOf(c *glyph.Capsule) capsuleInstance {
	return capsuleInstance{center: c.Center, half: c.Half, axis: c.Axis, radius: c.Radius, side: c.Side,
		colors: [2]glyph.RGBA{c.Color, c.Color}}
}

// draw draws the overlays over bodies, or if over is false the overlays among bodies. The tubes of all overlays
// are drawn together, at the turn of the first overlay that has tubes; likewise the ghosts.
func (g *glyphs) draw(f *frame, over bool) {
	tubes, ghosts := len(g.tubes.list) > 0, len(g.ghosts.bodies.list) > 0
	for i := range overlay.Table {
		l, r := &g.lists[i], &g.runs[i]
		if overlay.Table[i].Over != over {
			continue
		}
		g.segments.draw(g.segments.plain, r.hidden, len(l.Hidden), l.Lift, !onTop)
		if len(l.Tubes) > 0 && tubes {
			g.tube.Use()
			g.tubes.draw(f, gpu.State{Blend: gpu.Over, DepthTest: true, DepthMask: true})
			tubes = false
		}
		if len(l.Ghosts) > 0 && ghosts {
			g.ghosts.draw(f)
			ghosts = false
		}
		if g.flatten {
			continue
		}
		g.segments.draw(g.segments.plain, r.lines, len(l.Lines), 0, onTop)
		g.segments.draw(g.rim, r.arrows, len(l.Arrows), 0, onTop)
		g.points.draw(r.points, len(l.Points))
	}
}

// flat returns the flat parts, if the picture is drawn without them.
func (g *glyphs) flat() (parts []glyph.Part) {
	if !g.apart {
		return nil
	}
	if g.flatten {
		for i := range g.lists {
			parts = g.lists[i].Flatten(parts, &g.place)
		}
	}
	return append(parts, g.sheet.Parts...)
}

func (g *glyphs) close() {
	g.segments.close()
	g.points.close()
	g.tubes.close()
	g.ghosts.close()
}

// segments holds lines and arrows for line.vert.
type segments struct {
	list   []glyph.Segment
	plain  *gpu.Program
	buffer *gpu.Buffer
	array  *gpu.VertexArray
}

// newSegments makes an empty batch whose program is a variant of line.frag.
func newSegments(k *programs, macros ...string) (*segments, error) {
	p, err := k.program("line.vert", "line.frag", macros...)
	if err != nil {
		return nil, err
	}
	b := &segments{plain: p, buffer: gpu.NewVertexBuffer(), array: gpu.NewVertexArray()}
	b.array.Attach(b.buffer, unsafe.Sizeof(glyph.Segment{}), true,
		gpu.Attribute{Location: 0, Count: 4},
		gpu.Attribute{Location: 1, Count: 4, Offset: unsafe.Offsetof(glyph.Segment{}.To)},
		gpu.Attribute{Location: 2, Count: 4, Offset: unsafe.Offsetof(glyph.Segment{}.Color), Bytes: true})
	return b, nil
}

func (b *segments) upload() { gpu.Upload(b.buffer, b.list) }

// onTop draws segments over everything.
const onTop = true

// draw draws n segments from the first on with a program, moved toward the eye by lift pixels.
func (b *segments) draw(p *gpu.Program, first, n int, lift float32, top bool) {
	if n == 0 {
		return
	}
	gpu.State{Blend: gpu.Over, DepthTest: !top}.Apply()
	p.Use()
	p.Float("lift", lift)
	b.array.From(first)
	b.array.Quads(n)
}

func (b *segments) close() {
	b.buffer.Delete()
	b.array.Delete()
}

// points holds marks of constant size for dot.vert; they are over everything.
type points struct {
	list    []glyph.Point
	program *gpu.Program
	buffer  *gpu.Buffer
	array   *gpu.VertexArray
}

func newPoints(k *programs) (*points, error) {
	p, err := k.program("dot.vert", "dot.frag")
	if err != nil {
		return nil, err
	}
	b := &points{program: p, buffer: gpu.NewVertexBuffer(), array: gpu.NewVertexArray()}
	b.array.Attach(b.buffer, unsafe.Sizeof(glyph.Point{}), true,
		gpu.Attribute{Location: 0, Count: 4},
		gpu.Attribute{Location: 1, Count: 4, Offset: unsafe.Offsetof(glyph.Point{}.Color), Bytes: true},
		gpu.Attribute{Location: 2, Count: 4, Offset: unsafe.Offsetof(glyph.Point{}.Form), Bytes: true})
	return b, nil
}

func (b *points) upload() { gpu.Upload(b.buffer, b.list) }

// draw draws n points from the first on.
func (b *points) draw(first, n int) {
	if n == 0 {
		return
	}
	gpu.State{Blend: gpu.Over}.Apply()
	b.program.Use()
	b.array.From(first)
	b.array.Quads(n)
}

func (b *points) close() {
	b.buffer.Delete()
	b.array.Delete()
}
