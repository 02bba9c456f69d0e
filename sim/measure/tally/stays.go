package tally

import (
	"math"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/run/bridge"
)

// stays tells when bodies enter and leave regions, and cross planes. A body is looked at only if it may have gone as
// far since the last look as it was away from all of these then: one number of each body says so. Times are not added
// up step by step either: each is that of leaving less that of entering.
//
// Of a plane that stands still the side counts on which a body is. One that turns goes as far as one likes, far from
// its axis: of a plane that moves only the part counts that bodies cross. On which side of it a body was is read anew
// where it was not looked at in the step before.
type stays struct {
	epochNow func() int64
	epoch    int64        // of travel, in the last step; -1: nothing is known of bodies
	ids      []body.ID    // of the bodies to which the times of regions belong, in the order of their last step
	looks    []float64    // travel of each body, with the swing, from which on it is looked at [m]
	beyond   []uint32     // of each body: a bit for each plane that it is beyond, as of the last look
	looked   []int64      // of each body: when it was looked at last, in steps of this epoch
	steps    int64        // of this epoch
	swing    float64      // how far regions have moved in this epoch, at most [m]
	crossed  [][]crossing // in a step, by each worker
}

// ways are those of a region.
type ways struct {
	way  bulk.Way // in the present step, or in the last
	last bulk.Way // in the one before
}

// carried is how a plane that moves with a body does so.
type carried struct {
	ride  bulk.Ride        // in the present step, or in the last
	last  bulk.Ride        // in the one before
	frame bridge.BodyFrame // of the plane, at the beginning of the step until bodies have moved
	was   bridge.BodyFrame // ... at the end of the step before
	there bool             // the body exists
}

// rounded is by how much rooms are taken smaller: much more than they and ways are rounded by.
const rounded = 1 - 1e-3

// perBody is the work for a body that is far from all regions and planes [ns]; see parallel.Team.Run.
const perBody = 1

// follows reports whether something asks where bodies go.
func (s *Sensors) follows() bool {
	return len(s.planes) > 0 || slices.ContainsFunc(s.regions, func(r region) bool { return r.Time })
}

// forget lets the next step look at all bodies.
func (s *stays) forget() { s.epoch = -1 }

// leave keeps where regions are before bodies move, and on which side of everything are bodies that are new.
func (s *Sensors) leave() {
	b, before := s.set.Bodies, s.epoch
	for i := range s.regions {
		if r := &s.regions[i]; r.Time {
			r.last, r.way = r.way, bulk.Leave(bulk.Place(r.Region, s.set), s.set)
		}
	}
	for i := range s.planes {
		if p := &s.planes[i]; p.Plane.Body != "" {
			p.last = p.ride
			p.ride, p.there = bulk.Carry(p.Plane.Body, b)
			p.frame = p.ride.Frame(0)
		}
	}
	if s.epoch = s.epochNow(); s.epoch == before && s.epoch >= 0 {
		return
	}
	s.align()
	s.swing, s.looks, s.beyond = 0, s.looks[:0], s.beyond[:0]
	s.steps, s.looked = 0, slices.Grow(s.looked[:0], b.Len())[:b.Len()]
	clear(s.looked)
	for i := range s.regions {
		s.regions[i].last = s.regions[i].way
	}
	for i := range s.planes {
		s.planes[i].last = s.planes[i].ride
	}
	for i, p := range b.Pos {
		var sides uint32
		for k := range s.planes {
			if s.planes[k].height(p) > 0 {
				sides |= 1 << k
			}
		}
		s.looks, s.beyond = append(s.looks, math.Inf(-1)), append(s.beyond, sides)
		for k := range s.regions {
			if r := &s.regions[k]; r.Time && r.times[i] != r.times[i] {
				if r.times[i] = 0; b.Kind[i] == body.Dynamic && r.way.Began(p) {
					r.enter(i, s.set.Clock.Time)
				}
			}
		}
	}
}

// arrive looks at the bodies that may have entered or left a region or crossed a plane in a step of a length, which
// began at a time [s].
func (s *Sensors) arrive(begin, length float64) {
	b, swing := s.set.Bodies, 0.0
	for i := range s.regions {
		if r := &s.regions[i]; r.Time && r.way.Body() >= 0 {
			r.way.Arrive(s.arrived(r.way.Body(), length), s.set)
			swing = max(swing, r.way.Swing(&r.last))
		}
	}
	for i := range s.planes {
		if p := &s.planes[i]; p.Plane.Body != "" && p.there {
			p.ride.Arrive(s.arrived(p.ride.Body(), length))
			p.was, p.frame = p.last.Frame(1), p.ride.Frame(1)
			swing = max(swing, p.ride.Swing(&p.last, p.Plane.Part.Center, p.Plane.Part.Reach()))
		}
	}
	s.swing += swing
	s.steps++
	for len(s.crossed) < s.set.Team.Workers() {
		s.crossed = append(s.crossed, nil)
	}
	for k := range s.crossed {
		s.crossed[k] = s.crossed[k][:0]
	}
	s.set.Team.Run(b.Len(), parallel.Chunk, perBody, nil, func(worker, first, last int) {
		looks := s.looks[first:last]
		for i, travel := range b.Travel[first:last] {
			if !(travel+s.swing < looks[i]) {
				s.look(worker, first+i, begin, length)
			}
		}
	})
	for i := range s.planes {
		s.planes[i].count(i, s.crossed, begin, length)
	}
}

// arrived returns the pose of the body with an index at the end of a step of a length [s].
func (s *Sensors) arrived(i int, length float64) motion.Pose {
	b := s.set.Bodies
	if b.Kind[i] == body.Dynamic {
		return motion.Pose{Position: b.Pos[i], Orientation: b.Ori[i]}
	}
	return s.motions.Ahead(i, s.set.Clock.Now(), length) // it is moved at the beginning of the next step
}

// look reads where a body went in a step of a length, which began at a time [s].
func (s *Sensors) look(worker, i int, begin, length float64) {
	b := s.set.Bodies
	to, moves := b.Pos[i], b.Kind[i] == body.Dynamic
	from, room := to.AddScaled(-length, b.Vel[i]), math.Inf(1)
	gap := s.looked[i] != s.steps-1
	s.looked[i] = s.steps
	for k := range s.planes {
		p, bit := &s.planes[k], uint32(1)<<k
		moving := p.Plane.Body != ""
		if moving && (!p.there || p.ride.Body() == i) {
			continue
		}
		height, far := p.away(to)
		if moving && gap && (p.local(p.was.In(from)) > 0) != (s.beyond[i]&bit != 0) {
			s.beyond[i] ^= bit
		}
		if room = min(room, far); (height > 0) == (s.beyond[i]&bit != 0) {
			continue
		}
		s.beyond[i] ^= bit
		if at, where := p.meets(from, to, height); moves && p.Plane.Part.Holds(where) {
			s.crossed[worker] = append(s.crossed[worker], crossing{k, b.ID(i), b.Mass(i).Mass, height > 0, at})
		}
	}
	for k := range s.regions {
		r := &s.regions[k]
		if !r.Time {
			continue
		}
		was := math.Signbit(r.times[i])
		if !moves {
			if was {
				r.leave(i, begin)
			}
			continue
		}
		is, far := r.way.Ends(to)
		switch room = min(room, far); {
		case is == was:
		case is:
			r.enter(i, begin+length*r.way.Crossed(from, to, was))
		default:
			r.leave(i, begin+length*r.way.Crossed(from, to, was))
		}
	}
	if s.looks[i] = math.Inf(-1); moves {
		s.looks[i] = b.Travel[i] + s.swing + rounded*room
	}
}

// enter begins a stay of a body at a time [s].
func (r *region) enter(i int, at float64) { r.times[i] = math.Copysign(r.times[i]-at, -1) }

// leave ends a stay of a body at a time [s].
func (r *region) leave(i int, at float64) { r.times[i] = max(r.times[i]+at, 0) }

// time returns how long the body with an index and a number was in the region until now [s].
func (s *Sensors) time(r *region, i int, id body.ID) float64 {
	if i >= len(s.ids) || s.ids[i] != id { // bodies came or left, or were sorted, since the last step
		i = slices.Index(s.ids, id)
	}
	if i < 0 || i >= len(r.times) {
		return 0
	}
	t := r.times[i]
	if math.Signbit(t) {
		t = max(t+s.set.Clock.Time, 0)
	}
	return t
}

// align brings the times of regions into the present order of the bodies. Those of bodies that have left are lost, and
// those of new bodies are NaN.
func (s *Sensors) align() {
	b := s.set.Bodies
	same := len(s.ids) == b.Len()
	for i := 0; same && i < b.Len(); i++ {
		same = s.ids[i] == b.ID(i)
	}
	for k := range s.regions {
		same = same && (!s.regions[k].Time || len(s.regions[k].times) == b.Len())
	}
	if same {
		return
	}
	was := make(map[body.ID]int, len(s.ids))
	for i, id := range s.ids {
		was[id] = i
	}
	s.ids = s.ids[:0]
	for i := range b.Len() {
		s.ids = append(s.ids, b.ID(i))
	}
	for k := range s.regions {
		r := &s.regions[k]
		times := make([]float64, b.Len())
		for i := range times {
			if at, there := was[b.ID(i)]; there && at < len(r.times) {
				times[i] = r.times[at]
			} else {
				times[i] = math.NaN()
			}
		}
		r.times = times
	}
}
