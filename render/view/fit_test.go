package view_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Contract: a camera that is fitted to a wall shows all of its corners, from wherever it looks.
func TestFitShowsAllCornersOfWalls(t *testing.T) {
	wall := bridge.Wall{Axis: 2, Position: 1, Lo: [2]float32{-3, -1}, Hi: [2]float32{2, 5}}
	list := view.Extent(&bridge.Snapshot{Walls: []bridge.Wall{wall}}, func(int32) bool { return true })
	for angle := float32(0); angle < 360; angle += 30 {
		c := view.Camera{Distance: 1, Azimuth: angle, Elevation: 25, Fov: 40}
		c.Fit(list, 1)
		m := c.ProjectionMatrix(1).Mul4(c.ViewMatrix())
		for _, p := range []mgl32.Vec4{{-3, -1, 1, 1}, {2, -1, 1, 1}, {-3, 5, 1, 1}, {2, 5, 1, 1}} {
			if q := m.Mul4x1(p); max(q[0]/q[3], -q[0]/q[3], q[1]/q[3], -q[1]/q[3]) > 1 {
				t.Errorf("seen from %g°, the corner %v is beyond the picture", angle, p)
			}
		}
	}
}
