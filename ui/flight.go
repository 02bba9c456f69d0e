package ui

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/render/view"
)

// flight moves the camera smoothly from one view to another.
type flight struct {
	from, to view.Camera
	start    time.Time
	flying   bool
}

const flightTime = 400 * time.Millisecond

// begin starts to fly from where the camera is.
func (f *flight) begin(from, to view.Camera, now time.Time) {
	*f = flight{from: from, to: to, start: now, flying: true}
}

// stop leaves the camera where it is: the person has taken it.
func (f *flight) stop() { f.flying = false }

// carry moves both ends of the flight.
func (f *flight) carry(by mgl32.Vec3) {
	f.from.Pivot, f.to.Pivot = f.from.Pivot.Add(by), f.to.Pivot.Add(by)
}

// step puts the camera where it is now, and reports whether it flies.
func (f *flight) step(now time.Time, c *view.Camera) bool {
	if !f.flying {
		return false
	}
	t := float64(now.Sub(f.start)) / float64(flightTime)
	if t >= 1 {
		f.flying = false
		*c = f.to
		return true
	}
	if t < 0 {
		t = 0
	}
	s := float32(t * t * (3 - 2*t))
	mix := func(a, b float32) float32 { return a + (b-a)*s }
	*c = f.to
	c.Pivot = f.from.Pivot.Add(f.to.Pivot.Sub(f.from.Pivot).Mul(s))
	c.Azimuth = f.from.Azimuth + shortWay(f.to.Azimuth-f.from.Azimuth)*s
	c.Elevation = mix(f.from.Elevation, f.to.Elevation)
	c.Roll = f.from.Roll + shortWay(f.to.Roll-f.from.Roll)*s
	// in equal ratios, so that the zoom looks even
	c.Distance = f.from.Distance * float32(math.Pow(float64(f.to.Distance/f.from.Distance), float64(s)))
	return true
}

// shortWay returns the same turn in [-180, 180) degrees.
func shortWay(deg float32) float32 {
	return float32(math.Mod(math.Mod(float64(deg)+180, 360)+360, 360)) - 180
}
