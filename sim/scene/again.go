package scene

import "example.org/tumble/sim"

// Again does the run again as it went in its present track, with so many workers, from its first key frame on, and
// goes on beyond its end, until the world stops. It calls look before the first step and after each, and ends with its
// error.
//
// Errors: a key frame that cannot be restored, and those of look.
func (r *Recorded) Again(workers int, look func(w *sim.World) error) error {
	p, err := r.from(first, workers)
	if err != nil {
		return err
	}
	defer p.World.Close()
	for ; ; p.Step() {
		p.Arrive()
		if err = look(p.World); err != nil || p.World.Log().Fault() != "" {
			return err
		}
	}
}
