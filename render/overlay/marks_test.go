package overlay

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// crowd returns a frame with n contacts of forces between 1 and 2 N, in an even mixture, and what overlays mark in it.
func crowd(n int, edit func(*view.View)) (*Frame, *Marks) {
	s := &bridge.Snapshot{}
	for i := range 6 {
		s.Bodies = append(s.Bodies, bridge.Body{Number: int64(i), Kind: bridge.Dynamic})
	}
	for i := range n {
		_, x := math.Modf(0.6180339887 * float64(i))
		s.Contacts = append(s.Contacts, bridge.Contact{Point: [3]float32{float32(x), 0.1 * float32(x), 0},
			NormalForce: 1 + float32(x), A: int32(2 + i%3), B: 1, Sliding: i%4 == 0})
	}
	v := view.Default()
	v.Overlays = view.OverlayContacts
	edit(&v)
	f := NewFrame(s, &v, 320, 240)
	f.Box = [2]mgl32.Vec3{{0, 0, -0.1}, {1, 0.1, 0.1}}
	new(Memory).Follow(&f)
	return &f, f.Marks
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
	least, weakest := all[len(all)-markLimit], m.List[0]
	for _, x := range m.List {
		if float64(x.strength) < least {
			t.Fatalf("a contact of %g N is marked, and one of %g N is not", x.strength, least)
		}
		if x.strength < weakest.strength {
			weakest = x
		}
	}
	if len(m.List) != markLimit || weakest.Opacity > 0.01 {
		t.Errorf("%d marks, the weakest of opacity %g, want %d and 0", len(m.List), weakest.Opacity, markLimit)
	}
	list := newList(t)
	f.countKey(list)
	if want := "largest 2 000 of 20 000 contacts"; list.Keys[0].Text != want {
		t.Errorf("the key says %q, want %q", list.Keys[0].Text, want)
	}
	for i := range f.Contacts {
		f.Contacts[i].NormalForce = 1
	}
	if m.Follow(f); len(m.List) != markLimit || m.List[0].Opacity < farthest {
		t.Errorf("of contacts that are alike %d are marked, want %d", len(m.List), markLimit)
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
		if math.Abs(float64(len(m.List)-n)) > 2 || m.Asked != len(m.List) {
			t.Errorf("%s: %d of %d marked, want %d", view.MarkNames[x.marks], len(m.List), m.Asked, n)
		}
	}
}

// newList returns an empty list with a sheet for text of scale 1.
func newList(t *testing.T) *glyph.List {
	t.Helper()
	face, err := glyph.NewFace(1)
	if err != nil {
		t.Fatal(err)
	}
	list := &glyph.List{Sheet: new(glyph.Sheet)}
	list.Sheet.Reset(face, 1)
	return list
}
