package run

import (
	"example.org/tumble/sim"
	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/run/bridge"
)

// colliding follows the collisions of the leading world, step by step, while a reader wants them. Once nobody does, it
// keeps what it has counted. Where steps are missing, or the world is another, it begins anew.
type colliding struct {
	counter      *collisions.Counter // nil: nobody has wanted them
	world        *sim.World
	step         int64   // the last that was observed
	since, until float64 // [s]
}

// collide observes the last step, or begins at it.
func (r *Runner) collide() {
	if !r.controls.Wanted.Collisions {
		return
	}
	c, w := &r.colliding, r.scene.World
	now := w.Clock()
	if c.counter == nil || c.world != w || c.step+1 != now.Step {
		*c = colliding{counter: collisions.NewCounter(), world: w, since: now.Time}
	}
	w.Contacts().Collide(&c.counter.Sensor)
	c.step, c.until = now.Step, now.Time
}

// collided returns what was counted in the present world.
func (r *Runner) collided() (list bridge.Collisions) {
	c := &r.colliding
	if c.counter != nil && c.world == r.scene.World {
		list = bridge.Collisions{Followed: true, Since: c.since, Until: c.until, Spectra: c.counter.Spectra()}
	}
	list.Asked = r.scene.Collisions
	return list
}
