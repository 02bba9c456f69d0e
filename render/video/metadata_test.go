package video

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var said = [][2]string{
	{"Title", "bottle"}, {"Software", "Tumble 1"}, {"Set", "a=1\nb=2"}, {"Command", "tumble shot 'Behälter.yaml'"},
	{"Empty", ""},
}

// Pictures carry texts in chunks of their own, with right sums, and stay pictures.
func TestPNGTexts(t *testing.T) {
	dir := t.TempDir()
	one := filepath.Join(dir, "one.png")
	if err := PNG(t.Context(), one, image.NewRGBA(image.Rect(0, 0, 4, 3)), 300, said...); err != nil {
		t.Fatal(err)
	}
	w, _, err := Open(t.Context(), filepath.Join(dir, "f%d.png"), 4, 2, 25, said...)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(make([]byte, 4*4*2)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{one, filepath.Join(dir, "f0.png")} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := png.Decode(bytes.NewReader(data)); err != nil || m.Bounds().Dx() != 4 {
			t.Errorf("%s: %v", path, err)
		}
		found := map[string]string{}
		for rest := data[8:]; len(rest) > 0; {
			n := binary.BigEndian.Uint32(rest)
			chunk, sum := rest[4:8+n], binary.BigEndian.Uint32(rest[8+n:])
			if crc32.ChecksumIEEE(chunk) != sum {
				t.Errorf("%s: chunk %s: wrong sum", path, chunk[:4])
			}
			switch name, text, _ := strings.Cut(string(chunk[4:]), "\x00"); string(chunk[:4]) {
			case "tEXt":
				found[name] = text
			case "iTXt":
				found[name] = strings.TrimPrefix(text, "\x00\x00\x00\x00")
			}
			rest = rest[12+n:]
		}
		for _, s := range said {
			if found[s[0]] != s[1] {
				t.Errorf("%s: %s is %q, want %q", path, s[0], found[s[0]], s[1])
			}
		}
		if _, ok := found["Empty"]; ok {
			t.Error("an empty text is there")
		}
	}
}

// Videos carry title and comment; ffprobe reads them, where it is installed.
func TestVideoTexts(t *testing.T) {
	for _, name := range []string{"v.avi", "v.mp4"} {
		w, note, err := Open(t.Context(), filepath.Join(t.TempDir(), name), 16, 16, 25, said...)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := w.Write(make([]byte, 4*16*16)); err != nil {
				t.Fatal(err)
			}
		}
		path, err := w.Close()
		if err != nil {
			t.Fatal(err)
		}
		if note == "" { // else it is no MP4
			data, err := os.ReadFile(path)
			if err != nil || !bytes.Contains(data, []byte("Software: Tumble 1\nSet: a=1 b=2\nCommand: tumble shot "+
				"'Behälter.yaml'")) {
				t.Errorf("%s: %v, no comment", name, err)
			}
		}
		if filepath.Ext(path) == ".avi" {
			parseAVI(t, path)
		}
		probe, err := exec.LookPath("ffprobe")
		if err != nil {
			continue
		}
		out, err := exec.Command(probe, "-v", "error", "-show_entries", "format_tags:stream=nb_read_frames", "-count_frames",
			path).CombinedOutput()
		for _, want := range []string{"TAG:title=bottle", "Command: tumble shot 'Behälter.yaml'", "nb_read_frames=3"} {
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("%s: %v, no %q in\n%s", path, err, want, out)
			}
		}
	}
}
