package ui

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// motions edits prescribed motions: in their panel, and by their key frames in the view.
type motions struct {
	*shared
	viewport *viewport
}

// Edits of prescribed motions and of inlets. Each checks the value and sends one command, as edits of
// the physics do.

// frameOf is a key frame: of which motion, and which of its key frames.
type frameOf struct{ motion, key int }

// frameKey names a key frame as --set would.
func (mo *motions) frameKey(f frameOf) string {
	return fmt.Sprintf("motions.%s.keys.%d", mo.snap.Motions[f.motion].Name, f.key)
}

// keyFrame returns a key frame as the panel shows it: what the snapshot says, with the edit that is on
// its way. The snapshot must have it.
func (mo *motions) keyFrame(f frameOf) bridge.MotionKey {
	return shown(&mo.edits, mo.frameKey(f), mo.snap.Motions[f.motion].Keys[f.key])
}

// chosenFrame returns the key frame that is chosen, and whether one is that the scene has.
func (mo *motions) chosenFrame() (frameOf, bool) {
	v := mo.view.KeyFrame
	ok := v.Chosen && mo.snap != nil && v.Motion < len(mo.snap.Motions) && v.Key < len(mo.snap.Motions[v.Motion].Keys)
	return frameOf{v.Motion, v.Key}, ok
}

// chooseFrame makes a key frame the one that panel and picture mark.
func (mo *motions) chooseFrame(f frameOf) {
	mo.view.KeyFrame = view.KeyFrame{Chosen: true, Motion: f.motion, Key: f.key}
}

// setKeyFrame changes a key frame.
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

// turned returns how far a key frame is turned [°], and about which axis. One that is not turned takes the axis
// of the next of its motion that is, so that it can be turned on.
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

// turnKeyFrame turns a key frame so far about its axis [°].
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

// addKeyFrame puts a key frame into a motion after one that it has: halfway to the next, or, after the last one, as
// long after it as that was after the one before.
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

// removeKeyFrame takes a key frame away, and chooses the one before.
func (mo *motions) removeKeyFrame(f frameOf) {
	if len(mo.snap.Motions[f.motion].Keys) < 2 {
		mo.refuse.Set(mo.frameKey(f), "a motion must keep one key frame")
		return
	}
	mo.send(bridge.RemoveMotionKey{Motion: f.motion, Time: mo.keyFrame(f).Time})
	mo.chooseFrame(frameOf{f.motion, max(f.key-1, 0)})
}

// key names an inlet as --set does.
func (il *inlets) key(i int) string { return "inlets." + il.snap.Inlets[i].Name }

// flow returns how much an inlet makes as the panel shows it.
func (il *inlets) flow(i int) bridge.InletFlow {
	return shown(&il.edits, il.key(i), il.snap.Inlets[i].Flow)
}

// setFlow changes how much an inlet makes.
func (il *inlets) setFlow(i int, to bridge.InletFlow) {
	key := il.key(i)
	switch {
	case !(to.MassRate >= 0) || math.IsInf(to.MassRate, 0):
		il.refuse.Set(key, fmt.Sprintf("rate must be ≥ 0 kg/s and finite, got %g", to.MassRate))
		return
	case !(to.MaxMass >= 0) || math.IsInf(to.MaxMass, 0):
		il.refuse.Set(key, fmt.Sprintf("mass must be ≥ 0 kg and finite, got %g", to.MaxMass))
		return
	case to.MaxBodies < 0:
		il.refuse.Set(key, fmt.Sprintf("bodies must be ≥ 0, got %d", to.MaxBodies))
		return
	case to.MaxMass == 0 && to.MaxBodies == 0 && il.awaited(il.snap.Inlets[i].Name):
		il.refuse.Set(key, "must keep a limit of mass or bodies > 0: a motion waits until it is done")
		return
	}
	il.refuse.Forget(key)
	if to != il.flow(i) {
		il.set(key, to, bridge.SetInlet{Inlet: i, Flow: to})
	}
}

// awaited reports whether a motion that has not begun waits for something of a name.
func (il *inlets) awaited(name string) bool {
	return slices.ContainsFunc(il.snap.Motions, func(o bridge.Motion) bool { return o.After == name && !o.Begun })
}
