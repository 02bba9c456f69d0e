package bulk

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/vec"
)

// Way is what a region does in a step: its body goes along a straight line and turns about one axis, both at a constant
// rate, from one pose to another. A region without a body stays.
type Way struct {
	from, to    Placed
	moves       bool
	template    *body.Template // of the body
	first, last motion.Pose    // of the body
}

// Leave returns the way of a region that begins where it is now.
func Leave(at Placed, set *contact.Set) (w Way) {
	if w.from, w.to = at, at; at.body >= 0 {
		w.template = set.Bodies.Template(at.body)
		w.first = motion.Pose{Position: set.Bodies.Pos[at.body], Orientation: set.Bodies.Ori[at.body]}
	}
	return w
}

// Body returns the index of the body of the region, -1 if there is none.
func (w *Way) Body() int { return w.from.body }

// Arrive ends the way where the body of the region is in a pose.
func (w *Way) Arrive(at motion.Pose, set *contact.Set) {
	if w.last = at; w.first != w.last {
		w.moves = true
		w.to = placed(w.from.Region, set, w.from.body, frameOf(w.template, at.Position, at.Orientation))
	}
}

// Inside returns the part of the way that a point spends in the region, which goes straight from one place to another
// meanwhile, at a constant speed. One that is in the region at both ends is so all the way, one that is at neither
// never.
func (w *Way) Inside(from, to vec.Vec3) float64 {
	was, is := w.from.Within(from), w.to.Within(to)
	if was == is {
		if was {
			return 1
		}
		return 0
	}
	low, high := 0.0, 1.0
	for range 53 { // by halving
		middle := (low + high) / 2
		if w.holds(middle, from.AddScaled(middle, to.Sub(from))) == was {
			low = middle
		} else {
			high = middle
		}
	}
	if was {
		return low
	}
	return 1 - high
}

// holds reports whether a point is in the region after a part of the way.
func (w *Way) holds(part float64, p vec.Vec3) bool {
	if !w.moves {
		return w.from.Within(p)
	}
	at := w.first.Toward(w.last, part)
	frame := frameOf(w.template, at.Position, at.Orientation)
	return w.from.Holds(frame.In(p))
}
