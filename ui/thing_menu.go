package ui

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// thingItems are what the menu of a right click offers, top to bottom; those that do not fit the thing
// are left out.
var thingItems = []struct {
	text string
	hint keymap.Action // whose key does the same; actCancel: none
	fits func(*model, bridge.Thing) bool
	do   func(*model, bridge.Thing)
}{
	{"Follow", keymap.Cancel, func(m *model, t bridge.Thing) bool { return isBody(t) && !isWall(m.snap, t) },
		func(m *model, t bridge.Thing) { m.camera.follow(t) }},
	{"Frame", keymap.Frame, isSome, func(m *model, _ bridge.Thing) { m.do(keymap.Frame) }},
	{"Hide", keymap.Cancel, func(_ *model, t bridge.Thing) bool { return isBody(t) },
		func(m *model, _ bridge.Thing) { m.groups.hide(m.view.Selected.List()...) }},
	{"Draw as lines", keymap.Cancel, func(m *model, t bridge.Thing) bool {
		return isBody(t) &&
			!m.view.Wired.HasBody(t.Body)
	},
		func(m *model, _ bridge.Thing) { m.groups.drawSelected(grouping.Lines) }},
	{"See through", keymap.Cancel, func(m *model, t bridge.Thing) bool {
		return isBody(t) &&
			!m.view.Clear.HasBody(t.Body)
	},
		func(m *model, _ bridge.Thing) { m.groups.drawSelected(grouping.SeenThrough) }},
	{"Draw as usual", keymap.Cancel, func(m *model, t bridge.Thing) bool {
		return isBody(t) && (m.view.Wired.HasBody(t.Body) || m.view.Clear.HasBody(t.Body))
	}, func(m *model, _ bridge.Thing) { m.groups.drawSelected(grouping.Usual) }},
	{"Groups of this…", keymap.Cancel, func(_ *model, t bridge.Thing) bool { return isBody(t) },
		func(m *model, t bridge.Thing) { m.groups.groupMenu(t) }},
	{"Explain this contact", keymap.Explain, func(_ *model, t bridge.Thing) bool { return t.Kind == bridge.ThingContact },
		func(m *model, _ bridge.Thing) { m.inspector.explain() }},
	{"Colour", keymap.Cancel, func(m *model, t bridge.Thing) bool { return isBody(t) && !m.view.Tinted.HasBody(t.Body) },
		func(m *model, _ bridge.Thing) { m.view.Tinted = m.view.Tinted.With(m.view.Selected.List()...) }},
	{"Colours of the scene", keymap.Cancel, func(m *model, _ bridge.Thing) bool { return m.view.Tinted.Len() > 0 },
		func(m *model, _ bridge.Thing) { m.view.Tinted = nil }},
	{"Copy numbers", keymap.Cancel, isSome, func(m *model, _ bridge.Thing) { m.selection.copyNumbers() }},
	{"Show all that is hidden", keymap.Cancel, func(m *model, _ bridge.Thing) bool { return m.view.Hidden.Len() > 0 },
		func(m *model, _ bridge.Thing) { m.groups.showAll() }},
	{"Frame everything", keymap.FrameAll, func(_ *model, t bridge.Thing) bool { return t.Kind == bridge.NoThing },
		func(m *model, _ bridge.Thing) { m.do(keymap.FrameAll) }},
}

func isBody(t bridge.Thing) bool { return t.Kind == bridge.ThingBody }

func isSome(_ *model, t bridge.Thing) bool { return t.Kind != bridge.NoThing }

// thingMenu offers what can be done with what was clicked, which is selected, with all that is selected
// if it is a part of that.
func (m *model) thingMenu(d drag) {
	t := d.hit.Thing
	if t.Kind != bridge.NoThing && !m.view.Selected.Has(t) && !(isBody(t) && m.view.Selected.HasBody(t.Body)) {
		m.selectThing(t)
	}
	var items []widget.MenuItem
	for _, i := range thingItems {
		if !i.fits(m, t) {
			continue
		}
		item := widget.MenuItem{Text: i.text, Do: func() { i.do(m, t) }}
		if i.hint != keymap.Cancel {
			item.Hint = keymap.Shortcut(i.hint)
		}
		items = append(items, item)
	}
	m.menus.Open(d.at[0], d.at[1], m.nameOf(t), items...)
}

// copyNumbers puts the numbers of what is selected on the clipboard, separated by commas: of bodies
// theirs, of contacts those of both bodies.
func (sel *selection) copyNumbers() {
	var list []string
	for _, t := range sel.view.Selected.List() {
		if t.Kind == bridge.ThingContact {
			list = append(list, fmt.Sprintf("%d-%d", t.Body, t.Other))
		} else {
			list = append(list, fmt.Sprint(t.Body))
		}
	}
	if len(list) > 0 {
		text := strings.Join(list, ", ")
		sel.copy(text)
		sel.toasts.add(bridge.Info, "Copied "+format.Shorten(text, 60), sel.now)
	}
}

// chipHeight is how high a chip is, at a scale of 1.
const chipHeight = 24

// belowBars returns where in the view there is room below the strip and the bar of twins.
func (sh *shell) belowBars(u *widget.Context, v layout.Rect) float32 {
	if sh.hidden {
		return v.Y + u.Px(layout.FloatMargin) + sh.twinHeight
	}
	return v.Y + sh.stripHeight + u.Px(2*layout.FloatMargin) + sh.twinHeight
}

// chips say over the view what is not as usual, each with a cross that ends it.
func (g *gui) chips(v layout.Rect) {
	x, y := v.X+g.Px(layout.FloatMargin), g.m.shell.belowBars(g.Context, v)
	for _, c := range []struct {
		on   bool
		text string
		end  func(*model)
	}{
		{g.m.camera.following.on, fmt.Sprintf("following body %d", g.m.camera.following.number),
			func(m *model) { m.camera.following.on = false }},
		{g.m.view.Hidden.Len() > 0, fmt.Sprintf("%d hidden: show all", g.m.view.Hidden.Len()),
			func(m *model) { m.groups.showAll() }},
		{g.m.forecast.foresees(), g.m.forecast.forecastText(), func(m *model) { m.forecast.dropTried() }},
	} {
		if !c.on {
			continue
		}
		h, w := g.Px(chipHeight), widget.TextWidth(g.Fonts.Small, c.text)+g.Px(36)
		imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
		g.Pane("##chip "+c.text, layout.Box(x, y, w, h), widget.Fade(widget.ColorPanel, 0.9),
			widget.Quiet|imgui.WindowFlagsNoScrollbar)
		p := imgui.CursorScreenPos()
		if widget.Clickable("chip", w, h) {
			c.end(g.m)
		}
		color := widget.ColorAccentHi
		if imgui.IsItemHovered() {
			color = widget.ColorText
		}
		g.TextAt(g.Fonts.Small, color, p.X+g.Px(8), p.Y+h/2, c.text)
		widget.IconClose(imgui.WindowDrawList(), p.X+w-g.Px(14), p.Y+h/2, g.Px(12), widget.Pack(color))
		imgui.End()
		imgui.PopStyleVar()
		x += w + g.Px(6)
	}
}

// selectionBox shows the box that a person draws.
func (sel *selection) selectionBox(u *widget.Context) {
	b := sel.boxed
	if b == nil {
		return
	}
	list := imgui.ForegroundDrawList()
	p, q := imgui.Vec2{X: b.X, Y: b.Y}, imgui.Vec2{X: b.X + b.Width, Y: b.Y + b.Height}
	list.AddRectFilled(p, q, widget.Pack(widget.Fade(widget.ColorAccent, 0.15)))
	list.AddRectV(p, q, widget.Pack(widget.ColorAccentHi), 0, imgui.DrawFlagsNone, u.Px(1))
}
