package widget

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
)

// Clickable lays out an invisible rectangle that can be clicked, and reports whether it was clicked. All widgets
// of this package begin with one.
func Clickable(id string, w, h float32) bool { return imgui.InvisibleButton(id, Sized(w, h)) }

// Text writes a line in a font and colour.
func (u *Context) Text(f imgui.Font, c imgui.Vec4, s string) {
	imgui.PushFont(f)
	imgui.PushStyleColor(imgui.StyleColorText, c)
	imgui.Text(s)
	imgui.PopStyleColor()
	imgui.PopFont()
}

// Paragraph writes text that wraps at the right end of the window.
func (u *Context) Paragraph(f imgui.Font, c imgui.Vec4, s string) {
	imgui.PushTextWrapPos()
	u.Text(f, c, s)
	imgui.PopTextWrapPos()
}

// TextWidth returns the width of a text in a font.
func TextWidth(f imgui.Font, s string) float32 {
	imgui.PushFont(f)
	defer imgui.PopFont()
	return imgui.CalcTextSize(s, false, 0).X
}

// TextAt draws a text on the present window, with its middle at height y.
func (u *Context) TextAt(f imgui.Font, c imgui.Vec4, x, y float32, s string) {
	imgui.PushFont(f)
	h := imgui.FontSize()
	imgui.WindowDrawList().AddText(imgui.Vec2{X: float32(int(x)), Y: float32(int(y - h/2 + 0.5))}, Pack(c), s)
	imgui.PopFont()
}

// TipDelay is how long the pointer must rest on a widget before its tip appears.
const TipDelay = 400 * time.Millisecond

// tipFrames is how many frames imgui takes to show a tip.
const tipFrames = 3

// rest is the widget that the pointer rests on.
type rest struct {
	at    imgui.Vec2 // corner of the widget
	since time.Time
	seen  bool // the widget was under the pointer in this frame
	shown int  // frames that showed its tip
}

// due reports whether a tip should be visible but is not yet: imgui hides a new window for some frames, until it
// knows the size of the window.
func (r *rest) due(now time.Time) bool {
	return !r.since.IsZero() && r.shown < tipFrames && now.Sub(r.since) >= TipDelay
}

// shortened is a text that Fit has shortened, and the corner of the widget that it stands on.
type shortened struct {
	on   imgui.Vec2
	text string
}

// Tip shows a text about the last widget when the pointer rests on it, after the whole texts of the widget that Fit has
// shortened.
func (u *Context) Tip(s string) {
	if whole := &u.shortened; whole.text != "" && whole.on == imgui.ItemRectMin() && !strings.Contains(s, whole.text) {
		s = strings.TrimRight(whole.text+"\n"+s, "\n")
	}
	if s == "" || u.Menus.Now != nil || !imgui.IsItemHovered() || imgui.IsItemActive() {
		return
	}
	r, at := &u.rest, imgui.ItemRectMin()
	if r.at != at || r.since.IsZero() {
		*r = rest{at: at, since: u.now}
	}
	r.seen = true
	if u.now.Sub(r.since) < TipDelay {
		return
	}
	r.shown++
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, u.Vec(8, 6))
	if end, left := u.TipEdge(at.X); end != at.X {
		// Beside the column, so that the rows below stay visible.
		if left {
			imgui.SetNextWindowPosV(imgui.Vec2{X: end - u.Px(6), Y: at.Y}, imgui.ConditionAlways, imgui.Vec2{X: 1})
		} else {
			imgui.SetNextWindowPosV(imgui.Vec2{X: end + u.Px(6), Y: at.Y}, imgui.ConditionAlways, imgui.Vec2{})
		}
	} else { // below the widget or above it, so that its neighbours stay visible
		x := max(min(at.X, u.Size.X-u.tipWidth(s)-u.Px(4)), 0)
		if bottom := imgui.ItemRectMax().Y; bottom < u.Size.Y/2 {
			imgui.SetNextWindowPosV(imgui.Vec2{X: x, Y: bottom + u.Px(6)}, imgui.ConditionAlways, imgui.Vec2{})
		} else {
			imgui.SetNextWindowPosV(imgui.Vec2{X: x, Y: at.Y - u.Px(6)}, imgui.ConditionAlways, imgui.Vec2{Y: 1})
		}
	}
	imgui.BeginTooltip()
	imgui.PushTextWrapPosV(u.Px(tipWrap))
	u.Text(u.Fonts.Small, ColorText, s)
	imgui.PopTextWrapPos()
	imgui.EndTooltip()
	imgui.PopStyleVar()
}

// tipWrap is the width at which the text of a tip wraps, at a scale of 1.
const tipWrap = 320

// tipWidth returns the width of a tip.
func (u *Context) tipWidth(s string) float32 {
	imgui.PushFont(u.Fonts.Small)
	defer imgui.PopFont()
	return imgui.CalcTextSize(s, false, u.Px(tipWrap)).X + u.Px(16)
}

// Label writes the name of a row and moves to the place of its widget. It returns the remaining width.
func (u *Context) Label(s, help string) float32 {
	p := imgui.CursorScreenPos()
	total := imgui.ContentRegionAvail().X
	w := float32(int(total * 0.42))
	Clickable("label "+s, w, u.RowHeight())
	u.TextAt(u.Fonts.Text, ColorSecondary, p.X, p.Y+u.RowHeight()/2, u.Fit(u.Fonts.Text, s, w-u.Px(4)))
	u.Tip(help)
	imgui.SameLineV(0, 0)
	return total - w
}

// Line writes a line of text with a tip. The text is cut off if it has not enough room. An empty line has the
// height of a line with text.
func (u *Context) Line(id string, f imgui.Font, c imgui.Vec4, s, tip string) {
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, u.Px(18)
	Clickable("line "+id, w, h)
	u.TextAt(f, c, p.X, p.Y+h/2, u.Fit(f, s, w))
	u.Tip(tip)
}

// Button draws a button: a text, and a fainter hint such as its key.
func (u *Context) Button(id, text, hint string, w, h float32, on bool) bool {
	p := imgui.CursorScreenPos()
	clicked := Clickable(id, w, h)
	u.ButtonFace(p, w, h, on)
	color := ColorText
	hintColor := ColorFaint
	if on {
		hintColor = ColorText
	}
	tw, hw, gap := TextWidth(u.Fonts.Text, text), float32(0), float32(0)
	if hint != "" {
		hw = TextWidth(u.Fonts.Small, hint)
		if text != "" {
			gap = u.Px(5)
		}
	}
	if most := w - gap - hw - u.Px(4); tw > most {
		text = u.Fit(u.Fonts.Text, text, most)
		tw = TextWidth(u.Fonts.Text, text)
	}
	x := p.X + (w-tw-gap-hw)/2
	u.TextAt(u.Fonts.Text, color, x, p.Y+h/2, text)
	u.TextAt(u.Fonts.Small, hintColor, x+tw+gap, p.Y+h/2, hint)
	return clicked
}

// ButtonWidth returns the width that a button needs.
func (u *Context) ButtonWidth(text, hint string) float32 {
	w := TextWidth(u.Fonts.Text, text) + u.Px(14)
	if hint != "" {
		w += TextWidth(u.Fonts.Small, hint)
		if text != "" {
			w += u.Px(5)
		}
	}
	return float32(int(w + 0.5))
}

// ButtonFace draws the background of a button in the colour for the state of the last item.
func (u *Context) ButtonFace(p imgui.Vec2, w, h float32, on bool) {
	c := ColorFrame
	switch {
	case on:
		c = colorOn
	case imgui.IsItemActive():
		c = colorActive
	case imgui.IsItemHovered():
		c = ColorHover
	}
	FillRounded(imgui.WindowDrawList(), p, imgui.Vec2{X: p.X + w, Y: p.Y + h}, Pack(c), u.Px(3),
		imgui.DrawFlagsRoundCornersAll)
}

// Toggle draws a switch with a name to its left, and returns true when it was clicked.
func (u *Context) Toggle(text, hint string, on bool) bool {
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, u.RowHeight()
	clicked := Clickable("toggle "+text, w, h)
	c := ColorSecondary
	if on || imgui.IsItemHovered() {
		c = ColorText
	}
	track, knob := u.Px(28), u.Px(14)
	end := w - track - u.Px(10) - TextWidth(u.Fonts.Small, hint)
	u.TextAt(u.Fonts.Text, c, p.X, p.Y+h/2, u.Fit(u.Fonts.Text, text, end-u.Px(8)))
	u.TextAt(u.Fonts.Small, ColorFaint, p.X+end, p.Y+h/2, hint)
	list := imgui.WindowDrawList()
	x, y := p.X+w-track, p.Y+(h-knob)/2
	ground, at := ColorFrame, x+knob/2
	if on {
		ground, at = ColorAccent, x+track-knob/2
	}
	if imgui.IsItemHovered() && !on {
		ground = ColorHover
	}
	FillRounded(list, imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x + track, Y: y + knob}, Pack(ground), knob/2,
		imgui.DrawFlagsRoundCornersAll)
	list.AddCircleFilled(imgui.Vec2{X: at, Y: y + knob/2}, knob/2-u.Px(2), Pack(ColorText))
	return clicked
}

// Rows lays widgets of these widths out in rows no longer than space. A widget has its gap before it unless it
// begins a row. Rows returns which widgets begin a row, and the number of rows.
func Rows(widths, gaps []float32, space float32) (begins []bool, rows int) {
	x := float32(0)
	for i, w := range widths {
		x += gaps[i] + w
		begin := i == 0 || x > space
		if begin {
			rows++
			x = w
		}
		begins = append(begins, begin)
	}
	return begins, rows
}

// Choice draws equal buttons, one of which is on, and returns the index of the clicked button or -1. If the names
// have not enough room, it draws a Combo instead.
func (u *Context) Choice(id string, names []string, now int, w float32) int {
	clicked := -1
	gap := u.Px(2)
	each := float32(int((w - gap*float32(len(names)-1)) / float32(len(names))))
	if slices.ContainsFunc(names, func(n string) bool { return TextWidth(u.Fonts.Text, n) > each-u.Px(4) }) {
		return u.Combo(id, names, now, w)
	}
	for i, n := range names {
		if i > 0 {
			imgui.SameLineV(0, gap)
		}
		imgui.PushIDInt(i)
		if u.Button(id, n, "", each, u.RowHeight(), i == now) && i != now {
			clicked = i
		}
		imgui.PopID()
	}
	return clicked
}

// Combo draws a button that opens a list, and returns the index of the chosen entry or -1.
func (u *Context) Combo(id string, names []string, now int, w float32) int {
	return u.ComboOf(id, names, now, w, u.RowHeight())
}

// ComboOf is Combo with a height.
func (u *Context) ComboOf(id string, names []string, now int, w, h float32) int {
	text := ""
	if now >= 0 && now < len(names) {
		text = names[now]
	}
	key := func() string { return "list " + id + " " + strings.Join(names, " ") } // ids may occur twice
	if u.ListButton(id, u.Fonts.Text, text, w, h) {
		items, key := make([]MenuItem, len(names)), key()
		for i, name := range names {
			items[i] = MenuItem{Text: name, Now: i == now, Do: func() { u.given[key] = float64(i) }}
		}
		u.OpenList(items...)
	}
	if len(u.given) > 0 {
		picked, ok := u.given[key()]
		if delete(u.given, key()); ok && int(picked) != now {
			return int(picked)
		}
	}
	return -1
}

// ListButton draws a button that opens a list, with the text of the present choice, and reports whether it was
// clicked.
func (u *Context) ListButton(id string, f imgui.Font, text string, w, h float32) bool {
	p := imgui.CursorScreenPos()
	clicked := Clickable("list "+id, w, h)
	u.ButtonFace(p, w, h, false)
	u.TextAt(f, ColorText, p.X+u.Px(8), p.Y+h/2, u.Fit(f, text, w-u.Px(30)))
	u.Chevron(p.X+w-u.Px(13), p.Y+h/2, true, ColorSecondary)
	return clicked
}

// OpenList opens a list below the last item.
func (u *Context) OpenList(items ...MenuItem) {
	lo, hi := imgui.ItemRectMin(), imgui.ItemRectMax()
	u.Menus.OpenBelow(layout.Box(lo.X, lo.Y, hi.X-lo.X, hi.Y-lo.Y), "", items...)
}

// Bar draws a share, 0 to 1, as a thin bar; w is the width of the whole bar.
func (u *Context) Bar(p imgui.Vec2, w, h float32, share float64, c imgui.Vec4) {
	list := imgui.WindowDrawList()
	FillRounded(list, p, imgui.Vec2{X: p.X + w, Y: p.Y + h}, Pack(ColorFrame), h/2, imgui.DrawFlagsRoundCornersAll)
	if fill := w * float32(math.Min(1, share)); fill >= 1 {
		FillRounded(list, p, imgui.Vec2{X: p.X + fill, Y: p.Y + h}, Pack(c), h/2, imgui.DrawFlagsRoundCornersAll)
	}
}

// Reading draws a row with a name and a value that cannot be edited.
func (u *Context) Reading(name, value, help string) {
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, u.Px(20)
	Clickable("reading "+name, w, h)
	u.TextAt(u.Fonts.Text, ColorSecondary, p.X, p.Y+h/2, name)
	face := u.Face(value)
	u.TextAt(face, ColorText, p.X+w-TextWidth(face, value), p.Y+h/2, value)
	u.Tip(help)
}

// Disabled shows widgets; if off, they are faint and cannot be used.
func (u *Context) Disabled(off bool, show func()) {
	if !off {
		show()
		return
	}
	imgui.PushItemFlag(imgui.ItemFlagsDisabled, true)
	imgui.PushStyleVarFloat(imgui.StyleVarAlpha, 0.5)
	show()
	imgui.PopStyleVar()
	imgui.PopItemFlag()
}

// Face returns the font of a value: the font of numbers, in which all digits have the same width, or the font of
// text if the value contains a word. More than three letters in a row are a word, since names of units have fewer.
func (u *Context) Face(value string) imgui.Font {
	letters := 0
	for _, r := range value {
		if letters++; !unicode.IsLetter(r) {
			letters = 0
		}
		if letters > 3 {
			return u.Fonts.Text
		}
	}
	return u.Fonts.Mono
}

// Fit shortens a text so that it fits into a width. The Tip of the last widget shows the whole text.
func (u *Context) Fit(f imgui.Font, s string, w float32) string {
	if TextWidth(f, s) <= w {
		return s
	}
	if on := imgui.ItemRectMin(); u.shortened.on != on || u.shortened.text == "" {
		u.shortened = shortened{on, s}
	} else if !strings.Contains(u.shortened.text, s) {
		u.shortened.text += "\n" + s
	}
	r := []rune(s)
	for len(r) > 1 && TextWidth(f, string(r)+"…") > w {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

// ProgressRow shows the progress of some work, in place of the button that began it, with a cross that ends the
// work if ends is true. It reports whether the cross was clicked.
func (u *Context) ProgressRow(id, text, state, tip string, share float64, ends bool) (end bool) {
	w, h := imgui.ContentRegionAvail().X, u.Px(28)
	p, list := imgui.CursorScreenPos(), imgui.WindowDrawList()
	Clickable("working "+id, w-h, h)
	u.Tip(tip)
	FillRounded(list, p, imgui.Vec2{X: p.X + w, Y: p.Y + h}, Pack(ColorFrame), u.Px(3),
		imgui.DrawFlagsRoundCornersAll)
	if done := float32(min(share, 1)) * w; done >= 1 {
		FillRounded(list, p, imgui.Vec2{X: p.X + done, Y: p.Y + h}, Pack(Fade(colorOn, 0.75)), u.Px(3),
			imgui.DrawFlagsRoundCornersAll)
	}
	u.TextAt(u.Fonts.Text, ColorText, p.X+u.Px(10), p.Y+h/2, text)
	u.TextAt(u.Fonts.Small, ColorText, p.X+w-h-u.Px(4)-TextWidth(u.Fonts.Small, state), p.Y+h/2, state)
	imgui.SameLineV(0, 0)
	if !ends {
		imgui.Dummy(Sized(h, h))
		return false
	}
	end = u.FlatButton("cancel "+id, IconClose, h, h, ColorText)
	u.Tip("Stops it. Nothing is left of its file.")
	return end
}

// KeyCapWidth returns the width of a key with a name.
func (u *Context) KeyCapWidth(name string) float32 {
	return max(float32(int(TextWidth(u.Fonts.Small, name)))+u.Px(10), u.Px(18))
}

// KeyCaps draws the names of keys as keys of one height, the last one ending at x, with their middle at height y.
func (u *Context) KeyCaps(keys []string, x, y float32) {
	list, h := imgui.WindowDrawList(), 2*u.Px((smallHeight+5)/2)
	for i := len(keys) - 1; i >= 0; i-- {
		w := u.KeyCapWidth(keys[i])
		lo := imgui.Vec2{X: float32(int(x - w)), Y: float32(int(y - h/2))}
		hi := imgui.Vec2{X: lo.X + w, Y: lo.Y + h}
		FillRounded(list, lo, hi, Pack(ColorFrame), u.Px(3), imgui.DrawFlagsRoundCornersAll)
		Outline(list, lo, hi, Pack(ColorLine), u.Px(3), 1)
		u.TextAt(u.Fonts.Small, ColorText, lo.X+(w-TextWidth(u.Fonts.Small, keys[i]))/2, lo.Y+h/2, keys[i])
		x -= w + u.Px(4)
	}
}

// Heading draws the title of a part of a panel, with a value at the right.
func (u *Context) Heading(title, value string) {
	imgui.Dummy(imgui.Vec2{Y: u.Px(2)})
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, u.Px(20)
	imgui.Dummy(Sized(w, h))
	u.TextAt(u.Fonts.Medium, ColorText, p.X, p.Y+h/2, title)
	face := u.Face(value)
	u.TextAt(face, ColorSecondary, p.X+w-TextWidth(face, value), p.Y+h/2, value)
}

// Wrap breaks a text into lines of a width, at most most of them; the rest is cut off.
func (u *Context) Wrap(f imgui.Font, s string, w float32, most int) []string {
	var lines []string
	for s != "" && len(lines) < most-1 {
		end := 0 // end of the words that fit
		for i := range s + " " {
			if i == len(s) || s[i] == ' ' {
				if end > 0 && TextWidth(f, s[:i]) > w {
					break
				}
				end = i
			}
		}
		lines = append(lines, s[:end])
		s = strings.TrimSpace(s[end:])
	}
	if s != "" {
		lines = append(lines, u.Fit(f, s, w))
	}
	return lines
}

// Wrapped returns the height of a text that wraps in a width.
func (u *Context) Wrapped(f imgui.Font, s string, w float32) float32 {
	imgui.PushFont(f)
	defer imgui.PopFont()
	return imgui.CalcTextSize(s, false, AtLeast1(w)).Y
}
