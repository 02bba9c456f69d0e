package kinematic

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// pair is two opposite walls of a box.
type pair struct {
	bodies [2]int
	axis   int        // across both; -1 if one of them is no wall
	at     [2]float64 // their places along the axis [m]
	held   int        // how many of the two hold the volume
}

// pairs returns the three pairs of walls of a box.
func (m *Motions) pairs(between []string) (box [3]pair) {
	for k := range box {
		p := &box[k]
		var axes [2]int
		for side, name := range between[2*k : 2*k+2] {
			p.bodies[side] = m.site.Bodies.ByName(name)
			axes[side], p.at[side] = m.plane(p.bodies[side])
		}
		if p.axis = axes[0]; axes[1] != axes[0] {
			p.axis = -1
		}
	}
	return box
}

// volumeOf returns the volume between the walls of a box [m³].
func volumeOf(box *[3]pair) float64 {
	v := 1.
	for k := range box {
		v *= math.Abs(box[k].at[1] - box[k].at[0])
	}
	return v
}

// pairOf returns the pair that a body belongs to, nil if none, and which of the two walls it is.
func pairOf(box *[3]pair, body int) (p *pair, side int) {
	for k := range box {
		if side = slices.Index(box[k].bodies[:], body); side >= 0 {
			return &box[k], side
		}
	}
	return nil, 0
}

// holdVolumes moves the walls that hold volumes, after everything else has been moved.
func (m *Motions) holdVolumes(now schedule.Now) {
	var boxes [][]string
	for k := range m.List {
		one := &m.List[k]
		if s, _ := servoOf(one.Def.Path); one.holdsVolume() && !slices.ContainsFunc(boxes, s.SameBox) {
			boxes = append(boxes, s.Between)
			m.holdVolume(k, now)
		}
	}
}

// holdsVolume reports whether a motion holds a volume now.
func (m *Motion) holdsVolume() bool {
	return m.Holding != nil && m.Holding.volume && m.Started && !m.Retired && !m.done
}

// holdVolume moves all walls that hold the volume of a box, of which motion first is the first. The volume to hold is
// the share that this motion gives of the volume V₀ when the walls began. With the volume V that the other walls leave
// now, and d directions in which walls hold it, the length of the box becomes
//
//	L' = L ᵈ√(share V₀/V)
//
// in each of them, so that nothing but the rounding of numbers is in the way. If both walls of a direction hold it,
// both go half the way.
func (m *Motions) holdVolume(first int, now schedule.Now) {
	s, _ := servoOf(m.List[first].Def.Path)
	box := m.pairs(s.Between)
	start, directions := 0., 0
	var walls []*Motion
	for k := range m.List[first:] {
		one := &m.List[first+k]
		if other, _ := servoOf(one.Def.Path); !one.holdsVolume() || !other.SameBox(s.Between) {
			continue
		}
		walls = append(walls, one)
		p, _ := pairOf(&box, one.Body)
		if p.held++; p.held == 1 {
			directions++
		}
		start = math.Max(start, one.Holding.area)
	}
	if start == 0 {
		start = volumeOf(&box)
	}
	target := s.Target(now.Time - m.List[first].At)
	longer := root(target*start/volumeOf(&box), directions) - 1
	for _, one := range walls {
		p, side := pairOf(&box, one.Body)
		m.stretch(one, longer*(p.at[side]-p.at[1-side])/float64(p.held), now)
	}
	box = m.pairs(s.Between)
	for _, one := range walls {
		one.Holding.Target, one.Holding.area, one.Holding.Force = target, start, volumeOf(&box)
	}
}

// stretch moves a wall that holds a volume along its axis of the box by a way [m], as far as its limit lets it.
func (m *Motions) stretch(one *Motion, way float64, now schedule.Now) {
	s, _ := servoOf(one.Def.Path)
	p, most := m.poseOf(one), s.Limit*now.Last
	way = vec.Clamp(way, -most, most)
	axis := s.Axis.Mul(s.Axis) // along the axis of coordinates, whichever way the servo looks
	p.Position = p.Position.AddScaled(way, axis)
	if one.Holding.Speed = 0; now.Last > 0 {
		one.Holding.Speed = way * s.Axis.Dot(axis) / now.Last
	}
	m.moveTo(one.Body, p, now)
}

// root returns the first, second or third root of x.
func root(x float64, n int) float64 {
	switch n {
	case 2:
		return math.Sqrt(x)
	case 3:
		return math.Cbrt(x)
	}
	return x
}

// checkVolume returns an error unless a servo holds the volume of a box with a wall of it.
func (m *Motions) checkVolume(s *motion.Servo, body string) error {
	box := m.pairs(s.Between)
	for _, name := range s.Between {
		if axis, _ := m.plane(m.site.Bodies.ByName(name)); axis < 0 {
			return fmt.Errorf("servo: between: there is no wall %q", name)
		}
	}
	used := [3]bool{}
	for k := range box {
		if axis := box[k].axis; axis < 0 || used[axis] || box[k].bodies[0] == box[k].bodies[1] {
			return fmt.Errorf("servo: between must name three pairs of opposite walls, one pair along each axis")
		}
		used[box[k].axis] = true
	}
	p, _ := pairOf(&box, m.site.Bodies.ByName(body))
	switch {
	case p == nil:
		return fmt.Errorf("servo: between must name the wall %s itself, too", spell.Quote(body))
	case math.Abs(s.Axis.Component(p.axis)) != 1:
		return fmt.Errorf("servo: axis must be across the wall %s, whose axis is %c", spell.Quote(body), "xyz"[p.axis])
	}
	return nil
}

// checkVolumes returns an error if walls of one box are to hold different volumes.
func (m *Motions) checkVolumes() error {
	var before []*Motion
	for k := range m.List {
		one := &m.List[k]
		if one.Holding == nil || !one.Holding.volume || one.Retired {
			continue
		}
		s, _ := servoOf(one.Def.Path)
		for _, other := range before {
			o, _ := servoOf(other.Def.Path)
			same := o.SameBox(s.Between) && o.Set == s.Set && slices.Equal(o.Times, s.Times) &&
				slices.Equal(o.Factors, s.Factors)
			if slices.Contains(o.Between, one.Def.Body) && !same {
				return fmt.Errorf("motions %s and %s hold the volume of one box: between, volume, times and factors must be "+
					"the same", other.Def.Name, one.Def.Name)
			}
		}
		before = append(before, one)
	}
	return nil
}

// setVolume gives the volume of a servo that was edited to all walls that hold the volume of its box.
func (m *Motions) setVolume(to *motion.Servo) {
	for k := range m.List {
		one := &m.List[k]
		if s, ok := servoOf(one.Def.Path); ok && s.Load == motion.LoadVolume && s.SameBox(to.Between) {
			s.Set = to.Set
			one.Def.Path = s
		}
	}
}
