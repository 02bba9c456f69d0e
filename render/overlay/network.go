package overlay

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
)

// Diameter of the tube of the full force: tubeRoom diameters of the smallest body, but at least leastTube and at
// most mostTube [px at scale 1].
const (
	leastTube = 2
	mostTube  = 12
	tubeRoom  = 0.4
)

// network draws the force network: each contact as a tube from the centre of one body
// through the contact point to the centre of the other, its area by the normal force, its
// colour by the part of its friction that the contact uses. The half in a body that forces do not
// move is left out, because the centre of such a body, a wall for example, has no meaning.
func network(f *Frame, to *glyph.List) {
	full := f.Full.Force
	if full == 0 {
		return
	}
	size := tubeDiameter(f)
	unit := 0.5 * size * f.Scale * f.Pixel()
	for i := range f.Marks.List {
		m := &f.Marks.List[i]
		x := float32(math.Abs(float64(m.NormalForce)) / full)
		radius := max(unit*float32(math.Sqrt(float64(min(x, beyond*beyond)))), 0.6*f.Pixel())
		color := frictionColor(m.Contact).Alpha(m.Opacity)
		for _, body := range [2]int32{m.A, m.B} {
			if center, ok := movable(f.Snapshot, body); ok {
				to.Tubes = append(to.Tubes, glyph.Tube(center, m.Point, radius, color))
			}
		}
	}
	sample, share := sampleOf(full)
	width := size * f.Scale * float32(math.Sqrt(float64(share)))
	f.countKey(to)
	to.Key(fmt.Sprintf("network, %s = %s, area by force", f.sampleLength(width), quantity(sample, "N")), 2.2*width,
		func(to *glyph.Sheet, x, y float32) { to.Line(x, y, x+2.2*width, y, width, Sticking) })
	f.frictionKey(to)
}

// tubeDiameter returns the diameter of the tube of the full force [px at scale 1]: a part of the smallest body's
// diameter, so that bodies are visible between tubes.
func tubeDiameter(f *Frame) float32 {
	room := 2 * f.Grain() / f.Pixel() / f.Scale * tubeRoom
	return f.View.GlyphScale * mgl32.Clamp(float32(math.Round(float64(room))), leastTube, mostTube)
}

// strongForce returns the normal force that overlays draw with marks of the full size [N]: a quarter above
// the largest force without the strongest thirtieth of contacts, so that a single impact does not make the
// marks of all other contacts vanish.
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
