//go:build !headless

package cli

import (
	"bytes"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/ui/studio"
)

// A shot is a PNG of the asked size at the asked time that shows something; the same
// command gives the same bytes.
func TestShot(t *testing.T) {
	dir := t.TempDir()
	var files [2][]byte
	for i := range files {
		path := filepath.Join(dir, "a.png")
		got := tumble("shot", "clump", "--at", "50ms", "--size", "160x90", "--overlays", "forces", "-o", path, "--json")
		var r studio.Result
		if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || got.status != 0 || got.stderr != "" {
			t.Fatalf("%v: %+v", err, got)
		}
		// The first step at or after the time asked for.
		if r.File != path || r.Time < 0.05 || r.Time > 0.051 || r.Step == 0 || len(r.Hash) != 16 {
			t.Errorf("%+v", r)
		}
		files[i], _ = os.ReadFile(path)
	}
	img, err := png.Decode(bytes.NewReader(files[0]))
	if err != nil {
		t.Fatal(err)
	}
	colors := map[any]bool{}
	for y := 0; y < 90; y++ {
		for x := 0; x < 160; x++ {
			colors[img.At(x, y)] = true
		}
	}
	if b := img.Bounds(); b.Dx() != 160 || b.Dy() != 90 || len(colors) < 200 {
		t.Errorf("%v with %d colours", b, len(colors))
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same command gave two pictures")
	}
}

// Contract: a saved state is drawn as it is, and a recording of it begins at its time.
func TestPicturesOfStates(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, "s.tumble")
	half := runJSON(t, "clump", "--until", "50ms", "--save", state)
	got := tumble("shot", state, "--size", "64x48", "-o", filepath.Join(dir, "a.png"), "--json")
	var r studio.Result
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || r.Time != half.Time || r.Hash != half.Hash {
		t.Errorf("%v: %+v, want it at %g s", err, got, half.Time)
	}
	got = tumble("record", state, "--until", "100ms", "--fps", "25", "--speed", "0.5", "--size", "64x48", "--quality",
		"fast",
		"-o", filepath.Join(dir, "%02d.png"), "--json")
	r = studio.Result{}
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || r.Frames != 3 || r.Time < 0.09 || r.Time > 0.091 {
		t.Errorf("%v: %+v, want frames at 50, 70 and 90 ms", err, got)
	}
}

// A recording has one frame every speed/fps simulated seconds, the first and the last
// moment included, and says what it wrote.
func TestRecord(t *testing.T) {
	dir := t.TempDir()
	got := tumble("record", "clump", "--until", "100ms", "--fps", "25", "--speed", "0.5", "--size", "64x48",
		"--quality", "fast", "-o", filepath.Join(dir, "%02d.png"))
	if got.status != 0 || !strings.Contains(got.stdout, "6 frames of 64x48 at 25 frames/s") {
		t.Fatalf("%+v", got)
	}
	entries, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil || len(entries) != 6 || filepath.Base(entries[5]) != "05.png" {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestRecordErrors(t *testing.T) {
	for args, want := range map[string]string{
		"record clump -o a.mov":            "must end in .mp4, .webm, .gif, .avi or",
		"record clump -o no/such/a.avi":    "no such file or directory",
		"record clump --fps 0":             `--fps: must be a number from 1 to 1000, got "0"`,
		"shot clump -o a.jpg":              `-o: must end in .png, .svg or .pdf, got "a.jpg"`,
		"shot clump -o no/such/folder.png": "no such file or directory",
	} {
		if got := tumble(strings.Fields(args)...); got.status == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("tumble %s: %+v, want %q", args, got, want)
		}
	}
}

// Contract: lines that a person gives are printed in the picture, with what --set has changed; too many are refused.
func TestNote(t *testing.T) {
	dir := t.TempDir()
	shot := func(args ...string) []byte {
		t.Helper()
		file := filepath.Join(dir, "a.png")
		got := tumble(append([]string{"shot", "capsule-on-wall", "--at", "5ms", "--size", "320x180", "-o", file}, args...)...)
		if got.status != 0 {
			t.Fatal(got)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	plain := shot()
	if got := shot("--note", "{title}, {time}"); bytes.Equal(got, plain) {
		t.Error("the note is not in the picture")
	}
	got := tumble("shot", "bottle", "--note", strings.Repeat(`a\n`, 20))
	if !strings.Contains(got.stderr, "at most 12 lines") {
		t.Error(got)
	}
}
