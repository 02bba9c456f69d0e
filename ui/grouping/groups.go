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

// Style is how bodies are drawn.
type Style uint8

// Usual is as the style of the view has it. Of the others the first one wins where a body is in several groups.
const (
	Usual Style = iota
	Hidden
	Lines
	SeenThrough
	NumStyles
)

// StyleNames are the styles as files and the command line name them.
var StyleNames = [NumStyles]string{"usual", "hide", "lines", "see-through"}

// Group is the bodies that a rule finds, with how they are drawn.
type Group struct {
	Rule  string // as query.Parse reads it
	Style Style
	Why   string // the rule could not be tried on the bodies there are, or empty

	query  *query.Query
	steady bool           // whether a body is in it never changes
	found  map[int64]bool // of bodies that were tried, by their numbers
}

// New reads a rule: the number of a body, a part of its name, or an expression such as material == "glass".
func New(rule string, style Style) (*Group, error) {
	q, err := query.Parse(rule)
	if err != nil {
		return nil, err
	}
	return &Group{Rule: rule, Style: style, query: q, steady: !q.Uses(query.Changing()...), found: map[int64]bool{}}, nil
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
	single map[int64]Style
	shown  [NumStyles]*view.Things
	fresh  bool // single was changed since shown was made
}

// Wants adds to what snapshots hold what the rules ask for.
func (s *Set) Wants(w *bridge.Wanted) {
	for _, g := range s.Groups {
		if g.Style == Usual {
			continue
		}
		Ask(g.query.Groups(), w)
	}
}

// ready reports whether a snapshot holds what a rule asks for.
func (g *Group) ready(s *bridge.Snapshot) bool {
	return Has(s, g.query.Groups())
}

// Choose draws one body, by its number, in its own way.
func (s *Set) Choose(body int64, style Style) {
	if s.single == nil {
		s.single = map[int64]Style{}
	}
	s.single[body], s.fresh = style, true
}

// StyleOf returns how a group with a rule is drawn, Usual if there is none.
func (s *Set) StyleOf(rule string) Style {
	for _, g := range s.Groups {
		if g.Rule == rule {
			return g.Style
		}
	}
	return Usual
}

// Give draws the group of a rule in a way, and makes the group if there is none. Bodies of it that were chosen by
// themselves are as the group is from now on.
//
// Errors: the rule cannot be read.
func (s *Set) Give(rule string, style Style) error {
	s.fresh = true
	for _, g := range s.Groups {
		if g.Rule == rule {
			g.Style = style
			maps.DeleteFunc(s.single, func(body int64, _ Style) bool { return g.found[body] })
			return nil
		}
	}
	g, err := New(rule, style)
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
		if g.Style == Hidden {
			g.Style = Usual
		}
	}
	maps.DeleteFunc(s.single, func(_ int64, style Style) bool { return style == Hidden })
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
		if g.Style != Usual {
			g.try(n)
		}
	}
	var lists [NumStyles][]bridge.Thing
	for i := range n.Bodies {
		body := n.Bodies[i].Number
		if style := s.style(body); style != Usual {
			lists[style] = append(lists[style], bridge.Thing{Kind: bridge.ThingBody, Body: body})
		}
	}
	for style := range lists {
		if !slices.Equal(s.shown[style].List(), lists[style]) {
			s.shown[style] = view.NewThings(lists[style]...)
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

// style returns how a body is drawn.
func (s *Set) style(body int64) Style {
	if style, ok := s.single[body]; ok {
		return style
	}
	style := Usual
	for _, g := range s.Groups {
		if g.Style != Usual && (style == Usual || g.Style < style) && g.found[body] {
			style = g.Style
		}
	}
	return style
}

// Idle reports whether Apply would leave views as they are: all bodies are drawn as usual, and were before.
func (s *Set) Idle() bool {
	return !s.fresh && len(s.single) == 0 && s.shown == [NumStyles]*view.Things{} &&
		!slices.ContainsFunc(s.Groups, func(g *Group) bool { return g.Style != Usual })
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
			rows = Rows(n, nil)
		}
		in, err := g.query.Match(&rows[i])
		if g.Why = ""; err != nil {
			g.Why = err.Error()
			return
		}
		g.found[n.Bodies[i].Number] = in
	}
}
