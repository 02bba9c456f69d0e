package export

import (
	"math"
	"strings"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/vec"
)

// rounds calls do for every sphere and capsule, with its body and its index among the shapes of the body.
func rounds(s *state.State, do func(b *state.Body, k int)) {
	for i := range s.Bodies {
		for k := range s.Bodies[i].Shapes {
			if isRound(&s.Bodies[i].Shapes[k]) {
				do(&s.Bodies[i], k)
			}
		}
	}
}

// alongZ returns the orientation of a shape whose axis is local z instead of local x.
func alongZ(q vec.Quat) vec.Quat { return q.Mul(vec.FromAxisAngle(vec.AxisY, math.Pi/2)) }

// word returns a name as one word, for formats that separate words by spaces.
func word(name string) string {
	if w := strings.Join(strings.Fields(name), "_"); w != "" {
		return w
	}
	return "_"
}
