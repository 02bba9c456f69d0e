package render

import (
	"bytes"
	"testing"

	"example.org/tumble/render/view"
)

// TestOutlineIsTheWholePicture: outlines that are drawn anew over a picture that stands still give the
// picture that is drawn as a whole, bit for bit; where more than outlines differ it is left alone.
func TestOutlineIsTheWholePicture(t *testing.T) {
	s := pourScene(20, 118)
	s.Paused = true
	v := sampleView()
	v.Overlays |= view.OverlayContacts
	outline := func() (did bool) {
		onGL(func() {
			var err error
			if did, err = renderer.Outline(s, &v, 200, 150); err != nil {
				t.Error(err)
			}
		})
		return did
	}
	drawn(t, s, &v, 200, 150)
	v.Hover = s.BodyThing(9, 0, 0)
	for _, next := range []*view.Things{view.NewThings(s.BodyThing(5, 0, 0), s.ContactThing(2)), nil} {
		v.Selected = next
		if !outline() {
			t.Fatal("the outlines alone are not drawn")
		}
		var got []byte
		onGL(func() { got = renderer.Image().Pix })
		if !bytes.Equal(got, drawn(t, s, &v, 200, 150).Pix) {
			t.Error("a picture with other outlines is not the whole one")
		}
	}
	v.GlyphScale = 2
	if outline() {
		t.Error("another view is drawn by outlines alone")
	}
	v.GlyphScale = 1
	drawn(t, s, &v, 200, 150)
	s.Step++
	if outline() {
		t.Error("another step is drawn by outlines alone")
	}
}
