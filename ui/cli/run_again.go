package cli

import "fmt"

// runAgain repeats the run of a run file to write the series that are asked for, until the end that is asked for.
func (r *runFlags) runAgain(c *call, name string) error {
	for _, other := range []string{"seed", "set", "steps", "stop-when", "save", "run-file", "save-scene", "output"} {
		if r.flags.given(other) {
			return &usageError{"run", "run: --again: a run is done as it was, and takes no --" + other}
		}
	}
	p, err := r.prepare(c, "run", name)
	if err != nil {
		return err
	}
	defer p.Scene.World.Close()
	if p.Recorded == nil {
		return &usageError{"run", fmt.Sprintf("run: --again: needs a run file, as --run-file and the window write them, "+
			"got %s", name)}
	}
	p.Scene.Outputs = nil // the run itself has written its outputs already
	return r.finish(c, p)
}
