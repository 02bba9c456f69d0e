package view

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/run/bridge"
)

// Hit is the thing under a place of a picture.
type Hit struct {
	Thing bridge.Thing // Thing{} if there is only the background
	Point mgl32.Vec3   // the point on the surface of the thing [m]
	Depth float32      // depth of the point before the eye [m]; 0 if there is only the background
}
