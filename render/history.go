package render

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// shown holds the contents of a picture, as far as they decide whether another picture would look
// the same.
type shown struct {
	view          view.View
	width, height int             // 0 before the first picture
	legend        view.Legend     // of the picture
	torn          bool            // another picture has been begun since and is not whole
	snap          bridge.Snapshot // copies of the lists and values that add takes over; the others are zero
}

// history holds the contents of the last three pictures of a tile.
type history struct {
	last    shown
	earlier [2]shown // before last, the latest first
}

// unseen is the distance that a body may have moved since the last picture without anybody seeing it [px].
const unseen = 0.04

// numbered are the overlays that change while bodies rest.
const numbered = view.OverlayContacts | view.OverlayForces | view.OverlayNetwork | view.OverlayVelocity |
	view.OverlayMotions

// shows reports whether the last picture looks as a picture of the snapshot would: nothing has
// changed, or bodies have moved by less than a person can see. It returns false where forces,
// velocities or numbers are shown, because these change while bodies rest.
func (t *tile) shows(s *bridge.Snapshot, v *view.View, width, height int) bool {
	l := &t.history.last
	if l.torn || l.width != width || l.height != height || l.view != *v || l.snap.Revision != s.Revision ||
		v.Overlays&numbered != 0 || v.ColorBy != view.ColorByShape || v.Caption || v.Note != "" || l.snap.Hand != s.Hand ||
		l.snap.Comparison.Label != s.Comparison.Label || l.snap.Forecast.Version != s.Forecast.Version ||
		v.Explain || s.Inspected.Ruler.Given || v.Measured.On() {
		return false
	}
	was := &l.snap
	s = visible(s, v)
	return slices.Equal(was.Walls, s.Walls) && slices.Equal(was.Meshes, s.Meshes) &&
		slices.Equal(was.Cylinders, s.Cylinders) &&
		(v.Overlays&view.OverlayInlets == 0 || slices.Equal(was.Inlets, s.Inlets)) && l.rests(s.Capsules)
}

// rests reports whether each capsule is still at the place, to within unseen, at which the picture shows it.
func (l *shown) rests(capsules []bridge.Capsule) bool {
	if len(capsules) != len(l.snap.Capsules) {
		return false
	}
	c := l.view.Camera
	eye, back := c.Eye(), c.Back()
	most := unseen * 2 * c.HalfHeight() / float32(l.height)
	for i := range capsules {
		p, q := &capsules[i], &l.snap.Capsules[i]
		limit := most
		if !c.Ortho {
			limit *= eye.Sub(p.Center).Dot(back) / c.Distance
		}
		// An end of a capsule moves with the centre and the axis, the pattern on its surface with the side.
		moved := distance(p.Center, q.Center) + q.Half*distance(p.Axis, q.Axis) + q.Radius*distance(p.Side, q.Side)
		if !(moved <= max(limit, 0)) || p.Half != q.Half || p.Radius != q.Radius || p.Colors != q.Colors {
			return false
		}
	}
	return true
}

func distance(a, b [3]float32) float32 { return mgl32.Vec3(a).Sub(b).Len() }

// add copies the contents of a picture, and keeps the contents of the two pictures before it.
func (h *history) add(s *bridge.Snapshot, v *view.View, width, height int, legend view.Legend) {
	h.last, h.earlier[0], h.earlier[1] = h.earlier[1], h.last, h.earlier[0]
	l := &h.last
	l.view, l.width, l.height, l.torn, l.legend = *v, width, height, false, legend
	to := &l.snap
	to.Step, to.Applied = s.Step, s.Applied
	to.Forecast.Version = s.Forecast.Version
	to.Comparison = bridge.Comparison{Label: s.Comparison.Label, Place: s.Comparison.Place}
	to.Revision, to.View, to.Bounds, to.Hand = s.Revision, s.View, s.Bounds, s.Hand
	to.Bodies = append(to.Bodies[:0], s.Bodies...)
	to.Capsules = append(to.Capsules[:0], s.Capsules...)
	to.Walls = append(to.Walls[:0], s.Walls...)
	to.Meshes = append(to.Meshes[:0], s.Meshes...)
	to.Cylinders = append(to.Cylinders[:0], s.Cylinders...)
	to.Inlets = append(to.Inlets[:0], s.Inlets...)
	to.Contacts = append(to.Contacts[:0], s.Contacts...)
}

// before returns the contents of the picture of a size that was drawn n pictures of this size before the last one,
// or of the oldest such picture that is kept. It returns nil if no kept picture has this size.
func (h *history) before(n, width, height int) (found *shown) {
	for _, l := range []*shown{&h.last, &h.earlier[0], &h.earlier[1]} {
		if l.width != width || l.height != height {
			continue
		}
		if found = l; n == 0 {
			break
		}
		n--
	}
	return found
}
