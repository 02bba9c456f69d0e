package run

import (
	"example.org/tumble/sim"
	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/run/bridge"
)

// colliding follows the collisions of the leading world, step by step, while a reader wants them, unless the world does
// so by itself. Once nobody wants them, it keeps what it has counted. Where steps are missing, or the world is another,
// it begins anew.
type colliding struct {
	counter collisions.Counter
	world   *sim.World // nil: nobody has wanted them
	step    int64      // the last that was observed
	until   float64    // [s]
}

// collide observes the last step, or begins at it.
func (r *Runner) collide() {
	c, w := &r.colliding, r.scene.World
	if !r.controls.Wanted.Collisions || w.FollowsCollisions() {
		return
	}
	now, set := w.Clock(), w.Inspect().Contacts
	if c.world != w || c.step+1 != now.Step {
		*c = colliding{world: w}
		c.counter.Follow(set)
	} else {
		c.counter.Observe(set)
	}
	c.step, c.until = now.Step, now.Time
}

// collided returns what was counted in the present world.
func (r *Runner) collided() (list bridge.Collisions) {
	c, w := &r.colliding, r.scene.World
	switch {
	case w.FollowsCollisions():
		list = w.Collisions()
		list.Asked = true
	case c.world == w:
		list = c.counter.Counted(w.Inspect().Contacts)
		list.Until = c.until
	}
	return list
}
