package runfile

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// edit is the command of the sample.
func edit() Command {
	return Command{Moment: bridge.Moment{Step: 3, Time: 0.003},
		Edit: bridge.Vector("gravity", vec.New(0.1, 1e-300, -9.81)), Back: bridge.Vector("gravity", vec.Vec3{}),
		Text: "gravity", Joined: true, Role: Redoes}
}

// sample returns a small run file, and where each of its blocks ends.
func sample(t testing.TB) (data []byte, ends []int) {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, map[string]string{"title": "A pile"})
	at := func(step int64) Hash {
		return Hash{bridge.Moment{Step: step, Time: float64(step) / 1000}, 0xabc0 + uint64(step)}
	}
	seen := View{at(3).Moment, bridge.SavedView{Camera: [9]float32{1, 2}, Drawn: `{"Style":"wire"}`}}
	steps := []func(){
		func() { w.KeyFrame(at(0), 0, bytes.Repeat([]byte("state"), 40)) },
		func() { w.Command(edit()) },
		func() { w.View(seen) },
		func() { seen.Step++; w.View(seen) },
		func() { w.block("note", []byte("of a later program")) },
		func() { w.Hash(at(100)) },
		func() { w.KeyFrame(at(150), 1, []byte("another")) },
		func() { w.Last(at(200)) },
		func() { w.Track(bridge.Track{ID: 4, Name: "other", From: at(100).Moment}, 1) },
		func() { w.Hash(at(120)) },
	}
	for _, step := range steps {
		step()
		if ends == nil { // the head came with the first key frame
			length := int(binary.LittleEndian.Uint32(b.Bytes()[len(Magic)+4:]))
			ends = []int{len(Magic) + frameHead + length + sumSize}
		}
		ends = append(ends, b.Len())
	}
	if w.Err() != nil {
		t.Fatal(w.Err())
	}
	return b.Bytes(), ends
}

// Contract: what was written is read again, with its tracks; a block that may be left out is.
func TestRoundTrip(t *testing.T) {
	data, _ := sample(t)
	f, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	first, other := &f.Tracks[0], f.On()
	state, err := first.KeyFrames[0].State()
	if err != nil || string(state) != strings.Repeat("state", 40) {
		t.Errorf("state %q, %v", state, err)
	}
	if len(first.KeyFrames) != 2 || len(first.Commands) != 1 || first.Commands[0] != edit() || first.End.Step != 200 {
		t.Errorf("%+v", first)
	}
	if v := first.Views; len(v) != 2 || v[1].Step != 4 || v[1].Drawn != `{"Style":"wire"}` || v[1].Camera[1] != 2 {
		t.Errorf("views %+v", v)
	}
	if k := first.KeyFrames[1]; k.Step != 150 || k.Applied != 1 {
		t.Errorf("the second key frame: %+v", k.Hash)
	}
	if len(f.Tracks) != 2 || other.Name != "other" || len(other.KeyFrames) != 1 || len(other.Commands) != 1 ||
		other.Last().Step != 120 || len(other.Hashes) != 2 || other.From.Step != 100 || other.End != nil {
		t.Errorf("the other track: %+v", other)
	}
	var again bytes.Buffer
	w := NewWriter(&again, f.Scene)
	w.WriteTracks(f.Tracks, f.On().ID)
	if g, err := Parse(again.Bytes()); err != nil || !reflect.DeepEqual(f.Tracks, g.Tracks) || g.Present != f.Present {
		t.Errorf("written as a whole and read: %v, %+v", err, g)
	}
}

// Contract: files of the first version, which know no tracks, are read.
func TestFirstVersion(t *testing.T) {
	var b bytes.Buffer
	w := &Writer{to: &b, first: []byte(Magic)}
	w.block(head, []byte(`{"version":1,"scene":{}}`))
	w.KeyFrame(Hash{bridge.Moment{}, 7}, 0, []byte("state"))
	w.block(command, []byte(`{"step":3,"command":"SetDamping","with":{"Damping":0.5}}`))
	w.Last(Hash{bridge.Moment{Step: 9, Time: 1}, 8})
	f, err := Parse(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if on := f.On(); len(f.Tracks) != 1 || on.Commands[0].Step != 3 || on.Until.Step != 9 || on.Parent != -1 {
		t.Errorf("%+v", f)
	}
}

// Contract: what takes an edit back is read again, also if it is of another kind, which files of before did not say.
func TestInversesRoundTrip(t *testing.T) {
	add := Command{Moment: bridge.Moment{Step: 7}, Edit: bridge.AddMotionKey{To: bridge.MotionKey{Time: 2}},
		Back: bridge.RemoveMotionKey{Time: 2}}
	for _, want := range []Command{edit(), add, {Edit: bridge.SetSeed{Seed: 5}}} {
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		before := bytes.Replace(data, []byte(`"backCommand":"RemoveMotionKey",`), nil, 1)
		for _, data := range [][]byte{data, before} {
			var again Command
			if err := json.Unmarshal(data, &again); err != nil || again != want {
				t.Errorf("%s: %+v, %v", data, again, err)
			}
		}
	}
	for _, text := range []string{`{"step":1,"command":"Explode","with":{}}`, `{"command":"Pause","with":{}}`,
		`{"command":"Set","with":{"Key":"damping","To":1},"role":3}`} {
		if json.Unmarshal([]byte(text), new(Command)) == nil {
			t.Errorf("%s is taken", text)
		}
	}
}

// Contract: a file is good up to its last complete block, wherever the writing ended.
func TestCutAnywhere(t *testing.T) {
	data, ends := sample(t)
	for n := len(Magic); n <= len(data); n++ {
		whole := 0
		for _, end := range ends {
			if end <= n {
				whole = end
			}
		}
		f, err := Parse(data[:n])
		switch {
		case whole < ends[1]:
			if err == nil {
				t.Fatalf("%d bytes, without a key frame, are taken", n)
			}
		case err != nil:
			t.Fatalf("cut at %d: %v", n, err)
		case f.Cut != n-whole:
			t.Fatalf("cut at %d: %d bytes count for nothing, want %d", n, f.Cut, n-whole)
		}
	}
}

// Contract: key frames may stand in any order, as one who goes back and on again takes them; those that cannot be on
// the way of their track are left out and named.
func TestKeyFramesInAnyOrder(t *testing.T) {
	at := func(step int64) Hash { return Hash{bridge.Moment{Step: step, Time: float64(step)}, uint64(step)} }
	var b bytes.Buffer
	w := NewWriter(&b, 0)
	w.KeyFrame(at(0), 0, nil)
	w.Command(edit()) // at step 3
	for _, k := range []struct {
		step    int64
		applied int
	}{{100, 1}, {40, 1}, {3, 1}, {40, 1}, {2, 1}, {3, 0}, {4, 0}, {1, 0}} {
		w.KeyFrame(at(k.step), k.applied, nil)
	}
	f, err := Parse(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, k := range f.Tracks[0].KeyFrames {
		got = append(got, fmt.Sprintf("%d/%d", k.Step, k.Applied))
	}
	if want := "0/0 1/0 3/0 3/1 40/1 100/1"; strings.Join(got, " ") != want {
		t.Errorf("key frames %v, want %s", got, want)
	}
	if d := f.Damage; len(d) != 2 || !strings.Contains(d[0], "step 2 after 1 commands") {
		t.Errorf("left out: %q, want the ones of step 2 after 1 commands and of step 4 after 0", d)
	}
}

// Contract: a flipped bit anywhere is found, and the block that it is in is named, whether the file is read without it
// or refused.
func TestEveryFlippedBitIsFound(t *testing.T) {
	data, ends := sample(t)
	for i := range data {
		for bit := range 8 {
			wrong := bytes.Clone(data)
			wrong[i] ^= 1 << bit
			f, err := Parse(wrong)
			if err == nil && f.Damage != nil {
				err = errors.New(f.Damage[0])
			}
			if err == nil {
				t.Fatalf("bit %d of byte %d flipped: taken", bit, i)
			}
			block := 1
			for _, end := range ends {
				if end <= i {
					block++
				}
			}
			if name := fmt.Sprintf("block %d ", block); i >= len(Magic) && !strings.Contains(err.Error(), name) {
				t.Fatalf("bit %d of byte %d flipped: %v, want one that names %s", bit, i, err, name)
			}
		}
	}
}

// Contract: no bytes make Parse panic, and what it takes can be asked for key frames.
func FuzzParse(f *testing.F) {
	data, ends := sample(f)
	f.Add(data)
	for _, end := range ends {
		f.Add(data[:end])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if file, err := Parse(data); err == nil {
			for _, track := range file.Tracks {
				for i := range track.KeyFrames {
					track.KeyFrames[i].State()
				}
			}
			NewWriter(io.Discard, file.Scene).WriteTracks(file.Tracks, file.On().ID)
		}
	})
}

// Contract: once a state is unpacked, nothing keeps it or what it was packed in but who called.
func TestUnpackKeepsNothing(t *testing.T) {
	const size = 8 << 20
	packed := func() []byte {
		state := make([]byte, size)
		rand.NewChaCha8([32]byte{}).Read(state)
		return Pack(encoder, state)
	}()
	heap := func() int64 {
		runtime.GC()
		runtime.GC() // what a pool holds goes with the second
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	if state, err := Unpack(packed); err != nil || len(state) != size {
		t.Fatalf("%d bytes, %v", len(state), err)
	}
	packed = nil
	if kept := heap() - before; kept > -size/2 { // what was packed, which cannot become smaller, goes
		t.Errorf("%d bytes are kept", kept+size)
	}
}
