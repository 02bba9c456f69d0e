package scene

import "example.org/tumble/sim"

// Again does the run again as it went in its present track, with so many workers, from its first key frame on, and
// goes on beyond its end, until the world stops. It calls look before the first step and after each, and ends with its
// error.
//
// Errors: a key frame that cannot be restored, and those of look.
func (r *Recorded) Again(workers int, look func(w *sim.World) error) error {
	t := r.file.On()
	first, last := &t.KeyFrames[0], t.Last()
	w, err := r.world(first, workers)
	if err != nil {
		return err
	}
	defer w.Close()
	p := Replay{Commands: t.Commands, next: first.Applied}
	for err = look(w); err == nil && w.Log().Fault() == ""; err = look(w) {
		if p.step(w); w.Clock().Step == last.Step {
			p.Apply(w)
		}
	}
	return err
}
