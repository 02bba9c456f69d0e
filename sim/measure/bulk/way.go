package bulk

import (
	"math"

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
		w.last = w.first
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

// Swing returns how far points of the region, and of its surface, are at the end of the way from where they were at the
// end of the one before, at most [m].
func (w *Way) Swing(before *Way) float64 {
	if w.template == nil {
		return 0
	}
	far := 0.0
	low, high := w.from.Bounds()
	for _, x := range [2]float64{low.X, high.X} {
		for _, y := range [2]float64{low.Y, high.Y} {
			for _, z := range [2]float64{low.Z, high.Z} {
				far = max(far, vec.New(x, y, z).Sub(w.template.Center).Norm())
			}
		}
	}
	turn := w.last.Orientation.Mul(before.last.Orientation.Conj()).RotationVector().Norm()
	return w.last.Position.Sub(before.last.Position).Norm() + turn*far
}

// Began reports whether a point is in the region at the beginning of the way.
func (w *Way) Began(p vec.Vec3) bool { return w.from.Within(p) }

// Ends reports whether a point is in the region at the end of the way, and how far it is from the surface then, at least
// [m].
func (w *Way) Ends(p vec.Vec3) (inside bool, room float64) {
	if !w.to.there {
		return false, math.Inf(1)
	}
	return w.to.Within(p), math.Abs(w.to.Depth(w.to.local(p)))
}

// Crossed returns the part of the way after which a point that goes straight from one place to another meanwhile, at a
// constant speed, crosses the surface. It is in the region only at one of the ends, at the beginning or not.
func (w *Way) Crossed(from, to vec.Vec3, began bool) float64 {
	low, high := 0.0, 1.0
	for range 53 { // by halving
		middle := (low + high) / 2
		if w.holds(middle, from.AddScaled(middle, to.Sub(from))) == began {
			low = middle
		} else {
			high = middle
		}
	}
	return high
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
