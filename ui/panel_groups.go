package ui

import (
	"example.org/tumble/sim/spell"
	"fmt"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/format"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/widget"
)

// groupRow is a group in a list: its text and its rule.
type groupRow struct {
	text, rule string
}

// groupRows returns the groups that the present scene offers: its materials, its named bodies, and its clumps;
// then the groups that a person has made.
func (gr *groups) groupRows() (rows []groupRow) {
	s := gr.snap
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
	for i := range s.Capsules { // the capsules of a body are adjacent
		if b := s.Capsules[i].Body; b == last {
			rows = append(rows, groupRow{"Clumps", grouping.Clumps})
			break
		} else {
			last = b
		}
	}
	for _, g := range gr.list.Groups {
		if !slices.ContainsFunc(rows, func(r groupRow) bool { return r.rule == g.Rule }) {
			rows = append(rows, groupRow{g.Rule, g.Rule})
		}
	}
	return rows
}

// styleSigns are the icons of the styles of a group, except the usual style.
var styleSigns = [grouping.NumStyles]struct {
	sign  widget.Icon
	about string
}{
	grouping.Hidden:      {widget.IconHidden, "Hides %s, or shows it again."},
	grouping.Lines:       {widget.IconLines, "Draws %s as lines, or as usual again."},
	grouping.SeenThrough: {widget.IconGlass, "Lets %s be seen through, or be drawn as usual again."},
}

// mostGroups is how many groups the panel lists; an expression can find others.
const mostGroups = 60

// draw lists groups of bodies, each with buttons for its style.
func (gr *groups) draw(u *widget.Context) {
	gr.lists = true
	if n := gr.view.Selected.Len(); n > 0 {
		gr.groupRow(u, "Selection", spell.Count(n, "thing is", "things are")+" selected.", gr.selectedStyle(),
			func(style grouping.Style) {
				if gr.selectedStyle() == style {
					style = grouping.Usual
				}
				gr.drawSelected(style)
			}, nil)
	}
	rows := gr.groupRows()
	for i, r := range rows[:min(len(rows), mostGroups)] {
		imgui.PushIDInt(i)
		var drop func()
		if r.text == r.rule && r.rule != "" {
			drop = func() { gr.list.Drop(r.rule); gr.regroup() }
		}
		gr.groupRow(u, r.text, r.rule, gr.list.StyleOf(r.rule), func(style grouping.Style) { gr.drawGroup(r.rule, style) },
			drop)
		imgui.PopID()
	}
	if more := len(rows) - mostGroups; more > 0 {
		u.Text(u.Fonts.Small, widget.ColorFaint, fmt.Sprintf("and %d more, to be named below", more))
	}
	gr.newGroup(u)
}

// newGroup shows a field in which a person types the rule of a new group.
func (gr *groups) newGroup(u *widget.Context) {
	key := "view.group"
	imgui.SetNextItemWidth(widget.AtLeast1(imgui.ContentRegionAvail().X))
	if imgui.InputTextWithHintV("##rule", "a name, or speed > 0.5", &gr.rule, imgui.InputTextFlagsEnterReturnsTrue,
		nil) && gr.rule != "" {
		gr.refuse.Forget(key)
		if err := gr.list.Give(gr.rule, grouping.SeenThrough); err != nil {
			gr.refuse.Set(key, err.Error())
		} else {
			gr.rule = ""
		}
		gr.regroup()
	}
	u.Tip("Enter makes a group of the bodies that this finds, as Ctrl+F does: a number, a part of a name, or an " +
		"expression such as material == \"pill\" && z > 0.1. " + quantitiesLine())
	u.Refusal(key)
	if why := gr.list.Trouble(); why != "" {
		u.Paragraph(u.Fonts.Small, widget.ColorRecord, format.Shorten(why, 200))
	}
}

// groupRow shows a group: its name, and a button for each style.
func (gr *groups) groupRow(u *widget.Context, text, about string, now grouping.Style, choose func(grouping.Style),
	drop func()) {
	p, h := imgui.CursorScreenPos(), u.RowHeight()
	w := imgui.ContentRegionAvail().X
	buttons := 3 * (h + u.Px(2))
	if drop != nil {
		buttons += h + u.Px(2)
	}
	left := max(w-buttons, 1)
	widget.Clickable("group "+text, left, h)
	c := widget.ColorText
	if now == grouping.Hidden {
		c = widget.ColorSecondary
	}
	u.TextAt(u.Fonts.Text, c, p.X, p.Y+h/2, u.Fit(u.Fonts.Text, text, left-u.Px(4)))
	u.Tip(about)
	for style := grouping.Hidden; style < grouping.NumStyles; style++ {
		imgui.SameLineV(0, u.Px(2))
		if gr.styleButton(u, grouping.StyleNames[style]+text, styleSigns[style].sign, now == style) {
			choose(style)
		}
		u.Tip(fmt.Sprintf(styleSigns[style].about, text))
	}
	if drop != nil {
		imgui.SameLineV(0, u.Px(2))
		if u.FlatButton("drop "+text, widget.IconClose, h, h, widget.ColorSecondary) {
			drop()
		}
		u.Tip("Takes this group away.")
	}
}

// styleButton shows a square button with an icon.
func (gr *groups) styleButton(u *widget.Context, id string, sign widget.Icon, on bool) bool {
	p, h := imgui.CursorScreenPos(), u.RowHeight()
	clicked := widget.Clickable(id, h, h)
	u.ButtonFace(p, h, h, on)
	c := widget.ColorSecondary
	if on {
		c = widget.ColorText
	}
	sign(imgui.WindowDrawList(), p.X+h/2, p.Y+h/2, u.Px(14), widget.Pack(c))
	return clicked
}
