package view

// Tripod is where the global axes are drawn at the lower left of a picture [px], y down. An axis that lies
// in the picture's plane is TripodLength long.
type Tripod struct {
	Origin [2]float32
	Tips   [3][2]float32
	Step   float32 // length that an axis stands for at the pivot's depth [m]
}

// Measures of the tripod at a scale of 1 [px].
const (
	TripodLength = 34
	tripodAway   = 56 // from the left edge
	tripodAbove  = 74 // the lower edge: there is room for an axis that points down, its letter and the length below
	tripodReach  = 15 // of a tip, for the pointer: it has a letter
)

// TripodOf lays the axes out in a picture of a height [px] whose lowest rows, so many, are taken.
func TripodOf(c Camera, height, scale, taken float32) (t Tripod) {
	right, up := c.Right(), c.Up()
	t.Origin = [2]float32{tripodAway * scale, height - tripodAbove*scale - taken}
	for k := range t.Tips {
		t.Tips[k] = [2]float32{t.Origin[0] + right[k]*TripodLength*scale, t.Origin[1] - up[k]*TripodLength*scale}
	}
	t.Step = TripodLength * scale * 2 * c.HalfHeight() / height
	return t
}

// Hit returns the axis whose tip is at a place of the picture, the one toward the eye if several are; -1 if
// none is.
func (t *Tripod) Hit(c Camera, scale, x, y float32) int {
	best, back := -1, c.Back()
	for k, tip := range t.Tips {
		// Beyond the tip, where the letter is.
		tip[0] += (tip[0] - t.Origin[0]) / TripodLength / scale * 9 * scale
		tip[1] += (tip[1] - t.Origin[1]) / TripodLength / scale * 9 * scale
		if abs(x-tip[0]) < tripodReach*scale && abs(y-tip[1]) < tripodReach*scale && (best < 0 || back[k] > back[best]) {
			best = k
		}
	}
	return best
}
