package ui

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
)

// flight moves the camera smoothly from one view to another.
type flight struct {
	from, to view.Camera
	about    *mgl32.Vec3 // point that stays where it is in the picture, or nil
	start    time.Time
	lasts    time.Duration
	flying   bool
}

const (
	flightTime = 400 * time.Millisecond
	zoomTime   = 120 * time.Millisecond
)

// begin starts to fly from where the camera is.
func (f *flight) begin(from, to view.Camera, now time.Time) {
	*f = flight{from: from, to: to, start: now, lasts: flightTime, flying: true}
}

// zoom starts to fly nearer to a point, which stays where it is in the picture. A zoom during another zoom
// continues to where the first one would have ended, so that no turn of the wheel is lost.
func (f *flight) zoom(from view.Camera, p mgl32.Vec3, factor float32, now time.Time) {
	if f.flying && f.about != nil {
		factor *= from.Distance / f.to.Distance // the part of the first zoom that was still to come
	}
	to := from
	to.ZoomAbout(p, factor)
	*f = flight{from: from, to: to, about: &p, start: now, lasts: zoomTime, flying: true}
}

// stop ends the flight with the camera where it is, because a person moves it now. Halfway between two projections
// the camera takes the one of the end of the flight.
func (f *flight) stop(c *view.Camera) {
	if f.flying && f.from.Ortho != f.to.Ortho {
		c.Ortho, c.Fov, c.Distance = f.to.Ortho, f.to.Fov, f.to.Distance
	}
	f.flying = false
}

// carry shifts both ends of the flight.
func (f *flight) carry(by mgl32.Vec3) {
	f.from.Pivot, f.to.Pivot = f.from.Pivot.Add(by), f.to.Pivot.Add(by)
	if f.about != nil {
		p := f.about.Add(by)
		f.about = &p
	}
}

// step moves the camera to its place at this time, and reports whether it flies.
func (f *flight) step(now time.Time, c *view.Camera) bool {
	if !f.flying {
		return false
	}
	t := float64(now.Sub(f.start)) / float64(f.lasts)
	if t >= 1 {
		f.flying = false
		*c = f.to
		return true
	}
	s := float32(max(t, 0))
	s = s * s * (3 - 2*s)
	*c = f.between(s)
	return true
}

// between returns the camera after a share s of the way.
func (f *flight) between(s float32) view.Camera {
	mix := func(a, b float32) float32 { return a + (b-a)*s }
	c := f.to
	// the distance changes by equal ratios, so that the zoom looks even
	c.Distance = f.from.Distance * float32(math.Pow(float64(f.to.Distance/f.from.Distance), float64(s)))
	if f.about != nil {
		c.Pivot = f.about.Add(f.from.Pivot.Sub(*f.about).Mul(c.Distance / f.from.Distance))
		return c
	}
	c.Pivot = f.from.Pivot.Add(f.to.Pivot.Sub(f.from.Pivot).Mul(s))
	c.Shift = [2]float32{mix(f.from.Shift[0], f.to.Shift[0]), mix(f.from.Shift[1], f.to.Shift[1])}
	c.Azimuth = f.from.Azimuth + shortWay(f.to.Azimuth-f.from.Azimuth)*s
	c.Elevation = mix(f.from.Elevation, f.to.Elevation)
	c.Roll = f.from.Roll + shortWay(f.to.Roll-f.from.Roll)*s
	if f.from.Ortho != f.to.Ortho {
		perspective := 1 - s
		if f.from.Ortho {
			perspective = s
		}
		c.Narrow(perspective)
	}
	return c
}

// shortWay returns an equal turn in [-180, 180) degrees, so that the camera turns the shorter way.
func shortWay(deg float32) float32 {
	return float32(math.Mod(math.Mod(float64(deg)+180, 360)+360, 360)) - 180
}
