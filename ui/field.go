package ui

import (
	"math"
	"strconv"

	"github.com/inkyblackness/imgui-go/v4"
)

// field is a number in a panel: dragged like a slider, or clicked and typed.
type field struct {
	key   string // as --set names it
	unit  string
	scale scale
	help  string
	round bool // whole numbers only

	name    string   // for people
	initial *float64 // what the scene began with; nil: it says nothing
}

// typing is the number that is being typed.
type typing struct {
	key     string
	text    string
	was     string
	focus   bool // ask imgui for the keyboard
	focused bool // it has been given
	shown   bool // in this frame; a field that went out of sight is no longer typed
}

// slide is the number that is being dragged.
type slide struct {
	key   string
	place float64 // 0 to 1 along the slider
	value float64
	moved bool
	tried bool // before it is made
}

// number draws a field of width w, and returns the new value when the person changed it.
// What was typed but is no number is refused here; what cannot be is the caller's matter.
func (g *gui) number(f field, value float64, w float32) (float64, bool) {
	if g.typing.key == f.key {
		return g.typeNumber(f, w)
	}
	p, h := imgui.CursorScreenPos(), g.rowHeight()
	hit("number "+f.key, w, h)
	if imgui.IsItemHovered() && imgui.IsMouseClicked(1) {
		g.fieldMenu(f, value)
	}
	if v, ok := g.given[f.key]; ok {
		delete(g.given, f.key)
		return v, v != value
	}
	next, changed := g.dragNumber(f, value, w)
	if g.slide.key == f.key {
		value = g.slide.value
	}
	g.drawNumber(f, value, p, w)
	if imgui.IsItemHovered() && g.slide.key == "" {
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
		g.tip(f.help + f.past(value))
	}
	return next, changed
}

// fieldMenu offers what the scene began with, and copies.
func (g *gui) fieldMenu(f field, value float64) {
	var items []menuItem
	if f.initial != nil {
		v := *f.initial
		items = append(items, menuItem{"Default", quantity(v, f.unit, 4), func() { g.given[f.key] = v }})
	}
	text := exact(value, f.unit)
	items = append(items, menuItem{"Copy value", quantity(value, f.unit, 4), func() { g.m.copy(text) }},
		menuItem{"Copy as --set", "", func() { g.m.copy(f.key + "=" + strconv.FormatFloat(value, 'g', -1, 64)) }})
	at := imgui.MousePos()
	title := f.name
	if title == "" {
		title = f.key
	}
	g.m.openMenu(at.X, at.Y, title, items...)
}

// changed reports whether the value differs from what the scene began with.
func (f field) changed(value float64) bool { return f.initial != nil && *f.initial != value }

// past tells what the scene began with, where that is another value.
func (f field) past(value float64) string {
	if !f.changed(value) {
		return ""
	}
	return "\nThe scene began with " + quantity(*f.initial, f.unit, 6) + "; right click takes that back."
}

// dragNumber follows the pointer while the last item is held. A click without a motion
// starts to type.
func (g *gui) dragNumber(f field, value float64, w float32) (float64, bool) {
	s := &g.slide
	if imgui.IsItemActivated() {
		*s = slide{key: f.key, place: f.scale.place(value), value: value}
	}
	if s.key != f.key {
		return 0, false
	}
	if !imgui.IsItemActive() {
		if s.tried && g.m.trying {
			g.m.makeTried()
		}
		if !s.moved {
			text := exact(value, f.unit)
			g.typing = typing{key: f.key, text: text, was: text, focus: true, shown: true}
		}
		*s = slide{}
		return 0, false
	}
	d := imgui.MouseDragDelta(0, g.px(3))
	if s.tried && !g.m.trying { // forgotten, by Escape
		s.value = value
		return 0, false
	}
	if d.X == 0 {
		return 0, false
	}
	if !s.moved && f.tries() {
		s.tried = g.m.beginTrying()
	}
	imgui.ResetMouseDragDelta(0)
	s.moved = true
	slow, fine := 1.0, imgui.CurrentIO().KeyShiftPressed()
	if fine {
		slow = 0.1
	}
	s.place = math.Min(1, math.Max(0, s.place+float64(d.X/w)*slow))
	next := f.scale.at(s.place, fine)
	if f.round {
		next = math.Round(next)
	}
	if next == s.value {
		return 0, false
	}
	s.value = next
	return next, true
}

func (g *gui) drawNumber(f field, value float64, p imgui.Vec2, w float32) {
	h := g.rowHeight()
	list := imgui.WindowDrawList()
	ground, fill := colorFrame, colorFill
	if imgui.IsItemHovered() || g.slide.key == f.key {
		ground, fill = colorHover, colorFillHi
	}
	end := imgui.Vec2{X: p.X + w, Y: p.Y + h}
	list.AddRectFilledV(p, end, packed(ground), g.px(3), imgui.DrawFlagsRoundCornersAll)
	from, to := f.scale.place(0), f.scale.place(value)
	if f.scale.log || f.scale.lo >= 0 {
		from = 0
	}
	if from > to {
		from, to = to, from
	}
	if a, b := p.X+w*float32(from), p.X+w*float32(to); b-a >= 1 {
		list.PushClipRectV(imgui.Vec2{X: a, Y: p.Y}, imgui.Vec2{X: b, Y: end.Y}, true)
		list.AddRectFilledV(p, end, packed(fill), g.px(3), imgui.DrawFlagsRoundCornersAll)
		list.PopClipRect()
	}
	if g.m.refuse.of(f.key) != "" {
		list.AddRectV(p, end, packed(colorRecord), g.px(3), imgui.DrawFlagsRoundCornersAll, 1)
	}
	if f.changed(value) {
		list.AddCircleFilled(imgui.Vec2{X: p.X + g.px(7), Y: p.Y + h/2}, g.px(3), packed(colorAccentHi))
	}
	s := quantity(value, f.unit, 4)
	g.put(g.fonts.mono, colorText, end.X-g.px(8)-width(g.fonts.mono, s), p.Y+h/2, s)
}

// typeNumber is the field while its number is being typed: Enter or a click elsewhere
// takes it, Escape does not.
func (g *gui) typeNumber(f field, w float32) (float64, bool) {
	t := &g.typing
	t.shown = true
	imgui.SetNextItemWidth(atLeast1(w))
	if t.focus {
		imgui.SetKeyboardFocusHere()
		t.focus = false
	}
	imgui.PushFont(g.fonts.mono)
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: g.px(7), Y: (g.rowHeight() - imgui.FontSize()) / 2})
	entered := imgui.InputTextV("##type "+f.key, &t.text,
		imgui.InputTextFlagsAutoSelectAll|imgui.InputTextFlagsEnterReturnsTrue, nil)
	imgui.PopStyleVar()
	imgui.PopFont()
	if imgui.IsItemActive() {
		t.focused = true
	}
	if !entered && !(t.focused && !imgui.IsItemActive()) {
		return 0, false
	}
	text, was := t.text, t.was
	*t = typing{}
	if text == was {
		return 0, false
	}
	v, err := parseQuantity(text, f.unit)
	if err != nil {
		g.m.refuse.set(f.key, err.Error())
		return 0, false
	}
	if f.round {
		v = math.Round(v)
	}
	return v, true
}
