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
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/motion"
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

	ids    []body.ID  // of the bodies to which the times of regions belong, in the order of their last step
	before []vec.Vec3 // where the bodies were before the present step moved them, while something asks for it [m]
}

// region is a region in which something is added up.
type region struct {
	bridge.Region
	since float64   // [s]
	lost  float64   // [J]
	now   float64   // ... in the last step [J]
	times []float64 // how long the body of each of Sensors.ids was inside [s]

	way bulk.Way // in the present step
}

// plane is a named plane with what went through it.
type plane struct {
	bridge.Passed
	crossings []crossing // of a step
}

// crossing is a body that crosses a plane.
type crossing struct {
	body    body.ID
	mass    float64 // [kg]
	forward bool
	at      float64 // part of the step until then
}

// Bind sets the contacts that are measured, and the motions that move regions; it is called first.
func (s *Sensors) Bind(set *contact.Set, motions *kinematic.Motions) { s.set, s.motions = set, motions }

// SetRegions adds up in these regions, as far as they ask for it, in the place of those before. Those that were there
// before go on; the others begin now.
func (s *Sensors) SetRegions(list []bridge.Region) {
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
	s.keepHeat()
}

// keepHeat lets contacts keep what they lose if a region asks for it.
func (s *Sensors) keepHeat() {
	s.powered = slices.ContainsFunc(s.regions, func(r region) bool { return r.Power })
	s.set.KeepHeat(s.powered)
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

// timed reports whether a region keeps the times of bodies.
func (s *Sensors) timed() bool {
	return slices.ContainsFunc(s.regions, func(r region) bool { return r.Time })
}

// perBody and perContact are the work for a body or a contact in a region or at a plane [ns]; see parallel.Team.Run.
const perBody, perContact = 5, 20

// Measure reads the contacts of a step, which are known, before bodies move by them: what they lost since the last step
// belongs to the regions in which they are. It keeps where bodies and regions are.
//
// Sums over contacts have the same bits in any order, and bodies are added up in that of their numbers, so that the
// bits do not depend on the number of workers, nor on whether the world was restored.
func (s *Sensors) Measure() {
	if s.powered {
		s.set.Team.Run(len(s.regions), 1, perContact*s.set.Count, nil, func(_, first, last int) {
			for i := first; i < last; i++ {
				s.regions[i].heat(s.set)
			}
		})
	}
	if len(s.planes) > 0 || s.timed() {
		s.before = append(s.before[:0], s.set.Bodies.Pos...)
	}
	for i := range s.regions {
		if r := &s.regions[i]; r.Time {
			r.way = bulk.Leave(bulk.Place(r.Region, s.set), s.set)
		}
	}
}

// heat adds what contacts in the region lost.
func (r *region) heat(set *contact.Set) {
	if r.now = 0; !r.Power {
		return
	}
	var sum ledger.Sum
	at, c := bulk.Place(r.Region, set), contact.Contact{}
	for k := range set.Listed {
		for n, heat := range k.Heat {
			if heat == 0 {
				continue
			}
			if k.Read(n, &c); at.Within(c.Point) {
				sum.Add(heat)
			}
		}
		for _, gone := range k.Gone {
			if at.Within(gone.Point) {
				sum.Add(gone.Heat)
			}
		}
	}
	r.now = sum.Value()
	r.lost += r.now
}

// Moved reads where the bodies went in a step of a length, which began at a time [s].
func (s *Sensors) Moved(begin, length float64) {
	if len(s.planes) == 0 && !s.timed() {
		return
	}
	if s.timed() {
		s.align()
	}
	b, regions := s.set.Bodies, len(s.regions)
	for i := range s.regions {
		r := &s.regions[i]
		switch k := r.way.Body(); {
		case !r.Time || k < 0:
		case b.Kind[k] == body.Dynamic:
			r.way.Arrive(motion.Pose{Position: b.Pos[k], Orientation: b.Ori[k]}, s.set)
		default: // it is moved at the beginning of the next step
			r.way.Arrive(s.motions.Ahead(k, s.set.Clock.Now(), length), s.set)
		}
	}
	s.set.Team.Run(regions+len(s.planes), 1, perBody*b.Len(), nil, func(_, first, last int) {
		for i := first; i < last; i++ {
			if i < regions {
				s.regions[i].stay(b, s.before, length)
			} else {
				s.planes[i-regions].count(b, s.before, begin, length)
			}
		}
	})
}

// align brings the times of regions into the present order of the bodies. Those of bodies that have left are lost.
func (s *Sensors) align() {
	info := s.set.Bodies.Info
	same := len(s.ids) == len(info)
	for i := 0; same && i < len(info); i++ {
		same = s.ids[i] == info[i].ID
	}
	for k := range s.regions {
		same = same && (!s.regions[k].Time || len(s.regions[k].times) == len(info))
	}
	if same {
		return
	}
	was := make(map[body.ID]int, len(s.ids))
	for i, id := range s.ids {
		was[id] = i
	}
	s.ids = s.ids[:0]
	for i := range info {
		s.ids = append(s.ids, info[i].ID)
	}
	for k := range s.regions {
		r := &s.regions[k]
		times := make([]float64, len(info))
		for i := range info {
			if at, there := was[info[i].ID]; there && at < len(r.times) {
				times[i] = r.times[at]
			}
		}
		r.times = times
	}
}

// stay adds how long bodies were in the region in a step of a length [s].
func (r *region) stay(b *body.Set, before []vec.Vec3, length float64) {
	if !r.Time {
		return
	}
	for i, from := range before {
		if b.Kind[i] == body.Dynamic {
			r.times[i] += length * r.way.Inside(from, b.Pos[i])
		}
	}
}

// count adds the bodies that crossed the plane in a step of a length, which began at a time [s].
func (p *plane) count(b *body.Set, before []vec.Vec3, begin, length float64) {
	normal := p.Plane.Part.Forward()
	place := normal.Dot(p.Plane.Part.Center)
	p.crossings = p.crossings[:0]
	for i, from := range before {
		to := b.Pos[i]
		h0, h1 := normal.Dot(from)-place, normal.Dot(to)-place
		if (h0 > 0) == (h1 > 0) || b.Kind[i] != body.Dynamic {
			continue
		}
		if at := h0 / (h0 - h1); p.Plane.Part.Holds(from.AddScaled(at, to.Sub(from))) {
			p.crossings = append(p.crossings, crossing{b.Info[i].ID, b.Mass[i].Mass, h1 > 0, at})
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
		list = append(list, s.planes[i].Passed)
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
		if to.Lost, to.Power = one.lost, 0; s.set.Clock.Last > 0 {
			to.Power = one.now / s.set.Clock.Last
		}
	}
	if r.Time {
		s.align()
		to.Time, to.Deviation = one.spread(s.set.Bodies)
	}
	return to
}

// spread returns the mean of the times of the bodies that forces move, and the root of their mean square about it.
func (r *region) spread(b *body.Set) (mean, deviation float64) {
	n, sum := 0.0, 0.0
	for _, i := range b.Created {
		if b.Kind[i] == body.Dynamic {
			n, sum = n+1, sum+r.times[i]
		}
	}
	mean, sum = sum/n, 0
	for _, i := range b.Created {
		if b.Kind[i] == body.Dynamic {
			d := r.times[i] - mean
			sum += d * d
		}
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
	if i < 0 {
		return math.NaN()
	}
	s.align()
	k := s.set.Bodies.Index(id)
	if k < 0 {
		return math.NaN()
	}
	return s.regions[i].times[k]
}
