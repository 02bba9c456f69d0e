package runfile

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// File is the content of a run file.
type File struct {
	Scene   json.RawMessage // of the head
	Picture []byte          // small picture of the run, as PNG; nil if there is none
	Tracks  []Track         // at least one; parents come before their branches
	Present int             // index of the shown track
	Cut     int             // number of bytes behind the last complete block, which are ignored
	Damage  []string        // damaged blocks that were left out, with their numbers; nil if there are none

	version   int
	now       *Track // the track that the blocks being read belong to
	drawn     string // the field Drawn of the last view
	inherited int    // commands, key frames and the like that tracks share with their parents
}

// Track is one course of the run. Its lists are in the order of the steps, and begin with the part that
// it shares with its parent.
type Track struct {
	bridge.Track
	Kept      int        // number of commands that the track shares with its parent
	KeyFrames []KeyFrame // at least one
	Commands  []Command
	Hashes    []Hash
	Views     []View // views of videos keep the order of the video
	Events    []bridge.Event
	Films     []bridge.Film
	Series    bridge.Series
	End       *Hash // hash at the end of the run; nil if the writing ended before
}

// Last returns the hash of the last step of a track whose hash is known.
func (t *Track) Last() Hash {
	if t.End != nil {
		return *t.End
	}
	at := t.KeyFrames[len(t.KeyFrames)-1].Hash
	if n := len(t.Hashes); n > 0 && t.Hashes[n-1].Step >= at.Step {
		at = t.Hashes[n-1]
	}
	return at
}

// On returns the present track.
func (f *File) On() *Track { return &f.Tracks[f.Present] }

// Limits for the content of a file, against files that were made to do harm.
const (
	mostTracks    = 4096
	mostInherited = 1 << 22
	mostGap       = 100_000 // steps from one hash to the next
	mostDamage    = 20      // damaged blocks that are named
)

// ErrNone is the error for data that is not a run file.
var ErrNone = errors.New("runfile: this is no run file")

// Is reports whether data begin like a run file.
func Is(data []byte) bool { return bytes.HasPrefix(data, []byte(Magic)) }

// Parse reads a run file. It leaves out damaged blocks and lists them in File.Damage. A damaged key frame, hash, end or
// optional block is left out alone. After a damaged block of any other kind, such as a command, the rest of the file is
// left out as well: repeating it without that command would give another run.
//
// Errors: the data is not a run file; an invalid block, named by its number and kind; a later version; no key frame.
func Parse(data []byte) (*File, error) {
	if !Is(data) {
		return nil, ErrNone
	}
	f, at := &File{}, len(Magic)
	for number := 1; ; number++ {
		kind, content, size, err := next(data[at:])
		damaged := err != nil
		if size == 0 && !damaged {
			f.Cut = len(data) - at
			return f, f.finish()
		}
		if !damaged {
			err = f.read(number, kind, content)
		}
		if err != nil {
			err = fmt.Errorf("block %d at byte %d (%s): %w", number, at, spell.Line(kind), err)
		}
		switch {
		case err == nil:
		case size > 0 && number > 1 && alone(kind):
			f.leave(err.Error())
		case damaged || f.Damage != nil:
			f.leave(fmt.Sprintf("%v; and all from there on, %d bytes", err, len(data)-at))
			return f, f.finish()
		default:
			return nil, fmt.Errorf("runfile: %w", err)
		}
		at += size
	}
}

// alone reports whether a block of this kind can be left out alone.
func alone(kind string) bool {
	return kind == keyFrame || kind == hashed || kind == last || optional(kind)
}

// optional reports whether readers may ignore a kind of block.
func optional(kind string) bool { return kind[0] >= 'a' && kind[0] <= 'z' }

// line returns a text of the file as one printable line that is no longer than a name may be. The file may come from a
// stranger, and the text is shown to people.
func line(text string) string {
	if len(text) > limit.Text.Most {
		text = strings.ToValidUTF8(text[:limit.Text.Most], "") + "…"
	}
	return spell.Line(text)
}

// leave records that a damaged block was left out.
func (f *File) leave(what string) {
	switch n := len(f.Damage); {
	case n < mostDamage:
		f.Damage = append(f.Damage, what)
	case n == mostDamage:
		f.Damage = append(f.Damage, "and more")
	}
}

// PictureOf returns the picture of a run file, given the file's beginning; nil if it has none.
func PictureOf(beginning []byte) []byte {
	if !Is(beginning) {
		return nil
	}
	for rest := beginning[len(Magic):]; ; {
		kind, content, size, err := next(rest)
		switch {
		case err != nil || size == 0 || kind == keyFrame:
			return nil
		case kind == picture:
			return content
		}
		rest = rest[size:]
	}
}

// next returns the first block of data and the size of that block. The size is 0 if the block is incomplete, or if its
// head is damaged so that its length is unknown.
func next(data []byte) (kind string, content []byte, size int, err error) {
	if len(data) < frameHead {
		return "", nil, 0, nil
	}
	kind = string(data[:4])
	if binary.LittleEndian.Uint32(data[8:]) != crc32.ChecksumIEEE(data[:8]) {
		return kind, nil, 0, errors.New("damaged: its kind or length is not what was written")
	}
	length := int(binary.LittleEndian.Uint32(data[4:]))
	if len(data)-frameHead-sumSize < length {
		return "", nil, 0, nil
	}
	content, data = data[frameHead:frameHead+length], data[frameHead+length:]
	if binary.LittleEndian.Uint64(data) != xxhash.Sum64(content) {
		err = errors.New("damaged: its content is not what was written")
	}
	return kind, content, frameHead + length + sumSize, err
}

// readers read the contents of blocks by their kinds.
var readers = map[string]func(*File, []byte) error{
	head: (*File).readHead, keyFrame: (*File).readKeyFrame, command: (*File).readCommand, hashed: (*File).readHashed,
	last: (*File).readLast, track: (*File).readTrack, seen: (*File).readView,
	event: (*File).readEvent, film: (*File).readFilm, columns: (*File).readColumns, sampled: (*File).readSample,
	picture: func(f *File, content []byte) error { f.Picture = content; return nil },
}

// read adds the content of a block to the file.
func (f *File) read(number int, kind string, content []byte) error {
	if (kind == head) != (number == 1) {
		return errors.New("it is out of place")
	}
	if kind != keyFrame {
		if err := limit.BlockBytes.Check(len(content)); err != nil {
			return err
		}
	}
	if fixed := map[string]int{hashed: hashSize, last: hashSize, keyFrame: hashSize + 8}[kind]; len(content) < fixed {
		return fmt.Errorf("%d bytes are too few", len(content))
	}
	if f.now == nil && kind != head && kind != track && kind != picture { // files of version 1 have no tracks
		if err := f.turn(branch{Name: "run 1", Parent: -1}); err != nil {
			return err
		}
	}
	if do := readers[kind]; do != nil {
		return do(f, content)
	}
	if optional(kind) {
		return nil
	}
	return fmt.Errorf("no block is of this kind")
}

func (f *File) readHead(content []byte) error {
	var h struct {
		Version int
		Scene   json.RawMessage
	}
	if err := json.Unmarshal(content, &h); err != nil {
		return err
	}
	if h.Version < 1 || h.Version > Version {
		return fmt.Errorf("the file is of version %d, this program reads 1 to %d", h.Version, Version)
	}
	f.Scene, f.version = h.Scene, h.Version
	return nil
}

func (f *File) readKeyFrame(content []byte) error {
	var k KeyFrame
	k.Hash, content = readHash(content)
	applied := binary.LittleEndian.Uint64(content)
	if applied > uint64(len(f.now.Commands)) {
		return fmt.Errorf("%d commands are before it, where there are %d", applied, len(f.now.Commands))
	}
	k.Applied, k.packed = int(applied), content[8:]
	f.now.KeyFrames = append(f.now.KeyFrames, k)
	f.now.goOn(k.Step)
	return nil
}

func (f *File) readCommand(content []byte) error {
	var c Command
	if err := json.Unmarshal(content, &c); err != nil {
		return err
	}
	f.now.Commands = append(f.now.Commands, c)
	return nil
}

func (f *File) readHashed(content []byte) error {
	h, _ := readHash(content)
	f.now.Hashes = append(f.now.Hashes, h)
	f.now.goOn(h.Step)
	return nil
}

// goOn forgets that a track has ended, if a step comes after its end.
func (t *Track) goOn(step int64) {
	if t.End != nil && step > t.End.Step {
		t.End = nil
	}
}

func (f *File) readLast(content []byte) error {
	h, _ := readHash(content)
	f.now.End = &h
	return nil
}

func (f *File) readView(content []byte) error {
	var v writtenView
	if err := json.Unmarshal(content, &v); err != nil {
		return err
	}
	if v.Drawn != "" {
		f.drawn = v.Drawn
	}
	f.now.Views = append(f.now.Views, View{bridge.Moment{Step: v.Step, Time: v.Time},
		bridge.SavedView{Name: v.Name, Film: v.Film, Camera: v.Camera, Drawn: f.drawn}})
	return nil
}

func (f *File) readTrack(content []byte) error {
	var b branch
	if err := json.Unmarshal(content, &b); err != nil {
		return err
	}
	return f.turn(b)
}

// find returns the track with an ID, or nil.
func (f *File) find(id int) *Track {
	for i := range f.Tracks {
		if f.Tracks[i].ID == id {
			return &f.Tracks[i]
		}
	}
	return nil
}

// turn selects the track of the next blocks: a new track, or one that was begun before.
func (f *File) turn(b branch) error {
	b.Name = line(b.Name)
	if f.now = f.find(b.ID); f.now != nil {
		f.now.Name = b.Name
		return nil
	}
	t := Track{Track: bridge.Track{ID: b.ID, Name: b.Name, Parent: b.Parent, From: b.From}}
	if b.Parent >= 0 {
		p := f.find(b.Parent)
		switch {
		case p == nil || len(p.KeyFrames) == 0:
			return fmt.Errorf("the track that it leaves, %d, is not there", b.Parent)
		case b.Kept < 0 || b.Kept > len(p.Commands):
			return fmt.Errorf("it has %d commands of the %d of track %d", b.Kept, len(p.Commands), b.Parent)
		}
		t.inherit(p, b.Kept)
	}
	f.inherited += len(t.KeyFrames) + len(t.Commands) + len(t.Hashes) + len(t.Views) + len(t.Events) + len(t.Films) +
		len(t.Series.Samples)
	if len(f.Tracks) == mostTracks || f.inherited > mostInherited || b.ID < 0 {
		return fmt.Errorf("there are too many tracks")
	}
	f.Tracks = append(f.Tracks, t)
	f.now = &f.Tracks[len(f.Tracks)-1]
	return nil
}

// inherit copies the part that a track shares with its parent to the beginning of the track.
func (t *Track) inherit(p *Track, kept int) {
	t.Kept, t.Begin, t.Commands = kept, p.Begin, slices.Clone(p.Commands[:kept])
	for _, k := range p.KeyFrames {
		if k.Step <= t.From.Step && k.Applied <= kept {
			t.KeyFrames = append(t.KeyFrames, k)
		}
	}
	for _, h := range p.Hashes {
		if h.Step <= t.From.Step {
			t.Hashes = append(t.Hashes, h)
		}
	}
	for _, v := range p.Views {
		if v.Step <= t.From.Step {
			t.Views = append(t.Views, v)
		}
	}
	for _, e := range p.Events {
		if e.Step <= t.From.Step {
			t.Events = append(t.Events, e)
		}
	}
	for _, f := range p.Films {
		if f.Begin <= t.From.Time {
			t.Films = append(t.Films, f)
		}
	}
	t.Series = p.Series
	t.Series.Samples = slices.Clip(p.Series.Samples[:p.Series.After(t.From.Time)])
}

// finish completes and checks the file.
func (f *File) finish() (err error) {
	defer func() {
		if err != nil && f.Damage != nil {
			err = fmt.Errorf("%w; what is damaged is left out: %s", err, strings.Join(f.Damage, "; "))
		}
	}()
	if f.now == nil || len(f.Tracks[0].KeyFrames) == 0 {
		return errors.New("runfile: the file ends before its first key frame")
	}
	present := f.now.ID
	f.Tracks = slices.DeleteFunc(f.Tracks, func(t Track) bool { return len(t.KeyFrames) == 0 }) // cut off too early
	for i := range f.Tracks {
		t := &f.Tracks[i]
		f.order(t)
		if err := t.check(); err != nil {
			return fmt.Errorf("runfile: %s: %w", spell.Quote(t.Name), err)
		}
		if t.Begin = t.KeyFrames[0].Moment; t.Parent < 0 {
			t.From = t.Begin
		}
		t.Until = t.Last().Moment
		if t.Until.Step < t.From.Step {
			t.Until = t.From
		}
		if t.ID == present {
			f.Present = i
		}
	}
	f.now = nil
	return nil
}

// order sorts the key frames of a track, and keeps one at each place: after going back, new key frames
// follow later ones in the file. Frames that cannot belong to the track are left out.
func (f *File) order(t *Track) {
	slices.SortStableFunc(t.KeyFrames, func(a, b KeyFrame) int {
		return cmp.Or(cmp.Compare(a.Step, b.Step), cmp.Compare(a.Applied, b.Applied))
	})
	first, on := t.KeyFrames[0], t.KeyFrames[:1]
	for _, k := range t.KeyFrames[1:] {
		n := k.Applied
		switch before := &on[len(on)-1]; {
		case k.Step == before.Step && n == before.Applied && k.Hash == before.Hash:
		case k.Step == before.Step && n == before.Applied, n < first.Applied,
			n > 0 && t.Commands[n-1].Step > k.Step, n < len(t.Commands) && t.Commands[n].Step < k.Step:
			f.leave(fmt.Sprintf("%s: the key frame of step %d after %d commands is not on its way", spell.Quote(t.Name), k.Step,
				n))
		default:
			on = append(on, k)
		}
	}
	t.KeyFrames = on
}

// check returns an error if the lists of a track are not in the order of their steps.
func (t *Track) check() error {
	first := t.KeyFrames[0]
	if first.Applied != 0 {
		return fmt.Errorf("%d commands are missing before the first key frame", first.Applied)
	}
	step := first.Step
	for i, c := range t.Commands {
		if c.Step < step {
			return fmt.Errorf("command %d, of step %d, is out of place", i+1, c.Step)
		}
		step = c.Step
	}
	before := first.Step
	for i, h := range t.Hashes {
		if i > 0 && h.Step <= before || h.Step > before+mostGap {
			return fmt.Errorf("hash %d, of step %d, is out of place", i+1, h.Step)
		}
		before = h.Step
	}
	if last := max(t.Last().Step, t.From.Step); last > before+mostGap {
		return fmt.Errorf("the last step, %d, is out of place", last)
	}
	if t.End != nil && t.End.Step < t.KeyFrames[len(t.KeyFrames)-1].Step {
		return fmt.Errorf("the end, at step %d, is before the last key frame", t.End.Step)
	}
	return nil
}
