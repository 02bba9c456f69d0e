package grouping

import (
	"fmt"
	"strings"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
)

// world is a snapshot of a bottle, a pill of two halves and a ball.
func world() *bridge.Snapshot {
	return &bridge.Snapshot{
		Wanted:    bridge.Wanted{Details: true},
		Bodies:    []bridge.Body{{Number: 0}, {Number: 7, Velocity: [3]float32{0, 0, -2}}, {Number: 9}},
		Details:   []bridge.Detail{{Name: "bottle", Material: 1}, {Name: "pill", Material: 0}, {Material: 0}},
		Capsules:  []bridge.Capsule{{Body: 1, Radius: 1}, {Body: 1, Radius: 1}, {Body: 2, Radius: 1}},
		Materials: []bridge.Material{{Name: "gelatine", Law: law.Default}, {Name: "glass", Law: law.Default}},
	}
}

// drawn tells how bodies are drawn, as the numbers of those that are hidden, lines and seen through.
func drawn(v *view.View) string {
	var words []string
	for _, set := range []*view.Things{v.Hidden, v.Wired, v.Clear} {
		text := "["
		for _, t := range set.List() {
			text += fmt.Sprintf(" %d", t.Body)
		}
		words = append(words, text+" ]")
	}
	return strings.Join(words, " ")
}

// Contract: groups are found by material, name, clump and expression; hidden comes before lines, those before seen
// through; a body that a person has chosen stands before its groups until its group is chosen; bodies that come
// later join.
func TestGroups(t *testing.T) {
	var s Set
	var v view.View
	n := world()
	step := func(want string) {
		t.Helper()
		if s.Apply(n, &v); drawn(&v) != want {
			t.Errorf("drawn %s, want %s", drawn(&v), want)
		}
	}
	if !s.Idle() {
		t.Error("nothing is chosen, and yet there is something to do")
	}
	s.Give(Material("gelatine"), SeenThrough)
	step("[ ] [ ] [ 7 9 ]")
	s.Give(Clumps, Lines)
	s.Give(Named("bottle"), Lines)
	step("[ ] [ 0 7 ] [ 9 ]")
	s.Give("speed > 1", Hidden)
	step("[ 7 ] [ 0 ] [ 9 ]")
	n.Bodies[1].Velocity = [3]float32{}
	n.Bodies = append(n.Bodies, bridge.Body{Number: 12})
	n.Details = append(n.Details, bridge.Detail{})
	step("[ ] [ 0 7 ] [ 9 12 ]")
	s.Choose(0, Usual)
	s.Choose(9, Hidden)
	step("[ 9 ] [ 7 ] [ 12 ]")
	s.Show()
	step("[ ] [ 7 ] [ 9 12 ]")
	s.Give(Named("bottle"), Lines)
	step("[ ] [ 0 7 ] [ 9 12 ]")
	before := v.Wired
	if s.Apply(n, &v); v.Wired != before {
		t.Error("the same bodies are another set: pictures are drawn anew for nothing")
	}
	for _, g := range append([]*Group(nil), s.Groups...) {
		s.Drop(g.Rule)
	}
	s.Forget()
	if step("[ ] [ ] [ ]"); !s.Idle() || v.Hidden != nil {
		t.Error("something is left")
	}
}

// A rule that cannot be read is refused, one that cannot be tried says why; a snapshot without what a rule asks for is
// not searched, and the rule says that it asks.
func TestGroupsThatCannotBe(t *testing.T) {
	var s Set
	var v view.View
	if err := s.Give("speed >", Hidden); err == nil || len(s.Groups) != 0 {
		t.Errorf("%v, %d groups", err, len(s.Groups))
	}
	s.Give("1 / members > 0 && 5 % members == 0", Hidden)
	if s.Apply(world(), &v); s.Trouble() == "" {
		t.Error("a remainder of a division by nothing says nothing")
	}
	s.Clear()
	s.Give("name == \"bottle\" && contacts == 0", Lines)
	var w bridge.Wanted
	if s.Wants(&w); !w.Details || !w.Contacts {
		t.Errorf("wanted %+v", w)
	}
	if s.Apply(world(), &v); v.Wired.Len() > 0 {
		t.Error("contacts were counted in a snapshot without any")
	}
}

// Contract: a wall is where its plane is, not where its body began to be counted from.
func TestRowOfAWall(t *testing.T) {
	n := world()
	n.Walls = []bridge.Wall{{Axis: 2, Position: 0.07, Body: 0}}
	if r := Rows(n, nil)[0]; r.X != 0 || float32(r.Z) != 0.07 {
		t.Errorf("the wall is at %g, %g, %g", r.X, r.Y, r.Z)
	}
}
