package replay

import (
	"slices"
	"strconv"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// sensor is a region or a named plane in one moment.
type sensor struct {
	count int64
	frame bridge.BodyFrame // in which it lies; the orientation is 0 if its body is not there
}

// sensorHead is a region or a named plane: its outline and a count in each moment.
type sensorHead struct {
	Name   string         `json:"name"`
	Counts string         `json:"counts"`         // what is counted
	Body   *int32         `json:"body,omitempty"` // number of the track of the body with which it moves
	Lines  [][][3]float32 `json:"lines"`          // in the frame of this body, or of the world [m]
	Values []int64        `json:"values"`
}

// sense returns how many bodies are in each region, and how many have gone forward through each named plane, at the
// present moment.
func (r *Recording) sense(w state.Source) (list []sensor) {
	r.numbers.Regions = r.numbers.Regions[:0]
	for _, region := range r.Regions {
		r.numbers.Regions = append(r.numbers.Regions, bridge.Measured{Region: region})
	}
	if len(r.Regions) > 0 {
		w.FillNumbers(&r.numbers)
	}
	for i := range r.numbers.Regions {
		list = append(list, sensor{r.numbers.Regions[i].Bodies, r.numbers.Regions[i].Frame})
	}
	for i := range r.last.Through {
		list = append(list, sensor{r.last.Through[i].Forward.Bodies, r.last.Through[i].Frame})
	}
	return list
}

// sensors returns what the page draws of regions and planes.
func (r *Recording) sensors() (list []sensorHead) {
	for i := range r.Regions {
		one := &r.Regions[i]
		list = append(list, r.sensor(len(list), one.Name, "bodies inside", one.Body, one.Outline()))
	}
	for i := range r.last.Through {
		p := &r.last.Through[i].Plane
		edge := p.Part.Outline()
		middle := p.Part.Center
		long := 0.6 * edge[0].Sub(middle).Norm()
		list = append(list, r.sensor(len(list), p.Name, "bodies forward", p.Body, [][]vec.Vec3{append(edge, edge[0]),
			{middle, middle.AddScaled(long, p.Part.Forward())}}))
	}
	return list
}

// sensor returns one of the sensors, with lines in the frame of the body of a name or number with which it moves, or of
// the world. Pages know the poses of bodies: so the lines are given in the frame of these, as they lie at the first
// moment with the body.
func (r *Recording) sensor(n int, name, counts, body string, lines [][]vec.Vec3) sensorHead {
	s, to := sensorHead{Name: name, Counts: counts, Lines: [][][3]float32{}}, func(p vec.Vec3) vec.Vec3 { return p }
	for i := range r.moments {
		s.Values = append(s.Values, r.moments[i].sensed[n].count)
	}
	if body != "" {
		track, frame, at, there := r.carried(n, body)
		if !there {
			return s
		}
		s.Body = &track
		to = func(p vec.Vec3) vec.Vec3 { return at.In(frame.Of(p)) }
	}
	for _, line := range lines {
		var points [][3]float32
		for _, p := range line {
			points = append(points, to(p).Float32())
		}
		s.Lines = append(s.Lines, points)
	}
	return s
}

// carried returns the track of the body of a name or number, the frame of sensor n and the pose of the body at the
// first moment at which both are there.
func (r *Recording) carried(n int, body string) (of int32, frame, at bridge.BodyFrame, there bool) {
	number, err := strconv.ParseInt(body, 10, 64)
	i := slices.IndexFunc(r.tracks, func(t track) bool { return t.name == body })
	if i < 0 && err == nil {
		i = slices.IndexFunc(r.tracks, func(t track) bool { return int64(t.id) == number })
	}
	for m := range r.moments {
		frame = r.moments[m].sensed[n].frame
		k := slices.IndexFunc(r.moments[m].poses, func(p pose) bool { return int(p.track) == i })
		if k < 0 || frame.Orientation == (vec.Quat{}) {
			continue
		}
		p := &r.moments[m].poses[k]
		at.Origin = vec.New(float64(p.position[0]), float64(p.position[1]), float64(p.position[2]))
		at.Orientation = vec.Quat{W: float64(p.orientation[0]), X: float64(p.orientation[1]), Y: float64(p.orientation[2]),
			Z: float64(p.orientation[3])}.Unit()
		return int32(i), frame, at, true
	}
	return 0, frame, at, false
}
