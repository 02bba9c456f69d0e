package replay

import (
	"bytes"
	"slices"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
)

// MostLiveBodies is the largest number of bodies in a run that a page computes: beyond, a browser would need minutes
// to the first moment, and a phone has no memory for it. Of a run that comes to have more, the page only plays.
const MostLiveBodies = 5000

// computes reports whether the page computes its run.
func (r *Recording) computes() bool { return r.Live != nil && len(r.tracks) <= MostLiveBodies }

// runFile returns the run as the page computes it again: the first key frame, the edits, and the hash of each moment
// that is kept.
func (r *Recording) runFile() []byte {
	from, moments := r.Live.File.On(), r.moments
	// The hash of a moment is that before its edits. Only the last moment of a run file is recorded after them: then
	// what the page compares ends a moment earlier.
	last := moments[len(moments)-1].step
	atEnd := func(c runfile.Command) bool { return c.Step == last }
	if len(moments) > 1 && slices.ContainsFunc(from.Commands, atEnd) {
		moments = moments[:len(moments)-1]
	}
	at := func(m *moment) runfile.Hash {
		return runfile.Hash{Moment: bridge.Moment{Step: m.step, Time: m.time}, Hash: m.hash}
	}
	end := at(&moments[len(moments)-1])
	t := runfile.Track{KeyFrames: from.KeyFrames[:1], End: &end}
	t.Track = bridge.Track{ID: 1, Name: "run 1", Parent: -1, Begin: from.Begin, From: from.Begin}
	for _, c := range from.Commands {
		if c.Step < end.Step {
			t.Commands = append(t.Commands, c)
		}
	}
	for i := range moments[:len(moments)-1] {
		t.Hashes = append(t.Hashes, at(&moments[i]))
	}
	var b bytes.Buffer
	w := runfile.NewWriter(&b, r.Live.File.Scene)
	w.WriteTracks([]runfile.Track{t}, 1)
	return b.Bytes() // writing to a buffer cannot fail
}
