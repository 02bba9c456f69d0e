package ui

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/remember"
)

// camera moves the eye: it flies, follows a body, and recalls stored views.
type camera struct {
	*shared
	viewport *viewport
	pictures *pictures
	observer *observer

	flight     flight
	framing    framing
	following  following
	zoomed     [2]float32 // place of the pointer when the wheel was last turned [units of the window]
	views      []remember.Named
	viewName   string // name of a view, being typed
	navigation int    // index into keymap.Navigations
}

// frameSelection flies to the selected things, or to everything if nothing is selected.
func (cam *camera) frameSelection() {
	if cam.view.Selected.Len() == 0 {
		cam.frameAll()
	} else if cam.snap != nil {
		cam.frame(cam.selectionExtent(cam.snap, 1))
	}
}

// frameAll flies to all bodies and meshes.
func (cam *camera) frameAll() {
	if cam.snap != nil {
		cam.frame(cam.everything(cam.snap))
	}
}

// frame flies to the place from which all balls of a list are in the picture and fill it.
func (cam *camera) frame(list []view.Ball) {
	to := cam.framed(cam.view.Camera, func(c *view.Camera) { cam.pictures.fit(c, list) })
	cam.following.on = false
	cam.flight.begin(cam.view.Camera, to, cam.now)
}

// framing is what the program last framed with the camera. Until a person moves the camera, the framed bodies stay
// in the free part of the view, whatever is opened or closed beside it: a scene half covered by charts is no use
// to anybody.
type framing struct {
	camera view.Camera          // the camera that framed it
	fit    func(c *view.Camera) // frames the same in the part of the view that is free then; nil: nothing is framed
}

// framed returns camera c moved by fit, and notes both as the present framing.
func (cam *camera) framed(c view.Camera, fit func(c *view.Camera)) view.Camera {
	fit(&c)
	cam.framing = framing{c, fit}
	return c
}

// aim returns the present camera, or during a flight the camera at its end.
func (cam *camera) aim() view.Camera {
	if cam.flight.flying {
		return cam.flight.to
	}
	return cam.view.Camera
}

// framesStill reports whether the camera is where the program last framed something: a person who has moved it
// since wants to see what is there.
func (cam *camera) framesStill() bool {
	return cam.framing.fit != nil && cam.aim() == cam.framing.camera && !cam.following.on && !cam.pictures.figure
}

// refit frames the same bodies again in the part of the view that is free now: at once, or by a flight. It does
// nothing and returns false if a person has moved the camera since, which must not be undone.
func (cam *camera) refit(atOnce bool) bool {
	if !cam.framesStill() {
		return false
	}
	was := cam.aim()
	switch to := cam.framed(was, cam.framing.fit); {
	case to == was:
	case atOnce:
		cam.flight.flying, cam.view.Camera = false, to
	default:
		cam.flight.begin(cam.view.Camera, to, cam.now)
	}
	return true
}

// viewAlong flies to a view along an axis, with the eye on a side of the pivot.
func (cam *camera) viewAlong(axis int, side float32) {
	to := cam.view.Camera
	to.Look(axis, side)
	cam.flight.begin(cam.view.Camera, to, cam.now)
}

// framedCamera returns the camera in its present direction, but with a box in the middle.
func (cam *camera) framedCamera(lo, hi [3]float32) view.Camera {
	return cam.framed(cam.view.Camera, func(c *view.Camera) {
		cam.viewport.compose(c, func(c *view.Camera, aspect float32) { c.Frame(lo, hi, aspect) })
	})
}

// showCulprit selects a body or contact and frames it together with its neighbourhood.
func (cam *camera) showCulprit(t bridge.Thing) {
	if t.Kind == bridge.NoThing {
		return
	}
	cam.view.Selected = view.NewThings(t)
	cam.frame(cam.selectionExtent(cam.snap, 8))
}

// storeView keeps the camera under a name; it replaces a view of the same name.
func (cam *camera) storeView(name string) {
	kept := remember.Named{Name: name, Camera: cam.view.Camera}
	if cam.flight.flying {
		kept.Camera = cam.flight.to
	}
	cam.toasts.add(bridge.Info, "Stored the view "+name, cam.now)
	cam.observer.reportStored(kept)
	for i := range cam.views {
		if cam.views[i].Name == name {
			cam.views[i] = kept
			return
		}
	}
	cam.views = append(cam.views, kept)
}

// recallView flies to a stored view.
func (cam *camera) recallView(name string) {
	for _, v := range cam.views {
		if v.Name == name {
			cam.following.on = false
			cam.flight.begin(cam.view.Camera, v.Camera, cam.now)
			return
		}
	}
	cam.toasts.add(bridge.Info, fmt.Sprintf("No view %s is stored: Alt+%s stores one", name, name), cam.now)
}

// uncover moves the image just far enough to keep the selected thing in sight: it was visible in the free part of
// the window (was), and something that was opened would cover it now. A thing too large for the part that is free
// now is framed anew if no person has moved the camera since the last framing; else its middle stays in sight.
func (cam *camera) uncover(was, free layout.Rect) {
	if was == free || cam.snap == nil || cam.pictures.figure {
		return
	}
	box, ok := cam.selectedBox()
	if middle := layout.Box(box.X+box.Width/2, box.Y+box.Height/2, 0, 0); !ok || !was.Has(middle.X, middle.Y) {
		return
	} else if box.Width > free.Width || box.Height > free.Height {
		if cam.refit(false) {
			return
		}
		box = middle
	}
	// The margin is no wider than it was before, so that a thing near the edge does not jump inwards.
	near := func(x, size, least, most, wasLeast, wasMost float32) float32 {
		margin := min(uncoverMargin, (most-least-size)/2)
		lo, hi := least+min(margin, max(x-wasLeast, 0)), most-size-min(margin, max(wasMost-x-size, 0))
		return layout.Clamp(x, lo, max(hi, lo)) - x
	}
	dx := near(box.X, box.Width, free.X, free.X+free.Width, was.X, was.X+was.Width)
	dy := near(box.Y, box.Height, free.Y, free.Y+free.Height, was.Y, was.Y+was.Height)
	if dx == 0 && dy == 0 {
		return
	}
	half := cam.viewport.whole().Height / 2
	to := cam.aim()
	ours := to == cam.framing.camera
	to.Shift[0] += dx / half
	to.Shift[1] -= dy / half
	if ours {
		cam.framing.camera = to
	}
	cam.flight.begin(cam.view.Camera, to, cam.now)
}

// selectedBox returns the rectangle in the window of the body or contact that was selected last; ok is false if
// there is none in front of the eye.
func (cam *camera) selectedBox() (box layout.Rect, ok bool) {
	t := cam.view.Selected.Last()
	if t.Kind == bridge.NoThing || isWall(cam.snap, t) {
		return box, false
	}
	var list []view.Ball
	if i := cam.snap.FindContact(t); i >= 0 {
		list = []view.Ball{{Center: cam.snap.Contacts[i].Point}}
	} else if i, ok := cam.bodyOf(t); ok {
		list = append(view.Extent(cam.snap, func(body int32) bool { return int(body) == i }),
			view.Ball{Center: cam.snap.Bodies[i].Center})
	}
	c := cam.viewport.camera()
	for _, b := range list {
		for _, d := range []mgl32.Vec3{c.Right(), c.Right().Mul(-1), c.Up(), c.Up().Mul(-1)} {
			x, y, before := cam.viewport.inWindow(b.Center.Add(d.Mul(b.Radius)))
			if !before {
				return box, false
			}
			if !ok {
				box, ok = layout.Box(x, y, 0, 0), true
			}
			left, top := min(box.X, x), min(box.Y, y)
			box = layout.Box(left, top, max(box.X+box.Width, x)-left, max(box.Y+box.Height, y)-top)
		}
	}
	return box, ok
}

// uncoverMargin is the distance that uncover leaves between the selected thing and the panel that would cover it
// [units of the window].
const uncoverMargin = 60

// clickTripod looks along the axis of the tripod at a place of the window, from the other side if the view is
// along that axis already. It reports whether there is an axis at that place.
func (cam *camera) clickTripod(x, y float32) bool {
	if cam.view.Overlays&view.OverlayAxes == 0 || cam.view.Caption {
		return false
	}
	c, a := cam.view.Camera, cam.viewport.tile()
	scale := max(cam.view.Scale/cam.viewport.pixelScale, 1e-3)
	t := view.TripodOf(c, a.Height, scale, 0)
	k := t.Hit(c, scale, x-a.X, y-a.Y)
	if k < 0 {
		return false
	}
	side := float32(1)
	if c.Back()[k] > 0.999 {
		side = -1
	}
	cam.viewAlong(k, side)
	return true
}

// pivotOn brings the middle of a body, or the clicked point of a wall, to the middle of the view.
func (cam *camera) pivotOn(h view.Hit) {
	i, ok := cam.bodyOf(h.Thing)
	if !ok {
		return
	}
	to := cam.view.Camera
	to.Pivot = cam.snap.Bodies[i].Center
	if isWall(cam.snap, h.Thing) || h.Thing.Kind == bridge.ThingContact {
		to.Pivot = h.Point
	}
	cam.flight.begin(cam.view.Camera, to, cam.now)
}

// following moves the camera along with a body.
type following struct {
	on     bool
	number int64      // of the body
	last   mgl32.Vec3 // its centre in the last snapshot [m]
}

// follow lets the camera move with a body, which comes to the middle of the view.
func (cam *camera) follow(t bridge.Thing) {
	i, ok := cam.bodyOf(t)
	if !ok || isWall(cam.snap, t) {
		return
	}
	center := mgl32.Vec3(cam.snap.Bodies[i].Center)
	cam.following = following{true, t.Body, center}
	to := cam.view.Camera
	to.Pivot = center
	cam.flight.begin(cam.view.Camera, to, cam.now)
}

// goAlong moves the camera by the displacement of the body that it follows. When the body has left the scene, the
// camera stays where it is.
func (cam *camera) goAlong(s *bridge.Snapshot) {
	f := &cam.following
	if !f.on {
		return
	}
	i := s.FindBody(f.number)
	if i < 0 {
		f.on = false
		return
	}
	center := mgl32.Vec3(s.Bodies[i].Center)
	by := center.Sub(f.last)
	f.last = center
	cam.view.Camera.Pivot = cam.view.Camera.Pivot.Add(by)
	cam.flight.carry(by)
}

// selectionExtent returns balls round the selected bodies and contacts, with some room round them [radii of the
// smallest body]: a body that fills the window would not show where it lies.
func (cam *camera) selectionExtent(s *bridge.Snapshot, room float32) []view.Ball {
	var list []view.Ball
	bodies := map[int32]bool{}
	for _, t := range cam.view.Selected.List() {
		if i := s.FindContact(t); i >= 0 {
			list = append(list, view.Ball{Center: s.Contacts[i].Point, Radius: s.Bounds.Grain})
		} else if i := s.FindBody(t.Body); i >= 0 {
			bodies[int32(i)] = true
		}
	}
	list = append(list, view.Extent(s, func(body int32) bool { return bodies[body] })...)
	for i := range list {
		list[i].Radius += room * s.Bounds.Grain
	}
	return list
}

// everything returns balls round all bodies that are not hidden, without the walls, and round the inlets that will
// make more: bodies that fall from an inlet later lie in the picture as well.
func (cam *camera) everything(s *bridge.Snapshot) []view.Ball {
	walls := map[int32]bool{}
	for i := range s.Walls {
		walls[s.Walls[i].Body] = true
	}
	list := view.Extent(s, func(body int32) bool {
		return !walls[body] && !(body >= 0 && int(body) < len(s.Bodies) && cam.view.Hidden.HasBody(s.Bodies[body].Number))
	})
	for i := range s.Inlets {
		if in := &s.Inlets[i]; !in.Done && !in.Flow.Off {
			list = append(list, view.InletExtent(in)...)
		}
	}
	return list
}

// zoom brings the eye nearer to the point of the scene under the pointer, which stays under the pointer. Further
// turns of the wheel at the same place keep to this point while the camera flies.
func (cam *camera) zoom(d drag) {
	p := d.hit.Point
	if f := &cam.flight; f.flying && f.about != nil && d.at == cam.zoomed {
		p = *f.about
	} else if d.hit.Depth == 0 {
		p = cam.viewport.camera().AtPivot(d.x, d.y, cam.viewport.tile().Aspect())
	}
	cam.zoomed = d.at
	cam.flight.zoom(cam.view.Camera, p, float32(math.Pow(1.15, float64(d.dy))), cam.now)
}

// toggleOrtho flies between the perspective and the orthographic projection; bodies at the pivot's depth keep
// their size.
func (cam *camera) toggleOrtho() {
	cam.flight.stop(&cam.view.Camera)
	to := cam.view.Camera
	to.Ortho = !to.Ortho
	cam.flight.begin(cam.view.Camera, to, cam.now)
}
