package ui

import (
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/widget"
)

// groups lets a person draw groups of bodies in a style of their own: hidden, as lines and so on.
type groups struct {
	*shared
	shell *shell
	list  grouping.Set
	lists bool   // a panel or menu lists the names of bodies, or did in the last frame
	rule  string // rule of a group, being typed
}

// selectedStyle returns the style of the body that was selected last.
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

// hide hides bodies.
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

// drawSelected gives the selected bodies a style.
func (gr *groups) drawSelected(style grouping.Style) {
	for _, t := range gr.view.Selected.List() {
		if t.Kind == bridge.ThingBody {
			gr.list.Choose(t.Body, style)
		}
	}
	gr.regroup()
}

// drawGroup gives all bodies that a rule finds a style; if they have it already, they are drawn as usual again.
func (gr *groups) drawGroup(rule string, style grouping.Style) error {
	if gr.list.StyleOf(rule) == style {
		style = grouping.Usual
	}
	err := gr.list.Give(rule, style)
	gr.regroup()
	return err
}

// regroup brings the styles of groups into the view.
func (gr *groups) regroup() {
	if gr.snap != nil && !gr.list.Idle() {
		gr.list.Apply(gr.snap, &gr.view)
	}
}

// showAll shows all hidden bodies again.
func (gr *groups) showAll() {
	gr.list.Show()
	gr.regroup()
}

// quantitiesLine names the quantities that an expression can use.
func quantitiesLine() string {
	s := "Of a body:"
	for _, q := range query.Quantities {
		if len(q.Name) > 2 || q.Name == "id" {
			s += " " + q.Name
		}
	}
	return s + ", x y z"
}
