package widget

import (
	"math"

	"example.org/tumble/ui/format"
)

// Scale maps a value to the place of a slider, 0 to 1, and back.
type Scale struct {
	Lo, Hi float64
	Log    bool
}

// Place returns the place of v on the slider, limited to 0 to 1.
func (s Scale) Place(v float64) float64 {
	var t float64
	if s.Log {
		if v <= s.Lo {
			return 0
		}
		t = math.Log(v/s.Lo) / math.Log(s.Hi/s.Lo)
	} else {
		t = (v - s.Lo) / (s.Hi - s.Lo)
	}
	switch {
	case !(t > 0):
		return 0
	case t > 1:
		return 1
	}
	return t
}

// At returns the value at a place, rounded to a number that a person would type: to two digits on a logarithmic
// slider, to about a hundredth of the range on a linear slider, and ten times finer with fine.
func (s Scale) At(t float64, fine bool) float64 {
	switch {
	case t <= 0:
		return s.Lo
	case t >= 1:
		return s.Hi
	}
	more := 0
	if fine {
		more = 1
	}
	if s.Log {
		v := s.Lo * math.Pow(s.Hi/s.Lo, t)
		return format.Round(v, math.Pow10(int(math.Floor(math.Log10(v)))-1-more))
	}
	step := int(math.Floor(math.Log10((s.Hi-s.Lo)/100) + 0.3))
	return format.Round(s.Lo+t*(s.Hi-s.Lo), math.Pow10(step-more))
}
