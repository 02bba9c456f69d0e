package ui

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/format"
)

// motions edits prescribed motions, in their panel and by the marks of their key frames in the view.
type motions struct {
	*shared
	viewport *viewport
}

// Edits of prescribed motions. Each checks the value and sends one command, as edits of the physics do.

// frameOf identifies a key frame by the index of its motion and its index within the motion.
type frameOf struct{ motion, key int }

// frameKey returns the key of a key frame in the style of --set.
func (mo *motions) frameKey(f frameOf) string {
	return fmt.Sprintf("motions.%s.keys.%d", mo.snap.Motions[f.motion].Name, f.key)
}

// keyFrame returns a key frame as the panel shows it: an edit that is still on its way, else the value in the
// snapshot, which must have the key frame.
func (mo *motions) keyFrame(f frameOf) bridge.MotionKey {
	return shown(&mo.edits, mo.frameKey(f), mo.snap.Motions[f.motion].Keys[f.key])
}

// chosenFrame returns the chosen key frame; ok is false if none is chosen, or the scene does not have it.
func (mo *motions) chosenFrame() (frameOf, bool) {
	v := mo.view.KeyFrame
	ok := v.Chosen && mo.snap != nil && v.Motion < len(mo.snap.Motions) && v.Key < len(mo.snap.Motions[v.Motion].Keys)
	return frameOf{v.Motion, v.Key}, ok
}

// chooseFrame chooses a key frame, which panel and picture mark then.
func (mo *motions) chooseFrame(f frameOf) {
	mo.view.KeyFrame = view.KeyFrame{Chosen: true, Motion: f.motion, Key: f.key}
}

// setKeyFrame changes a key frame, if its time stays between the times of the key frames before and after it.
func (mo *motions) setKeyFrame(f frameOf, to bridge.MotionKey) {
	key, keys := mo.frameKey(f), mo.snap.Motions[f.motion].Keys
	least, most := math.Inf(-1), math.Inf(1)
	if f.key > 0 {
		least = mo.keyFrame(frameOf{f.motion, f.key - 1}).Time
	}
	if f.key+1 < len(keys) {
		most = mo.keyFrame(frameOf{f.motion, f.key + 1}).Time
	}
	switch {
	case to.Time-to.Time != 0 || !to.Position.IsFinite():
		mo.refuse.Set(key, "must be a finite number")
		return
	case !(to.Time > least):
		mo.refuse.Set(key, fmt.Sprintf("time must be > %g s, that of the key frame before, got %g s", least, to.Time))
		return
	case !(to.Time < most):
		mo.refuse.Set(key, fmt.Sprintf("time must be < %g s, that of the next key frame, got %g s", most, to.Time))
		return
	}
	mo.refuse.Forget(key)
	if to != mo.keyFrame(f) {
		mo.set(key, to, bridge.SetMotionKey{Motion: f.motion, Key: f.key, To: to})
	}
}

// turned returns the angle [°] and the axis of the turn of a key frame. A key frame without a turn gets the axis
// of the next one with a turn, so that its handle has an axis.
func (mo *motions) turned(f frameOf) (degrees float64, axis vec.Vec3) {
	list := mo.snap.Motions[f.motion].Keys
	for k := range list {
		v := mo.keyFrame(frameOf{f.motion, (f.key + k) % len(list)}).Orientation.RotationVector()
		if v.Norm() > 1e-9 {
			if k == 0 {
				degrees = v.Norm() * 180 / math.Pi
			}
			return degrees, v.Unit()
		}
	}
	return 0, vec.New(1, 0, 0)
}

// turnKeyFrame sets the angle of a key frame about its axis [°].
func (mo *motions) turnKeyFrame(f frameOf, degrees float64) {
	if key := mo.frameKey(f); !(math.Abs(degrees) <= 360) {
		mo.refuse.Set(key, fmt.Sprintf("turn must be within ±360°, got %g°", degrees))
		return
	}
	_, axis := mo.turned(f)
	to := mo.keyFrame(f)
	to.Orientation = vec.FromAxisAngle(axis, degrees*math.Pi/180)
	mo.setKeyFrame(f, to)
}

// addKeyFrame adds a key frame to a motion after an existing one: halfway to the next one, or after the last one
// as much later as the last two are apart, or 1 s later if it is the only one.
func (mo *motions) addKeyFrame(after frameOf) {
	to, n := mo.keyFrame(after), len(mo.snap.Motions[after.motion].Keys)
	switch {
	case after.key+1 < n:
		next := mo.keyFrame(frameOf{after.motion, after.key + 1})
		to.Time = (to.Time + next.Time) / 2
		to.Position = to.Position.Add(next.Position).Scale(0.5)
		to.Orientation = to.Orientation.Slerp(next.Orientation, 0.5)
	case after.key > 0:
		to.Time += to.Time - mo.keyFrame(frameOf{after.motion, after.key - 1}).Time
	default:
		to.Time++
	}
	mo.send(bridge.AddMotionKey{Motion: after.motion, To: to})
	mo.chooseFrame(frameOf{after.motion, after.key + 1})
}

// removeKeyFrame removes a key frame, and chooses the key frame before it.
func (mo *motions) removeKeyFrame(f frameOf) {
	if len(mo.snap.Motions[f.motion].Keys) < 2 {
		mo.refuse.Set(mo.frameKey(f), "a motion must keep one key frame")
		return
	}
	mo.send(bridge.RemoveMotionKey{Motion: f.motion, Time: mo.keyFrame(f).Time})
	mo.chooseFrame(frameOf{f.motion, max(f.key-1, 0)})
}

// frameReach is how near the pointer must be to the mark of a key frame to grab it [units of the window].
const frameReach = 9

// frameUnder returns the key frame whose mark is nearest to a place of the window; ok is false if marks are not
// shown or none is near.
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

// moveFrame is the gesture that drags the chosen key frame in a plane parallel to the picture.
func (mo *motions) moveFrame(d drag) {
	f, ok := mo.chosenFrame()
	if !ok || d.part != dragGoesOn {
		return
	}
	to := mo.keyFrame(f)
	p := mgl32.Vec3(to.Position.Float32())
	q := mo.viewport.atDepth([2]float32{d.x, d.y}, mo.viewport.depthOf(p))
	// No more digits than a pixel resolves.
	step := math.Pow10(int(math.Floor(math.Log10(float64(mo.viewport.perPixel())))))
	to.Position = vec.New(format.Round(float64(q[0]), step), format.Round(float64(q[1]), step),
		format.Round(float64(q[2]), step))
	mo.setKeyFrame(f, to)
}
