package scene

import "example.org/tumble/sim/run/replayer"

// Again returns what does the run again as it went in its present track, with so many workers, from its first key frame
// on, and goes on beyond its end. Whoever calls it closes the world.
//
// Errors: a key frame that cannot be restored.
func (r *Recorded) Again(workers int) (*replayer.Replayer, error) { return r.from(first, workers) }
