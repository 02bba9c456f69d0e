package render

import (
	"math"
	"unsafe"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/gpu"
)

// sheetDrawer draws a sheet of flat parts over the picture.
type sheetDrawer struct {
	face     *glyph.Face  // the face whose letters are in texture
	texture  *gpu.Texture // nil before the first sheet
	program  *gpu.Program
	buffer   *gpu.Buffer
	array    *gpu.VertexArray
	vertices []sheetVertex
}

// sheetVertex is a corner of a triangle: its place on the picture [px] and in the atlas of letters [0..1].
type sheetVertex struct {
	x, y, u, v float32
	color      glyph.RGBA
}

func newSheetDrawer(k *programs) (*sheetDrawer, error) {
	p, err := k.program("hud.vert", "hud.frag")
	if err != nil {
		return nil, err
	}
	d := &sheetDrawer{program: p, buffer: gpu.NewVertexBuffer(), array: gpu.NewVertexArray()}
	d.array.Attach(d.buffer, unsafe.Sizeof(sheetVertex{}), false,
		gpu.Attribute{Location: 0, Count: 4},
		gpu.Attribute{Location: 1, Count: 4, Offset: unsafe.Offsetof(sheetVertex{}.color), Bytes: true})
	return d, nil
}

// typeface returns the letters for a scale of marks.
func (d *sheetDrawer) typeface(scale float32) (*glyph.Face, error) {
	if d.face != nil && d.face.Scale == scale {
		return d.face, nil
	}
	face, err := glyph.NewFace(scale)
	if err != nil {
		return nil, err
	}
	if d.texture != nil {
		d.texture.Delete()
	}
	size := face.Atlas.Rect.Size()
	d.face, d.texture = face, gpu.NewTexture(gpu.Shade, size.X, size.Y, face.Atlas.Pix)
	return face, nil
}

// draw draws the parts of a sheet with letters of the last typeface.
func (d *sheetDrawer) draw(parts []glyph.Part) {
	d.vertices = d.vertices[:0]
	for i := range parts {
		d.add(&parts[i])
	}
	if len(d.vertices) == 0 {
		return
	}
	gpu.State{Blend: gpu.Over}.Apply()
	gpu.Upload(d.buffer, d.vertices)
	d.program.Use()
	d.program.Int("atlas", 0)
	d.texture.Bind(0)
	d.array.Triangles(len(d.vertices))
}

func (d *sheetDrawer) close() {
	d.buffer.Delete()
	d.array.Delete()
	if d.texture != nil {
		d.texture.Delete()
	}
}

// add adds the triangles of a part.
func (d *sheetDrawer) add(p *glyph.Part) {
	switch p.Kind {
	case glyph.KindArea:
		d.quad(p.Points, [4]glyph.RGBA{p.Color, p.Color, p.Color, p.Color})
	case glyph.KindLine:
		d.line(p.Points[0], p.Points[1], p.Width, p.Color)
	case glyph.KindGradient:
		d.gradient(p)
	case glyph.KindText:
		d.letters(p, p.Halo, func(l *glyph.Letter) *glyph.Cell { return &l.Halo })
		d.letters(p, p.Color, func(l *glyph.Letter) *glyph.Cell { return &l.Cell })
	}
}

// quad adds a plain shape with four corners, in order round the shape. Its colour comes from c alone, because it
// uses the white cell of the atlas.
func (d *sheetDrawer) quad(p [4][2]float32, c [4]glyph.RGBA) {
	w := d.face.White
	for _, i := range [6]int{0, 1, 2, 0, 2, 3} {
		d.vertices = append(d.vertices, sheetVertex{p[i][0], p[i][1], w[0], w[1], c[i]})
	}
}

// gradient adds a rectangle whose colours change along one side.
func (d *sheetDrawer) gradient(p *glyph.Part) {
	x, y := p.Points[0][0], p.Points[0][1]
	width, height := p.Points[1][0]-x, p.Points[1][1]-y
	n := len(p.Ramp) - 1
	for i := range n {
		from, to := float32(i)/float32(n), float32(i+1)/float32(n)
		a, b := p.Ramp[i], p.Ramp[i+1]
		if p.Sideways {
			l, r := x+from*width, x+to*width
			d.quad([4][2]float32{{l, y}, {r, y}, {r, y + height}, {l, y + height}}, [4]glyph.RGBA{a, b, b, a})
		} else {
			t, u := y+from*height, y+to*height
			d.quad([4][2]float32{{x, t}, {x + width, t}, {x + width, u}, {x, u}}, [4]glyph.RGBA{a, a, b, b})
		}
	}
}

// line adds a line with soft sides.
func (d *sheetDrawer) line(from, to [2]float32, width float32, c glyph.RGBA) {
	x0, y0, x1, y1 := from[0], from[1], to[0], to[1]
	dx, dy := x1-x0, y1-y0
	n := float32(math.Hypot(float64(dx), float64(dy)))
	nx, ny := -dy/n, dx/n
	clear := c.Alpha(0)
	edges := [4]float32{-width/2 - 0.6, -width/2 + 0.4, width/2 - 0.4, width/2 + 0.6}
	colors := [4]glyph.RGBA{clear, c, c, clear}
	for i := range 3 {
		a, b := edges[i], edges[i+1]
		d.quad([4][2]float32{{x0 + nx*a, y0 + ny*a}, {x1 + nx*a, y1 + ny*a}, {x1 + nx*b, y1 + ny*b}, {x0 + nx*b, y0 + ny*b}},
			[4]glyph.RGBA{colors[i], colors[i], colors[i+1], colors[i+1]})
	}
}

// letters adds the letters of a text, or their halos.
func (d *sheetDrawer) letters(p *glyph.Part, c glyph.RGBA, of func(*glyph.Letter) *glyph.Cell) {
	x, y := p.Points[0][0], p.Points[0][1]
	for _, r := range p.Text {
		letter := d.face.Letters[r]
		l := of(&letter)
		x0, y0 := float32(math.Round(float64(x)))+l.X, y+l.Y
		corners := [4]sheetVertex{
			{x0, y0, l.U0, l.V0, c}, {x0 + l.W, y0, l.U1, l.V0, c},
			{x0 + l.W, y0 + l.H, l.U1, l.V1, c}, {x0, y0 + l.H, l.U0, l.V1, c},
		}
		for _, i := range [6]int{0, 1, 2, 0, 2, 3} {
			d.vertices = append(d.vertices, corners[i])
		}
		x += letter.Advance
	}
}
