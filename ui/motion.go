package ui

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Edits of prescribed motions and of inlets. Each checks the value and sends one command, as edits of
// the physics do.

// frameOf is a key frame: of which motion, and which of its key frames.
type frameOf struct{ motion, key int }

// frameKey names a key frame as --set would.
func (m *model) frameKey(f frameOf) string {
	return fmt.Sprintf("motions.%s.keys.%d", m.snap.Motions[f.motion].Name, f.key)
}

// keyFrame returns a key frame as the panel shows it: what the snapshot says, with the edit that is on
// its way. The snapshot must have it.
func (m *model) keyFrame(f frameOf) bridge.MotionKey {
	return shown(&m.edits, m.frameKey(f), m.snap.Motions[f.motion].Keys[f.key])
}

// chosenFrame returns the key frame that is chosen, and whether one is that the scene has.
func (m *model) chosenFrame() (frameOf, bool) {
	v := m.view.KeyFrame
	ok := v.Chosen && m.snap != nil && v.Motion < len(m.snap.Motions) && v.Key < len(m.snap.Motions[v.Motion].Keys)
	return frameOf{v.Motion, v.Key}, ok
}

// chooseFrame makes a key frame the one that panel and picture mark.
func (m *model) chooseFrame(f frameOf) {
	m.view.KeyFrame = view.KeyFrame{Chosen: true, Motion: f.motion, Key: f.key}
}

// setKeyFrame changes a key frame.
func (m *model) setKeyFrame(f frameOf, to bridge.MotionKey) {
	key, keys := m.frameKey(f), m.snap.Motions[f.motion].Keys
	least, most := math.Inf(-1), math.Inf(1)
	if f.key > 0 {
		least = m.keyFrame(frameOf{f.motion, f.key - 1}).Time
	}
	if f.key+1 < len(keys) {
		most = m.keyFrame(frameOf{f.motion, f.key + 1}).Time
	}
	switch {
	case to.Time-to.Time != 0 || !to.Position.IsFinite():
		m.refuse.Set(key, "must be a finite number")
		return
	case !(to.Time > least):
		m.refuse.Set(key, fmt.Sprintf("time must be > %g s, that of the key frame before, got %g s", least, to.Time))
		return
	case !(to.Time < most):
		m.refuse.Set(key, fmt.Sprintf("time must be < %g s, that of the next key frame, got %g s", most, to.Time))
		return
	}
	m.refuse.Forget(key)
	if to != m.keyFrame(f) {
		m.set(key, to, bridge.SetMotionKey{Motion: f.motion, Key: f.key, To: to})
	}
}

// turned returns how far a key frame is turned [°], and about which axis. One that is not turned takes the axis
// of the next of its motion that is, so that it can be turned on.
func (m *model) turned(f frameOf) (degrees float64, axis vec.Vec3) {
	list := m.snap.Motions[f.motion].Keys
	for k := range list {
		v := m.keyFrame(frameOf{f.motion, (f.key + k) % len(list)}).Orientation.RotationVector()
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
func (m *model) turnKeyFrame(f frameOf, degrees float64) {
	if key := m.frameKey(f); !(math.Abs(degrees) <= 360) {
		m.refuse.Set(key, fmt.Sprintf("turn must be within ±360°, got %g°", degrees))
		return
	}
	_, axis := m.turned(f)
	to := m.keyFrame(f)
	to.Orientation = vec.FromAxisAngle(axis, degrees*math.Pi/180)
	m.setKeyFrame(f, to)
}

// addKeyFrame puts a key frame into a motion after one that it has: halfway to the next, or, after the last one, as
// long after it as that was after the one before.
func (m *model) addKeyFrame(after frameOf) {
	to, n := m.keyFrame(after), len(m.snap.Motions[after.motion].Keys)
	switch {
	case after.key+1 < n:
		next := m.keyFrame(frameOf{after.motion, after.key + 1})
		to.Time = (to.Time + next.Time) / 2
		to.Position = to.Position.Add(next.Position).Scale(0.5)
		to.Orientation = to.Orientation.Slerp(next.Orientation, 0.5)
	case after.key > 0:
		to.Time += to.Time - m.keyFrame(frameOf{after.motion, after.key - 1}).Time
	default:
		to.Time++
	}
	m.send(bridge.AddMotionKey{Motion: after.motion, To: to})
	m.chooseFrame(frameOf{after.motion, after.key + 1})
}

// removeKeyFrame takes a key frame away, and chooses the one before.
func (m *model) removeKeyFrame(f frameOf) {
	if len(m.snap.Motions[f.motion].Keys) < 2 {
		m.refuse.Set(m.frameKey(f), "a motion must keep one key frame")
		return
	}
	m.send(bridge.RemoveMotionKey{Motion: f.motion, Time: m.keyFrame(f).Time})
	m.chooseFrame(frameOf{f.motion, max(f.key-1, 0)})
}

// inletKey names an inlet as --set does.
func (m *model) inletKey(i int) string { return "inlets." + m.snap.Inlets[i].Name }

// inletFlow returns how much an inlet makes as the panel shows it.
func (m *model) inletFlow(i int) bridge.InletFlow {
	return shown(&m.edits, m.inletKey(i), m.snap.Inlets[i].Flow)
}

// setInlet changes how much an inlet makes.
func (m *model) setInlet(i int, to bridge.InletFlow) {
	key := m.inletKey(i)
	switch {
	case !(to.MassRate >= 0) || math.IsInf(to.MassRate, 0):
		m.refuse.Set(key, fmt.Sprintf("rate must be ≥ 0 kg/s and finite, got %g", to.MassRate))
		return
	case !(to.MaxMass >= 0) || math.IsInf(to.MaxMass, 0):
		m.refuse.Set(key, fmt.Sprintf("mass must be ≥ 0 kg and finite, got %g", to.MaxMass))
		return
	case to.MaxBodies < 0:
		m.refuse.Set(key, fmt.Sprintf("bodies must be ≥ 0, got %d", to.MaxBodies))
		return
	case to.MaxMass == 0 && to.MaxBodies == 0 && m.awaited(m.snap.Inlets[i].Name):
		m.refuse.Set(key, "must keep a limit of mass or bodies > 0: a motion waits until it is done")
		return
	}
	m.refuse.Forget(key)
	if to != m.inletFlow(i) {
		m.set(key, to, bridge.SetInlet{Inlet: i, Flow: to})
	}
}

// awaited reports whether a motion that has not begun waits for something of a name.
func (m *model) awaited(name string) bool {
	return slices.ContainsFunc(m.snap.Motions, func(o bridge.Motion) bool { return o.After == name && !o.Begun })
}
