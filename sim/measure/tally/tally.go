// Package tally adds up, step by step, what goes through named planes, how long bodies are in regions, and what energy
// contacts lose there.
package tally

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Sensors are the planes and regions of a world in which something is added up. They read the world and change nothing
// of it. The zero value measures nothing and costs nothing.
type Sensors struct {
	set     *contact.Set
	motions *kinematic.Motions
	regions []region
	planes  []plane

	powered bool // a region asks what contacts lose

	stays
	losses
}

// region is a region in which something is added up.
type region struct {
	bridge.Region
	since float64 // [s]
	lost  float64 // without its share of what is pending [J]
	now   float64 // ... in the last step [J]
	share float64 // of what all contacts lost, in the last step in which contacts told where they are

	// How long the body of each of stays.ids was inside [s]; of one that is inside, less the time when it entered, with
	// the sign bit set; NaN of one that is new.
	times []float64
	ways
}

// plane is a named plane with what went through it.
type plane struct {
	bridge.Passed
	crossings []crossing // of a step
	carried
}

// crossing is a body that crosses a plane.
type crossing struct {
	plane   int
	body    body.ID
	mass    float64 // [kg]
	forward bool
	at      float64 // part of the step until then
}

// Bind sets the contacts that are measured, the motions that move regions, and what tells the epoch in which travel is
// measured: see neighbour.Search.TravelEpoch. It is called first.
func (s *Sensors) Bind(set *contact.Set, motions *kinematic.Motions, epoch func() int64) {
	s.set, s.motions, s.epochNow = set, motions, epoch
	s.forget()
}

// SetRegions adds up in these regions, as far as they ask for it, in the place of those before. Those that were there
// before go on; the others begin now.
func (s *Sensors) SetRegions(list []bridge.Region) {
	s.shareOut()
	had := s.regions
	s.regions = nil
	for _, r := range list {
		if !r.Time && !r.Power {
			continue
		}
		if i := slices.IndexFunc(had, func(o region) bool { return o.Region == r }); i >= 0 {
			s.regions = append(s.regions, had[i])
		} else {
			s.regions = append(s.regions, region{Region: r, since: s.set.Clock.Time})
		}
	}
	s.forget()
	s.askForLosses()
}

// askForLosses lets contacts add up what they lose where regions ask for it.
func (s *Sensors) askForLosses() {
	var asked contact.SumSet
	for i := range s.regions {
		if s.regions[i].Power {
			asked |= 1 << i
		}
	}
	s.powered, s.losses = asked != 0, losses{pending: s.pending}
	s.set.AddLosses(asked, s.within)
}

// AddPlanes counts what goes through named planes from now on, besides those that are counted.
//
// Errors: too many, two of one name, one that is not possible.
func (s *Sensors) AddPlanes(list []bridge.Plane) error {
	var all []bridge.Plane
	for i := range s.planes {
		all = append(all, s.planes[i].Plane)
	}
	return s.SetPlanes(append(all, list...))
}

// SetPlanes is AddPlanes in the place of those before. Those that were there before go on; the others begin now.
func (s *Sensors) SetPlanes(list []bridge.Plane) error {
	if err := bridge.CheckPlanes(list); err != nil {
		return err
	}
	for _, p := range list {
		if p.Name == "" {
			return fmt.Errorf("the plane %s has no name: what is beyond it is known at any moment", p)
		}
		if err := p.Check(); err != nil {
			return err
		}
	}
	s.forget()
	had := s.planes
	s.planes = nil
	for _, p := range list {
		if i := slices.IndexFunc(had, func(o plane) bool { return o.Plane == p }); i >= 0 {
			s.planes = append(s.planes, had[i])
		} else {
			s.planes = append(s.planes, plane{Passed: bridge.Passed{Plane: p, Since: s.set.Clock.Time, Last: math.NaN()}})
		}
	}
	return nil
}

// Measure reads the contacts of a step, which are known, before bodies move by them: what they lost since the last step
// belongs to the regions in which they are. It keeps where regions are.
//
// Sums over contacts have the same bits in any order, and bodies are added up in that of their numbers, so that the
// bits do not depend on the number of workers, nor on whether the world was restored.
func (s *Sensors) Measure() {
	if s.powered {
		s.addLosses()
	}
	if s.follows() {
		s.leave()
	}
}

// Moved reads where the bodies went in a step of a length, which began at a time [s].
func (s *Sensors) Moved(begin, length float64) {
	if s.follows() {
		s.arrive(begin, length)
	}
}

// height returns how far a point is beyond the plane [m].
func (p *plane) height(at vec.Vec3) float64 {
	if p.Plane.Body != "" {
		at = p.frame.In(at)
	}
	return p.local(at)
}

// away returns how far a point is beyond the plane, and how far from what counts of it [m].
func (p *plane) away(at vec.Vec3) (height, far float64) {
	if p.Plane.Body == "" {
		height = p.local(at)
		return height, math.Abs(height)
	}
	at = p.frame.In(at)
	return p.local(at), p.Plane.Part.Distance(at)
}

// local is height of a point in the frame of the plane.
func (p *plane) local(at vec.Vec3) float64 {
	normal := p.Plane.Part.Forward()
	return normal.Dot(at) - normal.Dot(p.Plane.Part.Center)
}

// meets returns the part of a step after which a point crosses the plane that goes straight from one place to another,
// which is so far beyond the plane [m], and the point where it does, in the frame of the plane.
func (p *plane) meets(from, to vec.Vec3, height float64) (part float64, where vec.Vec3) {
	way := to.Sub(from)
	if p.Plane.Body == "" {
		at := p.local(from)
		part = vec.Clamp(at/(at-height), 0, 1)
		return part, from.AddScaled(part, way)
	}
	low, high := 0.0, 1.0
	for range 53 { // by halving
		part = (low + high) / 2
		frame := p.ride.Frame(part)
		if where = frame.In(from.AddScaled(part, way)); (p.local(where) > 0) == (height > 0) {
			high = part
		} else {
			low = part
		}
	}
	return part, where
}

// count adds the bodies that crossed plane i in a step of a length, which began at a time [s].
func (p *plane) count(i int, crossed [][]crossing, begin, length float64) {
	p.crossings = p.crossings[:0]
	for _, list := range crossed {
		for _, c := range list {
			if c.plane == i {
				p.crossings = append(p.crossings, c)
			}
		}
	}
	slices.SortFunc(p.crossings, func(a, c crossing) int { return int(a.body - c.body) })
	latest := -1.0
	for _, c := range p.crossings {
		side, sign := &p.Back, int64(-1)
		if c.forward {
			side, sign = &p.Forward, 1
		}
		side.Bodies, side.Mass = side.Bodies+1, side.Mass+c.mass
		p.Bodies += sign
		latest = max(latest, c.at)
	}
	if p.Mass = p.Forward.Mass - p.Back.Mass; latest >= 0 {
		p.Last = begin + latest*length
	}
}

// AppendTo appends what went through the named planes to a list.
func (s *Sensors) AppendTo(list []bridge.Passed) []bridge.Passed {
	for i := range s.planes {
		p := s.planes[i].Passed
		p.Frame, _ = bulk.FrameOf(p.Plane.Body, s.set.Bodies)
		list = append(list, p)
	}
	return list
}

// Added returns what was added up in a region.
func (s *Sensors) Added(r *bridge.Region) bridge.Added {
	to := bridge.NothingAdded()
	i := slices.IndexFunc(s.regions, func(o region) bool { return o.Region == *r })
	if i < 0 {
		return to
	}
	one := &s.regions[i]
	to.Since = one.since
	if r.Power {
		if to.Lost, to.Power = one.lost+s.pending*one.share, 0; s.set.Clock.Last > 0 {
			to.Power = one.now / s.set.Clock.Last
		}
	}
	if r.Time {
		to.Time, to.Deviation = s.spread(one)
	}
	return to
}

// spread returns the mean of the times of the bodies that forces move, and the root of their mean square about it.
func (s *Sensors) spread(r *region) (mean, deviation float64) {
	var times []float64
	b, sum := s.set.Bodies, 0.0
	for _, i := range b.Created {
		if b.Kind[i] == body.Dynamic {
			t := s.time(r, int(i), b.ID(int(i)))
			times, sum = append(times, t), sum+t
		}
	}
	n := float64(len(times))
	mean, sum = sum/n, 0
	for _, t := range times {
		sum += (t - mean) * (t - mean)
	}
	return mean, math.Sqrt(sum / n)
}

// Timed returns the names of the regions that keep the times of bodies.
func (s *Sensors) Timed() (names []string) {
	for i := range s.regions {
		if s.regions[i].Time {
			names = append(names, s.regions[i].Name)
		}
	}
	return names
}

// TimeOf returns how long a body was in the region of a name, which is one of Timed [s].
func (s *Sensors) TimeOf(name string, id body.ID) float64 {
	i := slices.IndexFunc(s.regions, func(r region) bool { return r.Time && r.Name == name })
	k := s.set.Bodies.Index(id)
	if i < 0 || k < 0 {
		return math.NaN()
	}
	return s.time(&s.regions[i], k, id)
}
