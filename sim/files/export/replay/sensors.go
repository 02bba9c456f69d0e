package replay

import (
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/vec"
)

// sensorHead is a region that stands still, or a named plane: its outline and a count in each moment.
type sensorHead struct {
	Name   string         `json:"name"`
	Counts string         `json:"counts"` // what is counted
	Lines  [][][3]float32 `json:"lines"`  // [m]
	Values []int64        `json:"values"`
}

// countSensors returns how many bodies are in each region that stands still, and how many have gone forward through
// each named plane.
func (r *Recording) countSensors(s *state.State) (list []int64) {
	for i := range r.Regions {
		region := &r.Regions[i]
		if region.Body != "" { // it moves: the page does not draw it
			continue
		}
		n := int64(0)
		for k := range s.Bodies {
			b := &s.Bodies[k]
			if b.Kind == "dynamic" && region.Holds(vec.New(b.Position[0], b.Position[1], b.Position[2])) {
				n++
			}
		}
		list = append(list, n)
	}
	for i := range r.last.Through {
		list = append(list, r.last.Through[i].Forward.Bodies)
	}
	return list
}

// sensors returns what the page draws of regions and planes.
func (r *Recording) sensors() (list []sensorHead) {
	add := func(name, counts string, lines [][]vec.Vec3) {
		s := sensorHead{Name: name, Counts: counts}
		for _, line := range lines {
			var points [][3]float32
			for _, p := range line {
				points = append(points, p.Float32())
			}
			s.Lines = append(s.Lines, points)
		}
		for i := range r.moments {
			s.Values = append(s.Values, r.moments[i].sensed[len(list)])
		}
		list = append(list, s)
	}
	for i := range r.Regions {
		if r.Regions[i].Body == "" {
			add(r.Regions[i].Name, "bodies inside", r.Regions[i].Outline())
		}
	}
	for i := range r.last.Through {
		p := &r.last.Through[i].Plane
		edge := p.Part.Outline()
		middle := p.Part.Center
		long := 0.6 * edge[0].Sub(middle).Norm()
		add(p.Name, "bodies forward", [][]vec.Vec3{append(edge, edge[0]),
			{middle, middle.AddScaled(long, p.Part.Forward())}})
	}
	return list
}
