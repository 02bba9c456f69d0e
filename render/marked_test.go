package render

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
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

// crowd returns a frame with n contacts whose forces are drawn by lot, and what it marks.
func crowd(n int, edit func(*view.View)) (*frame, *marked) {
	s := pourScene(4, 0)
	s.Meshes = nil
	s.Contacts = nil
	for i := range n {
		x := fraction(0.6180339887 * float64(i))
		s.Contacts = append(s.Contacts, bridge.Contact{Point: [3]float32{x, 0.1 * x, 0}, NormalForce: 1 + x,
			A: int32(2 + i%3), B: 1, Sliding: i%4 == 0})
	}
	v := sampleView()
	v.Overlays = view.OverlayContacts
	edit(&v)
	m := new(marked)
	f := newFrame(s, &v, 320, 240, new(hud), new(meshStore), new(legendRange), new(stages))
	f.marked = m
	m.follow(f)
	return f, m
}

// TestMarksAreTheLargest: of many contacts the 2,000 largest are marked, also if all are alike, and
// the key says of how many; one at the limit is faint. What the view asks for is what is counted.
func TestMarksAreTheLargest(t *testing.T) {
	f, m := crowd(20000, func(*view.View) {})
	all := make([]float64, 0, len(f.Contacts))
	for i := range f.Contacts {
		all = append(all, float64(strength(&f.Contacts[i])))
	}
	slices.Sort(all)
	least, weakest := all[len(all)-markLimit], m.list[0]
	for _, x := range m.list {
		if float64(x.strength) < least {
			t.Fatalf("a contact of %g N is marked, and one of %g N is not", x.strength, least)
		}
		if x.strength < weakest.strength {
			weakest = x
		}
	}
	if len(m.list) != markLimit || weakest.opacity > 0.01 {
		t.Errorf("%d marks, the weakest of opacity %g, want %d and 0", len(m.list), weakest.opacity, markLimit)
	}
	f.countKey()
	if want := "largest 2,000 of 20,000 contacts"; f.hud.keys[0].text != want {
		t.Errorf("the key says %q, want %q", f.hud.keys[0].text, want)
	}
	for i := range f.Contacts {
		f.Contacts[i].NormalForce = 1
	}
	if m.follow(f); len(m.list) != markLimit || m.list[0].opacity < farthest {
		t.Errorf("of contacts that are alike %d are marked, want %d", len(m.list), markLimit)
	}
	for _, x := range []struct {
		marks view.Marks
		want  func(*bridge.Contact) bool
	}{
		{view.MarkSliding, func(c *bridge.Contact) bool { return c.Sliding }},
		{view.MarkStrong, func(c *bridge.Contact) bool { return float64(c.NormalForce) > 1.5 }},
		{view.MarkSelected, func(c *bridge.Contact) bool { return c.A == 3 }},
	} {
		f, m := crowd(1000, func(v *view.View) {
			v.Marks, v.Selected = x.marks, view.NewThings(bridge.Thing{Kind: bridge.ThingBody, Body: 3})
		})
		n := 0
		for i := range f.Contacts {
			if x.want(&f.Contacts[i]) {
				n++
			}
		}
		if math.Abs(float64(len(m.list)-n)) > 2 || m.asked != len(m.list) {
			t.Errorf("%s: %d of %d marked, want %d", view.MarkNames[x.marks], len(m.list), m.asked, n)
		}
	}
}

// TestCardOfKeys: every overlay that is shown is named on the card, and nothing twice.
func TestCardOfKeys(t *testing.T) {
	s := pourScene(30, 118)
	v := sampleView()
	v.Overlays = 0
	for _, o := range view.Overlays {
		v.Overlays |= o.Bit
	}
	drawn(t, s, &v, 640, 480)
	seen := map[string]bool{}
	for _, e := range renderer.hud.keys {
		if seen[e.text] {
			t.Errorf("%q is on the card twice", e.text)
		}
		seen[e.text] = true
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
	left := func() bool { return renderer.hud.side.left }
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
