package view

import "math"

// Ramp spreads a range of numbers over a colour map.
type Ramp struct {
	Lo, Hi   float32 // the numbers at the ends
	Least    float32 // 0: linear; else logarithmic, if Lo <= 0 for both signs and only above this magnitude
	Balanced bool    // 0 is in the middle, and stays there
}

// turn maps a number to a scale on which equal steps are equal steps of colour.
func (r *Ramp) turn(x float32) float64 {
	switch v := float64(x); {
	case r.Least == 0:
		return v
	case r.Lo > 0:
		return math.Log(max(v, math.SmallestNonzeroFloat32))
	default:
		return math.Asinh(v / float64(r.Least))
	}
}

// back is the inverse of turn, limited to the range of float32.
func (r *Ramp) back(t float64) float32 {
	switch {
	case r.Least == 0:
	case r.Lo > 0:
		t = math.Exp(t)
	default:
		t = float64(r.Least) * math.Sinh(t)
	}
	return float32(max(-math.MaxFloat32, min(t, math.MaxFloat32)))
}

// At returns the place of a number in the colour map: from 0 to 1 within the range, below 0 or above 1 outside it.
func (r *Ramp) At(x float32) float32 {
	if x != x || r.Hi > r.Lo {
		lo := r.turn(r.Lo)
		return float32((r.turn(x) - lo) / (r.turn(r.Hi) - lo))
	}
	if r.Balanced {
		return 0.5
	}
	return 0
}

// Value returns the number at a place in the map, 0 to 1.
func (r *Ramp) Value(at float32) float32 {
	lo, hi := r.turn(r.Lo), r.turn(r.Hi)
	return r.back(lo + (hi-lo)*float64(at))
}

// nearest is the least distance of a dragged number from the fixed end of the range, as a part of the range.
const nearest = 0.02

// Dragged returns the range after a person has dragged the number at the place from in the map to the place
// to. A drag in the upper half moves the upper end, a drag in the lower half the lower end; in a balanced
// range both ends move.
func (r *Ramp) Dragged(from, to float32) [2]float32 {
	if !(r.Hi > r.Lo) {
		return [2]float32{r.Lo, r.Hi}
	}
	lo, hi, a, b := r.turn(r.Lo), r.turn(r.Hi), float64(from), float64(to)
	switch {
	case r.Balanced:
		a, b = math.Abs(a-0.5), (b-0.5)*math.Copysign(1, a-0.5)
		reach := r.back(hi * max(a, nearest) / max(b, nearest))
		return [2]float32{-reach, reach}
	case from >= 0.5:
		return [2]float32{r.Lo, r.back(lo + (hi-lo)*a/max(b, nearest))}
	}
	return [2]float32{r.back(hi - (hi-lo)*(1-a)/max(1-b, nearest)), r.Hi}
}

// Legend is the place of the bar that explains the colours of a picture, in pixels from the upper left corner,
// with the largest number at the top. The height is 0 if there is no legend.
type Legend struct {
	X, Y, Width, Height float32
	Ramp                Ramp
}

// Around reports whether a point of the picture is on the bar or close to it.
func (l *Legend) Around(x, y float32) bool {
	room := 0.5 * l.Width
	return l.Height > 0 && x >= l.X-room && x <= l.X+l.Width+room && y >= l.Y-room && y <= l.Y+l.Height+room
}

// At returns the place in the colour map at the height y in the picture: 0 at the bottom of the bar, 1 at its top.
func (l *Legend) At(y float32) float32 { return 1 - (y-l.Y)/l.Height }
