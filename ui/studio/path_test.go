package studio

import (
	"math"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// placed returns a flight of a scene of a cube.
func placed(t *testing.T, turn float64, keys ...Key) *flight {
	t.Helper()
	p := &flight{keys: keys, turn: turn}
	n := &bridge.Snapshot{}
	n.Bounds.Core = [2][3]float32{{-1, -2, -1}, {1, 2, 1}}
	o := &Options{Width: 320, Height: 180}
	o.View.Camera.Fov = 35
	if err := p.place(o, n); err != nil {
		t.Fatal(err)
	}
	return p
}

// at is a key of angles [°].
func at(time float64, azimuth, elevation float32) Key {
	return Key{time, Eye{Given: true, Axis: -1, Azimuth: azimuth, Elevation: elevation}}
}

// Contract: the eye is where a key says at its time, azimuths are not taken the shorter way round, those of an axis
// are; it does not overshoot between keys, and stands still before the first and after the last one.
func TestCameraPath(t *testing.T) {
	left := Key{1, Eye{Given: true, Axis: 0, Side: -1}}
	for _, c := range []struct {
		keys               []Key
		turn, time         float64
		azimuth, elevation float32
	}{
		{[]Key{at(1, 0, 15), at(5, 360, 45)}, 0, 1, 0, 15},
		{[]Key{at(1, 0, 15), at(5, 360, 45)}, 0, 2, 90, 22.5},
		{[]Key{at(1, 0, 15), at(5, 360, 45)}, 0, 5, 360, 45},
		{[]Key{at(1, 10, 20), at(5, 10, 20)}, 720, 3, 370, 20},
		{[]Key{at(1, 30, 20), at(2, 120, 30), at(4, -300, 10)}, 0, 2, 120, 30},
		{[]Key{at(1, 30, 20), at(2, 120, 30), at(4, -300, 10)}, 0, 0, 30, 20},
		{[]Key{at(1, 30, 20), at(2, 120, 30), at(4, -300, 10)}, 0, 9, -300, 10},
		{[]Key{at(0, 170, 0), left}, 0, 1, 180, 0},   // not -180
		{[]Key{at(0, -170, 0), left}, 0, 1, -180, 0}, // and not 180
	} {
		got := placed(t, c.turn, c.keys...).at(c.time)
		if math.Abs(float64(got.Azimuth-c.azimuth)) > 1e-3 || math.Abs(float64(got.Elevation-c.elevation)) > 1e-3 {
			t.Errorf("%+v: %g, %g", c, got.Azimuth, got.Elevation)
		}
	}
	p := placed(t, 0, at(1, 0, 0), at(2, 10, 10), at(3, 10, 10), at(5, 90, 0))
	for i := range 400 {
		if c := p.at(1 + float64(i)/100); c.Azimuth < -1e-3 || c.Azimuth > 90.001 || c.Elevation > 10.001 {
			t.Fatalf("overshoots: %+v", c)
		}
	}
	// A turntable is as far away as its widest side needs: the cube is 4 m along y and 2 m along x.
	p = placed(t, 360, at(1, 10, 20), at(5, 10, 20))
	if c := p.at(1); c.Distance != p.at(3).Distance || c.Distance < 4 {
		t.Errorf("distances %g, %g", c.Distance, p.at(3).Distance)
	}
}
