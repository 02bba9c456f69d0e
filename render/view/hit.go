package view

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/run/bridge"
)

// Hit is what lies under a place of a picture.
type Hit struct {
	Thing bridge.Thing // Thing{} where there is only the background
	Point mgl32.Vec3   // on its surface [m]
	Depth float32      // of the point before the eye [m]; 0 where there is only the background
}
