package run

import (
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/bridge"
)

// Do carries out a command and goes all of the way that it asks for.
func (r *Runner) Do(c bridge.Command) {
	r.apply(c)
	r.arrive()
}

// Work lets steps seem to have taken so much wall time [s], so that key frames become due, and takes one if it is.
func (r *Runner) Work(took float64) {
	r.EachWorld(func() { r.remember(time.Duration(took * float64(time.Second))) })
}

// EachWorld does something where the world that leads is at hand, and again where its twin is.
func (r *Runner) EachWorld(do func()) {
	do()
	if r.twin != nil {
		r.onTwin(do)
	}
}

// World returns the world that is at hand.
func (r *Runner) World() *sim.World { return r.scene.World }

// Place returns the present track, where the world is on it and how many commands of it it has had.
func (r *Runner) Place() (track bridge.Track, step int64, applied int) {
	t, _ := r.history.Now()
	return t, r.moment().Step, len(r.history.Given())
}
