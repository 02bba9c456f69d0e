package ui

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/format"
)

// frameReach is how near the pointer must be to the mark of a key frame to take it [units of the window].
const frameReach = 9

// frameUnder returns the key frame whose mark is nearest a place of the window, if they are shown and one is
// near.
func (mo *motions) frameUnder(x, y float32) (best frameOf, ok bool) {
	if mo.snap == nil || mo.view.Overlays&view.OverlayMotions == 0 {
		return best, false
	}
	nearest := float32(frameReach)
	for i := range mo.snap.Motions {
		if mo.snap.Motions[i].Retired {
			continue
		}
		for k := range mo.snap.Motions[i].Keys {
			f := frameOf{i, k}
			u, v, before := mo.viewport.inWindow(mo.keyFrame(f).Position.Float32())
			if d := float32(math.Hypot(float64(u-x), float64(v-y))); before && d < nearest {
				best, ok, nearest = f, true, d
			}
		}
	}
	return best, ok
}

// moveFrame is the gesture that moves the chosen key frame after the pointer, in a plane parallel to the picture.
func (mo *motions) moveFrame(d drag) {
	f, ok := mo.chosenFrame()
	if !ok || d.part != dragGoesOn {
		return
	}
	to := mo.keyFrame(f)
	p := mgl32.Vec3(to.Position.Float32())
	q := mo.viewport.atDepth([2]float32{d.x, d.y}, mo.viewport.depthOf(p))
	// No more digits than a pixel tells.
	step := math.Pow10(int(math.Floor(math.Log10(float64(2 * mo.view.Camera.HalfHeight() / max(mo.viewport.area.Height,
		1))))))
	to.Position = vec.New(format.Round(float64(q[0]), step), format.Round(float64(q[1]), step),
		format.Round(float64(q[2]), step))
	mo.setKeyFrame(f, to)
}
