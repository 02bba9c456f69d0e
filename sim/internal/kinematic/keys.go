package kinematic

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Keys returns the name and the key frames of a motion, if it follows some, and whether there is such a motion.
func (m *Motions) Keys(i int) (name string, keys []bridge.MotionKey, there bool) {
	if i < 0 || i >= len(m.List) {
		return "", nil, false
	}
	d := &m.List[i].Def
	return d.Name, appendKeys(nil, d.Path), true
}

// appendKeys appends the key frames of a path.
func appendKeys(list []bridge.MotionKey, of motion.Motion) []bridge.MotionKey {
	keys, _ := keysOf(of)
	for i, p := range keys.Poses {
		list = append(list, bridge.MotionKey{Time: keys.Times[i], Position: p.Position, Orientation: p.Orientation})
	}
	return list
}

// SetKey changes a key frame. A motion that has begun goes on from where the body is now.
//
// Errors: no such key frame, numbers out of their range, times that do not ascend.
func (m *Motions) SetKey(c bridge.SetMotionKey, now schedule.Now) error {
	one, path, err := m.keys(c.Motion)
	switch {
	case err != nil:
		return err
	case c.Key < 0 || c.Key >= len(path.Times):
		return fmt.Errorf("motion %s has no key frame %d (there are %d)", one.Def.Name, c.Key, len(path.Times))
	}
	if err := one.checkTurn(c.To.Orientation); err != nil {
		return err
	}
	path.Times[c.Key], path.Poses[c.Key] = c.To.Time, poseOf(c.To)
	return m.reroute(one, path, now)
}

// AddKey puts in a key frame. A motion that has begun goes on from where the body is now.
//
// Errors: no such motion, one without key frames or with one at that time, numbers out of their range.
func (m *Motions) AddKey(c bridge.AddMotionKey, now schedule.Now) error {
	one, path, err := m.keys(c.Motion)
	if err != nil {
		return err
	}
	if err := one.checkTurn(c.To.Orientation); err != nil {
		return err
	}
	at := sort.SearchFloat64s(path.Times, c.To.Time)
	path.Times = slices.Insert(path.Times, at, c.To.Time)
	path.Poses = slices.Insert(path.Poses, at, poseOf(c.To))
	return m.reroute(one, path, now)
}

// RemoveKey takes a key frame away. A motion that has begun goes on from where the body is now.
//
// Errors: no such motion, no key frame at that time, or none but that.
func (m *Motions) RemoveKey(c bridge.RemoveMotionKey, now schedule.Now) error {
	one, path, err := m.keys(c.Motion)
	if err != nil {
		return err
	}
	at := slices.Index(path.Times, c.Time)
	switch {
	case at < 0:
		return fmt.Errorf("motion %s has no key frame at %g s", one.Def.Name, c.Time)
	case len(path.Times) == 1:
		return fmt.Errorf("motion %s must keep a key frame: this is the last", one.Def.Name)
	}
	path.Times, path.Poses = slices.Delete(path.Times, at, at+1), slices.Delete(path.Poses, at, at+1)
	return m.reroute(one, path, now)
}

// keys returns a motion and a copy of its key frames: worlds may share them.
func (m *Motions) keys(i int) (one *Motion, path motion.Interpolated, err error) {
	if i < 0 || i >= len(m.List) {
		return nil, path, fmt.Errorf("there is no motion %d (there are %d)", i, len(m.List))
	}
	one = &m.List[i]
	path, ok := keysOf(one.Def.Path)
	if !ok {
		return one, path, fmt.Errorf("motion %s has no key frames", one.Def.Name)
	}
	path.Times, path.Poses = slices.Clone(path.Times), slices.Clone(path.Poses)
	return one, path, nil
}

// checkTurn returns an error for what is no rotation.
func (m *Motion) checkTurn(q vec.Quat) error {
	if !(q.Dot(q) > 0) || math.IsInf(q.Dot(q), 1) {
		return fmt.Errorf("motion %s: an orientation must be a rotation, got %v", m.Def.Name, q)
	}
	return nil
}

func poseOf(k bridge.MotionKey) motion.Pose {
	return motion.Pose{Position: k.Position, Orientation: k.Orientation.Unit()}
}

// reroute leads a motion through other key frames; what has happened stays.
func (m *Motions) reroute(one *Motion, path motion.Interpolated, now schedule.Now) error {
	if err := path.Check(); err != nil {
		return err
	}
	if !one.Begun {
		one.Def.Path = path
		return nil
	}
	since := now.Time - now.Last - one.At // the body is where it had to be then
	one.Def.Path = motion.Rerouted{Interpolated: path, Since: since, From: m.poseOf(one)}
	return nil
}
