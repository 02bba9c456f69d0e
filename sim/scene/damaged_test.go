package scene

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
)

// blocksOf returns where the blocks of a run file begin.
func blocksOf(data []byte) (starts []int) {
	for at := len(runfile.Magic); at+12 <= len(data); {
		starts = append(starts, at)
		at += 20 + int(binary.LittleEndian.Uint32(data[at+4:]))
	}
	return append(starts, len(data))
}

// resum gives a block the sums of what it holds now.
func resum(block []byte) {
	n := len(block) - 8
	binary.LittleEndian.PutUint32(block[8:], crc32.ChecksumIEEE(block[:8]))
	binary.LittleEndian.PutUint64(block[n:], xxhash.Sum64(block[12:n]))
}

// damaged returns a run file with one of several kinds of damage: bytes that are others, with or without sums that say
// so, a part that is missing, blocks that are missing, doubled or in another order.
func damaged(r *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	starts := blocksOf(data)
	i := r.IntN(len(starts) - 1)
	block := data[starts[i]:starts[i+1]]
	j := r.IntN(len(starts) - 1)
	other := bytes.Clone(data[starts[j]:starts[j+1]])
	switch r.IntN(7) {
	case 0:
		data[r.IntN(len(data))] ^= 1 << r.IntN(8)
	case 1:
		return data[:r.IntN(len(data))]
	case 2, 3: // with right sums
		for range 1 + r.IntN(4) {
			if n := len(block) - 20; n > 0 {
				block[12+r.IntN(min(n, 200))] = byte(r.Uint32())
			}
		}
		resum(block)
	case 4:
		return append(data[:starts[i]:starts[i]], data[starts[i+1]:]...)
	case 5:
		return append(append(bytes.Clone(data[:starts[i]]), other...), data[starts[i]:]...)
	case 6: // of another kind, with right sums
		copy(block, []string{"STAT", "CMND", "HASH", "LAST", "TRCK", "view", "icon", "nope", "NOPE"}[r.IntN(9)])
		resum(block)
	}
	return data
}

// branched returns a run file with two tracks.
func branched(t *testing.T) []byte {
	t.Helper()
	first, err := runfile.Parse(recordedRun(t, "rain", 400, 0.25))
	if err != nil {
		t.Fatal(err)
	}
	a := first.Tracks[0]
	a.Views = []runfile.View{{Moment: a.Begin, SavedView: bridge.SavedView{Name: "8", Drawn: "{}"}}}
	b := a
	b.ID, b.Parent, b.From, b.Name, b.End = 1, 0, bridge.Moment{Step: 250, Time: a.Until.Time * 0.6}, "other", nil
	b.Kept = len(a.Commands)
	var data bytes.Buffer
	w := runfile.NewWriter(&data, first.Scene)
	w.Picture([]byte("no picture"))
	w.WriteTracks([]runfile.Track{a, b}, 1)
	if w.Err() != nil {
		t.Fatal(w.Err())
	}
	return data.Bytes()
}

// Contract: a bit that is another one, anywhere in a run file, is found, with the name of its block. Where the rest of
// the file is read, it is never called reproduced.
func TestFlippedBits(t *testing.T) {
	data, random := branched(t), rand.New(rand.NewPCG(19, 8))
	for range 2000 {
		bit := random.IntN(8 * len(data))
		data[bit/8] ^= 1 << (bit % 8)
		r, err := ParseRecorded("a.tumble", data)
		said, place := "", "block "
		switch {
		case err != nil:
			said = err.Error()
		case r.Damage() != nil:
			said = r.Damage()[0]
		}
		if bit/8 < len(runfile.Magic) {
			place = "a.tumble: "
		}
		if !strings.Contains(said, place) {
			t.Errorf("bit %d of %d bytes: %q", bit, len(data), said)
		}
		if err == nil && bit%64 == 0 {
			v, err := r.Reproduce(1, func(done, _ int64) error { return nil })
			if err == nil && (v.Reproduced || v.Differs || !strings.Contains(v.LeftOut, place)) {
				t.Errorf("bit %d of %d bytes: %+v", bit, len(data), v)
			}
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
}

// Contract: of 200 damaged run files each is refused with an error, or opens and can be gone back in and done again;
// none makes the program panic, hang or take memory out of proportion.
func TestDamagedRunFiles(t *testing.T) {
	data, random := branched(t), rand.New(rand.NewPCG(19, 6))
	path := filepath.Join(t.TempDir(), "r"+SavedExt)
	enough := errors.New("enough")
	refused := 0
	for k := range 200 {
		bad := damaged(random, data)
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := ReadRecorded(path)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > uint64(64*len(bad))+(4<<20) {
			t.Errorf("file %d of %d bytes takes %d bytes to read", k, len(bad), took)
		}
		if err != nil {
			refused++
			continue
		}
		r.Reproduce(1, func(done, _ int64) error {
			if done > 60 {
				return enough
			}
			return nil
		})
		if last, _ := r.End(); last.Step > 100_400 {
			t.Fatalf("file %d says that the run has come to step %d", k, last.Step)
		}
		s, err := Load(path, Options{Workers: 1})
		if err != nil {
			refused++
			continue
		}
		run.New(s, nil, bridge.NewFeed(), nil)
		s.World.Close()
	}
	if refused < 10 || refused > 195 {
		t.Errorf("%d of 200 are refused", refused)
	}
}
