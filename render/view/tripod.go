package view

// Tripod holds the places of the global axes that are drawn at the lower left of a picture [px], y down. An axis
// in the plane of the picture has the length TripodLength at scale 1.
type Tripod struct {
	Origin [2]float32
	Tips   [3][2]float32
	Step   float32 // length of an axis at the pivot's depth [m]
}

// Measures of the tripod at a scale of 1 [px].
const (
	TripodLength = 34
	tripodAway   = 56 // from the left edge
	tripodAbove  = 74 // above the lower edge: room for an axis that points down, its letter and the length below it
	tripodReach  = 15 // distance from the letter at which the pointer hits an axis
)

// TripodOf lays out the axes in a picture of the given height [px]; taken is the height at the lower edge that the
// caption takes [px].
func TripodOf(c Camera, height, scale, taken float32) (t Tripod) {
	right, up := c.Right(), c.Up()
	t.Origin = [2]float32{tripodAway * scale, height - tripodAbove*scale - taken}
	for k := range t.Tips {
		t.Tips[k] = [2]float32{t.Origin[0] + right[k]*TripodLength*scale, t.Origin[1] - up[k]*TripodLength*scale}
	}
	t.Step = TripodLength * scale * 2 * c.HalfHeight() / height
	return t
}

// Hit returns the axis whose letter is at a place of the picture, of several the axis that points most toward the
// eye; -1 if there is none.
func (t *Tripod) Hit(c Camera, scale, x, y float32) int {
	best, back := -1, c.Back()
	for k, tip := range t.Tips {
		// The letter stands beyond the tip.
		tip[0] += (tip[0] - t.Origin[0]) / TripodLength / scale * 9 * scale
		tip[1] += (tip[1] - t.Origin[1]) / TripodLength / scale * 9 * scale
		if abs(x-tip[0]) < tripodReach*scale && abs(y-tip[1]) < tripodReach*scale && (best < 0 || back[k] > back[best]) {
			best = k
		}
	}
	return best
}
