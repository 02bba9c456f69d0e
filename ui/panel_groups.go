package ui

import (
	"fmt"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/widget"
)

// groupRow is a group as a list shows it.
type groupRow struct {
	text, rule string
}

// groupRows returns the groups that the present scene offers: its materials, its named bodies, and its clumps; then
// those that a person has made.
func (m *model) groupRows() (rows []groupRow) {
	s := m.snap
	for i := range s.Materials {
		rows = append(rows, groupRow{"Material " + s.Materials[i].Name, grouping.Material(s.Materials[i].Name)})
	}
	seen := map[string]bool{"": true}
	for i := range s.Details {
		if name := s.Details[i].Name; !seen[name] {
			seen[name] = true
			rows = append(rows, groupRow{name, grouping.Named(name)})
		}
	}
	last := int32(-1)
	for i := range s.Capsules { // those of a body follow one another
		if b := s.Capsules[i].Body; b == last {
			rows = append(rows, groupRow{"Clumps", grouping.Clumps})
			break
		} else {
			last = b
		}
	}
	for _, g := range m.groups.Groups {
		if !slices.ContainsFunc(rows, func(r groupRow) bool { return r.rule == g.Rule }) {
			rows = append(rows, groupRow{g.Rule, g.Rule})
		}
	}
	return rows
}

// looks are the signs of the ways in which a group is drawn, but the usual.
var looks = [grouping.NumLooks]struct {
	sign  widget.Icon
	about string
}{
	grouping.Hidden:      {widget.IconHidden, "Hides %s, or shows it again."},
	grouping.Lines:       {widget.IconLines, "Draws %s as lines, or as usual again."},
	grouping.SeenThrough: {widget.IconGlass, "Lets %s be seen through, or be drawn as usual again."},
}

// mostGroups is how many groups the panel lists: more can be found by an expression.
const mostGroups = 60

// groupsPanel lists groups of bodies, each with the ways in which it is drawn.
func (g *gui) groupsPanel() {
	m := g.m
	m.lists = true
	if n := m.view.Selected.Len(); n > 0 {
		g.groupRow("Selection", format.Count(n, "thing is", "things are")+" selected.", m.selectedLook(),
			func(look grouping.Look) {
				if m.selectedLook() == look {
					look = grouping.Usual
				}
				m.drawSelected(look)
			}, nil)
	}
	rows := m.groupRows()
	for i, r := range rows[:min(len(rows), mostGroups)] {
		imgui.PushIDInt(i)
		var drop func()
		if r.text == r.rule && r.rule != "" {
			drop = func() { m.groups.Drop(r.rule); m.regroup() }
		}
		g.groupRow(r.text, r.rule, m.groups.LookOf(r.rule), func(look grouping.Look) { m.drawGroup(r.rule, look) }, drop)
		imgui.PopID()
	}
	if more := len(rows) - mostGroups; more > 0 {
		g.Text(g.Fonts.Small, widget.ColorFaint, fmt.Sprintf("and %d more, to be named below", more))
	}
	g.newGroup()
}

// newGroup makes a group by what a person writes.
func (g *gui) newGroup() {
	m, key := g.m, "view.group"
	imgui.SetNextItemWidth(widget.AtLeast1(imgui.ContentRegionAvail().X))
	if imgui.InputTextWithHintV("##rule", "a name, or speed > 0.5", &m.rule, imgui.InputTextFlagsEnterReturnsTrue,
		nil) && m.rule != "" {
		m.refuse.Forget(key)
		if err := m.groups.Give(m.rule, grouping.SeenThrough); err != nil {
			m.refuse.Set(key, err.Error())
		} else {
			m.rule = ""
		}
		m.regroup()
	}
	g.Tip("Enter makes a group of the bodies that this finds, as Ctrl+F does: a number, a part of a name, or an " +
		"expression such as material == \"pill\" && z > 0.1. " + quantitiesLine())
	g.Refusal(key)
	if why := m.groups.Trouble(); why != "" {
		g.Paragraph(g.Fonts.Small, widget.ColorRecord, format.Shorten(why, 200))
	}
}

// groupRow shows a group: its name, and a button for each way to draw it.
func (g *gui) groupRow(text, about string, now grouping.Look, choose func(grouping.Look), drop func()) {
	p, h := imgui.CursorScreenPos(), g.RowHeight()
	w := imgui.ContentRegionAvail().X
	buttons := 3 * (h + g.Px(2))
	if drop != nil {
		buttons += h + g.Px(2)
	}
	left := max(w-buttons, 1)
	widget.Clickable("group "+text, left, h)
	c := widget.ColorText
	if now == grouping.Hidden {
		c = widget.ColorSecondary
	}
	g.TextAt(g.Fonts.Text, c, p.X, p.Y+h/2, g.Fit(g.Fonts.Text, text, left-g.Px(4)))
	g.Tip(about)
	for look := grouping.Hidden; look < grouping.NumLooks; look++ {
		imgui.SameLineV(0, g.Px(2))
		if g.lookButton(grouping.LookNames[look]+text, looks[look].sign, now == look) {
			choose(look)
		}
		g.Tip(fmt.Sprintf(looks[look].about, text))
	}
	if drop != nil {
		imgui.SameLineV(0, g.Px(2))
		if g.FlatButton("drop "+text, widget.IconClose, h, h, widget.ColorSecondary) {
			drop()
		}
		g.Tip("Takes this group away.")
	}
}

// lookButton is a square button with a sign.
func (g *gui) lookButton(id string, sign widget.Icon, on bool) bool {
	p, h := imgui.CursorScreenPos(), g.RowHeight()
	clicked := widget.Clickable(id, h, h)
	g.ButtonFace(p, h, h, on)
	c := widget.ColorSecondary
	if on {
		c = widget.ColorText
	}
	sign(imgui.WindowDrawList(), p.X+h/2, p.Y+h/2, g.Px(14), widget.Pack(c))
	return clicked
}

// selectedLook returns how what is selected is drawn: the look of the body that was selected last.
func (m *model) selectedLook() grouping.Look {
	switch t := m.view.Selected.Last(); {
	case t.Kind != bridge.ThingBody:
	case m.view.Wired.HasBody(t.Body):
		return grouping.Lines
	case m.view.Clear.HasBody(t.Body):
		return grouping.SeenThrough
	}
	return grouping.Usual
}

// groupMenu offers the groups that a body is in: those of its material, of its name and of clumps.
func (m *model) groupMenu(t bridge.Thing) {
	i, ok := m.bodyOf(t)
	if !ok {
		return
	}
	var rules []groupRow
	material, members := int32(-1), 0
	for k := range m.snap.Capsules {
		if c := &m.snap.Capsules[k]; int(c.Body) == i {
			material = c.Material
			members++
		}
	}
	if i < len(m.snap.Details) {
		material = m.snap.Details[i].Material
	}
	if k := int(material); k >= 0 && k < len(m.snap.Materials) {
		name := m.snap.Materials[k].Name
		rules = append(rules, groupRow{"material " + name, grouping.Material(name)})
	}
	if i < len(m.snap.Details) && m.snap.Details[i].Name != "" {
		name := m.snap.Details[i].Name
		rules = append(rules, groupRow{"all named " + name, grouping.Named(name)})
	}
	if members > 1 {
		rules = append(rules, groupRow{"clumps", grouping.Clumps})
	}
	var items []widget.MenuItem
	for _, r := range rules {
		for look, verb := range [...]string{grouping.Hidden: "Hide", grouping.Lines: "Lines for",
			grouping.SeenThrough: "See through"} {
			if verb == "" {
				continue
			}
			text, look := verb+" "+r.text, grouping.Look(look)
			if m.groups.LookOf(r.rule) == look {
				text = "Draw " + r.text + " as usual"
			}
			items = append(items, widget.MenuItem{Text: text, Do: func() { m.drawGroup(r.rule, look) }})
		}
	}
	items = append(items, widget.MenuItem{Text: "All groups, in the dock",
		Do: func() { m.shell.OpenDock(dockView, true) }})
	m.menus.OpenNext("Groups of "+m.nameOf(t), items...)
}
