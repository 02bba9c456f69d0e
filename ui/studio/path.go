package studio

import (
	"math"

	"gonum.org/v1/gonum/interp"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Path is the path of the eye in a video, smooth from key to key. Azimuths are not reduced: from 0 to 360
// is one full turn.
type Path struct {
	Keys       []Key // at increasing times
	SpansVideo bool  // two keys: at the beginning and at the end of the video, whatever their times are
}

// Key is the eye at a time.
type Key struct {
	Time float64 // [s]
	Eye  Eye
}

// flight is a path in a video of a scene.
type flight struct {
	keys []Key
	turn float64 // angle by which the eye goes round, in addition to the keys

	base     view.Camera // the fields of the camera that do not change
	numbers  [numPathNumbers]interp.FritschButland
	from, to float64 // the times of the first and the last key
}

// The numbers of a camera that change along a path.
const (
	pathAzimuth = iota
	pathElevation
	pathDistance
	pathX // x of the pivot; its y and z follow

	numPathNumbers = pathX + 3
)

// place prepares the flight for a scene.
func (p *flight) place(o *Options, n *bridge.Snapshot) error {
	var times []float64
	var values [numPathNumbers][]float64
	f := frame{width: o.Width, height: o.Height}
	for i, k := range p.keys {
		f.eye = k.Eye
		c := o.camera(n, f)
		azimuth := float64(c.Azimuth)
		if k.Eye.Axis >= 0 && k.Eye.Given && i > 0 { // a view named by an axis: turn the shorter way
			last := values[pathAzimuth][i-1]
			azimuth = last + math.Remainder(azimuth-last, 360)
		}
		if i == 1 {
			azimuth += p.turn
		}
		if p.turn != 0 && k.Eye.Distance == 0 && !o.Framed {
			c.Distance = farthest(o, n, f, c, p.turn)
		}
		times = append(times, k.Time)
		for j, x := range [numPathNumbers]float64{azimuth, float64(c.Elevation), float64(c.Distance), float64(c.Pivot[0]),
			float64(c.Pivot[1]), float64(c.Pivot[2])} {
			values[j] = append(values[j], x)
		}
		p.base = c
	}
	p.from, p.to = times[0], times[len(times)-1]
	for j := range p.numbers {
		if err := p.numbers[j].Fit(times, values[j]); err != nil {
			return err
		}
	}
	return nil
}

// farthest returns the distance from which everything is visible from all sides of a turn [°].
func farthest(o *Options, n *bridge.Snapshot, f frame, c view.Camera, turn float64) (distance float32) {
	const sides = 24
	for i := range sides {
		f.eye = Eye{Given: true, Axis: -1, Azimuth: c.Azimuth + float32(turn*float64(i)/(sides-1)), Elevation: c.Elevation}
		distance = max(distance, o.camera(n, f).Distance)
	}
	return distance
}

// at returns the camera at a time; before the first key and after the last one it does not move. Between
// keys each number follows a smooth curve without overshoot (Fritsch and Butland 1984).
func (p *flight) at(time float64) view.Camera {
	time = min(max(time, p.from), p.to)
	x := func(j int) float32 { return float32(p.numbers[j].Predict(time)) }
	c := p.base
	c.Azimuth, c.Elevation, c.Distance = x(pathAzimuth), x(pathElevation), x(pathDistance)
	c.Pivot = [3]float32{x(pathX), x(pathX + 1), x(pathX + 2)}
	return c
}
