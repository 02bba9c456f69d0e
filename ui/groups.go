package ui

import (
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/widget"
)

// groups draws groups of bodies in other ways.
type groups struct {
	*shared
	shell *shell
	list  grouping.Set
	lists bool   // the names of bodies are on show, or were in the last frame
	rule  string // of a group, that is being typed
}

// selectedStyle returns how what is selected is drawn: the style of the body that was selected last.
func (gr *groups) selectedStyle() grouping.Style {
	switch t := gr.view.Selected.Last(); {
	case t.Kind != bridge.ThingBody:
	case gr.view.Wired.HasBody(t.Body):
		return grouping.Lines
	case gr.view.Clear.HasBody(t.Body):
		return grouping.SeenThrough
	}
	return grouping.Usual
}

// groupMenu offers the groups that a body is in: its material, the bodies of its name, and clumps.
func (gr *groups) groupMenu(t bridge.Thing) {
	i, ok := gr.bodyOf(t)
	if !ok {
		return
	}
	var rules []groupRow
	material, members := int32(-1), 0
	for k := range gr.snap.Capsules {
		if c := &gr.snap.Capsules[k]; int(c.Body) == i {
			material = c.Material
			members++
		}
	}
	if i < len(gr.snap.Details) {
		material = gr.snap.Details[i].Material
	}
	if k := int(material); k >= 0 && k < len(gr.snap.Materials) {
		name := gr.snap.Materials[k].Name
		rules = append(rules, groupRow{"material " + name, grouping.Material(name)})
	}
	if i < len(gr.snap.Details) && gr.snap.Details[i].Name != "" {
		name := gr.snap.Details[i].Name
		rules = append(rules, groupRow{"all named " + name, grouping.Named(name)})
	}
	if members > 1 {
		rules = append(rules, groupRow{"clumps", grouping.Clumps})
	}
	var items []widget.MenuItem
	for _, r := range rules {
		for style, verb := range [...]string{grouping.Hidden: "Hide", grouping.Lines: "Lines for",
			grouping.SeenThrough: "See through"} {
			if verb == "" {
				continue
			}
			text, style := verb+" "+r.text, grouping.Style(style)
			if gr.list.StyleOf(r.rule) == style {
				text = "Draw " + r.text + " as usual"
			}
			items = append(items, widget.MenuItem{Text: text, Do: func() { gr.drawGroup(r.rule, style) }})
		}
	}
	items = append(items, widget.MenuItem{Text: "All groups, in the dock",
		Do: func() { gr.shell.OpenDock(dockView, true) }})
	gr.menus.OpenNext("Groups of "+gr.nameOf(t), items...)
}

// hide takes bodies out of the picture.
func (gr *groups) hide(list ...bridge.Thing) {
	for _, t := range list {
		if t.Kind == bridge.ThingBody {
			gr.list.Choose(t.Body, grouping.Hidden)
			gr.view.Selected = gr.view.Selected.Without(t)
		}
	}
	gr.view.Hover = bridge.Thing{}
	gr.regroup()
}

// drawSelected draws the bodies that are selected in a way.
func (gr *groups) drawSelected(style grouping.Style) {
	for _, t := range gr.view.Selected.List() {
		if t.Kind == bridge.ThingBody {
			gr.list.Choose(t.Body, style)
		}
	}
	gr.regroup()
}

// drawGroup draws all bodies that a rule finds in a way; in the way that they are drawn already: as usual again.
func (gr *groups) drawGroup(rule string, style grouping.Style) error {
	if gr.list.StyleOf(rule) == style {
		style = grouping.Usual
	}
	err := gr.list.Give(rule, style)
	gr.regroup()
	return err
}

// regroup lets the view draw the bodies of groups as those are to be drawn.
func (gr *groups) regroup() {
	if gr.snap != nil && !gr.list.Idle() {
		gr.list.Apply(gr.snap, &gr.view)
	}
}

// showAll puts all bodies back into the picture.
func (gr *groups) showAll() {
	gr.list.Show()
	gr.regroup()
}

// quantitiesLine names what an expression can ask for.
func quantitiesLine() string {
	s := "Of a body:"
	for _, q := range query.Quantities {
		if len(q.Name) > 2 || q.Name == "id" {
			s += " " + q.Name
		}
	}
	return s + ", x y z"
}
