package run

import (
	"example.org/tumble/sim"
	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/run/bridge"
)

// colliding follows the collisions of the leading world, step by step, while a reader wants them. Once nobody does, it
// keeps what it has counted. Where steps are missing, or the world is another, it begins anew.
type colliding struct {
	sensor       collisions.Sensor
	spectra      []collisions.Spectra // by collisions.Numbers; nil: nobody has wanted them
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
	if c.spectra == nil || c.world != w || c.step+1 != now.Step {
		*c = colliding{spectra: make([]collisions.Spectra, len(collisions.Numbers)), world: w, since: now.Time}
		for i := range c.spectra {
			c.spectra[i].By = i
		}
		spectra := c.spectra
		c.sensor.Ended = func(one *collisions.Collision) {
			for i := range spectra {
				spectra[i].Add(one)
			}
		}
	}
	w.Contacts().Collide(&c.sensor)
	c.step, c.until = now.Step, now.Time
}

// collided returns what was counted in the present world.
func (r *Runner) collided() (list bridge.Collisions) {
	c := &r.colliding
	if c.spectra == nil || c.world != r.scene.World {
		return list
	}
	list = bridge.Collisions{Followed: true, Since: c.since, Until: c.until}
	for i := range c.spectra {
		list.Spectra = append(list.Spectra, c.spectra[i].Bins())
	}
	return list
}
