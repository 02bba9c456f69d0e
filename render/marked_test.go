package render

import (
	"fmt"
	"strings"
	"testing"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
)

// TestMarksCoverLittle: on a pile at rest with as many contacts as the bottle's heap has, 480, what
// marks contacts covers at most 35 % of the pixels that show the pile.
func TestMarksCoverLittle(t *testing.T) {
	s := pourScene(158, 0)
	if len(s.Contacts) < 480 {
		t.Fatalf("the pile has %d contacts, want at least 480", len(s.Contacts))
	}
	s.Contacts = s.Contacts[:480]
	v := sampleView()
	v.Overlays = 0
	const width, height = 1280, 720
	s.Meshes = nil // the bottle shines where the pile is
	bare := drawn(t, s, &v, width, height)
	capsules := s.Capsules
	s.Capsules = nil
	empty := drawn(t, s, &v, width, height)
	s.Capsules = capsules
	v.Overlays = view.OverlayContacts
	marked := drawn(t, s, &v, width, height)
	differ := func(a, b []uint8, most int) bool {
		for k := 0; k < 3; k++ {
			if d := int(a[k]) - int(b[k]); d > most || d < -most {
				return true
			}
		}
		return false
	}
	pile, covered := 0, 0
	for i := 0; i < len(bare.Pix); i += 4 {
		if y := i / 4 / width; y > height-120 && i/4%width > width-300 {
			continue // the card of keys
		}
		if differ(bare.Pix[i:], empty.Pix[i:], goldenOff) {
			pile++
			if differ(marked.Pix[i:], bare.Pix[i:], goldenOff) {
				covered++
			}
		}
	}
	share := float64(covered) / float64(pile)
	t.Logf("%d of %d pixels of the pile are covered, %.1f %%", covered, pile, 100*share)
	if share > 0.35 || share < 0.03 {
		t.Errorf("marks cover %.1f %% of the pile, want 3 to 35 %%", 100*share)
	}
}

// TestCardOfKeys: every overlay that is shown is named on the card, and nothing twice.
func TestCardOfKeys(t *testing.T) {
	s := pourScene(30, 118)
	v := sampleView()
	v.Overlays = 0
	for _, o := range overlay.Choices() {
		v.Overlays |= o.Bit
	}
	drawn(t, s, &v, 640, 480)
	seen := map[string]bool{}
	for _, e := range renderer.tiles[0].glyphs.sheet.Keys {
		if seen[e.Text] {
			t.Errorf("%q is on the card twice", e.Text)
		}
		seen[e.Text] = true
	}
	for _, word := range []string{fmt.Sprintf("%d contacts", len(s.Contacts)), "sticking contact", "sliding contact",
		"normal force", "friction force", "network", "friction used", "velocity", "inlet", "grid"} {
		n := 0
		for text := range seen {
			if strings.HasPrefix(text, word) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d entries begin with %q, want 1: %v", n, word, seen)
		}
	}
}

// TestCardLeavesBodies: the card of keys goes to the side where it covers fewer bodies, and stays there while both
// are as good; the legend then has the whole height.
func TestCardLeavesBodies(t *testing.T) {
	s := pourScene(30, 118)
	v := sampleView()
	v.Overlays |= view.OverlayContacts | view.OverlayVelocity
	bodies := func(x float32) {
		for i := range s.Capsules {
			s.Capsules[i].Center = v.Camera.AtPivot(x, -0.7, 4.0/3)
		}
	}
	left := func() bool { return renderer.tiles[0].glyphs.sheet.CardLeft }
	bodies(0)
	if drawn(t, s, &v, 960, 720); left() {
		t.Error("the card is at the left for no reason")
	}
	again := func(x float32) bool {
		bodies(x)
		onGL(func() {
			if err := renderer.Draw(s, &v, 960, 720); err != nil {
				t.Error(err)
			}
		})
		return left()
	}
	if !again(0.85) {
		t.Error("the card stays over bodies at the right")
	}
	if !again(0) {
		t.Error("the card goes back for no reason")
	}
	if again(-0.6) {
		t.Error("the card stays over bodies at the left")
	}
}
