package scene

import "example.org/tumble/sim/run/replayer"

// Again returns a replayer that repeats the run along its present track, with this number of workers, from the
// first key frame of the track, and that can go on beyond the end of the recording. The caller closes its world.
//
// Errors: a key frame that cannot be restored.
func (r *Recorded) Again(workers int) (*replayer.Replayer, error) { return r.from(first, workers) }
