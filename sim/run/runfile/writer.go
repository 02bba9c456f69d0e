package runfile

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"github.com/cespare/xxhash/v2"

	"example.org/tumble/sim/run/bridge"
)

// Writer writes the blocks of a run file. It writes each block with one call, so that a program that reads the file
// meanwhile finds whole blocks. It keeps the first error, and writes nothing after it.
type Writer struct {
	to      io.Writer
	started bool   // a key frame was written
	first   []byte // blocks before the first key frame, written with it: a file without a key frame is of no use
	err     error
	size    int64
	track   int             // the track that blocks belong to now
	every   map[int]float64 // interval of the samples of each track, as it was last written [s]
	drawn   string          // the field Drawn of the last view
}

// NewWriter begins a file with its head, which holds the scene as JSON.
func NewWriter(to io.Writer, scene any) *Writer {
	w := &Writer{to: to, first: []byte(Magic), every: map[int]float64{}}
	w.json(head, struct {
		Version int `json:"version"`
		Scene   any `json:"scene"`
	}{Version, scene})
	return w
}

// Err returns the first error of writing, nil if there was none.
func (w *Writer) Err() error { return w.err }

// Size returns the number of bytes that were written.
func (w *Writer) Size() int64 { return w.size }

// Picture writes a small picture of the run, as PNG. It must come before all other blocks, since PictureOf looks only
// at the beginning of a file.
func (w *Writer) Picture(png []byte) { w.block(picture, png) }

// KeyFrame writes a saved state with its hash; applied is the number of commands of the track before it.
func (w *Writer) KeyFrame(at Hash, applied int, state []byte) {
	w.Frame(NewKeyFrame(at, applied, state, false))
}

// Frame writes a key frame.
func (w *Writer) Frame(k KeyFrame) {
	w.block(keyFrame, binary.LittleEndian.AppendUint64(k.bytes(), uint64(k.Applied)), k.packed)
}

// Command writes a command and its step.
func (w *Writer) Command(c Command) { w.json(command, c) }

// Hash writes the hash of a state during the run.
func (w *Writer) Hash(h Hash) { w.block(hashed, h.bytes()) }

// Last writes the hash at the end of the track.
func (w *Writer) Last(h Hash) { w.block(last, h.bytes()) }

// View writes the view of a person.
func (w *Writer) View(v View) {
	b := writtenView{v.Step, v.Time, v.Name, v.Film, v.Camera, v.Drawn}
	if b.Drawn == w.drawn {
		b.Drawn = ""
	}
	w.drawn = v.Drawn
	w.json(seen, b)
}

// writtenView is the form of a view in a file.
type writtenView struct {
	Step   int64            `json:"step"`
	Time   float64          `json:"time"`
	Name   string           `json:"name,omitempty"`
	Film   bool             `json:"film,omitempty"`
	Camera [numPose]float32 `json:"camera"`
	Drawn  string           `json:"drawn,omitempty"` // absent: as in the view before
}

const numPose = len(bridge.SavedView{}.Camera)

// Track writes which track the following blocks belong to. The part that the track shares with its parent is not
// written again; kept is the number of commands in that part.
func (w *Writer) Track(t bridge.Track, kept int) {
	w.track = t.ID
	w.json(track, branch{t.ID, t.Name, t.Parent, t.From, kept})
}

// On returns the track that the following blocks belong to.
func (w *Writer) On() int { return w.track }

// branch is the form of a track in a file.
type branch struct {
	ID     int           `json:"track"`
	Name   string        `json:"name"`
	Parent int           `json:"parent"` // -1: none
	From   bridge.Moment `json:"from"`
	Kept   int           `json:"commands"` // number of commands shared with the parent
}

// WriteTracks writes all blocks of tracks. Parents must come before their branches; the present track is selected
// last.
func (w *Writer) WriteTracks(tracks []Track, present int) {
	written := map[int]*Track{}
	for i := range tracks {
		t := &tracks[i]
		w.writeOwn(t, written[t.Parent])
		written[t.ID] = t
	}
	if t := written[present]; t != nil && w.track != present {
		w.Track(t.Track, t.Kept)
	}
}

// writeOwn writes the part of a track that it does not share with its parent; parent is nil if it is not in the file.
func (w *Writer) writeOwn(t, parent *Track) {
	frames, commands, hashes, views := t.KeyFrames, t.Commands, t.Hashes, t.Views
	events, films, series := t.Events, t.Films, t.Series
	if parent != nil {
		commands = commands[t.Kept:]
		old := func(h Hash) bool { return h.Step <= t.From.Step }
		hashes = slices.DeleteFunc(slices.Clone(hashes), old)
		views = slices.DeleteFunc(slices.Clone(views), func(v View) bool { return v.Step <= t.From.Step })
		frames = slices.DeleteFunc(slices.Clone(frames), func(k KeyFrame) bool {
			return k.Step <= t.From.Step && k.Applied <= t.Kept
		})
		events = slices.DeleteFunc(slices.Clone(events), func(e bridge.Event) bool { return e.Step <= t.From.Step })
		films = slices.DeleteFunc(slices.Clone(films), func(f bridge.Film) bool { return f.Begin <= t.From.Time })
		series.Samples = series.Samples[series.After(t.From.Time):]
		w.Track(t.Track, t.Kept)
	} else {
		b := t.Track
		b.Parent, b.From = -1, b.Begin
		w.Track(b, 0)
	}
	for _, c := range commands {
		w.Command(c)
	}
	for _, k := range frames {
		w.Frame(k)
	}
	for _, h := range hashes {
		w.Hash(h)
	}
	for _, v := range views {
		w.View(v)
	}
	for _, e := range events {
		w.Event(e)
	}
	for _, f := range films {
		w.Film(f)
	}
	for i := range series.Samples {
		w.Sample(&series, &series.Samples[i])
	}
	if t.End != nil {
		w.Last(*t.End)
	}
}

func (w *Writer) json(kind string, content any) {
	data, err := json.Marshal(content)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("runfile: %w", err)
	}
	w.block(kind, data)
}

// block writes a block, whose content may be in two parts, the second of which may be large.
func (w *Writer) block(kind string, content ...[]byte) {
	if w.err != nil {
		return
	}
	size, sum := 0, xxhash.New()
	for _, part := range content {
		size += len(part)
		sum.Write(part) // cannot fail
	}
	h := binary.LittleEndian.AppendUint32([]byte(kind), uint32(size))
	h = binary.LittleEndian.AppendUint32(h, crc32.ChecksumIEEE(h))
	parts := append([][]byte{w.first, h}, content...)
	b := slices.Concat(append(parts, binary.LittleEndian.AppendUint64(nil, sum.Sum64()))...)
	if w.started = w.started || kind == keyFrame; !w.started {
		w.first = b
		return
	}
	w.first = nil
	w.size += int64(len(b))
	_, w.err = w.to.Write(b)
}
