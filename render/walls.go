package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/render/internal/gpu"
	"tumble/render/view"
	"tumble/sim/bridge"
)

// walls draws each wall as a sheet over its drawn rectangle; the floor carries the soft
// shadow and the grid.
type walls struct {
	sheets, floor, shadowed *gpu.Program
	array                   *gpu.VertexArray
}

func newWalls(k *kit) (drawer, error) {
	w := new(walls)
	for _, x := range []struct {
		to     **gpu.Program
		macros []string
	}{{&w.sheets, nil}, {&w.floor, []string{"OPAQUE"}}, {&w.shadowed, []string{"OPAQUE", "SHADOWED"}}} {
		p, err := k.program("wall.vert", "wall.frag", x.macros...)
		if err != nil {
			return nil, err
		}
		*x.to = p
	}
	w.array = gpu.NewVertexArray()
	return w, nil
}

func (w *walls) prepare(*frame) {}

func (w *walls) draw(f *frame) {
	gpu.State{}.Apply()
	if i := f.light.floor; i >= 0 && opaque(f, &f.Walls[i]) {
		w.ground(f, &f.Walls[i])
	}
	gpu.State{Blend: gpu.Over, DepthTest: true}.Apply()
	for i := range f.Walls {
		wall := &f.Walls[i]
		switch {
		case f.view.Style != view.Solid:
			w.sheet(f, wall, f.theme.ink.alpha(0.04))
		case !opaque(f, wall):
			// A sheet that stands, or is seen from behind, must not hide the scene.
			w.sheet(f, wall, sceneColor(wall.Color, f.theme.wall).alpha(float32(f.theme.wall[3])/255))
		case i != f.light.floor:
			w.sheet(f, wall, sceneColor(wall.Color, f.theme.floor))
		}
	}
}

// opaque reports whether a wall hides what is behind it: it lies flat and shows the side
// that pushes.
func opaque(f *frame, wall *bridge.Wall) bool {
	return f.view.Style == view.Solid && wall.Axis == 2 &&
		(wall.Sense == 0 || eyeSide(f, wall) == float32(wall.Sense))
}

// sheet draws a wall over what is already there.
func (w *walls) sheet(f *frame, wall *bridge.Wall, tint rgba) {
	if lo, hi := wallRectangle(f, wall); lo[0] < hi[0] && lo[1] < hi[1] {
		useSheet(w.sheets, f, wall, tint)
		w.part(w.sheets, 0, 0, wallCells, wallCells)
	}
}

// ground draws the floor, over the background only. Only the part that shadows can reach
// pays for them.
func (w *walls) ground(f *frame, wall *bridge.Wall) {
	lo, hi := wallRectangle(f, wall)
	if !(lo[0] < hi[0] && lo[1] < hi[1]) {
		return
	}
	tint := sceneColor(wall.Color, f.theme.floor)
	x0, y0, x1, y1 := 0, 0, 0, 0
	if f.shadows {
		x0, y0, x1, y1 = shadowCells(f, wall, lo, hi)
		useSheet(w.shadowed, f, wall, tint)
		w.part(w.shadowed, x0, y0, x1, y1)
	}
	useSheet(w.floor, f, wall, tint)
	w.part(w.floor, 0, 0, wallCells, y0)
	w.part(w.floor, 0, y1, wallCells, wallCells)
	w.part(w.floor, 0, y0, x0, y1)
	w.part(w.floor, x1, y0, wallCells, y1)
}

// part draws some of the cells of the wall that the program in use was made to draw.
func (w *walls) part(p *gpu.Program, x0, y0, x1, y1 int) {
	if x1 > x0 && y1 > y0 {
		p.Vec4("cells", mgl32.Vec4{float32(x0), float32(y0), float32(x1 - x0), float32(y1 - y0)})
		w.array.Quads((x1 - x0) * (y1 - y0))
	}
}

// useSheet makes a program draw a wall in a colour.
func useSheet(p *gpu.Program, f *frame, wall *bridge.Wall, tint rgba) {
	lo, hi := wallRectangle(f, wall)
	u, v := int(wall.Axis+1)%3, int(wall.Axis+2)%3
	var origin, normal, eu, ev, lines mgl32.Vec4
	origin[int(wall.Axis)], origin[u], origin[v] = wall.Position, lo[0], lo[1]
	normal[int(wall.Axis)] = eyeSide(f, wall)
	eu[u], eu[3] = hi[0]-lo[0], hi[0]-lo[0]
	ev[v], ev[3] = hi[1]-lo[1], hi[1]-lo[1]
	if f.view.Overlays&view.OverlayGrid != 0 && wall.Axis == 2 {
		lines = mgl32.Vec4{0.11, 0.22, gridStrong, 1.0 / gridStrong}
	}
	p.Use()
	p.Vec4("origin", origin)
	p.Vec4("edgeU", eu)
	p.Vec4("edgeV", ev)
	p.Vec4("normal", normal)
	p.Vec4("tint", tint.vec4())
	p.Vec4("lines", lines)
	p.Float("total", wallCells)
	p.Vec4("gridOf", mgl32.Vec4{lo[0], lo[1], gridStep(f)})
	p.Int("shade", shadeUnit)
}

// wallCells is the number of cells along each side of a wall.
const wallCells = 24

// shadowCells returns the first and last but one column and row of the floor's cells that
// the shadow of the scene's box can fall on.
func shadowCells(f *frame, wall *bridge.Wall, lo, hi [2]float32) (x0, y0, x1, y1 int) {
	d := f.light.direction
	low, high := [2]float32{1, 1}, [2]float32{}
	boxLo, boxHi := f.light.lo, f.light.hi
	for i := 0; i < 8; i++ {
		p := pickCorner(boxLo, boxHi, i)
		t := max(p[2]-wall.Position, 0) / d[2]
		room := 3.5*f.grain() + t*f.light.tangent
		for k := range low {
			at, size := p[k]-t*d[k]-lo[k], hi[k]-lo[k]
			low[k], high[k] = min(low[k], (at-room)/size), max(high[k], (at+room)/size)
		}
	}
	cell := func(x float32, round func(float64) float64) int {
		return int(round(float64(clamp(x, 0, 1)) * wallCells))
	}
	return cell(low[0], math.Floor), cell(low[1], math.Floor), cell(high[0], math.Ceil), cell(high[1], math.Ceil)
}

// pickCorner returns the i-th of the eight corners of a box.
func pickCorner(lo, hi mgl32.Vec3, i int) mgl32.Vec3 {
	for k := range lo {
		if i>>k&1 != 0 {
			lo[k] = hi[k]
		}
	}
	return lo
}

// wallRectangle returns the drawn rectangle of a wall: its own, or one over the scene.
func wallRectangle(f *frame, w *bridge.Wall) (lo, hi [2]float32) {
	if w.Lo[0] < w.Hi[0] && w.Lo[1] < w.Hi[1] {
		return w.Lo, w.Hi
	}
	u, v := (w.Axis+1)%3, (w.Axis+2)%3
	c, r := f.light.center, 2.5*f.light.radius
	return [2]float32{c[u] - r, c[v] - r}, [2]float32{c[u] + r, c[v] + r}
}

// eyeSide returns +1 if the eye is on the positive side of a wall, else -1.
func eyeSide(f *frame, w *bridge.Wall) float32 {
	d := f.camera.Back()[w.Axis]
	if !f.camera.Ortho {
		d = f.camera.Eye()[w.Axis] - w.Position
	}
	return float32(math.Copysign(1, float64(d)))
}

func (w *walls) close() { w.array.Delete() }
