//go:build !headless

package studio

import (
	"bytes"
	"testing"
)

// Contract: the mean is one of light: of black and white it is 188, not 128; a number alone stays what it is; and what
// lies flat over the picture is not blurred.
func TestBlur(t *testing.T) {
	var b blur
	black, white := []byte{0, 0, 0, 255, 7, 7, 7, 255}, []byte{255, 255, 255, 255, 7, 7, 7, 255}
	b.add(black)
	b.add(white)
	pix := bytes.Clone(white)
	b.mean(pix, white)
	if want := []byte{188, 188, 188, 255, 7, 7, 7, 255}; !bytes.Equal(pix, want) {
		t.Errorf("%v, want %v", pix, want)
	}
	b.add(black)
	pix = bytes.Clone(black)
	b.mean(pix, []byte{90, 80, 70, 255, 7, 7, 7, 255})
	if want := []byte{90, 80, 70, 255, 7, 7, 7, 255}; !bytes.Equal(pix, want) {
		t.Errorf("flat: %v, want %v", pix, want)
	}
	for i := range 256 {
		if got := number(light[i]); int(got) != i {
			t.Fatalf("%d comes back as %d", i, got)
		}
	}
}
