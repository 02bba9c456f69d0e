package sim

import (
	"fmt"
	"math"

	"tumble/sim/bridge"
	"tumble/sim/motion"
	"tumble/sim/vec"
)

// MotionDef prescribes the pose of a body that forces do not move.
type MotionDef struct {
	Name  string
	Body  string              // name of the body; all its degrees of freedom must be blocked
	Path  motion.Interpolated // of the body's centre, global frame
	Start float64             // [s], used unless After is set
	After string              // name of an inlet: the motion starts when it is done ...
	Delay float64             // ... and so many seconds later
}

// motionState is a motion and where it stands.
type motionState struct {
	def  MotionDef
	body int
	at   float64 // when it starts [s]; NaN: not yet known
}

// AddMotion prescribes the motion of a body already added. The inlet it waits for must
// have been added, too.
func (w *World) AddMotion(d MotionDef) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("sim: add motion %q: "+format, append([]any{d.Name}, args...)...)
	}
	i := w.bodies.byName(d.Body)
	if i < 0 {
		return fail("no body %q", d.Body)
	}
	if w.bodies.kind[i] == bridge.Dynamic {
		return fail("body %q has free degrees of freedom; block all of them (%s)", d.Body, blockedLetters)
	}
	if err := d.Path.Check(); err != nil {
		return fail("%w", err)
	}
	at := d.Start
	if d.After != "" {
		if w.inletByName(d.After) < 0 {
			return fail("no inlet %q", d.After)
		}
		at = math.NaN()
	}
	w.bodies.kind[i] = bridge.Kinematic
	w.motions = append(w.motions, motionState{def: d, body: i, at: at})
	return nil
}

// moveKinematics puts every body that follows a motion where it has to be now. Its
// velocity is the mean over the last step, which is what contacts see as sliding.
func (w *World) moveKinematics() {
	for k := range w.motions {
		m := &w.motions[k]
		if math.IsNaN(m.at) {
			in := &w.inlets[w.inletByName(m.def.After)]
			if !in.done {
				continue
			}
			m.at = in.doneAt + m.def.Delay
			w.notice(bridge.Info, "", "motion %s starts at t = %.3f s", m.def.Name, m.at)
		}
		if w.clock.time < m.at {
			continue
		}
		w.moveTo(m.body, m.def.Path.At(w.clock.time-m.at))
	}
}

func (w *World) moveTo(i int, p motion.Pose) {
	b := &w.bodies
	step, turn := p.Position.Sub(b.pos[i]), p.Orientation.Mul(b.ori[i].Conj()).RotationVector()
	b.pos[i], b.ori[i] = p.Position, p.Orientation.Unit()
	b.vel[i], b.spin[i] = vec.Vec3{}, vec.Vec3{}
	if w.clock.last > 0 {
		b.vel[i], b.spin[i] = step.Scale(1/w.clock.last), turn.Scale(1/w.clock.last)
	}
	b.rate[i] = step.Norm() + turn.Norm()*b.reach[i]
	b.travel[i] += b.rate[i]
}
