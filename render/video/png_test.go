package video

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

func readPNG(t *testing.T, path string) image.Image {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return img
}

// PNG files hold the pixels that were given, exactly.
func TestPNG(t *testing.T) {
	dir := t.TempDir()
	img := &image.RGBA{Pix: picture(3, 31, 17), Stride: 4 * 31, Rect: image.Rect(0, 0, 31, 17)}
	path := filepath.Join(dir, "shot.png")
	for i := 0; i < 2; i++ { // the second replaces the first
		if err := PNG(t.Context(), path, img, 0); err != nil {
			t.Fatal(err)
		}
	}
	samePixels(t, readPNG(t, path), img)
	if err := PNG(t.Context(), filepath.Join(dir, "no", "shot.png"), img, 0); err == nil ||
		!strings.Contains(err.Error(), "video: write") {
		t.Errorf("missing folder: %v", err)
	}

	final, _ := record(t, filepath.Join(dir, "100%-%03d.png"), 31, 17, 12, 30)
	if final != filepath.Join(dir, "100%-%03d.png") {
		t.Errorf("final %q", final)
	}
	samePixels(t, readPNG(t, filepath.Join(dir, "100%-003.png")), img)
	if names := files(t, dir); len(names) != 14 { // with the list of the 12
		t.Errorf("in the folder: %v", names)
	}
}

func samePixels(t *testing.T, got image.Image, want *image.RGBA) {
	t.Helper()
	if got.Bounds() != want.Bounds() {
		t.Fatalf("bounds %v, want %v", got.Bounds(), want.Bounds())
	}
	for y := 0; y < want.Rect.Dy(); y++ {
		for x := 0; x < want.Rect.Dx(); x++ {
			if color.RGBAModel.Convert(got.At(x, y)) != want.RGBAAt(x, y) {
				t.Fatalf("pixel %d, %d: %v, want %v", x, y, got.At(x, y), want.RGBAAt(x, y))
			}
		}
	}
}
