package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/sim/run/runfile"
)

// Verdict is the result of Reproduce: whether the repeated run is the same as the recorded run.
type Verdict struct {
	Reproduced bool         // all of the run is the same; false where something is left out
	LeftOut    string       // damaged parts of the file, which are not compared; empty: none
	Differs    bool         // something that was compared is not the same
	End        runfile.Hash // end of the present track, or the moment of any track at which it differs
	Good       int64        // the last step known to be the same, if a track differs
	Track      string       // the track that differs, else the present track
	Softened   float64      // largest factor by which contacts were softer than their materials; 1: never softer
	What       string       // which quantity of which body differs, where that is known
}

// Reproduce repeats the run with this number of workers and compares its hashes: each track from where it leaves
// its parent track. It calls look after each step, with the number of steps that are done and the number of all
// steps, and ends with the error of look.
//
// Errors: a key frame that cannot be restored, and those of look.
func (r *Recorded) Reproduce(workers int, look func(done, all int64) error) (v Verdict, err error) {
	var done, all int64
	p := replayer.Of(r.file, nil)
	defer func() {
		if p.World != nil {
			p.World.Close()
		}
	}()
	for i := range r.file.Tracks {
		t := &r.file.Tracks[i]
		all += max(t.Last().Step-r.leaves(t).Step, 0)
	}
	softened := 1.0
	for i := range r.file.Tracks {
		one, err := r.reproduce(p, &r.file.Tracks[i], workers, func() error { done++; return look(done, all) })
		one.LeftOut = strings.Join(r.file.Damage, "; ")
		if err != nil || one.Differs {
			return one, err
		}
		softened = max(softened, one.Softened)
		if i == r.file.Present {
			v = one
		}
	}
	v.Reproduced, v.Softened = v.LeftOut == "", softened
	return v, nil
}

// leaves returns the last key frame that a track shares with its parent track; the first if it has no parent.
func (r *Recorded) leaves(t *runfile.Track) *runfile.KeyFrame {
	if t.Parent < 0 {
		return &t.KeyFrames[0]
	}
	found := &t.KeyFrames[0]
	for i := range t.KeyFrames {
		if k := &t.KeyFrames[i]; k.Step <= t.From.Step && k.Applied <= t.Kept {
			found = k
		}
	}
	return found
}

// known is a hash that a run must have at a step: before the commands of that step, or after a number of commands.
type known struct {
	runfile.Hash
	applied int // number of commands; -1: before those of the step
}

// hashes returns the known hashes of a track from a key frame on, in order.
func hashes(t *runfile.Track, from *runfile.KeyFrame) []known {
	list := []known{{from.Hash, from.Applied}}
	for _, h := range t.Hashes {
		if h.Step > from.Step {
			list = append(list, known{h, -1})
		}
	}
	for i := range t.KeyFrames {
		if k := &t.KeyFrames[i]; k.Step > from.Step {
			list = append(list, known{k.Hash, k.Applied})
		}
	}
	if t.End != nil && t.End.Step > from.Step {
		list = append(list, known{*t.End, -1})
	}
	slices.SortStableFunc(list[1:], func(a, b known) int {
		return cmp.Or(cmp.Compare(a.Step, b.Step), cmp.Compare(a.applied, b.applied))
	})
	return list
}

// reproduce repeats one track.
func (r *Recorded) reproduce(p *replayer.Replayer, t *runfile.Track, workers int, look func() error) (v Verdict,
	err error) {
	from := r.leaves(t)
	v.Track, v.Good = t.Name, from.Step
	if err := p.Choose(t.ID); err != nil {
		return v, err
	}
	left, err := p.Start(from.Step, from.Applied, workers)
	if left != nil {
		left.Close()
	}
	if err != nil {
		return v, r.restored(err)
	}
	v.Softened = p.World.Params().Soften
	for _, want := range hashes(t, from) {
		for p.World.Clock().Step < want.Step && p.World.Log().Fault() == "" {
			p.Step()
			v.Softened = max(v.Softened, p.World.Params().Soften)
			if err := look(); err != nil {
				return v, err
			}
		}
		p.ApplyUntil(want.applied)
		if v.End = hashOf(p.World); v.End != want.Hash {
			v.Differs = true
			v.What, err = r.difference(p, t, workers)
			return v, err
		}
		v.Good = want.Step
	}
	v.End = t.Last()
	return v, nil
}

// difference runs on to the next key frame, which has a whole state, and returns which quantity of which body
// differs from that state. It is empty if no key frame follows.
func (r *Recorded) difference(p *replayer.Replayer, t *runfile.Track, workers int) (string, error) {
	for i := range t.KeyFrames {
		k := &t.KeyFrames[i]
		if k.Step < p.World.Clock().Step {
			continue
		}
		for p.World.Clock().Step < k.Step && p.World.Log().Fault() == "" {
			p.Step()
		}
		p.ApplyUntil(k.Applied)
		now := p.World.State()
		was, err := p.Start(k.Step, k.Applied, workers)
		if err != nil {
			return "", r.restored(err)
		}
		defer was.Close()
		then := p.World.State()
		return fmt.Sprintf("at step %d %s", k.Step, state.Difference(&now, &then)), nil
	}
	return "", nil
}
