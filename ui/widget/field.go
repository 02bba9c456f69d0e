package widget

import (
	"math"
	"strconv"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/format"
)

// Field is a number in a panel. A person drags it like a slider, or clicks it and types a number.
type Field struct {
	Key   string // name of the setting as in --set
	Unit  string
	Scale Scale
	Help  string
	Round bool // whole numbers only

	Name    string   // name for people
	Initial *float64 // value with which the scene began; nil: the scene has none
}

// typing is the state of the field in which a number is being typed.
type typing struct {
	key     string
	text    string
	was     string
	focus   bool // ask imgui for the keyboard
	focused bool // imgui has given the field the keyboard
	shown   bool // the field was drawn in this frame; typing ends when it is not
}

// slide is the state of the field that is being dragged.
type slide struct {
	key   string
	place float64 // 0 to 1 along the slider
	value float64
	moved bool
	tried bool // the edit is tried before it is made
}

// Number draws a field of width w, and returns the new value when the person changed it. It refuses typed text
// that is no number; the caller refuses impossible numbers.
func (u *Context) Number(f Field, value float64, w float32) (float64, bool) {
	if u.typing.key == f.Key {
		return u.typeNumber(f, w)
	}
	p, h := imgui.CursorScreenPos(), u.RowHeight()
	Clickable("number "+f.Key, w, h)
	if imgui.IsItemHovered() && imgui.IsMouseClicked(1) {
		u.fieldMenu(f, value)
	}
	if v, ok := u.given[f.Key]; ok {
		delete(u.given, f.Key)
		return v, v != value
	}
	next, changed := u.dragNumber(f, value, w)
	if u.slide.key == f.Key {
		value = u.slide.value
	}
	u.drawNumber(f, value, p, w)
	if imgui.IsItemHovered() && u.slide.key == "" {
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
		u.Tip(f.Help + f.past(value))
	}
	return next, changed
}

// fieldMenu opens the menu of a field: it offers the value with which the scene began, and copying.
func (u *Context) fieldMenu(f Field, value float64) {
	var items []MenuItem
	if f.Initial != nil {
		v := *f.Initial
		items = append(items, MenuItem{Text: "Default", Hint: format.Quantity(v, f.Unit, 4),
			Do: func() { u.given[f.Key] = v }})
	}
	text := format.Exact(value, f.Unit)
	items = append(items,
		MenuItem{Text: "Copy value", Hint: format.Quantity(value, f.Unit, 4), Do: func() { u.Copy(text) }},
		MenuItem{Text: "Copy as --set", Do: func() { u.Copy(f.Key + "=" + strconv.FormatFloat(value, 'g', -1, 64)) }})
	at := imgui.MousePos()
	title := f.Name
	if title == "" {
		title = f.Key
	}
	u.Menus.Open(at.X, at.Y, title, items...)
}

// changed reports whether the value differs from the value with which the scene began.
func (f Field) changed(value float64) bool { return f.Initial != nil && *f.Initial != value }

// past returns a text about the value with which the scene began, if it is another value.
func (f Field) past(value float64) string {
	if !f.changed(value) {
		return ""
	}
	return "\nThe scene began with " + format.Quantity(*f.Initial, f.Unit, 6) + "; right click takes that back."
}

// dragNumber follows the pointer while the last item is held. A click without a motion starts typing.
func (u *Context) dragNumber(f Field, value float64, w float32) (float64, bool) {
	s := &u.slide
	if imgui.IsItemActivated() {
		*s = slide{key: f.Key, place: f.Scale.Place(value), value: value}
	}
	if s.key != f.Key {
		return 0, false
	}
	if !imgui.IsItemActive() {
		if s.tried && u.Trial.On() {
			u.Trial.Make()
		}
		if !s.moved {
			text := format.Exact(value, f.Unit)
			u.BeginTyping(f.Key, text)
		}
		*s = slide{}
		return 0, false
	}
	d := imgui.MouseDragDelta(0, u.Px(3))
	if s.tried && !u.Trial.On() { // Escape has cancelled the trial
		s.value = value
		return 0, false
	}
	if d.X == 0 {
		return 0, false
	}
	if !s.moved && u.Trial != nil && u.Trial.Tries(f.Key) {
		s.tried = u.Trial.Begin()
	}
	imgui.ResetMouseDragDelta(0)
	s.moved = true
	slow, fine := 1.0, imgui.CurrentIO().KeyShiftPressed()
	if fine {
		slow = 0.1
	}
	s.place = math.Min(1, math.Max(0, s.place+float64(d.X/w)*slow))
	next := f.Scale.At(s.place, fine)
	if f.Round {
		next = math.Round(next)
	}
	if next == s.value {
		return 0, false
	}
	s.value = next
	return next, true
}

func (u *Context) drawNumber(f Field, value float64, p imgui.Vec2, w float32) {
	h := u.RowHeight()
	list := imgui.WindowDrawList()
	ground, fill := ColorFrame, ColorFill
	if imgui.IsItemHovered() || u.slide.key == f.Key {
		ground, fill = ColorHover, colorFillHi
	}
	end := imgui.Vec2{X: p.X + w, Y: p.Y + h}
	FillRounded(list, p, end, Pack(ground), u.Px(3), imgui.DrawFlagsRoundCornersAll)
	from, to := f.Scale.Place(0), f.Scale.Place(value)
	if f.Scale.Log || f.Scale.Lo >= 0 {
		from = 0
	}
	if from > to {
		from, to = to, from
	}
	if a, b := p.X+w*float32(from), p.X+w*float32(to); b-a >= 1 {
		list.PushClipRectV(imgui.Vec2{X: a, Y: p.Y}, imgui.Vec2{X: b, Y: end.Y}, true)
		FillRounded(list, p, end, Pack(fill), u.Px(3), imgui.DrawFlagsRoundCornersAll)
		list.PopClipRect()
	}
	if u.Refusals.Of(f.Key) != "" {
		Outline(list, p, end, Pack(ColorRecord), u.Px(3), 1)
	}
	if f.changed(value) {
		list.AddCircleFilled(imgui.Vec2{X: p.X + u.Px(7), Y: p.Y + h/2}, u.Px(3), Pack(ColorAccentHi))
	}
	s := format.Quantity(value, f.Unit, 4)
	u.TextAt(u.Fonts.Mono, ColorText, end.X-u.Px(8)-TextWidth(u.Fonts.Mono, s), p.Y+h/2, s)
}

// BeginTyping starts typing in a field, with an initial text.
func (u *Context) BeginTyping(key, text string) {
	u.typing = typing{key: key, text: text, was: text, focus: true, shown: true}
}

// typeNumber draws the field while its number is being typed. Enter or a click elsewhere accepts the number,
// Escape discards it.
func (u *Context) typeNumber(f Field, w float32) (float64, bool) {
	t := &u.typing
	t.shown = true
	imgui.SetNextItemWidth(AtLeast1(w))
	if t.focus {
		imgui.SetKeyboardFocusHere()
		t.focus = false
	}
	imgui.PushFont(u.Fonts.Mono)
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Px(7), Y: (u.RowHeight() - imgui.FontSize()) / 2})
	entered := imgui.InputTextV("##type "+f.Key, &t.text,
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
	v, err := format.Parse(text, f.Unit)
	if err != nil {
		u.Refusals.Set(f.Key, err.Error())
		return 0, false
	}
	if f.Round {
		v = math.Round(v)
	}
	return v, true
}
