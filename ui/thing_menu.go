package ui

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
)

// thingItems are what the menu of a right click offers, top to bottom; those that do not fit the thing
// are left out.
var thingItems = []struct {
	text string
	hint act // whose key does the same; actCancel: none
	fits func(*model, bridge.Thing) bool
	do   func(*model, bridge.Thing)
}{
	{"Follow", actCancel, func(m *model, t bridge.Thing) bool { return isBody(t) && !isWall(m.snap, t) },
		(*model).follow},
	{"Frame", actFrame, isSome, func(m *model, _ bridge.Thing) { m.do(actFrame) }},
	{"Hide", actCancel, func(_ *model, t bridge.Thing) bool { return isBody(t) },
		func(m *model, _ bridge.Thing) { m.hide(m.view.Selected.List()...) }},
	{"Draw as lines", actCancel, func(m *model, t bridge.Thing) bool { return isBody(t) && !m.view.Wired.HasBody(t.Body) },
		func(m *model, _ bridge.Thing) { m.drawSelected(grouping.Lines) }},
	{"See through", actCancel, func(m *model, t bridge.Thing) bool { return isBody(t) && !m.view.Clear.HasBody(t.Body) },
		func(m *model, _ bridge.Thing) { m.drawSelected(grouping.SeenThrough) }},
	{"Draw as usual", actCancel, func(m *model, t bridge.Thing) bool {
		return isBody(t) && (m.view.Wired.HasBody(t.Body) || m.view.Clear.HasBody(t.Body))
	}, func(m *model, _ bridge.Thing) { m.drawSelected(grouping.Usual) }},
	{"Groups of this…", actCancel, func(_ *model, t bridge.Thing) bool { return isBody(t) }, (*model).groupMenu},
	{"Explain this contact", actExplain, func(_ *model, t bridge.Thing) bool { return t.Kind == bridge.ThingContact },
		func(m *model, _ bridge.Thing) { m.explain() }},
	{"Colour", actCancel, func(m *model, t bridge.Thing) bool { return isBody(t) && !m.view.Tinted.HasBody(t.Body) },
		func(m *model, _ bridge.Thing) { m.view.Tinted = m.view.Tinted.With(m.view.Selected.List()...) }},
	{"Colours of the scene", actCancel, func(m *model, _ bridge.Thing) bool { return m.view.Tinted.Len() > 0 },
		func(m *model, _ bridge.Thing) { m.view.Tinted = nil }},
	{"Copy numbers", actCancel, isSome, func(m *model, _ bridge.Thing) { m.copyNumbers() }},
	{"Show all that is hidden", actCancel, func(m *model, _ bridge.Thing) bool { return m.view.Hidden.Len() > 0 },
		func(m *model, _ bridge.Thing) { m.showAll() }},
	{"Frame everything", actFrameAll, func(_ *model, t bridge.Thing) bool { return t.Kind == bridge.NoThing },
		func(m *model, _ bridge.Thing) { m.do(actFrameAll) }},
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
	var items []menuItem
	for _, i := range thingItems {
		if !i.fits(m, t) {
			continue
		}
		item := menuItem{text: i.text, do: func() { i.do(m, t) }}
		if i.hint != actCancel {
			item.hint = shortcut(i.hint)
		}
		items = append(items, item)
	}
	m.openMenu(d.at[0], d.at[1], m.nameOf(t), items...)
}

// copyNumbers puts the numbers of what is selected on the clipboard, separated by commas: of bodies
// theirs, of contacts those of both bodies.
func (m *model) copyNumbers() {
	var list []string
	for _, t := range m.view.Selected.List() {
		if t.Kind == bridge.ThingContact {
			list = append(list, fmt.Sprintf("%d-%d", t.Body, t.Other))
		} else {
			list = append(list, fmt.Sprint(t.Body))
		}
	}
	if len(list) > 0 {
		text := strings.Join(list, ", ")
		m.copy(text)
		m.toasts.add(bridge.Info, "Copied "+short(text, 60), m.now)
	}
}

// short returns the beginning of a text that is longer than so many characters.
func short(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// nameOf says what a thing is, in a few words.
func (m *model) nameOf(t bridge.Thing) string {
	switch {
	case t.Kind == bridge.ThingContact:
		return fmt.Sprintf("Contact of %d and %d", t.Body, t.Other)
	case t.Kind == bridge.NoThing:
		return "View"
	case isWall(m.snap, t):
		return fmt.Sprintf("Wall %d", t.Body)
	}
	if s := m.snap; s != nil {
		body := int32(s.FindBody(t.Body))
		for i := range s.Meshes {
			if x := &s.Meshes[i]; x.Body == body && x.Shape == t.Shape {
				if t.Triangle < 0 {
					return fmt.Sprintf("Mesh %d, cut", t.Body)
				}
				return fmt.Sprintf("Mesh %d, triangle %d", t.Body, t.Triangle)
			}
		}
	}
	return fmt.Sprintf("Body %d", t.Body)
}

// chipHeight is how high a chip is, at a scale of 1.
const chipHeight = 24

// belowBars returns where in the view there is room below the strip and the bar of twins.
func (g *gui) belowBars(v rect) float32 {
	if g.m.hidden {
		return v.y + g.px(floatMargin) + g.twinHeight
	}
	return v.y + g.stripHeight + g.px(2*floatMargin) + g.twinHeight
}

// chips say over the view what is not as usual, each with a cross that ends it.
func (g *gui) chips(v rect) {
	x, y := v.x+g.px(floatMargin), g.belowBars(v)
	for _, c := range []struct {
		on   bool
		text string
		end  func(*model)
	}{
		{g.m.following.on, fmt.Sprintf("following body %d", g.m.following.number), func(m *model) { m.following.on = false }},
		{g.m.view.Hidden.Len() > 0, fmt.Sprintf("%d hidden: show all", g.m.view.Hidden.Len()), (*model).showAll},
		{g.m.foresees(), g.m.forecastText(), (*model).dropTried},
	} {
		if !c.on {
			continue
		}
		h, w := g.px(chipHeight), width(g.fonts.small, c.text)+g.px(36)
		imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
		g.pane("##chip "+c.text, rect{x, y, w, h}, fade(colorPanel, 0.9), quiet|imgui.WindowFlagsNoScrollbar)
		p := imgui.CursorScreenPos()
		if hit("chip", w, h) {
			c.end(g.m)
		}
		color := colorAccentHi
		if imgui.IsItemHovered() {
			color = colorText
		}
		g.put(g.fonts.small, color, p.X+g.px(8), p.Y+h/2, c.text)
		iconClose(imgui.WindowDrawList(), p.X+w-g.px(14), p.Y+h/2, g.px(12), packed(color))
		imgui.End()
		imgui.PopStyleVar()
		x += w + g.px(6)
	}
}

// selectionBox shows the box that a person draws.
func (g *gui) selectionBox() {
	b := g.m.boxed
	if b == nil {
		return
	}
	list := imgui.ForegroundDrawList()
	p, q := imgui.Vec2{X: b.x, Y: b.y}, imgui.Vec2{X: b.x + b.width, Y: b.y + b.height}
	list.AddRectFilled(p, q, packed(fade(colorAccent, 0.15)))
	list.AddRectV(p, q, packed(colorAccentHi), 0, imgui.DrawFlagsNone, g.px(1))
}
