package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/interp"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/spell"
)

// cameraPath is how the eye of a video moves: between key frames, or once over the whole video.
type cameraPath struct {
	keys       []pathKey
	whole      bool // the first key is at the begin of the video, the last one at its end
	begin, end float64

	base     view.Camera // what does not move
	numbers  [numPathNumbers]interp.FritschButland
	from, to float64 // the times of the first and the last key
}

// pathKey is where the eye is at a time.
type pathKey struct {
	time float64 // [s]
	look look
}

// The numbers of a camera that follow a path.
const (
	pathAzimuth = iota
	pathElevation
	pathDistance
	pathX // of the pivot; y and z follow

	numPathNumbers = pathX + 3
)

// isPath reports whether a text of --view is a path.
func isPath(s string) bool { return strings.Contains(s, "..") || strings.Contains(s, ":") }

// parsePath reads TIME:VIEW;TIME:VIEW... or one view with ranges, as 0..360,15 and 30..60,20..40,0.4..0.3. Azimuths
// are taken as they are: from 0 to 360 is once around.
func parsePath(s string) (*cameraPath, error) {
	if !strings.Contains(s, ":") {
		var ends [2][]string
		for _, part := range strings.Split(s, ",") {
			from, to, ranged := strings.Cut(part, "..")
			if !ranged {
				to = from
			}
			ends[0], ends[1] = append(ends[0], from), append(ends[1], to)
		}
		p := &cameraPath{whole: true}
		for i := range ends {
			l, err := parseLook(strings.Join(ends[i], ","))
			if err != nil {
				return nil, err
			}
			p.keys = append(p.keys, pathKey{look: l})
		}
		return p, nil
	}
	p := &cameraPath{}
	for _, part := range strings.Split(s, ";") {
		at, where, ok := strings.Cut(part, ":")
		if !ok {
			return nil, fmt.Errorf("must be TIME:VIEW;TIME:VIEW..., got %s", spell.Quote(part))
		}
		time, err := 0.0, error(nil)
		if at = strings.TrimSpace(at); at != "0" && at != "0s" {
			time, err = parseTime(at)
		}
		if err != nil {
			return nil, err
		}
		if n := len(p.keys); n > 0 && !(time > p.keys[n-1].time) {
			return nil, fmt.Errorf("times must grow, got %s after %s", spell.Time(time), spell.Time(p.keys[n-1].time))
		}
		l, err := parseLook(strings.TrimSpace(where))
		if err != nil {
			return nil, err
		}
		p.keys = append(p.keys, pathKey{time, l})
	}
	if len(p.keys) < 2 {
		return nil, errors.New("must have at least two key frames TIME:VIEW")
	}
	return p, nil
}

// turning returns the path of a turntable from a view.
func turning(l look) *cameraPath {
	return &cameraPath{whole: true, keys: []pathKey{{look: l}, {look: l}}}
}

// place prepares the path for a scene: turn [°] is what a turntable turns.
func (p *cameraPath) place(flags *pictureFlags, n *bridge.Snapshot, turn float64) error {
	if p.whole {
		p.keys[0].time, p.keys[1].time = p.begin, p.end
	}
	var times []float64
	var values [numPathNumbers][]float64
	own := *flags
	for i, k := range p.keys {
		own.look = k.look
		c := own.camera(n)
		azimuth := float64(c.Azimuth)
		if k.look.axis >= 0 && k.look.given && i > 0 { // of a name: the shorter way
			last := values[pathAzimuth][i-1]
			azimuth = last + math.Remainder(azimuth-last, 360)
		}
		if i == 1 {
			azimuth += turn
		}
		if turn != 0 && k.look.distance == 0 {
			c.Distance = farthest(&own, n, c, turn)
		}
		times = append(times, k.time)
		for j, x := range [numPathNumbers]float64{azimuth, float64(c.Elevation), float64(c.Distance), float64(c.Pivot[0]),
			float64(c.Pivot[1]), float64(c.Pivot[2])} {
			values[j] = append(values[j], x)
		}
		p.base = c
	}
	p.from, p.to = times[0], times[len(times)-1]
	for j := range p.numbers {
		if err := p.numbers[j].Fit(times, values[j]); err != nil {
			return fmt.Errorf("--view: %w", err)
		}
	}
	return nil
}

// farthest returns the distance from which everything is in the picture from all sides of a turn [°].
func farthest(flags *pictureFlags, n *bridge.Snapshot, c view.Camera, turn float64) (distance float32) {
	const sides = 24
	own := *flags
	for i := range sides {
		own.look = look{given: true, axis: -1, azimuth: c.Azimuth + float32(turn*float64(i)/(sides-1)),
			elevation: c.Elevation}
		distance = max(distance, own.camera(n).Distance)
	}
	return distance
}

// at returns the camera at a time: before the first key it stands there, after the last one there. Between keys each
// number follows a smooth curve without overshoot (Fritsch and Butland 1984).
func (p *cameraPath) at(time float64) view.Camera {
	time = min(max(time, p.from), p.to)
	x := func(j int) float32 { return float32(p.numbers[j].Predict(time)) }
	c := p.base
	c.Azimuth, c.Elevation, c.Distance = x(pathAzimuth), x(pathElevation), x(pathDistance)
	c.Pivot = [3]float32{x(pathX), x(pathX + 1), x(pathX + 2)}
	return c
}

// parseTurn reads the angle of a turntable [°].
func parseTurn(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(math.Abs(v) <= 36000) || v == 0 {
		return 0, fmt.Errorf("must be an angle from -36000 to 36000 degrees that is not 0, got %s", spell.Quote(s))
	}
	return v, nil
}
