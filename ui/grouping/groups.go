// Package grouping draws bodies in another way than the others: a group is all bodies that a rule finds, hidden, as
// lines or seen through. Window and command line have the same rules.
package grouping

import (
	"fmt"
	"maps"
	"slices"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
)

// Look is how bodies are drawn.
type Look uint8

// Usual is as the style of the view has it. Of the others the first one wins where a body is in several groups.
const (
	Usual Look = iota
	Hidden
	Lines
	SeenThrough
	NumLooks
)

// LookNames are the looks as files and the command line name them.
var LookNames = [NumLooks]string{"usual", "hide", "lines", "see-through"}

// Group is the bodies that a rule finds, with how they are drawn.
type Group struct {
	Rule string // as query.Parse reads it
	Look Look
	Why  string // the rule could not be tried on the bodies there are, or empty

	query  *query.Query
	steady bool           // whether a body is in it never changes
	found  map[int64]bool // of bodies that were tried, by their numbers
}

// New reads a rule: the number of a body, a part of its name, or an expression such as material == "glass".
func New(rule string, look Look) (*Group, error) {
	q, err := query.Parse(rule)
	if err != nil {
		return nil, err
	}
	return &Group{Rule: rule, Look: look, query: q, steady: !q.Uses(query.Changing()...), found: map[int64]bool{}}, nil
}

// Material returns the rule that finds the bodies of a material, Named those of a name.
func Material(name string) string { return fmt.Sprintf("material == %q", name) }

// Named returns the rule that finds the bodies of a name.
func Named(name string) string { return fmt.Sprintf("name == %q", name) }

// Clumps is the rule that finds bodies of several spheres and capsules.
const Clumps = "members > 1"

// Set is how bodies are drawn: those of groups, and some that a person has chosen by themselves, which stand
// before all groups. The zero value draws all as usual.
type Set struct {
	Groups []*Group
	single map[int64]Look
	shown  [NumLooks]*view.Things
	fresh  bool // single was changed since shown was made
}

// Wants adds to what snapshots hold what the rules ask for.
func (s *Set) Wants(w *bridge.Wanted) {
	for _, g := range s.Groups {
		if g.Look == Usual {
			continue
		}
		w.Contacts = w.Contacts || g.query.Uses("contacts")
		w.Details = w.Details || g.query.Uses("name", "material", "force", "kinetic", "age")
	}
}

// ready reports whether a snapshot holds what a rule asks for.
func (g *Group) ready(s *bridge.Snapshot) bool {
	return (s.Wanted.Contacts || !g.query.Uses("contacts")) &&
		(len(s.Details) == len(s.Bodies) || !g.query.Uses("name", "material", "force", "kinetic", "age"))
}

// Choose draws one body, by its number, in its own way.
func (s *Set) Choose(body int64, look Look) {
	if s.single == nil {
		s.single = map[int64]Look{}
	}
	s.single[body], s.fresh = look, true
}

// LookOf returns how a group with a rule is drawn, Usual if there is none.
func (s *Set) LookOf(rule string) Look {
	for _, g := range s.Groups {
		if g.Rule == rule {
			return g.Look
		}
	}
	return Usual
}

// Give draws the group of a rule in a way, and makes the group if there is none. Bodies of it that were chosen by
// themselves are as the group is from now on.
//
// Errors: the rule cannot be read.
func (s *Set) Give(rule string, look Look) error {
	s.fresh = true
	for _, g := range s.Groups {
		if g.Rule == rule {
			g.Look = look
			maps.DeleteFunc(s.single, func(body int64, _ Look) bool { return g.found[body] })
			return nil
		}
	}
	g, err := New(rule, look)
	if err == nil {
		s.Groups = append(s.Groups, g)
	}
	return err
}

// Drop takes a group away.
func (s *Set) Drop(rule string) {
	s.Groups = slices.DeleteFunc(s.Groups, func(g *Group) bool { return g.Rule == rule })
	s.fresh = true
}

// Show draws all that is hidden again, as usual.
func (s *Set) Show() {
	for _, g := range s.Groups {
		if g.Look == Hidden {
			g.Look = Usual
		}
	}
	maps.DeleteFunc(s.single, func(_ int64, look Look) bool { return look == Hidden })
	s.fresh = true
}

// Clear draws all as usual.
func (s *Set) Clear() { s.Groups, s.single, s.fresh = nil, nil, true }

// Forget takes the bodies away that were chosen by themselves, and what is known of others: another world has
// other bodies with their numbers.
func (s *Set) Forget() {
	s.single, s.fresh = nil, true
	for _, g := range s.Groups {
		clear(g.found)
	}
}

// Apply finds the bodies of a snapshot that are in groups, and lets a view draw them so. What is as it was stays
// the same set, so that the renderer sees that nothing changed.
func (s *Set) Apply(n *bridge.Snapshot, v *view.View) {
	for _, g := range s.Groups {
		if g.Look != Usual {
			g.try(n)
		}
	}
	var lists [NumLooks][]bridge.Thing
	for i := range n.Bodies {
		body := n.Bodies[i].Number
		if look := s.look(body); look != Usual {
			lists[look] = append(lists[look], bridge.Thing{Kind: bridge.ThingBody, Body: body})
		}
	}
	for look := range lists {
		if !slices.Equal(s.shown[look].List(), lists[look]) {
			s.shown[look] = view.NewThings(lists[look]...)
		}
	}
	s.fresh = false
	v.Hidden, v.Wired, v.Clear = s.shown[Hidden], s.shown[Lines], s.shown[SeenThrough]
}

// Trouble says which rule could not be tried on the bodies there are, and why; empty if all could.
func (s *Set) Trouble() string {
	for _, g := range s.Groups {
		if g.Why != "" {
			return g.Rule + ": " + g.Why
		}
	}
	return ""
}

// look returns how a body is drawn.
func (s *Set) look(body int64) Look {
	if look, ok := s.single[body]; ok {
		return look
	}
	look := Usual
	for _, g := range s.Groups {
		if g.Look != Usual && (look == Usual || g.Look < look) && g.found[body] {
			look = g.Look
		}
	}
	return look
}

// Idle reports whether Apply would leave views as they are: all bodies are drawn as usual, and were before.
func (s *Set) Idle() bool {
	return !s.fresh && len(s.single) == 0 && s.shown == [NumLooks]*view.Things{} &&
		!slices.ContainsFunc(s.Groups, func(g *Group) bool { return g.Look != Usual })
}

// try finds the bodies of the group. Of a rule that asks for nothing that changes only new bodies are tried.
func (g *Group) try(n *bridge.Snapshot) {
	if !g.ready(n) {
		return
	}
	if len(g.found) > 2*len(n.Bodies)+1000 {
		clear(g.found) // most of those have left
	}
	known := func(i int) bool { _, ok := g.found[n.Bodies[i].Number]; return g.steady && ok }
	var rows []query.Body
	for i := range n.Bodies {
		if known(i) {
			continue
		}
		if rows == nil {
			rows = Rows(n)
		}
		in, err := g.query.Match(&rows[i])
		if g.Why = ""; err != nil {
			g.Why = err.Error()
			return
		}
		g.found[n.Bodies[i].Number] = in
	}
}
