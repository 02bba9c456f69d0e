package render

import "github.com/go-gl/mathgl/mgl32"

// stage is the box that the maps and the floor's light are fitted to. It stands still while
// what it holds moves about in it, so that what depends on it alone need not be drawn again
// for every picture.
type stage struct {
	lo, hi   mgl32.Vec3 // [m]
	revision uint64     // of the scene; 0 before the first
}

// stages are the two of a scene: scene holds the bodies that matter for framing, reach all bodies that the
// floor is to be seen under.
type stages struct{ scene, reach stage }

// Limits of a stage: the room it leaves on each side when it has become too small, and how
// small its contents may be in it, both as parts of the diagonal.
const (
	stageRoom  = 0.06
	stageEmpty = 0.7
)

// follow takes the box round what there is. A new revision of the scene starts afresh.
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
