package video

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// parsedAVI is what an independent reader finds in a file, reached in three ways.
type parsedAVI struct {
	width, height int
	rate, scale   uint32
	total         uint32   // frames according to the OpenDML header
	first         uint32   // frames of the first RIFF chunk according to avih
	riffs         int      // RIFF chunks
	frames        [][]byte // by walking the tree
	indexed       [][]byte // through indx and ix00
	old           [][]byte // through idx1
}

// parseAVI walks the chunks of a file as the format describes them and fails the test on
// any length that does not fit.
func parseAVI(t *testing.T, path string) *parsedAVI {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := &parsedAVI{}
	var super []byte
	var movi []int
	u32 := func(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
	var walk func(from, to int, within string)
	walk = func(from, to int, within string) {
		for at := from; at < to; {
			if at+8 > to {
				t.Fatalf("%s: %d bytes left over at %d", within, to-at, at)
			}
			name, size := string(b[at:at+4]), int(u32(b[at+4:]))
			data := at + 8
			if data+size > to {
				t.Fatalf("%s at %d: %d bytes, but %s ends at %d", name, at, size, within, to)
			}
			body := b[data : data+size]
			switch name {
			case "RIFF", "LIST":
				kind := string(body[:4])
				if kind == "movi" {
					movi = append(movi, data)
				}
				if name == "RIFF" {
					p.riffs++
				}
				walk(data+4, data+size, kind)
			case "avih":
				p.first, p.width, p.height = u32(body[16:]), int(u32(body[32:])), int(u32(body[36:]))
			case "strh":
				if string(body[:8]) != "vidsMJPG" {
					t.Fatalf("strh: %q", body[:8])
				}
				p.scale, p.rate = u32(body[20:]), u32(body[24:])
			case "indx":
				super = body
			case "dmlh":
				p.total = u32(body)
			case "00dc":
				p.frames = append(p.frames, body)
			case "idx1":
				for e := body; len(e) > 0; e = e[16:] {
					at := movi[0] + int(u32(e[8:]))
					if string(b[at:at+4]) != "00dc" || u32(b[at+4:]) != u32(e[12:]) {
						t.Fatalf("idx1 points to %q at %d", b[at:at+4], at)
					}
					p.old = append(p.old, b[at+8:at+8+int(u32(e[12:]))])
				}
			}
			at = data + size + size%2
		}
	}
	walk(0, len(b), "file")
	for i, n := 0, int(u32(super[4:])); i < n; i++ {
		e := super[24+16*i:]
		at := int(binary.LittleEndian.Uint64(e))
		if string(b[at:at+4]) != "ix00" || int(u32(b[at+4:]))+8 != int(u32(e[8:])) {
			t.Fatalf("indx entry %d points to %q", i, b[at:at+4])
		}
		index := b[at+8:]
		base := int(binary.LittleEndian.Uint64(index[12:]))
		count := int(u32(index[4:]))
		if uint32(count) != u32(e[12:]) {
			t.Fatalf("indx entry %d says %d frames, its index %d", i, u32(e[12:]), count)
		}
		for k := 0; k < count; k++ {
			from := base + int(u32(index[24+8*k:]))
			p.indexed = append(p.indexed, b[from:from+int(u32(index[28+8*k:]))])
		}
	}
	return p
}

// A recording as AVI holds every frame once, in order, found by walking the file, by the
// OpenDML index and, in the first RIFF chunk, by the old index; also when it takes many
// RIFF chunks. Frames are encoded in parallel, so order is a property to be tested.
func TestAVI(t *testing.T) {
	const frames = 100
	for _, c := range []struct {
		limit int64
		riffs int
	}{{segmentLimit, 1}, {30_000, 0}} {
		t.Run(fmt.Sprint("limit ", c.limit), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.avi")
			w, _, err := Open(t.Context(), path, 61, 47, 60)
			if err != nil {
				t.Fatal(err)
			}
			w.sink.(*motionJPEG).avi.limit = c.limit
			for i := 0; i < frames; i++ {
				if err := w.Write(picture(i, 61, 47)); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := w.Close(); err != nil {
				t.Fatal(err)
			}
			checkAVI(t, parseAVI(t, path), frames, c.riffs)
			if _, err := exec.LookPath("ffprobe"); err != nil {
				t.Log("ffprobe is not installed: checked by this package's own reader only")
				return
			}
			got := ffprobe(t, path)
			if got.Codec != "mjpeg" || got.Width != 61 || got.Height != 47 || got.Rate != "60/1" ||
				got.Frames != fmt.Sprint(frames) {
				t.Errorf("ffprobe: %+v", got)
			}
		})
	}
}

func checkAVI(t *testing.T, p *parsedAVI, frames, riffs int) {
	t.Helper()
	if p.width != 61 || p.height != 47 || p.rate != 60 || p.scale != 1 {
		t.Errorf("header: %dx%d at %d/%d", p.width, p.height, p.rate, p.scale)
	}
	if riffs == 0 && p.riffs < 3 {
		t.Errorf("%d RIFF chunks: the limit did not act", p.riffs)
	} else if riffs > 0 && p.riffs != riffs {
		t.Errorf("%d RIFF chunks, want %d", p.riffs, riffs)
	}
	if len(p.frames) != frames || len(p.indexed) != frames || int(p.total) != frames || len(p.old) != int(p.first) {
		t.Fatalf("frames: walked %d, indexed %d, header %d, idx1 %d of %d; want %d",
			len(p.frames), len(p.indexed), p.total, len(p.old), p.first, frames)
	}
	for i, f := range p.frames {
		if !bytes.Equal(f, p.indexed[i]) || (i < len(p.old) && !bytes.Equal(f, p.old[i])) {
			t.Fatalf("frame %d: an index points elsewhere", i)
		}
		// 3 levels: JPEG at quality 90 of an even grey.
		if d := greyOf(t, f) - (20 + 2*i); d < -3 || d > 3 {
			t.Fatalf("frame %d: grey is off by %d: frames are out of order", i, d)
		}
	}
}

// Rates are exact for whole numbers, thousandths and the television rates.
func TestFraction(t *testing.T) {
	for _, c := range []struct {
		fps         float64
		rate, scale uint32
	}{{60, 60, 1}, {30, 30, 1}, {29.97, 29970, 1000}, {30000.0 / 1001, 30000, 1001}, {60000.0 / 1001, 60000, 1001}, {0.01,
		10, 1000}, {12.5, 12500, 1000}} {
		if rate, scale := fraction(c.fps); rate != c.rate || scale != c.scale {
			t.Errorf("fraction(%g) = %d/%d, want %d/%d", c.fps, rate, scale, c.rate, c.scale)
		}
	}
}
