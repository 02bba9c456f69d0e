//go:build !headless

package cli

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Contract: --logo lays a picture over the lower right, as high as asked, and changes nothing else; what is no picture
// is refused before the run.
func TestLogo(t *testing.T) {
	dir := t.TempDir()
	own := image.NewRGBA(image.Rect(0, 0, 30, 15))
	for i := range own.Pix {
		own.Pix[i] = []byte{10, 200, 30, 255}[i%4]
	}
	var data bytes.Buffer
	if err := png.Encode(&data, own); err != nil {
		t.Fatal(err)
	}
	file, other := filepath.Join(dir, "logo.png"), filepath.Join(dir, "other.png")
	for path, content := range map[string][]byte{file: data.Bytes(), other: []byte("solid logo")} {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	draw := func(args ...string) image.Image {
		path := filepath.Join(dir, "a.png")
		args = append([]string{"shot", "clump", "--size", "320x200", "--overlays", "none", "-o", path}, args...)
		if o := tumble(args...); o.status != 0 {
			t.Skip(o)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		p, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	plain, with := draw(), draw("--logo", file, "--logo-height", "10")
	changed := image.Rectangle{}
	for y := range 200 {
		for x := range 320 {
			if plain.At(x, y) == with.At(x, y) {
				continue
			}
			changed = changed.Union(image.Rect(x, y, x+1, y+1))
			if c := color.RGBAModel.Convert(with.At(x, y)).(color.RGBA); c != (color.RGBA{10, 200, 30, 255}) {
				t.Fatalf("at %d, %d the logo is %v", x, y, c)
			}
		}
	}
	if want := image.Rect(264, 164, 304, 184); changed != want {
		t.Errorf("the logo is at %v, want %v", changed, want)
	}
	for path, want := range map[string]string{other: "must be a PNG or a JPEG file", dir + "/none.png": "no such file"} {
		if o := tumble("shot", "clump", "--logo", path, "-o", "-"); o.status != 1 || !strings.Contains(o.stderr, want) {
			t.Errorf("%s: %v", path, o)
		}
	}
}
