package remember

import (
	"encoding/json"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// SavedViewOf returns a view in the form that run files store.
func SavedViewOf(v *view.View) bridge.SavedView {
	c := v.Camera
	l := bridge.SavedView{Camera: [9]float32{c.Pivot[0], c.Pivot[1], c.Pivot[2], c.Distance, c.Azimuth, c.Elevation,
		c.Roll, c.Fov, 0}}
	if c.Ortho {
		l.Camera[8] = 1
	}
	var m Memory
	m.Keep(v)
	m.View.Camera = view.Camera{}
	data, err := json.Marshal(m.View)
	if err == nil {
		l.Drawn = string(data)
	}
	return l
}

// CameraOf returns the camera of a stored view, and false for numbers that no camera can have.
func CameraOf(l bridge.SavedView) (view.Camera, bool) {
	n := l.Camera
	for _, x := range n {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return view.Camera{}, false
		}
	}
	c := view.Camera{Pivot: mgl32.Vec3{n[0], n[1], n[2]}, Distance: n[3], Azimuth: n[4], Elevation: n[5], Roll: n[6],
		Fov: n[7], Ortho: n[8] != 0}
	return c, c.Distance > 0 && c.Fov > 0 && c.Fov < 180
}

// Show sets a view to a stored view, except for the chosen fields and for the quality, the camera and the theme. A
// stored view that cannot be read changes nothing.
func Show(l bridge.SavedView, v *view.View, chosen view.Fields) {
	var m Memory
	if json.Unmarshal([]byte(l.Drawn), &m.View) != nil || m.check() != nil {
		return
	}
	m.View.Camera.Distance = 1 // otherwise Give would see an empty memory
	m.Give(v, true, chosen|view.FieldCamera|view.FieldQuality|view.FieldTheme)
}
