package ui

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/layout"
)

// selection selects bodies and contacts.
type selection struct {
	*shared
	viewport *viewport
	boxed    *layout.Rect // that is being drawn to select what is in it, or nil
}

// selectMore adds a thing to the selection, or takes it away.
func (sel *selection) selectMore(t bridge.Thing) {
	switch s := sel.view.Selected; {
	case t.Kind == bridge.NoThing:
	case s.Has(t) || t.Kind == bridge.ThingBody && s.HasBody(t.Body):
		sel.view.Selected = s.Without(t)
	default:
		sel.view.Selected = s.With(t)
	}
}

// boxSelect selects the bodies whose middle is in a rectangle of the view that a person draws.
func (sel *selection) boxSelect(d drag) {
	lo := [2]float32{min(d.from[0], d.at[0]), min(d.from[1], d.at[1])}
	hi := [2]float32{max(d.from[0], d.at[0]), max(d.from[1], d.at[1])}
	box := layout.Box(lo[0], lo[1], hi[0]-lo[0], hi[1]-lo[1])
	sel.boxed = &box
	if d.part != dragEnds {
		return
	}
	sel.boxed = nil
	if sel.snap == nil {
		return
	}
	sel.view.Selected = view.NewThings(sel.inBox(sel.snap, box)...)
}

// inBox returns the bodies that are drawn and whose middle is in a rectangle of the window.
func (sel *selection) inBox(s *bridge.Snapshot, box layout.Rect) (list []bridge.Thing) {
	seen := map[int32]bool{}
	inside := func(body int32) {
		if body < 0 || int(body) >= len(s.Bodies) || seen[body] || sel.view.Hidden.HasBody(s.Bodies[body].Number) {
			return
		}
		seen[body] = true
		x, y, ok := sel.viewport.inWindow(s.Bodies[body].Center)
		if ok && x >= box.X && y >= box.Y && x < box.X+box.Width && y < box.Y+box.Height {
			list = append(list, s.BodyThing(body, 0, 0))
		}
	}
	for i := range s.Capsules {
		inside(s.Capsules[i].Body)
	}
	for i := range s.Meshes {
		inside(s.Meshes[i].Body)
	}
	return list
}

// inWindow returns where a point of the scene is in the window, and whether it lies before the eye.
func (vp *viewport) inWindow(p mgl32.Vec3) (x, y float32, ok bool) {
	a, c := vp.tile(), vp.view.Camera
	q := c.ProjectionMatrix(a.Aspect()).Mul4(c.ViewMatrix()).Mul4x1(p.Vec4(1))
	if !(q[3] > 0) {
		return 0, 0, false
	}
	return a.X + (q[0]/q[3]+1)/2*a.Width, a.Y + (1-q[1]/q[3])/2*a.Height, true
}

// pivotOn brings the middle of a body, or the place that was clicked of a wall, to the middle of the view.
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
	last   mgl32.Vec3 // where it was [m]
}

// follow lets the camera go along with a body, which comes to the middle of the view.
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

// goAlong moves the camera by as much as the body that it follows has moved. When that has left the
// scene it stays where it is.
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

// hide takes bodies out of the picture.
func (gr *groups) hide(list ...bridge.Thing) {
	for _, t := range list {
		if t.Kind == bridge.ThingBody {
			gr.list.Choose(t.Body, grouping.Hidden)
			gr.view.Selected = gr.view.Selected.Without(t)
		}
	}
	gr.view.Hover = bridge.Thing{}
	gr.regroup()
}

// drawSelected draws the bodies that are selected in a way.
func (gr *groups) drawSelected(look grouping.Look) {
	for _, t := range gr.view.Selected.List() {
		if t.Kind == bridge.ThingBody {
			gr.list.Choose(t.Body, look)
		}
	}
	gr.regroup()
}

// drawGroup draws all bodies that a rule finds in a way; in the way that they are drawn already: as usual again.
func (gr *groups) drawGroup(rule string, look grouping.Look) error {
	if gr.list.LookOf(rule) == look {
		look = grouping.Usual
	}
	err := gr.list.Give(rule, look)
	gr.regroup()
	return err
}

// regroup lets the view draw the bodies of groups as those are to be drawn.
func (gr *groups) regroup() {
	if gr.snap != nil && !gr.list.Idle() {
		gr.list.Apply(gr.snap, &gr.view)
	}
}

// showAll puts all bodies back into the picture.
func (gr *groups) showAll() {
	gr.list.Show()
	gr.regroup()
}

// selectionExtent returns what is selected, with some room round it, in radii of the smallest body: one that
// fills the window shows nothing of where it is.
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

// everything returns what is drawn of all bodies that are not hidden, but no walls.
func (cam *camera) everything(s *bridge.Snapshot) []view.Ball {
	walls := map[int32]bool{}
	for i := range s.Walls {
		walls[s.Walls[i].Body] = true
	}
	return view.Extent(s, func(body int32) bool {
		return !walls[body] && !(body >= 0 && int(body) < len(s.Bodies) && cam.view.Hidden.HasBody(s.Bodies[body].Number))
	})
}

// zoom brings the eye nearer to what lies under the pointer, which stays there.
func (cam *camera) zoom(d drag) {
	p := d.hit.Point
	if f := &cam.flight; f.flying && f.about != nil && d.at == cam.zoomed {
		p = *f.about
	} else if d.hit.Depth == 0 {
		p = cam.view.Camera.AtPivot(d.x, d.y, cam.viewport.tile().Aspect())
	}
	cam.zoomed = d.at
	cam.flight.zoom(cam.view.Camera, p, float32(math.Pow(1.15, float64(d.dy))), cam.now)
}

// toggleOrtho flies between the projections; what lies at the pivot's depth keeps its size.
func (cam *camera) toggleOrtho() {
	cam.flight.stop(&cam.view.Camera)
	to := cam.view.Camera
	to.Ortho = !to.Ortho
	cam.flight.begin(cam.view.Camera, to, cam.now)
}
