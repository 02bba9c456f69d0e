package ui

import (
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// thingItems are the items of the menu of a right click, top to bottom; items that do not fit the thing are left
// out.
var thingItems = []struct {
	text string
	hint keymap.Action // action whose key does the same; keymap.Cancel: none
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

func isSome(_ *model, t bridge.Thing) bool { return t.Kind != bridge.NoThing }

// thingMenu opens the menu of the thing that was clicked. It selects this thing, unless it is part of the
// selection already: then the menu acts on the whole selection.
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
