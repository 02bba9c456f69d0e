package kinematic

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/vec"
)

// Keys returns the name and the key frames of a motion, if it follows some, and whether there is such a motion.
func (m *Motions) Keys(i int) (name string, keys []motion.Key, ok bool) {
	if i < 0 || i >= len(m.List) {
		return "", nil, false
	}
	return m.List[i].Def.Name, m.List[i].AppendKeys(nil), true
}

// AppendKeys appends the key frames of a motion, by time, if it follows some.
func (m *Motion) AppendKeys(list []motion.Key) []motion.Key {
	keys, _ := keysOf(m.Def.Path)
	for i, p := range keys.Poses {
		list = append(list, motion.Key{Time: keys.Times[i], Position: p.Position, Orientation: p.Orientation})
	}
	return list
}

// SetKey changes a key frame. A motion that has begun goes on from where the body is now.
//
// Errors: no such key frame, numbers out of their range, times that do not ascend.
func (m *Motions) SetKey(i, key int, to motion.Key, now schedule.Now) error {
	one, path, err := m.keys(i)
	switch {
	case err != nil:
		return err
	case key < 0 || key >= len(path.Times):
		return fmt.Errorf("motion %s has no key frame %d (there are %d)", one.Def.Name, key, len(path.Times))
	}
	if err := one.checkTurn(to.Orientation); err != nil {
		return err
	}
	path.Times[key], path.Poses[key] = to.Time, poseOf(to)
	return m.reroute(one, path, now)
}

// AddKey puts in a key frame. A motion that has begun goes on from where the body is now.
//
// Errors: no such motion, one without key frames or with one at that time, numbers out of their range.
func (m *Motions) AddKey(i int, to motion.Key, now schedule.Now) error {
	one, path, err := m.keys(i)
	if err != nil {
		return err
	}
	if err := one.checkTurn(to.Orientation); err != nil {
		return err
	}
	at := sort.SearchFloat64s(path.Times, to.Time)
	path.Times = slices.Insert(path.Times, at, to.Time)
	path.Poses = slices.Insert(path.Poses, at, poseOf(to))
	return m.reroute(one, path, now)
}

// RemoveKey takes a key frame away. A motion that has begun goes on from where the body is now.
//
// Errors: no such motion, no key frame at that time, or none but that.
func (m *Motions) RemoveKey(i int, time float64, now schedule.Now) error {
	one, path, err := m.keys(i)
	if err != nil {
		return err
	}
	at := slices.Index(path.Times, time)
	switch {
	case at < 0:
		return fmt.Errorf("motion %s has no key frame at %g s", one.Def.Name, time)
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

func poseOf(k motion.Key) motion.Pose {
	return motion.Pose{Position: k.Position, Orientation: k.Orientation.Unit()}
}

// reroute leads a motion through other key frames; what has happened stays.
func (m *Motions) reroute(one *Motion, path motion.Interpolated, now schedule.Now) error {
	if err := path.Check(); err != nil {
		return err
	}
	if !one.Started {
		one.Def.Path = path
		return nil
	}
	since := now.Time - now.Last - one.At // the body is where it had to be then
	one.Def.Path = motion.Rerouted{Interpolated: path, Since: since, From: m.poseOf(one)}
	return nil
}
