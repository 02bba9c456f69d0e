package ui

import (
	"math"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
)

// viewport is the part of the window that shows the scene. It maps places of the window to points of the scene and
// back.
type viewport struct {
	*shared
	area       layout.Rect // in units of the window
	stage      layout.Rect // rectangle of the camera's angle of view, with the area in it; none: the area
	clear      layout.Rect // part of the area that nothing covers; none: all of it
	aside      float32     // how far right of the middle of each of two tiles the pivot is [units of the window]
	laid       bool        // the window was laid out at least once
	pixelScale float32     // pixels per unit of the window
	uiScale    float32     // of text and widgets, as the person wants it
	uiRoom     float32     // the largest scale that has room in the window
	worldUnder int         // index of the world under the pointer, or where its button was pressed

	// pick returns what lies under a place of the window in the picture of a number.
	pick func(picture int, x, y float32) view.Hit
}

// scaleUI makes text and widgets larger or smaller, but not larger than the window has room for.
func (vp *viewport) scaleUI(f float32) {
	if f > vp.uiScale && f > vp.uiRoom {
		vp.toasts.add(bridge.Info, "The window has no room for larger text", vp.now)
		return
	}
	f = float32(math.Min(layout.MostScale, math.Max(layout.LeastScale, float64(f))))
	if math.Abs(float64(f-1)) < 0.03 {
		f = 1
	}
	vp.uiScale = f
}

// perPixel returns the length of a unit of the window at the depth of the pivot [m].
func (vp *viewport) perPixel() float32 {
	return 2 * vp.view.Camera.HalfHeight() / max(vp.whole().Height, 1)
}

// rounded returns a coordinate without the digits that are smaller than a pixel in the middle of the view [m].
func (vp *viewport) rounded(x float64) float64 {
	digits := max(0, -int(math.Floor(math.Log10(float64(vp.perPixel())))))
	v, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', digits, 64), 64)
	if err != nil {
		return x
	}
	return v
}

// whole returns the rectangle that the camera's angle of view belongs to.
func (vp *viewport) whole() layout.Rect {
	if vp.stage.Height > 0 {
		return vp.stage
	}
	return vp.area
}

// camera returns the camera that draws the part of the stage's picture that lies in the area: a panel that is
// opened or closed covers or uncovers parts of that picture, but does not move it. If worlds are side by side,
// each is in the middle of its tile.
func (vp *viewport) camera() view.Camera { return vp.cameraIn(vp.area) }

// cameraIn returns the camera that draws the part of the stage's picture that lies in a rectangle of the window.
func (vp *viewport) cameraIn(a layout.Rect) view.Camera {
	c, s := vp.view.Camera, vp.whole()
	if a.Height <= 0 || s.Height <= 0 {
		return c
	}
	half := a.Height / 2
	right := (s.X + s.Width/2 + c.Shift[0]*s.Height/2 - a.X - a.Width/2) / half
	up := -(s.Y + s.Height/2 - c.Shift[1]*s.Height/2 - a.Y - a.Height/2) / half
	if vp.twins() && !(len(vp.snap.Comparison.Others) == 1 && vp.view.Split.Wipe) {
		right = vp.aside / half
		if len(vp.snap.Comparison.Others) > 1 {
			right, up = 0, 0
		}
	}
	return c.Part(a.Height/s.Height, right, up)
}

// room returns the part of the window in which a scene is framed: the clear part of the tile under the pointer. Two
// worlds side by side have the same camera, so that both leave room for a legend that covers one of them.
func (vp *viewport) room() layout.Rect {
	t, a, c := vp.tile(), vp.area, vp.clear
	if vp.twins() && len(vp.snap.Comparison.Others) > 1 || !t.Overlaps(c) {
		return t
	}
	if left, width := c.X-a.X, t.Width-(a.Width-c.Width); t.Width < a.Width && width > t.Width/2 {
		return layout.Box(t.X+left, c.Y, width, c.Height)
	}
	x, y := max(t.X, c.X), max(t.Y, c.Y)
	return layout.Box(x, y, min(t.X+t.Width, c.X+c.Width)-x, min(t.Y+t.Height, c.Y+c.Height)-y)
}

// compose moves a camera so that the scene fills the clear part of the view: fit must move a camera so that the
// scene fills a picture of a given aspect.
func (vp *viewport) compose(c *view.Camera, fit func(c *view.Camera, aspect float32)) {
	r, s := vp.room(), vp.whole()
	part := c.Part(r.Height/max(s.Height, 1), 0, 0)
	fit(&part, r.Aspect())
	c.Pivot, c.Distance = part.Pivot, part.Distance
	c.Shift = [2]float32{}
	vp.center(c)
}

// center puts the pivot of a camera in the middle of the clear part of the view.
func (vp *viewport) center(c *view.Camera) {
	r, t := vp.room(), vp.tile()
	vp.aside = r.X + r.Width/2 - t.X - t.Width/2
	if s := vp.whole(); s.Height > 0 {
		c.Shift = [2]float32{(r.X + r.Width/2 - s.X - s.Width/2) / (s.Height / 2),
			(s.Y + s.Height/2 - r.Y - r.Height/2) / (s.Height / 2)}
	}
}

// cutMiddle returns the point of a cut at which its handles stand: the one nearest to the pivot.
func (vp *viewport) cutMiddle(c view.Cut) mgl32.Vec3 {
	p, n := vp.view.Camera.Pivot, mgl32.Vec3(c.Normal)
	return p.Sub(n.Mul(n.Dot(p) - c.Offset))
}

// segment returns the places of two points of the scene in the window, and whether both lie in front of the eye.
func (vp *viewport) segment(p, q mgl32.Vec3) (a, b mgl32.Vec2, ok bool) {
	x, y, before := vp.inWindow(p)
	u, v, too := vp.inWindow(q)
	return mgl32.Vec2{x, y}, mgl32.Vec2{u, v}, before && too
}

// depthOf returns the depth of a point in front of the eye [m].
func (vp *viewport) depthOf(p mgl32.Vec3) float32 {
	c := vp.view.Camera
	return c.Eye().Sub(p).Dot(c.Back())
}

// atDepth returns the point under a place of the view at a depth in front of the eye [m].
func (vp *viewport) atDepth(place [2]float32, depth float32) mgl32.Vec3 {
	c := vp.camera()
	from, along := c.Ray(place[0], place[1], vp.tile().Aspect())
	return from.Add(along.Mul(depth / -along.Dot(c.Back())))
}

// inView reports whether a place of the window is in the view.
func (vp *viewport) inView(x, y float32) bool {
	return vp.area.Has(x, y)
}

// placeInView converts a place of the window to a place of the view, -1 to 1, right and up.
func (vp *viewport) placeInView(x, y float32) (float32, float32) {
	a := vp.tile()
	if a.Width <= 0 || a.Height <= 0 {
		return 0, 0
	}
	return 2*(x-a.X)/a.Width - 1, 1 - 2*(y-a.Y)/a.Height
}

// inWindow returns the place of a point of the scene in the window, and whether it lies in front of the eye.
func (vp *viewport) inWindow(p mgl32.Vec3) (x, y float32, ok bool) {
	a, c := vp.tile(), vp.camera()
	q := c.ProjectionMatrix(a.Aspect()).Mul4(c.ViewMatrix()).Mul4x1(p.Vec4(1))
	if !(q[3] > 0) {
		return 0, 0, false
	}
	return a.X + (q[0]/q[3]+1)/2*a.Width, a.Y + (1-q[1]/q[3])/2*a.Height, true
}

// tile returns the tile under the pointer, or where its button was pressed: if several worlds are side by side,
// the part of the view that shows one of them, else the whole view.
func (vp *viewport) tile() layout.Rect {
	a := vp.area
	if !vp.twins() {
		return a
	}
	tiles := vp.view.Split.Tiles(len(vp.snap.Comparison.Others)+1, int(a.Width), int(a.Height))
	t := tiles[min(vp.worldUnder, len(tiles)-1)]
	return layout.Box(a.X+float32(t.X), a.Y+float32(t.Y), float32(t.Width), float32(t.Height))
}

// enterTile notes the world whose tile is at a place of the window.
func (vp *viewport) enterTile(x, y float32) {
	if vp.twins() {
		a := vp.area
		vp.worldUnder, _ = vp.view.Split.Under(len(vp.snap.Comparison.Others)+1, int(a.Width), int(a.Height), int(x-a.X),
			int(y-a.Y))
	}
}

// lineReach is how near the pointer must be to the line between two worlds to grab it [units of the window].
const lineReach = 5

// onLine reports whether a place of the window is on the line between two worlds.
func (vp *viewport) onLine(x, y float32) bool {
	if !vp.twins() || !vp.inView(x, y) {
		return false
	}
	d := x - vp.area.X - vp.view.Split.Line*vp.area.Width
	return d > -lineReach && d < lineReach
}

// moveLine moves the line between two worlds to the pointer; near the middle it snaps to the middle.
func (vp *viewport) moveLine(x float32) {
	at := (x - vp.area.X) / max(vp.area.Width, 1)
	if at > 0.49 && at < 0.51 {
		at = 0.5
	}
	vp.view.Split.Line = max(0.02, min(at, 0.98))
}

// drag is a motion of the pointer, or a turn of the wheel, over the view.
type drag struct {
	dx, dy float32 // in units of the window, y down; turns of the wheel in dy
	x, y   float32 // place of the pointer in the view, from -1 to 1, right and up

	part     dragPart
	from, at [2]float32 // where the button was pressed and where the pointer is [units of the window]
	hit      view.Hit   // what lay under the pointer when the button was pressed or the wheel turned
}

// dragPart is a part of a gesture: its begin and its end are separate events, even if the pointer does not move.
type dragPart uint8

// The parts of a gesture.
const (
	dragGoesOn dragPart = iota
	dragBegins
	dragEnds
)
