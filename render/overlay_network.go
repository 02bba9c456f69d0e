package render

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/run/bridge"
)

// network draws the force network: each contact as a tube from the centre of one body
// through the contact point to the centre of the other, its area by the normal force, its
// colour by how much of the friction the contact uses. A body that forces do not move has
// no centre that says anything, so its half is left out.
type network struct {
	tubes *tubes
	scale autoScale
}

func newNetwork(k *kit) (drawer, error) {
	t, err := newTubes(k)
	return &network{tubes: t}, err
}

func (n *network) prepare(f *frame) {
	n.tubes.list = n.tubes.list[:0]
	full := n.scale.fullForce(f)
	if full == 0 {
		n.tubes.upload(f)
		return
	}
	size := glyphDiameter(f)
	unit := 0.5 * size * f.scale * f.pixel()
	for i := range f.marked.list {
		m := &f.marked.list[i]
		x := float32(math.Abs(float64(m.NormalForce)) / full)
		radius := max(unit*float32(math.Sqrt(float64(min(x, beyond*beyond)))), 0.6*f.pixel())
		color := frictionColor(m.Contact).alpha(m.opacity)
		for _, body := range [2]int32{m.A, m.B} {
			if center, ok := movable(f.Snapshot, body); ok {
				n.tubes.list = append(n.tubes.list, tube(center, m.Point, radius, color))
			}
		}
	}
	n.tubes.upload(f)
	width := size * f.scale
	f.countKey()
	f.key(fmt.Sprintf("network, %s = %s, area by force", f.sampleLength(width), quantity(full, "N")), 2.2*width,
		func(f *frame, x, y float32) {
			f.hud.line(x, y, x+2.2*width, y, width, sticking)
		})
	f.frictionKey()
}

// movable returns the centre of a body that forces move.
func movable(s *bridge.Snapshot, body int32) ([3]float32, bool) {
	if body < 0 || int(body) >= len(s.Bodies) || s.Bodies[body].Kind != bridge.Dynamic {
		return [3]float32{}, false
	}
	return s.Bodies[body].Center, true
}

// strongForce returns the normal force that overlays show at their full size [N]: a little
// above that of all but the strongest thirtieth of the contacts, so that one impact does
// not make the others vanish.
func strongForce(s *bridge.Snapshot) float64 {
	all := make([]float64, 0, len(s.Contacts))
	for i := range s.Contacts {
		if x := math.Abs(float64(s.Contacts[i].NormalForce)); x-x == 0 {
			all = append(all, x)
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return min(all[len(all)-1], 1.25*all[len(all)-1-len(all)/30])
}

// beyond is how many times the full size the mark of a larger force may have at most.
const beyond = 1.5

func (n *network) draw(f *frame) { n.tubes.draw(f) }
func (n *network) close()        { n.tubes.close() }
