package view

import "math"

// Ramp spreads a range of numbers over a map of colours.
type Ramp struct {
	Lo, Hi   float32 // the numbers at the ends
	Least    float32 // if not 0, colours go by ratios: of both signs from this magnitude on, unless Lo is larger than 0
	Balanced bool    // 0 is in the middle, and stays there
}

// turn takes a number to where equal steps are equal steps of colour.
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

// back undoes turn, as far as single precision goes.
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

// At returns where in its map a number is: from 0 to 1 within the range, less or more beyond it.
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

// nearest is how near to the end that stays the other one can be dragged, as a part of the range.
const nearest = 0.02

// Dragged returns the range after a person has moved the number at one place in the map to another:
// in the upper half the upper end follows, in the lower half the lower one, and of a balanced range
// both.
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

// Legend is where a picture says what its colours mean: a bar, in pixels from the upper left corner, with
// the largest number at its top. Its height is 0 if there is none.
type Legend struct {
	X, Y, Width, Height float32
	Ramp                Ramp
}

// Around reports whether a point of the picture is on the bar or a little beside it.
func (l *Legend) Around(x, y float32) bool {
	room := 0.5 * l.Width
	return l.Height > 0 && x >= l.X-room && x <= l.X+l.Width+room && y >= l.Y-room && y <= l.Y+l.Height+room
}

// At returns where in the map a height of the picture is: 0 at the bottom of the bar, 1 at its top.
func (l *Legend) At(y float32) float32 { return 1 - (y-l.Y)/l.Height }
