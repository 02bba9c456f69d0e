package sim

import (
	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// meshView is what a sphere or capsule near a mesh sees of it: the triangles that it can
// reach until it has moved, in the mesh's frame, by the margin. It is looked up again
// only then: a body that lies in a moving mesh sees the same triangles for long.
type meshView struct {
	center, axis vec.Vec3 // where it was looked up from, in the mesh's frame
	margin       float64  // [m]; negative: never looked up
	step         int64    // when it was looked up
	triangles    []int32  // in ascending order
}

// The margin of a view is how far the body goes in viewSteps steps, as it did since the
// last look, within bounds in radii. More steps mean fewer looks, at 0.5 to 1 µs, but more
// triangles to measure in every step, at 10 to 50 ns.
const (
	viewSteps = 24
	viewLeast = 0.02
	viewMost  = 0.5
)

// moved returns a bound of how far any point of the segment of c, in the mesh's frame, is
// from where it was seen [m].
func (v *meshView) moved(c *shape.Capsule) float64 {
	return c.Center.Sub(v.center).Norm() + c.Half*c.Axis.Sub(v.axis).Norm()
}

// look finds the triangles anew.
func (v *meshView) look(m *placedMesh, c *shape.Capsule, step int64) {
	margin := viewLeast * c.Radius
	if v.margin >= 0 && step > v.step {
		margin = vec.Clamp(viewSteps*v.moved(c)/float64(step-v.step), margin, viewMost*c.Radius)
	}
	v.center, v.axis, v.margin, v.step = c.Center, c.Axis, margin, step
	v.triangles = m.tree.Query(c.Bounds().Grow(m.surface.Half+margin), v.triangles[:0])
	v.triangles = m.surface.Near(*c, margin, v.triangles)
}

// see brings the view up to date for a capsule in the mesh's frame and returns how far the
// capsule is at least from all triangles that are not in it [m].
func (v *meshView) see(m *placedMesh, c *shape.Capsule, step int64) (unseen float64) {
	if v.margin >= 0 {
		if moved := v.moved(c); moved <= v.margin {
			return v.margin - moved
		}
	}
	v.look(m, c, step)
	return v.margin
}

// meshRound works in the mesh's frame, where nothing but the capsule moves.
func meshRound(w *World, c *candidate, r shape.Capsule, out []narrow.Touch) ([]narrow.Touch, float64) {
	m, v := &w.shapes.meshes[c.a], &w.views[c.view]
	r = m.toLocal(r)
	unseen := v.see(m, &r, w.clock.step)
	if len(v.triangles) == 0 {
		return out, unseen
	}
	first := len(out)
	out, gap := narrow.MeshCapsule(m.surface, v.triangles, r, out)
	for i := range out[first:] {
		t := &out[first+i]
		t.Point = m.pos.Add(m.ori.Rotate(t.Point))
		t.Normal = m.ori.Rotate(t.Normal)
	}
	return out, lower(gap, unseen)
}

// toLocal brings a capsule to the frame of the mesh.
func (m *placedMesh) toLocal(c shape.Capsule) shape.Capsule {
	c.Center = m.ori.Unrotate(c.Center.Sub(m.pos))
	c.Axis = m.ori.Unrotate(c.Axis)
	return c
}

// newView returns the index of an empty view.
func (w *World) newView() int32 {
	if n := len(w.freeViews); n > 0 {
		i := w.freeViews[n-1]
		w.freeViews = w.freeViews[:n-1]
		w.views[i].margin = -1
		return i
	}
	w.views = append(w.views, meshView{margin: -1})
	return int32(len(w.views) - 1)
}

// dropView takes back the view of a pair that is no candidate any more.
func (w *World) dropView(l *pairList, c *candidate) {
	if l.kindA == shape.KindMesh {
		w.freeViews = append(w.freeViews, c.view)
	}
}
