package render

import (
	"bytes"
	"image"
	"testing"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
)

// Contract: a window shows the picture through the eyes that are chosen: greys as they are, and reds as no reds for
// people who lack the cones for red or green; the picture itself, which is saved, stays as it is.
func TestVisionIsOfTheWindowAlone(t *testing.T) {
	const width, height = 64, 48
	s := pourScene(12, 118)
	v := sampleView()
	usual := drawn(t, s, &v, width, height)
	for i := range view.Visions {
		v.Vision = view.Vision(i)
		if got := drawn(t, s, &v, width, height); !bytes.Equal(got.Pix, usual.Pix) {
			t.Errorf("%s: the picture itself changes", view.Visions[i].Name)
		}
		shown := image.NewRGBA(image.Rect(0, 0, width, height))
		var seen int
		onGL(func() {
			target, err := gpu.NewTarget(gpu.NewTexture(gpu.Color, width, height, nil), nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer target.Delete()
			target.Bind()
			renderer.vision.draw(renderer.last.picture.Color, v.Vision)
			target.Read(shown.Pix)
		})
		for y := range height {
			for x := range width {
				was, is := usual.RGBAAt(x, y), shown.RGBAAt(x, height-1-y)
				if grey := max(was.R, was.G, was.B)-min(was.R, was.G, was.B) < 3; grey {
					if off := int(was.G) - int(is.G); off > 4 || off < -4 {
						t.Fatalf("%s: %v is shown as %v", view.Visions[i].Name, was, is)
					}
				}
				if int(was.R) > int(was.G)+90 && int(is.R) > int(is.G)+90 {
					seen++
				}
			}
		}
		if red := view.Visions[i].Name == "usual" || view.Visions[i].Name == "tritan"; red != (seen > 0) {
			t.Errorf("%s: %d points are red", view.Visions[i].Name, seen)
		}
	}
}
