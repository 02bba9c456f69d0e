package bulk

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Ride is what the frame of a body does in a step: it goes along a straight line and turns about one axis, both at a
// constant rate, from one pose to another. That of the world stays.
type Ride struct {
	body        int // index; -1: of the world
	moves       bool
	template    *body.Template
	first, last motion.Pose // of the body
}

// Carry returns the ride that begins where the body of a name or number is now; without a name that of the world. There
// is false if the body does not exist.
func Carry(name string, b *body.Set) (r Ride, there bool) {
	if name == "" {
		return Ride{body: -1}, true
	}
	i := IndexOf(name, b)
	return ride(i, b), i >= 0
}

// ride returns the ride of the body with an index; -1: of the world.
func ride(i int, b *body.Set) Ride {
	r := Ride{body: i}
	if i >= 0 {
		r.template = b.Template(i)
		r.first = motion.Pose{Position: b.Pos[i], Orientation: b.Ori[i]}
		r.last = r.first
	}
	return r
}

// Body returns the index of the body, -1 of the world.
func (r *Ride) Body() int { return r.body }

// Arrive ends the ride where the body is in a pose.
func (r *Ride) Arrive(at motion.Pose) {
	r.last = at
	r.moves = r.first != r.last
}

// Frame returns where the frame is after a part of the ride.
func (r *Ride) Frame(part float64) bridge.BodyFrame {
	switch {
	case r.template == nil:
		return bridge.BodyFrame{Orientation: vec.Identity}
	case !r.moves || part == 0:
		return frameOf(r.template, r.first.Position, r.first.Orientation)
	case part == 1:
		return frameOf(r.template, r.last.Position, r.last.Orientation)
	}
	at := r.first.Toward(r.last, part)
	return frameOf(r.template, at.Position, at.Orientation)
}

// Swing returns how far points that are at most reach from a middle, which is given in the frame, are at the end of the
// ride from where they were at the end of the one before, at most [m].
func (r *Ride) Swing(before *Ride, middle vec.Vec3, reach float64) float64 {
	if r.template == nil {
		return 0
	}
	way := r.last.Position.Sub(before.last.Position).Norm()
	if a, b := r.last.Orientation, before.last.Orientation; a != b {
		frame := r.Frame(1)
		turn, arm := a.Mul(b.Conj()).RotationVector(), frame.Of(middle).Sub(r.last.Position)
		way += turn.Cross(arm).Norm() + turn.Norm()*reach
	}
	return way
}

// Way is what a region does in a step: it moves with the frame of its body.
type Way struct {
	Ride
	from, to Placed
}

// Leave returns the way of a region that begins where it is now.
func Leave(at Placed, set *contact.Set) Way { return Way{ride(at.body, set.Bodies), at, at} }

// Arrive ends the way where the body of the region is in a pose.
func (w *Way) Arrive(at motion.Pose, set *contact.Set) {
	if w.Ride.Arrive(at); w.moves {
		w.to = placed(w.from.Region, set, w.body, w.Frame(1))
	}
}

// Swing returns how far points of the region, and of its surface, are at the end of the way from where they were at the
// end of the one before, at most [m].
func (w *Way) Swing(before *Way) float64 {
	low, high := w.from.Bounds()
	return w.Ride.Swing(&before.Ride, low.Add(high).Scale(0.5), high.Sub(low).Norm()/2)
}

// Began reports whether a point is in the region at the beginning of the way.
func (w *Way) Began(p vec.Vec3) bool { return w.from.Within(p) }

// Ends reports whether a point is in the region at the end of the way, and how far it is from the surface then, at
// least [m].
func (w *Way) Ends(p vec.Vec3) (inside bool, room float64) {
	return w.to.Room(p)
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
	frame := w.Frame(part)
	return w.from.Holds(frame.In(p))
}
