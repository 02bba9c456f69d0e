package history

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
)

// Now returns the present track, without its lists.
func (h *History) Now() (t bridge.Track, kept int) { return h.now.Track, h.now.kept }

// Frontier reports whether the world is as far as the present track was ever computed, and has had no command there:
// its hash is then the hash of the moment.
func (h *History) Frontier() bool {
	return h.at.Step == h.now.Until.Step && (h.applied == 0 || h.now.entries[h.applied-1].Step < h.at.Step)
}

// Hashed notes the hash of the world at the Frontier, and reports whether it was not known.
func (h *History) Hashed(hash func() uint64) (at runfile.Hash, first bool) {
	all := &h.now.hashes
	if n := len(*all); n > 0 && (*all)[n-1].Step >= h.at.Step {
		return at, false
	}
	at = runfile.Hash{Moment: h.at, Hash: hash()}
	*all = append(*all, at)
	return at, true
}

// filing says when key frames go into the file of a run, in wall time of its steps.
type filing struct {
	filed   float64 // where the next one is due [s]
	fileGap float64 // from that to the one before [s]
}

// Key frames for a file lie so far apart in the wall time of the steps, and so far that they are no more than so
// many bytes a second.
const (
	fileGap  = 1.0
	fileRate = 1 << 20
)

// forFile chooses the key frames that go into the file of a run as it grows.
func (s *store) forFile(f *frame) {
	if f.work >= s.filed || f.work < s.filed-s.fileGap {
		s.fileGap = max(fileGap, float64(len(f.state))/8/fileRate) // they are packed to an eighth or so
		s.filed, f.wanted = f.work+s.fileGap, true
	}
}

// Unwritten returns the next key frame for a file that is packed, with its track, the present one where it can be, if
// there is one. It is written then. Where the world went back, it may lie before others of its track.
func (h *History) Unwritten() (k runfile.KeyFrame, t bridge.Track, kept int, ok bool) {
	h.store.pack()
	for _, f := range h.store.frames {
		if !f.wanted || !f.packed {
			continue
		}
		has := func(t *Track) bool { return slices.Contains(t.frames, f) }
		t := h.now
		if !has(t) {
			t = h.tracks[slices.IndexFunc(h.tracks, has)]
		}
		f.wanted = false
		return f.key(), t.Track, t.kept, true
	}
	return k, t, 0, false
}

// Written says that all key frames that there are now are in the file.
func (h *History) Written() {
	for _, f := range h.store.frames {
		f.wanted = false
	}
}

// key returns the key frame as files have it.
func (f *frame) key() runfile.KeyFrame {
	return runfile.NewKeyFrame(runfile.Hash{Moment: f.at, Hash: f.hash}, f.applied, f.state, f.packed)
}

// AddView notes what a person sees where the world is, and reports whether that is the run as it is computed first: who
// looks back at it does not change what was seen. Views with a name are kept at any time, one of each name, and those
// of a video all.
func (h *History) AddView(c bridge.SaveView) (v runfile.View, kept bool) {
	v = runfile.View{Moment: h.at, SavedView: c.View}
	list := &h.now.views
	if c.View.Film {
		v.Moment = c.At
		*list = append(*list, v)
		return v, true
	}
	if l := c.View; l.Name != "" {
		*list = slices.DeleteFunc(*list, func(o runfile.View) bool { return o.Name == l.Name })
		v.Moment = h.now.Begin
		*list = slices.Insert(*list, 0, v)
		return v, true
	}
	if h.at.Step != h.now.Until.Step {
		return v, false
	}
	*list = slices.DeleteFunc(*list, func(o runfile.View) bool { return o.Name == "" && o.Step == v.Step })
	*list = append(*list, v)
	return v, true
}

// Tracks returns all that is known of the run, in key frames of so many bytes at most beside the first ones of
// tracks, and the ID of the present track.
func (h *History) Tracks(most int64) (list []runfile.Track, present int) {
	left := h.within(most)
	made := map[*frame]runfile.KeyFrame{}
	for _, t := range h.tracks {
		out := runfile.Track{Track: t.Track, Kept: t.kept, Commands: slices.Clone(t.entries), Hashes: slices.Clone(t.hashes),
			Views: slices.Clone(t.views), Events: slices.Clone(t.events), Films: slices.Clone(t.films), Series: t.series}
		for _, f := range t.frames {
			if !left[f] {
				continue
			}
			if _, ok := made[f]; !ok {
				made[f] = f.key()
			}
			out.KeyFrames = append(out.KeyFrames, made[f])
		}
		if n := len(t.hashes); n > 0 && t.hashes[n-1].Step == t.Until.Step {
			out.End = &out.Hashes[n-1]
		}
		list = append(list, out)
	}
	return list, h.now.ID
}

// within chooses key frames that take so many bytes at most: of each track every one, or every second, and so on.
func (h *History) within(most int64) map[*frame]bool {
	for every := 1; ; every *= 2 {
		left, bytes, more := map[*frame]bool{}, int64(0), false
		for _, t := range h.tracks {
			for i, f := range t.frames {
				if left[f] || i%every != 0 && !f.first {
					continue
				}
				left[f], more = true, more || !f.first
				bytes += int64(len(f.state))
			}
		}
		if bytes <= most || !more || every > 1<<30 {
			return left
		}
	}
}

// workOfStep is the wall time that a step is taken for whose true one is not known [s]: less than it takes, so that
// key frames are added where their way is played again.
const workOfStep = 1e-5

// Resume returns the history of tracks that were written, the world being at the end of the present one.
func Resume(budget int64, tracks []runfile.Track, present int) *History {
	h := New(budget)
	shared := map[string]*frame{}
	for i := range tracks {
		from := &tracks[i]
		t := &Track{Track: from.Track, entries: slices.Clone(from.Commands), kept: from.Kept,
			hashes: slices.Clone(from.Hashes), views: slices.Clone(from.Views),
			events: slices.Clone(from.Events), films: slices.Clone(from.Films), series: from.Series}
		if n := len(t.hashes); from.End != nil && (n == 0 || t.hashes[n-1].Step < from.End.Step) {
			t.hashes = append(t.hashes, *from.End)
		}
		for j := range t.entries {
			t.entries[j].Time, t.entries[j].Text = complete(&t.entries[j], from)
		}
		for j := range from.KeyFrames {
			k := &from.KeyFrames[j]
			id := fmt.Sprint(k.Step, k.Applied, k.Hash.Hash)
			f := shared[id]
			if f == nil {
				f = &frame{at: k.Moment, hash: k.Hash.Hash, applied: k.Applied, work: workOfStep * float64(k.Step), first: j == 0,
					state: k.Packed(), packed: true}
				shared[id] = f
				h.store.frames = append(h.store.frames, f)
				h.store.bytes += int64(len(f.state))
			}
			f.tracks++
			t.frames = append(t.frames, f)
		}
		*h.next = max(*h.next, t.ID+1)
		h.tracks = append(h.tracks, t)
		if t.ID == present || h.now == nil {
			h.now = t
		}
	}
	h.Place(h.now.Until)
	h.thin()
	return h
}

// complete returns the time of a command of a file that names none, and its text.
func complete(c *runfile.Command, t *runfile.Track) (time float64, text string) {
	time, text = c.Time, c.Text
	if time == 0 && c.Step > 0 {
		i, _ := slices.BinarySearchFunc(t.Hashes, c.Step, func(h runfile.Hash, step int64) int {
			return cmp.Compare(h.Step, step)
		})
		if i < len(t.Hashes) {
			time = t.Hashes[i].Time
		} else {
			time = t.Until.Time
		}
	}
	if text == "" {
		text = strings.TrimPrefix(fmt.Sprintf("%T", c.Edit), "bridge.")
	}
	return time, text
}

// First returns the key frame with which the present track begins, or an error if it cannot be unpacked.
func (h *History) First() (state []byte, err error) { return h.now.frames[0].unpacked() }
