package series

import (
	"math"

	"example.org/tumble/sim/run/bridge"
)

// Clock is the number of columns at the beginning of SensorColumns that are those of the clock.
const Clock = timeStep + 1

// SensorColumns are the columns of a series that has only the clock, the flow through planes and what is in regions.
// Columns has these columns, too, with the same names and values.
func (r *Reader) SensorColumns() []bridge.Column {
	return regionColumns(planeColumns(General()[:Clock], nil, r.Planes), r.Regions)
}

// ReadSensors reads the present values of SensorColumns from a world.
func (r *Reader) ReadSensors(w Source) (s bridge.Sample) {
	r.fill(w)
	s.Moment = bridge.Moment{Step: r.now.Step, Time: r.now.Time}
	for i := range Clock {
		s.Values = append(s.Values, general[i].of(r))
	}
	s.Values = r.addRegions(addPassed(s.Values, r.now.Planes))
	return s
}

// Across returns the names of the inlets and outlets of a world that reach across a plane; see bridge.Passed.
func Across(w Source, p bridge.Plane) []string {
	r := Reader{Planes: []bridge.Plane{p}}
	r.fill(w)
	return r.now.Planes[0].Across
}

// fill reads the counts and means of a world, its flow through the planes of the reader, and what is in its regions.
func (r *Reader) fill(w Source) {
	r.now.Planes = r.now.Planes[:0]
	for _, p := range r.Planes {
		r.now.Planes = append(r.now.Planes, bridge.Passed{Plane: p})
	}
	r.now.Regions = r.now.Regions[:0]
	for _, region := range r.Regions {
		r.now.Regions = append(r.now.Regions, bridge.Measured{Region: region})
	}
	w.FillNumbers(&r.now)
}

// ageColumns adds the numbers of the ages of the bodies that an outlet took.
func ageColumns(list []bridge.Column, outlet string) []bridge.Column {
	for k := range bridge.AgeNumbers {
		n := &bridge.AgeNumbers[k]
		list = append(list, bridge.Column{Name: n.Column(outlet), Unit: n.Unit, Integer: n.Whole})
	}
	return list
}

func addAges(values []float64, of *bridge.Ages) []float64 {
	for k := range bridge.AgeNumbers {
		values = append(values, bridge.AgeNumbers[k].Of(of))
	}
	return values
}

// surfaceColumns adds, for each number of each surface, its sum and then its rate.
func surfaceColumns(list []bridge.Column, surfaces []bridge.Pressed) []bridge.Column {
	for i := range surfaces {
		for k := range bridge.SurfaceNumbers {
			n := &bridge.SurfaceNumbers[k]
			sum, rate := n.Columns(surfaces[i].Surface.Name)
			list = append(list, bridge.Column{Name: sum, Unit: n.SumUnit})
			list = append(list, bridge.Column{Name: rate, Unit: n.Unit, RateOf: len(list)})
		}
	}
	return list
}

func (r *Reader) addSurfaces(values []float64) []float64 {
	for i := range r.now.Surfaces {
		p := &r.now.Surfaces[i]
		for k := range bridge.SurfaceNumbers {
			values = append(values, bridge.SurfaceNumbers[k].Of(p, &p.Sum), 0)
		}
	}
	return values
}

// planeColumns adds the columns of named planes, and then of those across axes.
func planeColumns(list []bridge.Column, named []bridge.Passed, across []bridge.Plane) []bridge.Column {
	for i := range named {
		list = passed(list, "through "+named[i].Plane.Name)
		for k := range bridge.PassedNumbers {
			if n := &bridge.PassedNumbers[k]; n.Named {
				list = append(list, bridge.Column{Name: n.Column(named[i].Plane.Name), Unit: n.Unit, Integer: n.Whole})
			}
		}
	}
	for _, p := range across {
		list = passed(list, "through "+p.String())
	}
	return list
}

// addPassed adds the values of the columns of planes.
func addPassed(values []float64, planes []bridge.Passed) []float64 {
	for i := range planes {
		p := &planes[i]
		values = append(values, float64(p.Bodies), p.Mass, 0)
		for k := range bridge.PassedNumbers {
			if n := &bridge.PassedNumbers[k]; n.Named && p.Plane.Name != "" {
				values = append(values, n.Of(p))
			}
		}
	}
	return values
}

func regionColumns(list []bridge.Column, regions []bridge.Region) []bridge.Column {
	for i := range regions {
		for k := range bridge.RegionNumbers {
			n := &bridge.RegionNumbers[k]
			c := bridge.Column{Name: n.Column(regions[i].Name), Unit: n.Unit, Integer: n.Whole}
			if n.IsRate() {
				c.RateOf = len(list)
			}
			list = append(list, c)
		}
	}
	return list
}

func (r *Reader) addRegions(values []float64) []float64 {
	for i := range r.now.Regions {
		for k := range bridge.RegionNumbers {
			values = append(values, bridge.RegionNumbers[k].Of(&r.now.Regions[i]))
		}
	}
	return values
}

// collisionColumns adds the numbers of the collisions of all materials and of each pair, if they are followed.
func (r *Reader) collisionColumns(list []bridge.Column) []bridge.Column {
	met := &r.now.Collisions
	if r.pairs = nil; met.Followed {
		r.pairs = met.Pairs()
	}
	for _, pair := range r.pairs {
		for k := range bridge.CollisionNumbers {
			n := &bridge.CollisionNumbers[k]
			c := bridge.Column{Name: n.Column(pair.Name(met.Materials)), Unit: n.Unit, Integer: n.Whole}
			if n.IsRate() {
				c.RateOf = len(list)
			}
			list = append(list, c)
		}
	}
	return list
}

func (r *Reader) addCollisions(values []float64) []float64 {
	met := &r.now.Collisions
	for _, pair := range r.pairs {
		sum := met.Sum(pair)
		for k := range bridge.CollisionNumbers {
			value := math.NaN()
			if met.Followed {
				value = bridge.CollisionNumbers[k].Of(&sum, met.Until-met.Since)
			}
			values = append(values, value)
		}
	}
	return values
}
