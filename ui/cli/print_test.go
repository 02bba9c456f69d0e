//go:build !headless

package cli

import (
	"encoding/json"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/ui/studio"
)

// readPicture reads a PNG file.
func readPicture(t *testing.T, path string) (m image.Image, data []byte) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		m, err = png.Decode(strings.NewReader(string(data)))
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return m, data
}

// A figure has the size that is asked for on paper and in pixels, a scale bar and a legend as text; a picture says
// which moment it is of.
func TestFigure(t *testing.T) {
	dir := t.TempDir()
	svg := filepath.Join(dir, "a.svg")
	got := tumble("shot", "clump", "--at", "20ms", "--figure", "--paper", "60x40mm", "--dpi", "150", "--color-by", "speed",
		"--quality", "fast", "-o", svg, "--json")
	var r studio.Result
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || r.Width != 354 || r.Height != 236 {
		t.Fatalf("%v: %+v, want 354 x 236 pixels", err, got)
	}
	text, _ := os.ReadFile(svg)
	for _, want := range []string{`width="59.944mm"`, ">Speed (m/s)</text>", ">2 m</text>", "Time: 20 ms",
		"Hash: " + r.Hash,
		"Seed: 0", "Scene: clump"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in the figure", want)
		}
	}
	// Twice as large it is the same picture, with marks and text in proportion; without a ground corners are clear.
	for i, args := range [][]string{{}, {"--times", "2"}, {"--transparent"}} {
		path := filepath.Join(dir, []string{"1.png", "2.png", "3.png"}[i])
		got := tumble(append([]string{"shot", "clump", "--size", "160x90", "--dpi", "300", "--overlays", "none,axes",
			"-o", path}, args...)...)
		if got.status != 0 {
			t.Fatalf("%+v", got)
		}
	}
	one, data := readPicture(t, filepath.Join(dir, "1.png"))
	for _, want := range []string{"Hash\x00", "Step\x000", "Time\x000 s", "Software\x00Tumble", "pHYs\x00\x00\x2e\x23"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %q in the PNG file", want)
		}
	}
	two, _ := readPicture(t, filepath.Join(dir, "2.png"))
	if d := meanDifference(one, two, 2); two.Bounds().Dx() != 320 || d > 4 {
		t.Errorf("twice as large: %v, differs by %g of 255", two.Bounds(), d)
	}
	three, _ := readPicture(t, filepath.Join(dir, "3.png"))
	_, _, _, corner := three.At(1, 1).RGBA()
	solid := 0
	for i := range 160 * 90 {
		if _, _, _, alpha := three.At(i%160, i/160).RGBA(); alpha == 0xffff {
			solid++
		}
	}
	if corner != 0 || solid < 100 {
		t.Errorf("alpha is %d in the corner, %d pixels are solid", corner, solid)
	}
}

// meanDifference compares a picture with one that is n times as large.
func meanDifference(a, large image.Image, n int) float64 {
	b, sum := a.Bounds(), 0.0
	for y := range b.Dy() {
		for x := range b.Dx() {
			mean := 0.0
			for k := range n * n {
				_, g, _, _ := large.At(n*x+k%n, n*y+k/n).RGBA()
				mean += float64(g>>8) / float64(n*n)
			}
			_, g, _, _ := a.At(x, y).RGBA()
			sum += max(mean-float64(g>>8), float64(g>>8)-mean)
		}
	}
	return sum / float64(b.Dx()*b.Dy())
}

// A contact sheet shows the states that pictures of each moment alone are of, also of a run file with edits.
func TestContactSheet(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "r.tumble")
	if got := tumble("run", "clump", "--until", "60ms", "--run-file", file); got.status != 0 {
		t.Fatalf("%+v", got)
	}
	for _, scene := range []string{"clump", file} {
		var r studio.Result
		got := tumble("shot", scene, "--at", "20ms,40ms,0.06", "--size", "300x100", "--color-by", "speed", "--quality",
			"fast", "-o", filepath.Join(dir, "sheet.png"), "--json")
		if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || len(r.Moments) != 3 {
			t.Fatalf("%v: %+v", err, got)
		}
		_, data := readPicture(t, filepath.Join(dir, "sheet.png"))
		for i, at := range []string{"20ms", "40ms", "60ms"} {
			var alone studio.Result
			got := tumble("shot", "clump", "--at", at, "--size", "64x48", "--quality", "fast", "-o",
				filepath.Join(dir, "one.png"), "--json")
			if err := json.Unmarshal([]byte(got.stdout), &alone); err != nil || r.Moments[i].Hash != alone.Hash ||
				r.Moments[i].Step != alone.Step || !strings.Contains(string(data), alone.Hash) {
				t.Errorf("%s at %s: %+v, want %+v", scene, at, r.Moments[i], alone)
			}
		}
	}
}

// What no picture for print can be is refused, with what would be allowed, and nothing is written.
func TestPrintErrors(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for args, want := range map[string]string{
		"--dpi 0":                                `--dpi: must be a number from 30 to 2400, got "0"`,
		"--paper 85ft":                           `each from 5 to 2000 mm, as 85mm or 85x60mm, got "85ft"`,
		"--paper 3mm":                            "each from 5 to 2000 mm",
		"--paper 85x":                            "must be a width, or a width and a height",
		"--paper 85mm --size 100x100":            "--paper and --size both say how large the picture is",
		"--paper 85mm --times 2":                 "--times goes with --size",
		"--paper 300mm --dpi 2400":               "300 x 225 mm at 2400 dpi is 28346 x 21260 pixels; a side has 16 to 16384",
		"--times 9":                              `--times: must be a whole number from 1 to 8, got "9"`,
		"--times 8 --size 4000x3000":             "8 times 4000 x 3000 is 32000 x 24000 pixels; a side has 16 to 16384",
		"--at 1,0.5":                             `--at: must be times that ascend, got "1,0.5"`,
		"--at 1,":                                "--at: must be a time > 0",
		"--at 0.1,0.2 --beside seed=1,2":         "several moments are of one world",
		"--at " + strings.Repeat("1,", 24) + "1": "at most 24 times, got 25",
	} {
		got := tumble(append([]string{"shot", "clump"}, strings.Fields(args)...)...)
		if got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("shot %s: %+v, want %q", args, got, want)
		}
	}
	for _, name := range []string{"a.svg", "a.pdf", "a.png"} {
		if os.Symlink("/dev/full", name) != nil {
			continue
		}
		got := tumble("shot", "clump", "--size", "64x48", "--quality", "fast", "-o", name)
		if got.status != 1 || !strings.Contains(got.stderr, "no space left on device") {
			t.Errorf("%s on a full disk: %+v", name, got)
		}
		os.Remove(name)
	}
	if left, _ := filepath.Glob("*"); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
