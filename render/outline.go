package render

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// outlines draws lines over the picture, round the selected things and the thing under the pointer, and
// weaker lines (dashed, or fainter for walls) where something hides these things. The things are drawn into
// a mask first, each with a number of its own; the lines follow the borders between numbers.
type outlines struct {
	draws   identity
	mask    *gpu.Target // has the size of the picture; nil before the first use
	cells   *gpu.Target // summary of each cell of the mask, to leave out tiles without a line
	program *gpu.Program
	filler  *gpu.Program // fills the cells
	walls   *segments    // edges of the sheets of walls
	plain   *gpu.Target  // the last picture without outlines and marks, if it stands still; or nil
	marks   int          // number of parts of the sheet that are no outlines
	tiles   []outlineTile
	touched map[outlineTile]bool
	buffer  *gpu.Buffer
	array   *gpu.VertexArray
}

// outlineTile is a square part of the picture that outlines may be in, given by its column and row.
type outlineTile struct{ x, y float32 }

// cellsUnit is the texture unit from which tiles read the cells of the mask.
const cellsUnit = 4

// tileSide is the side of a tile [px], cellSide the side of a cell of the mask [px]; lines are no wider than a
// cell.
const (
	tileSide = 32
	cellSide = 8
)

// Colours of the lines, by theme. The two differ at a glance on the dark background; on paper they
// are darker.
var (
	hoverTint     = [view.NumThemes]glyph.RGBA{glyph.Hex(0x59D9FF), glyph.Hex(0x0080AA), glyph.Hex(0x0080AA)}
	selectionTint = [view.NumThemes]glyph.RGBA{glyph.Hex(0xFFC733), glyph.Hex(0xC27800), glyph.Hex(0xC27800)}
)

const (
	hoverOpacity  = 0.75
	hoverNumber   = 255
	wallOpacity   = 0.4  // of the line round the wall under the pointer: low, since walls are large
	hiddenOpacity = 0.38 // of the edge of a wall where something hides it
	leastOutlined = 2.5  // least radius of a body in the mask [px at scale 1]
)

// finish draws outlines and flat parts over a picture, at its full resolution. Of a picture that stands still
// it keeps a copy without them, so that outlined need not draw the scene again.
func (t *tile) finish(f *frame) error {
	if f.scene != f.picture {
		f.picture.Bind()
		t.scene.copying.copy(f.scene.Color)
		f.shared = f.uniforms([2]int{f.Width, f.Height})
		f.upload(t.device.block)
	}
	o := &t.outline
	o.marks = len(t.glyphs.sheet.Parts)
	if o.plain != nil && (!f.Paused || !sized(o.plain, f.Width, f.Height)) {
		o.plain.Delete()
		o.plain = nil
	}
	if f.Paused {
		if o.plain == nil {
			plain, err := gpu.NewTarget(gpu.NewTexture(gpu.Screen, f.Width, f.Height, nil), nil)
			if err != nil {
				return err
			}
			o.plain = plain
		}
		f.picture.CopyTo(o.plain)
		f.picture.Bind()
	}
	if err := o.draw(&t.device.programs, f, &t.glyphs.sheet); err != nil {
		return err
	}
	t.drawSheet(f)
	return nil
}

// drawSheet draws the flat parts over the picture, unless the view wants them apart.
func (t *tile) drawSheet(f *frame) {
	if !f.View.FlatApart {
		t.memory.Range.AtPointer(&f.Frame, &t.glyphs.sheet)
		t.flat.draw(t.glyphs.sheet.Parts)
	}
}

// outlined turns the last picture into the picture that draw would draw, if the two differ in outlines only, for
// which the scene need not be drawn again. It reports whether it has done so.
func (t *tile) outlined(s *bridge.Snapshot, v *view.View, width, height int) (bool, error) {
	l, o := &t.history.last, &t.outline
	was := l.view
	was.Hover, was.Selected = v.Hover, v.Selected
	if o.plain == nil || l.torn || l.width != width || l.height != height || was != *v ||
		v.Marks == view.MarkSelected || v.Overlays&view.OverlayLabels != 0 ||
		l.snap.Revision != s.Revision || l.snap.Step != s.Step || l.snap.Applied != s.Applied || l.snap.Hand != s.Hand ||
		l.snap.Forecast.Version != s.Forecast.Version ||
		!sized(o.plain, width, height) || !t.pictures.recall(width, height) {
		return false, nil
	}
	t.device.block.Rebind(frameBlock)
	stages := t.memory.stages
	f := newFrame(visible(s, v), v, width, height, &t.meshes, &stages)
	if err := t.pictures.target(f); err != nil {
		return false, fmt.Errorf("render: outline: %w", err)
	}
	f.shared = f.uniforms([2]int{width, height})
	f.upload(t.device.block)
	o.plain.CopyTo(t.pictures.picture)
	t.pictures.picture.Bind() // sets the viewport: with the viewport of the window, marks would be too large
	sheet := &t.glyphs.sheet
	sheet.Parts = sheet.Parts[:o.marks]
	if err := o.draw(&t.device.programs, f, sheet); err != nil {
		return false, fmt.Errorf("render: outline: %w", err)
	}
	t.drawSheet(f)
	gpu.Release()
	l.view = *v
	return true, nil
}

func (o *outlines) open(k *programs) (err error) {
	if o.program != nil {
		return nil
	}
	if err = o.draws.open(k, "MASK"); err != nil {
		return err
	}
	o.buffer, o.array, o.touched = gpu.NewVertexBuffer(), gpu.NewVertexArray(), map[outlineTile]bool{}
	o.array.Attach(o.buffer, unsafe.Sizeof(outlineTile{}), true, gpu.Attribute{Location: 0, Count: 2})
	if o.program, err = k.program("outline.vert", "outline.frag"); err != nil {
		return err
	}
	if o.filler, err = k.program("fullscreen.vert", "outline_cells.frag"); err != nil {
		return err
	}
	o.walls, err = newSegments(k, "SEEN")
	return err
}

// draw draws the outlines that the view of a picture asks for, and adds the marks of contacts and triangles to the
// sheet.
func (o *outlines) draw(k *programs, f *frame, sheet *glyph.Sheet) error {
	if f.View.Hover.Kind == bridge.NoThing && f.View.Selected.Len() == 0 {
		return nil
	}
	if err := o.open(k); err != nil {
		return err
	}
	if err := o.resize(f.Width, f.Height); err != nil {
		return err
	}
	o.mask.Bind()
	gpu.State{}.Apply()
	gpu.Clear(0, 0, 0, 0)
	f.scene.Depth.Bind(sceneUnit)
	o.tiles = o.tiles[:0]
	clear(o.touched)
	o.fill(f)
	f.picture.Bind()
	if len(o.tiles) > 0 {
		o.lines(f)
	}
	o.edges(f)
	theme := min(f.View.Theme, view.NumThemes-1)
	for _, t := range f.View.Selected.List() {
		f.outlineFine(sheet, t, 2, selectionTint[theme])
	}
	f.outlineFine(sheet, f.View.Hover, 1, hoverTint[theme].Alpha(hoverOpacity))
	return nil
}

// lines finds the lines in the mask and draws them into the picture.
func (o *outlines) lines(f *frame) {
	lo, hi := o.tiles[0], o.tiles[0]
	for _, t := range o.tiles {
		lo, hi = outlineTile{min(lo.x, t.x), min(lo.y, t.y)}, outlineTile{max(hi.x, t.x), max(hi.y, t.y)}
	}
	const perTile = tileSide / cellSide
	o.mask.Color.Bind(0)
	o.cells.BindPart(int(lo.x)*perTile-1, int(lo.y)*perTile-1, int(hi.x-lo.x+1)*perTile+2, int(hi.y-lo.y+1)*perTile+2)
	gpu.State{}.Apply()
	o.filler.Use()
	o.filler.Int("mask", 0)
	o.filler.Int("side", cellSide)
	o.draws.tubes.array.Triangles(3)
	f.picture.Bind()
	o.cells.Color.Bind(cellsUnit)
	theme := min(f.View.Theme, view.NumThemes-1)
	gpu.State{Blend: gpu.Over}.Apply()
	gpu.Upload(o.buffer, o.tiles)
	o.program.Use()
	o.program.Int("mask", 0)
	o.program.Int("cells", cellsUnit)
	o.program.Int("perTile", perTile)
	o.program.Float("side", tileSide)
	o.program.Vec4("hovered", hoverTint[theme].Alpha(hoverOpacity).Vec4())
	o.program.Vec4("selected", selectionTint[theme].Vec4())
	o.array.Quads(len(o.tiles))
}

// fill draws the things with outlines into the mask.
func (o *outlines) fill(f *frame) {
	numbers := map[int64]uint32{}
	if h := f.View.Hover; h.Kind == bridge.ThingBody {
		numbers[h.Body] = hoverNumber
	}
	for i, t := range f.View.Selected.List() {
		if t.Kind == bridge.ThingBody {
			numbers[t.Body] = uint32(i%(hoverNumber-1)) + 1
		}
	}
	if len(numbers) == 0 {
		return
	}
	number := func(body int32) uint32 {
		if body < 0 || int(body) >= len(f.Bodies) {
			return 0
		}
		return numbers[f.Bodies[body].Number]
	}
	for i := range f.Capsules {
		c := &f.Capsules[i]
		if n := number(c.Body); n > 0 {
			x, y, depth, _ := f.Screen(c.Center)
			near := max(depth-c.Half-c.Radius, 1e-3*f.Camera.Distance)
			radius := max(c.Radius, leastOutlined*f.Scale*f.PixelAt(max(depth, 0)))
			o.draws.add(c, radius, n)
			o.touch(f, x, y, (c.Half+radius)/f.PixelAt(near))
		}
	}
	o.draws.drawCapsules()
	for i := range f.Meshes {
		if m := &f.Meshes[i]; number(m.Body) > 0 {
			o.draws.drawMesh(f, m, number(m.Body))
			o.touchMesh(f, m)
		}
	}
	for i := range f.Cylinders {
		if c := &f.Cylinders[i]; number(c.Body) > 0 {
			o.draws.drawCylinder(f, c, gpu.CullNone, number(c.Body))
			o.touch(f, 0, 0, float32(math.Inf(1)))
		}
	}
}

// edges draws the edges of walls. Walls do not go through the mask: a wall may fill the picture, and to fill the
// mask with it takes as long as all the rest.
func (o *outlines) edges(f *frame) {
	theme := min(f.View.Theme, view.NumThemes-1)
	selected := map[int64]bool{}
	for _, t := range f.View.Selected.List() {
		selected[t.Body] = selected[t.Body] || t.Kind == bridge.ThingBody
	}
	hover := f.View.Hover
	for i := range f.Walls {
		s := sheetOf(f, &f.Walls[i])
		if b := s.wall.Body; b < 0 || int(b) >= len(f.Bodies) || s.empty() {
			continue
		}
		switch n := f.Bodies[s.wall.Body].Number; {
		case selected[n]:
			o.edge(f, &s, 2, selectionTint[theme], hiddenOpacity)
		case hover.Kind == bridge.ThingBody && hover.Body == n:
			o.edge(f, &s, 1, hoverTint[theme].Alpha(hoverOpacity*wallOpacity), 0)
		}
	}
}

// edge draws the edge of one wall with a width [px at scale 1]; hidden is its opacity where something hides it.
func (o *outlines) edge(f *frame, s *sheet, width float32, c glyph.RGBA, hidden float32) {
	b, rim := o.walls, s.rim()
	b.list = b.list[:0]
	for i := range rim {
		b.list = append(b.list, glyph.Line(rim[i], rim[(i+1)%len(rim)], width, c))
	}
	b.upload()
	b.plain.Use()
	b.plain.Int("scene", sceneUnit)
	b.plain.Float("hidden", hidden)
	f.scene.Depth.Bind(sceneUnit)
	b.draw(b.plain, 0, len(b.list), 0, onTop)
}

// touch adds the tiles that the outline of a thing may be in, which lies within a radius of a place in the picture
// [px].
func (o *outlines) touch(f *frame, x, y, radius float32) {
	room := radius + 4*f.Scale
	o.touchBox(f, x-room, y-room, x+room, y+room)
}

func (o *outlines) touchBox(f *frame, x0, y0, x1, y1 float32) {
	column := func(x float32, most int) float32 {
		return float32(math.Floor(float64(mgl32.Clamp(x, 0, float32(most-1)) / tileSide)))
	}
	if !(x1 >= 0 && y1 >= 0 && x0 < float32(f.Width) && y0 < float32(f.Height)) {
		return
	}
	for y := column(y0, f.Height); y <= column(y1, f.Height); y++ {
		for x := column(x0, f.Width); x <= column(x1, f.Width); x++ {
			if t := (outlineTile{x, y}); !o.touched[t] {
				o.touched[t] = true
				o.tiles = append(o.tiles, t)
			}
		}
	}
}

// touchMesh adds the tiles that the box round a mesh covers.
func (o *outlines) touchMesh(f *frame, m *bridge.Mesh) {
	inf := float32(math.Inf(1))
	lo, hi := [2]float32{inf, inf}, [2]float32{-inf, -inf}
	model := overlay.Placement(m)
	for _, corner := range f.meshes.of(m.Geometry).corners {
		x, y, _, ok := f.Screen(model.Mul4x1(corner.Vec4(1)).Vec3())
		if !ok {
			o.touch(f, 0, 0, inf)
			return
		}
		lo, hi = [2]float32{min(lo[0], x), min(lo[1], y)}, [2]float32{max(hi[0], x), max(hi[1], y)}
	}
	room := 4 * f.Scale
	o.touchBox(f, lo[0]-room, lo[1]-room, hi[0]+room, hi[1]+room)
}

// outlineFine draws a ring round the mark of a contact, and the sides of the picked triangle of a mesh.
func (f *frame) outlineFine(sheet *glyph.Sheet, t bridge.Thing, width float32, c glyph.RGBA) {
	if i := f.FindContact(t); i >= 0 {
		if x, y, _, ok := f.Screen(f.Contacts[i].Point); ok {
			sheet.Ring(x, y, 7*f.Scale, width*f.Scale, 20, c)
		}
	}
	if t.Kind != bridge.ThingBody {
		return
	}
	body := int32(f.FindBody(t.Body))
	for i := range f.Meshes {
		m := &f.Meshes[i]
		g := m.Geometry
		if m.Body != body || m.Shape != t.Shape || int(t.Triangle) >= len(g.Triangles) || t.Triangle < 0 ||
			!inRange(g, g.Triangles[t.Triangle]) {
			continue
		}
		model, corners := overlay.Placement(m), [3]mgl32.Vec3{}
		for k, v := range g.Triangles[t.Triangle] {
			x, y, _, ok := f.Screen(model.Mul4x1(mgl32.Vec3(g.Vertices[v]).Vec4(1)).Vec3())
			if !ok {
				return
			}
			corners[k] = mgl32.Vec3{x, y}
		}
		for k, p := range corners {
			q := corners[(k+1)%3]
			sheet.Line(p[0], p[1], q[0], q[1], 0.75*width*f.Scale, c)
		}
	}
}

func (o *outlines) resize(width, height int) error {
	if o.mask != nil {
		if w, h := o.mask.Size(); w == width && h == height {
			return nil
		}
		o.mask.Delete()
		o.cells.Delete()
		o.mask = nil
	}
	t, err := gpu.NewTarget(gpu.NewTexture(gpu.Color, width, height, nil), gpu.NewTexture(gpu.Depth, width, height, nil))
	if err != nil {
		return err
	}
	across, down := (width+cellSide-1)/cellSide, (height+cellSide-1)/cellSide
	if o.cells, err = gpu.NewTarget(gpu.NewTexture(gpu.Color, across, down, nil), nil); err != nil {
		t.Delete()
		return err
	}
	o.mask = t
	return nil
}

func (o *outlines) close() {
	if o.program != nil {
		o.draws.close()
		o.buffer.Delete()
		o.array.Delete()
		o.walls.close()
	}
	for _, t := range []*gpu.Target{o.mask, o.cells, o.plain} {
		if t != nil {
			t.Delete()
		}
	}
}
