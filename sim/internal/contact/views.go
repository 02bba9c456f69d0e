package contact

import (
	"sync"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// view is what a sphere or capsule near a mesh sees of it: the triangles that it can
// touch until it has gone, in the mesh's frame, so far. They are looked up again only then:
// a body that lies in a moving mesh sees the same triangles for long.
type view struct {
	narrow.Watch
	center, axis vec.Vec3 // where the body was last, in the mesh's frame
	until        float64  // the triangles are all until it has gone so far [m]; negative: never looked up
	searchedFrom float64  // how far it had gone at the last look [m] ...
	step         int64    // ... and when that was
}

// viewMemory is which views of a set are free, and the lock of all views, which the workers of a rebuild share.
type viewMemory struct {
	freeViews []int32
	viewing   sync.Mutex
}

// The margin of a view is how far the body goes in so many steps, as it did since the
// last look, within bounds in radii. More steps mean fewer looks, at 0.5 to 1 µs, but more
// triangles: to measure once, at 50 to 100 ns, and, while the body touches, to pass over in
// every step. A body that does not touch looks again when less than viewRest of the margin
// is left: else it would look after it in ever smaller steps.
const (
	viewSteps = 48 // if the body touches
	viewAhead = 80 // if not
	viewRest  = 0.3
	viewLeast = 0.02
	viewMost  = 0.5
)

// forget lets the view know nothing.
func (v *view) forget() {
	v.until, v.searchedFrom = -1, 0
	v.Forget()
}

// refresh finds the triangles anew.
func (v *view) refresh(m *body.PlacedMesh, c *shape.Capsule, step int64, steps float64) {
	margin := viewLeast * c.Radius
	if v.until >= 0 && step > v.step {
		margin = vec.Clamp(steps*(v.Travel()-v.searchedFrom)/float64(step-v.step), margin, viewMost*c.Radius)
	}
	list := m.Tree.Query(c.Bounds().Grow(m.Surface.Half+margin), v.Room())
	v.Update(m.Surface.Near(*c, margin, list))
	v.searchedFrom, v.until, v.step = v.Travel(), v.Travel()+margin, step
}

// moveTo books the way of a capsule in the mesh's frame, to where it is now: no point of it has gone farther [m].
func (v *view) moveTo(c *shape.Capsule, way float64) {
	if v.until >= 0 {
		v.Go(way)
	}
	v.center, v.axis = c.Center, c.Axis
}

// wayTo returns the way of a capsule for moveTo.
func (v *view) wayTo(c *shape.Capsule) float64 {
	return c.Center.Sub(v.center).Norm() + c.Half*c.Axis.Sub(v.axis).Norm()
}

// renew finds the triangles anew if it is time to, and returns how far the capsule is at least from all triangles that
// are not in the view [m].
func (v *view) renew(m *body.PlacedMesh, c *shape.Capsule, step int64, touches bool) (unseen float64) {
	switch left := v.until - v.Travel(); {
	case touches && !(left >= 0):
		v.refresh(m, c, step, viewSteps)
	case !touches && !(left >= viewRest*(v.until-v.searchedFrom)):
		v.refresh(m, c, step, viewAhead)
	}
	return v.until - v.Travel()
}

// newState returns the state of a new pair of a list: with an empty view if its first shape is a mesh.
func (set *Set) newState(l *List) (s PairState) {
	if l.KindA == shape.KindMesh {
		s.view = set.newView()
	}
	return s
}

// newView returns the number of an empty view.
func (set *Set) newView() int32 {
	set.viewing.Lock()
	defer set.viewing.Unlock()
	if n := len(set.freeViews); n > 0 {
		i := set.freeViews[n-1]
		set.freeViews = set.freeViews[:n-1]
		set.views[i].forget()
		return i
	}
	set.views = append(set.views, view{until: -1})
	return int32(len(set.views) - 1)
}

// DropView takes back the view, if it has one, of a pair of a chunk that is in no list any more.
func (set *Set) DropView(k *Chunk, pair int) {
	if k.List.KindA == shape.KindMesh {
		set.viewing.Lock()
		set.freeViews = append(set.freeViews, k.States[pair].view)
		set.viewing.Unlock()
	}
}
