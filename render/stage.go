package render

import "github.com/go-gl/mathgl/mgl32"

// stage is the box that the light's maps and the floor are fitted to. It stands still while
// bodies move about in it, so that parts of the picture that depend on the stage alone need not
// be drawn again for every picture.
type stage struct {
	lo, hi   mgl32.Vec3 // [m]
	revision uint64     // of the scene; 0 before the first
}

// stages are the two stages of a scene: scene holds the bodies that matter for framing, reach all bodies under
// which the floor must be visible.
type stages struct{ scene, reach stage }

// Limits of a stage, as parts of the diagonal: the room that it leaves on each side of the bodies when it
// has become too small, and the least size of the box of the bodies in it.
const (
	stageRoom  = 0.06
	stageEmpty = 0.7
)

// follow fits the stage to the box round the bodies, if the box no longer fits. A new revision of the scene
// replaces the stage at once, without room.
func (t *stage) follow(lo, hi mgl32.Vec3, revision uint64) {
	size := hi.Sub(lo).Len()
	fresh := t.revision != revision || t.revision == 0
	holds := size >= stageEmpty*t.hi.Sub(t.lo).Len()
	for k := range lo {
		holds = holds && lo[k] >= t.lo[k] && hi[k] <= t.hi[k]
	}
	if !fresh && holds {
		return
	}
	room := mgl32.Vec3{}
	if !fresh {
		room = mgl32.Vec3{1, 1, 1}.Mul(stageRoom * size)
	}
	*t = stage{lo.Sub(room), hi.Add(room), revision}
}
