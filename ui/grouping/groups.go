// Package grouping gives groups of bodies a style of their own: hidden, as lines or see-through. A group is all
// bodies that match a rule. Window and command line use the same rules.
package grouping

import (
	"fmt"
	"maps"
	"slices"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
)

// Style is the way in which bodies are drawn.
type Style uint8

// Usual is the style of the view. If a body is in several groups, the first of the other styles wins.
const (
	Usual Style = iota
	Hidden
	Lines
	SeenThrough
	NumStyles
)

// StyleNames are the names of the styles in files and on the command line.
var StyleNames = [NumStyles]string{"usual", "hide", "lines", "see-through"}

// Group is the bodies that match a rule, and their style.
type Group struct {
	Rule  string // in the language of query.Parse
	Style Style
	Why   string // why the rule could not be applied to the present bodies, or empty

	query  *query.Query
	steady bool           // the rule uses no quantity that changes, so that a body stays in or out
	found  map[int64]bool // whether a body matches, by the number of the body
}

// New reads a rule: the number of a body, a part of its name, or an expression such as material == "glass".
func New(rule string, style Style) (*Group, error) {
	q, err := query.Parse(rule)
	if err != nil {
		return nil, err
	}
	return &Group{Rule: rule, Style: style, query: q, steady: !q.Uses(query.Changing()...), found: map[int64]bool{}}, nil
}

// Material returns the rule that finds the bodies of a material.
func Material(name string) string { return fmt.Sprintf("material == %q", name) }

// Named returns the rule that finds the bodies with a name.
func Named(name string) string { return fmt.Sprintf("name == %q", name) }

// Clumps is the rule that finds bodies made of several spheres and capsules.
const Clumps = "members > 1"

// Set holds the styles of bodies: of groups, and of single bodies that a person has chosen. The style of a single
// body overrides all groups. The zero value draws all bodies as usual.
type Set struct {
	Groups []*Group
	single map[int64]Style
	shown  [NumStyles]*view.Things
	fresh  bool // single was changed since shown was made
}

// Wants adds to the wanted contents of snapshots all that the rules need.
func (s *Set) Wants(w *bridge.Wanted) {
	for _, g := range s.Groups {
		if g.Style == Usual {
			continue
		}
		Ask(g.query.Groups(), w)
	}
}

// ready reports whether a snapshot holds all that the rule needs.
func (g *Group) ready(s *bridge.Snapshot) bool {
	return Has(s, g.query.Groups())
}

// Choose gives one body, by its number, a style of its own.
func (s *Set) Choose(body int64, style Style) {
	if s.single == nil {
		s.single = map[int64]Style{}
	}
	s.single[body], s.fresh = style, true
}

// StyleOf returns the style of the group with a rule, Usual if there is none.
func (s *Set) StyleOf(rule string) Style {
	for _, g := range s.Groups {
		if g.Rule == rule {
			return g.Style
		}
	}
	return Usual
}

// Give sets the style of the group with a rule, and creates the group if there is none. Single bodies of an
// existing group lose the style of their own.
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

// Drop removes a group.
func (s *Set) Drop(rule string) {
	s.Groups = slices.DeleteFunc(s.Groups, func(g *Group) bool { return g.Rule == rule })
	s.fresh = true
}

// Show draws all hidden bodies as usual again.
func (s *Set) Show() {
	for _, g := range s.Groups {
		if g.Style == Hidden {
			g.Style = Usual
		}
	}
	maps.DeleteFunc(s.single, func(_ int64, style Style) bool { return style == Hidden })
	s.fresh = true
}

// Clear removes all styles, so that all bodies are drawn as usual.
func (s *Set) Clear() { s.Groups, s.single, s.fresh = nil, nil, true }

// Forget removes the styles of single bodies and the results of the rules, since in another world the same numbers
// belong to other bodies.
func (s *Set) Forget() {
	s.single, s.fresh = nil, true
	for _, g := range s.Groups {
		clear(g.found)
	}
}

// Apply finds the bodies of a snapshot that are in groups, and sets their styles in a view. A set of bodies that
// has not changed keeps its pointer, by which the renderer sees that nothing changed.
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

// Trouble says which rule could not be applied to the present bodies, and why; empty if all could.
func (s *Set) Trouble() string {
	for _, g := range s.Groups {
		if g.Why != "" {
			return g.Rule + ": " + g.Why
		}
	}
	return ""
}

// style returns the style of a body.
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

// Idle reports whether Apply would not change views, because all bodies are drawn as usual and were drawn so
// before.
func (s *Set) Idle() bool {
	return !s.fresh && len(s.single) == 0 && s.shown == [NumStyles]*view.Things{} &&
		!slices.ContainsFunc(s.Groups, func(g *Group) bool { return g.Style != Usual })
}

// try finds the bodies of the group. If the rule is steady, it is only applied to new bodies.
func (g *Group) try(n *bridge.Snapshot) {
	if !g.ready(n) {
		return
	}
	if len(g.found) > 2*len(n.Bodies)+1000 {
		clear(g.found) // most of these bodies have left
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
