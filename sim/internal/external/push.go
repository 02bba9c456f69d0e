package external

import (
	"fmt"
	"slices"
	"strconv"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// pushName returns the name of the force that edits put on a body.
func pushName(id body.ID) string { return fmt.Sprintf("push on body %d", id) }

// Push puts a force [N] and a torque [N·m] on a body from now on, for a while [s] or, if that is 0, without end. It
// takes the place of the one before; without force and torque that ends.
//
// Errors: no such body, one that forces do not move, numbers out of their range, too many forces.
func (f *Forces) Push(id body.ID, force, torque vec.Vec3, duration float64, now schedule.Now) error {
	b := f.site.Bodies
	i := b.Index(id)
	switch {
	case i < 0:
		return fmt.Errorf("there is no body %d", id)
	case b.Kind[i] != body.Dynamic:
		return fmt.Errorf("body %d (%s) is not moved by forces, so it cannot be pushed", id, b.Name(i))
	}
	d := Def{Name: pushName(id), Bodies: strconv.FormatInt(int64(id), 10), Duration: duration}
	d.Acts = setting.Force{Force: [3]float64{force.X, force.Y, force.Z}, Torque: [3]float64{torque.X, torque.Y, torque.Z}}
	d.Acts.Off = d.Acts == setting.Force{}
	k := f.push(id)
	if k < 0 && d.Acts.Off {
		return d.check()
	}
	if k < 0 {
		if err := limit.Forces.Check(len(f.List) + 1); err != nil {
			return err
		}
		k = len(f.List)
	}
	if err := d.check(); err != nil {
		return err
	}
	one := Force{Def: d, Started: true, At: now.Time}
	if k == len(f.List) {
		f.List = append(f.List, one)
	} else {
		f.List[k] = one
	}
	return f.compile(k)
}

// Pushed returns the force [N] and torque [N·m] that Push puts on a body, and for how long still [s], 0 without end;
// false if none does.
func (f *Forces) Pushed(id body.ID, now schedule.Now) (force, torque vec.Vec3, duration float64, ok bool) {
	k := f.push(id)
	if k < 0 || f.List[k].Def.Acts.Off {
		return force, torque, 0, false
	}
	d := &f.List[k].Def
	if d.Duration > 0 {
		if duration = f.List[k].At + d.Duration - now.Time; !(duration > 0) {
			return force, torque, 0, false
		}
	}
	return vector(d.Acts.Force), vector(d.Acts.Torque), duration, true
}

// push returns the number of the force that edits have put on a body, -1 if they have not.
func (f *Forces) push(id body.ID) int {
	name := pushName(id)
	return slices.IndexFunc(f.List, func(one Force) bool {
		return one.Def.Name == name && kindOf(&one.Def.Acts) == Numbers
	})
}
