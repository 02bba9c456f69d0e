package runfile

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/vec"
)

// sample returns a small run file, and where each of its blocks ends.
func sample(t testing.TB) (data []byte, ends []int) {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, map[string]string{"title": "A pile"})
	at := func(step int64) Hash {
		return Hash{bridge.Moment{Step: step, Time: float64(step) / 1000}, 0xabc0 + uint64(step)}
	}
	steps := []func(){
		func() { w.KeyFrame(at(0), 0, bytes.Repeat([]byte("state"), 40)) },
		func() { w.Command(Command{3, bridge.SetGravity{Gravity: vec.New(0.1, 1e-300, -9.81)}}) },
		func() { w.Hash(at(100)) },
		func() { w.KeyFrame(at(150), 1, []byte("another")) },
		func() { w.Last(at(200)) },
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

// Contract: what was written is read again.
func TestRoundTrip(t *testing.T) {
	data, _ := sample(t)
	f, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	state, err := f.KeyFrames[0].State()
	if err != nil || string(state) != strings.Repeat("state", 40) {
		t.Errorf("state %q, %v", state, err)
	}
	want := Command{3, bridge.SetGravity{Gravity: vec.New(0.1, 1e-300, -9.81)}}
	if len(f.KeyFrames) != 2 || len(f.Commands) != 1 || f.Commands[0] != want || f.End == nil || f.End.Step != 200 {
		t.Errorf("%+v", f)
	}
	if k := f.Before(bridge.Moment{Step: 199, Time: 9}); k.Step != 150 || k.Applied != 1 {
		t.Errorf("before step 199: %+v", k.Hash)
	}
}

// Contract: every command can be written and read again, and nothing else.
func TestCommandsRoundTrip(t *testing.T) {
	for _, c := range bridge.Commands {
		data, err := json.Marshal(Command{7, c})
		if err != nil {
			t.Fatal(err)
		}
		var again Command
		if err := json.Unmarshal(data, &again); err != nil || !reflect.DeepEqual(again, Command{7, c}) {
			t.Errorf("%T: %+v, %v", c, again, err)
		}
	}
	for _, text := range []string{`{"step":1,"command":"Explode","with":{}}`, `{"command":"Pause","with":{"x":1}}`} {
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

// Contract: a flipped bit anywhere is found, and the block that it is in is named.
func TestEveryFlippedBitIsFound(t *testing.T) {
	data, ends := sample(t)
	for i := range data {
		for bit := range 8 {
			wrong := bytes.Clone(data)
			wrong[i] ^= 1 << bit
			_, err := Parse(wrong)
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
			file.Before(bridge.Moment{Step: 1})
			for i := range file.KeyFrames {
				file.KeyFrames[i].State()
			}
		}
	})
}
