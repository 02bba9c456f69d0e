package ui

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
)

// viewport is the part of the window that shows the scene: where it lies, and what lies where in it.
type viewport struct {
	*shared
	area       layout.Rect // in units of the window
	stage      layout.Rect // what the camera's angle of view belongs to, of which the area shows a part; none: the area
	clear      layout.Rect // part of the area that nothing covers; none: all of it
	laid       bool        // the window has given them their places
	pixelScale float32     // pixels per unit of the window
	uiScale    float32     // of text and widgets, as the person wants it
	uiRoom     float32     // the largest scale that has room in the window
	worldUnder int         // index of the world that the pointer is over, or was when its button was pressed

	// pick returns what was under a place of the window, when a picture was shown.
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

// perPixel returns how long a unit of the window is in the middle of the view [m].
func (vp *viewport) perPixel() float32 {
	return 2 * vp.view.Camera.HalfHeight() / max(vp.whole().Height, 1)
}

// whole returns the rectangle that the camera's angle of view belongs to.
func (vp *viewport) whole() layout.Rect {
	if vp.stage.Height > 0 {
		return vp.stage
	}
	return vp.area
}

// camera returns the camera that draws the area's part of the picture of the whole stage: what is opened beside it
// uncovers or covers parts of that picture, and moves none of it. Where worlds are side by side each has the middle of
// its tile.
func (vp *viewport) camera() view.Camera { return vp.cameraIn(vp.area) }

// cameraIn returns the camera that draws the part of the picture in a rectangle of the window.
func (vp *viewport) cameraIn(a layout.Rect) view.Camera {
	c, s := vp.view.Camera, vp.whole()
	if a.Height <= 0 || s.Height <= 0 {
		return c
	}
	half := a.Height / 2
	right := (s.X + s.Width/2 + c.Shift[0]*s.Height/2 - a.X - a.Width/2) / half
	up := -(s.Y + s.Height/2 - c.Shift[1]*s.Height/2 - a.Y - a.Height/2) / half
	if vp.twins() && !(len(vp.snap.Comparison.Others) == 1 && vp.view.Split.Wipe) {
		right = 0
		if len(vp.snap.Comparison.Others) > 1 {
			up = 0
		}
	}
	return c.Part(a.Height/s.Height, right, up)
}

// room returns the part of the window in which a scene is framed: what is clear of the tile under the pointer.
func (vp *viewport) room() layout.Rect {
	t, c := vp.tile(), vp.clear
	if vp.twins() && len(vp.snap.Comparison.Others) > 1 || !t.Overlaps(c) {
		return t
	}
	x, y := max(t.X, c.X), max(t.Y, c.Y)
	return layout.Box(x, y, min(t.X+t.Width, c.X+c.Width)-x, min(t.Y+t.Height, c.Y+c.Height)-y)
}

// compose moves a camera so that what is to be seen fills the clear part of the view, in its middle: fit brings it into
// a picture of an aspect, in the middle of it.
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
	if r, s := vp.room(), vp.whole(); s.Height > 0 {
		c.Shift = [2]float32{(r.X + r.Width/2 - s.X - s.Width/2) / (s.Height / 2),
			(s.Y + s.Height/2 - r.Y - r.Height/2) / (s.Height / 2)}
	}
}

// cutMiddle returns the place of a cut that handles stand on: that nearest to the middle of the view.
func (vp *viewport) cutMiddle(c view.Cut) mgl32.Vec3 {
	p, n := vp.view.Camera.Pivot, mgl32.Vec3(c.Normal)
	return p.Sub(n.Mul(n.Dot(p) - c.Offset))
}

// segment returns where two points of the scene are in the window, and whether both lie before the eye.
func (vp *viewport) segment(p, q mgl32.Vec3) (a, b mgl32.Vec2, ok bool) {
	x, y, before := vp.inWindow(p)
	u, v, too := vp.inWindow(q)
	return mgl32.Vec2{x, y}, mgl32.Vec2{u, v}, before && too
}

// depthOf returns how far a point lies before the eye [m].
func (vp *viewport) depthOf(p mgl32.Vec3) float32 {
	c := vp.view.Camera
	return c.Eye().Sub(p).Dot(c.Back())
}

// atDepth returns the point under a place of the view that lies so far before the eye [m].
func (vp *viewport) atDepth(place [2]float32, depth float32) mgl32.Vec3 {
	c := vp.camera()
	from, along := c.Ray(place[0], place[1], vp.tile().Aspect())
	return from.Add(along.Mul(depth / -along.Dot(c.Back())))
}

// inView reports whether a place of the window is in the view.
func (vp *viewport) inView(x, y float32) bool {
	return vp.area.Has(x, y)
}

// placeInView turns a place of the window into one of the view, -1 to 1, right and up.
func (vp *viewport) placeInView(x, y float32) (float32, float32) {
	a := vp.tile()
	if a.Width <= 0 || a.Height <= 0 {
		return 0, 0
	}
	return 2*(x-a.X)/a.Width - 1, 1 - 2*(y-a.Y)/a.Height
}

// inWindow returns where a point of the scene is in the window, and whether it lies before the eye.
func (vp *viewport) inWindow(p mgl32.Vec3) (x, y float32, ok bool) {
	a, c := vp.tile(), vp.camera()
	q := c.ProjectionMatrix(a.Aspect()).Mul4(c.ViewMatrix()).Mul4x1(p.Vec4(1))
	if !(q[3] > 0) {
		return 0, 0, false
	}
	return a.X + (q[0]/q[3]+1)/2*a.Width, a.Y + (1-q[1]/q[3])/2*a.Height, true
}

// tile returns the part of the view that the pointer is in, or was in when its button was pressed: where several
// worlds are side by side, the part that shows one world.
func (vp *viewport) tile() layout.Rect {
	a := vp.area
	if !vp.twins() {
		return a
	}
	tiles := vp.view.Split.Tiles(len(vp.snap.Comparison.Others)+1, int(a.Width), int(a.Height))
	t := tiles[min(vp.worldUnder, len(tiles)-1)]
	return layout.Box(a.X+float32(t.X), a.Y+float32(t.Y), float32(t.Width), float32(t.Height))
}

// enterTile notes the tile of a place of the window.
func (vp *viewport) enterTile(x, y float32) {
	if vp.twins() {
		a := vp.area
		vp.worldUnder, _ = vp.view.Split.Under(len(vp.snap.Comparison.Others)+1, int(a.Width), int(a.Height), int(x-a.X),
			int(y-a.Y))
	}
}

// lineReach is how near the pointer must be to the line between two worlds to take it [units of the window].
const lineReach = 5

// onLine reports whether a place of the window is on the line between two worlds.
func (vp *viewport) onLine(x, y float32) bool {
	if !vp.twins() || !vp.inView(x, y) {
		return false
	}
	d := x - vp.area.X - vp.view.Split.Line*vp.area.Width
	return d > -lineReach && d < lineReach
}

// moveLine moves the line between two worlds to the pointer; near the middle it stays there.
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
	from, at [2]float32 // where it was pressed and where it is, in units of the window
	hit      view.Hit   // what lay under the pointer as it was pressed, and under the wheel
}

// dragPart is a part of a gesture: its begin and its end are events of their own, even where nothing moves.
type dragPart uint8

// The parts of a gesture.
const (
	dragGoesOn dragPart = iota
	dragBegins
	dragEnds
)
