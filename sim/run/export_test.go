package run

import (
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
)

// Do carries out a command and goes all of the way that it asks for.
func (r *Runner) Do(c bridge.Command) {
	r.apply(c)
	r.finishSeek()
}

// Work lets steps seem to have taken so much wall time [s], so that key frames become due, and takes one if it is.
func (r *Runner) Work(took float64) {
	r.rememberAll(time.Duration(took * float64(time.Second)))
}

// EachWorld says where each world of the run is.
func (r *Runner) EachWorld(is func(track bridge.Track, step int64, applied int, hash uint64)) {
	for _, it := range r.worlds {
		t, step, applied := it.Place()
		is(t, step, applied, it.World().Hash())
	}
}

// World returns the world itself.
func (it *instance) World() *sim.World { return it.scene.World }

// Place returns the present track, where the world is on it and how many commands of it it has had.
func (it *instance) Place() (track bridge.Track, step int64, applied int) {
	t, _ := it.history.Now()
	return t, it.moment().Step, len(it.history.Given())
}
