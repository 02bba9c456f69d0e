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

// shade draws the soft shadows on the floor. The floor itself is drawn by backdrop, as are the other walls
// behind the scene.
type shade struct {
	program *gpu.Program
	array   *gpu.VertexArray
}

func newShade(k *programs) (drawer, error) {
	p, err := k.program("wall.vert", "wall.frag", "SHADE")
	return &shade{p, gpu.NewVertexArray()}, err
}

func (d *shade) prepare(*frame) {}

// draw darkens the part of the floor that shadows can reach.
func (d *shade) draw(f *frame) {
	s, ok := groundOf(f)
	if !ok || !f.shadows || s.empty() {
		return
	}
	x0, y0, x1, y1 := shadowCells(f, &s)
	gpu.State{Blend: gpu.Multiply}.Apply()
	useSheet(d.program, f, &s, glyph.RGBA{})
	drawCells(d.array, d.program, x0, y0, x1, y1)
}

func (d *shade) close() { d.array.Delete() }

// panes draws the walls between the eye and the scene, over it.
type panes struct {
	program *gpu.Program
	array   *gpu.VertexArray
}

func newPanes(k *programs) (drawer, error) {
	p, err := k.program("wall.vert", "wall.frag", "PANE")
	return &panes{p, gpu.NewVertexArray()}, err
}

func (d *panes) prepare(*frame) {}

func (d *panes) draw(f *frame) {
	ground, ok := groundOf(f)
	gpu.State{Blend: gpu.Over, DepthTest: true}.Apply()
	for i := range f.Walls {
		s := sheetOf(f, &f.Walls[i])
		if ok && s.wall == ground.wall || !s.front || s.empty() {
			continue
		}
		useSheet(d.program, f, &s, sheetTint(f, &s))
		drawCells(d.array, d.program, 0, 0, wallCells, wallCells)
	}
}

func (d *panes) close() { d.array.Delete() }

// groundOf returns the floor, if it hides the bodies below it. The floor lies behind everything else.
func groundOf(f *frame) (sheet, bool) {
	if f.light.floor < 0 || !opaque(f, &f.Walls[f.light.floor]) {
		return sheet{}, false
	}
	return sheetOf(f, &f.Walls[f.light.floor]), true
}

// opaque reports whether a wall hides the bodies behind it: it is horizontal and its side that pushes
// bodies is toward the eye.
func opaque(f *frame, wall *bridge.Wall) bool {
	return f.View.Style == view.Solid && wall.Axis == 2 &&
		(wall.Sense == 0 || eyeSide(f, wall) == float32(wall.Sense))
}

// paneShare is the opacity of a wall through which the scene is seen, as a part of the opacity of other walls.
const paneShare = 0.3

// sheetTint returns the colour of a wall other than the floor.
func sheetTint(f *frame, s *sheet) glyph.RGBA {
	switch {
	case f.View.Style != view.Solid:
		return f.Theme.Ink.Alpha(0.04)
	case opaque(f, s.wall):
		return f.Tint(s.wall.Color, f.Theme.Floor)
	}
	opacity := float32(f.Theme.Wall[3]) / 255
	if s.front {
		opacity *= paneShare
	}
	return f.Tint(s.wall.Color, f.Theme.Wall).Alpha(opacity)
}

// drawCells draws some of the cells of the sheet that useSheet has set in the program in use.
func drawCells(a *gpu.VertexArray, p *gpu.Program, x0, y0, x1, y1 int) {
	if x1 > x0 && y1 > y0 {
		p.Vec4("cells", mgl32.Vec4{float32(x0), float32(y0), float32(x1 - x0), float32(y1 - y0)})
		a.Quads((x1 - x0) * (y1 - y0))
	}
}

// gridded reports whether a sheet shows the grid.
func gridded(f *frame, s *sheet) bool {
	return f.View.Overlays&view.OverlayGrid != 0 && !s.front
}

// useSheet makes a program draw a sheet in a colour.
func useSheet(p *gpu.Program, f *frame, s *sheet, tint glyph.RGBA) {
	axis, u, v := int(s.wall.Axis), int(s.wall.Axis+1)%3, int(s.wall.Axis+2)%3
	var origin, normal, eu, ev, lines mgl32.Vec4
	origin[axis], origin[u], origin[v] = s.wall.Position, s.lo[0], s.lo[1]
	normal[axis] = s.side
	eu[u], eu[3] = s.hi[0]-s.lo[0], s.hi[0]-s.lo[0]
	ev[v], ev[3] = s.hi[1]-s.lo[1], s.hi[1]-s.lo[1]
	if gridded(f, s) {
		lines = mgl32.Vec4{0.11, 0.22, overlay.GridStrong, 1.0 / overlay.GridStrong}
		if axis != 2 {
			lines[0], lines[1] = 0.05, 0.10
		}
	}
	step := overlay.GridStep(&f.Frame)
	p.Use()
	p.Vec4("origin", origin)
	p.Vec4("edgeU", eu)
	p.Vec4("edgeV", ev)
	p.Vec4("normal", normal)
	p.Vec4("closed", s.ends())
	p.Vec4("tint", tint.Vec4())
	p.Vec4("lines", lines)
	p.Float("total", wallCells)
	p.Vec4("gridOf", mgl32.Vec4{s.lo[0], s.lo[1], step})
	p.Vec4("edges", mgl32.Vec4{s.lo[0] / step, s.lo[1] / step, s.hi[0] / step, s.hi[1] / step})
	p.Int("shade", shadeUnit)
}

// wallCells is the number of cells along each side of a wall.
const wallCells = 24

// shadowCells returns the first column and row of the floor's cells on which the shadow of the scene's box
// can fall, and the column and row after the last.
func shadowCells(f *frame, s *sheet) (x0, y0, x1, y1 int) {
	d := f.light.direction
	low, high := [2]float32{1, 1}, [2]float32{}
	for i := 0; i < 8; i++ {
		p := overlay.Corner(f.light.lo, f.light.hi, i)
		t := max(p[2]-s.wall.Position, 0) / d[2]
		room := 3.5*f.Grain() + t*f.light.tangent
		for k := range low {
			at, size := p[k]-t*d[k]-s.lo[k], s.hi[k]-s.lo[k]
			low[k], high[k] = min(low[k], (at-room)/size), max(high[k], (at+room)/size)
		}
	}
	cell := func(x float32, round func(float64) float64) int {
		return int(round(float64(mgl32.Clamp(x, 0, 1)) * wallCells))
	}
	return cell(low[0], math.Floor), cell(low[1], math.Floor), cell(high[0], math.Ceil), cell(high[1], math.Ceil)
}

// glass marks the drawer as one of things through which bodies are seen.
func (d *panes) glass() {}
