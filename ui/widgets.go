package ui

import (
	"math"
	"slices"
	"time"

	"github.com/inkyblackness/imgui-go/v4"
)

// rowHeight is the height of a row of widgets.
func (g *gui) rowHeight() float32 { return g.px(24) }

// atLeast1 returns a length that imgui takes for one: it refuses a widget without a size, and
// takes 0 and less for "as long as there is room". A narrow window leaves some nothing.
func atLeast1(x float32) float32 { return max(x, 1) }

// sized returns a size that imgui takes for one.
func sized(w, h float32) imgui.Vec2 { return imgui.Vec2{X: atLeast1(w), Y: atLeast1(h)} }

// hit lays out an invisible rectangle that can be clicked, and reports whether it
// was. All widgets of our own begin with one.
func hit(id string, w, h float32) bool { return imgui.InvisibleButton(id, sized(w, h)) }

// text writes a line in a font and colour.
func (g *gui) text(f imgui.Font, c imgui.Vec4, s string) {
	imgui.PushFont(f)
	imgui.PushStyleColor(imgui.StyleColorText, c)
	imgui.Text(s)
	imgui.PopStyleColor()
	imgui.PopFont()
}

// paragraph writes text that wraps at the right end of the window.
func (g *gui) paragraph(f imgui.Font, c imgui.Vec4, s string) {
	imgui.PushTextWrapPos()
	g.text(f, c, s)
	imgui.PopTextWrapPos()
}

// width returns the width of a text in a font.
func width(f imgui.Font, s string) float32 {
	imgui.PushFont(f)
	defer imgui.PopFont()
	return imgui.CalcTextSize(s, false, 0).X
}

// put draws a text on the present window, with its middle at height y.
func (g *gui) put(f imgui.Font, c imgui.Vec4, x, y float32, s string) {
	imgui.PushFont(f)
	h := imgui.FontSize()
	imgui.WindowDrawList().AddText(imgui.Vec2{X: float32(int(x)), Y: float32(int(y - h/2 + 0.5))}, packed(c), s)
	imgui.PopFont()
}

// tipDelay is how long the pointer must rest on a widget before it says what it is for.
const tipDelay = 400 * time.Millisecond

// rest is the widget that the pointer rests on.
type rest struct {
	at    imgui.Vec2 // its corner
	since time.Time
	seen  bool // in this frame
	shown int  // frames that showed its tip
}

// due reports whether a tip should show that does not yet: imgui hides a new window until it
// knows its size.
func (r *rest) due(now time.Time) bool {
	return !r.since.IsZero() && r.shown < settle && now.Sub(r.since) >= tipDelay
}

// tip shows what a widget is for when the pointer rests on it.
func (g *gui) tip(s string) {
	if s == "" || !imgui.IsItemHovered() || imgui.IsItemActive() {
		return
	}
	r, at := &g.rest, imgui.ItemRectMin()
	if r.at != at || r.since.IsZero() {
		*r = rest{at: at, since: g.m.now}
	}
	r.seen = true
	if g.m.now.Sub(r.since) < tipDelay {
		return
	}
	r.shown++
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.vec(8, 6))
	if end, left := g.beside(at.X); end != at.X {
		// Beside the column, so that the rows below stay to be seen.
		if left {
			imgui.SetNextWindowPosV(imgui.Vec2{X: end - g.px(6), Y: at.Y}, imgui.ConditionAlways, imgui.Vec2{X: 1})
		} else {
			imgui.SetNextWindowPosV(imgui.Vec2{X: end + g.px(6), Y: at.Y}, imgui.ConditionAlways, imgui.Vec2{})
		}
	}
	imgui.BeginTooltip()
	imgui.PushTextWrapPosV(g.px(320))
	g.text(g.fonts.small, colorText, s)
	imgui.PopTextWrapPos()
	imgui.EndTooltip()
	imgui.PopStyleVar()
}

// tipFor is the tooltip of an action, with its keys.
func tipFor(a act, more string) string {
	b := binding(a)
	s := b.Text + "  (" + b.chordList() + ")"
	if more != "" {
		s += "\n" + more
	}
	return s
}

// label writes the name of a row and moves to where its widget goes. It returns the
// width left.
func (g *gui) label(s, help string) float32 {
	p := imgui.CursorScreenPos()
	total := imgui.ContentRegionAvail().X
	w := float32(int(total * 0.42))
	hit("label "+s, w, g.rowHeight())
	g.put(g.fonts.text, colorSecondary, p.X, p.Y+g.rowHeight()/2, g.fit(g.fonts.text, s, w-g.px(4)))
	g.tip(help)
	imgui.SameLineV(0, 0)
	return total - w
}

// line writes a line of text of which as much is shown as there is room for, with a tip. It takes
// the same height also when it is empty.
func (g *gui) line(id string, f imgui.Font, c imgui.Vec4, s, tip string) {
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, g.px(18)
	hit("line "+id, w, h)
	g.put(f, c, p.X, p.Y+h/2, g.fit(f, s, w))
	g.tip(tip)
}

// button draws a button of our own: a text, and a fainter second one such as its key.
func (g *gui) button(id, text, hint string, w, h float32, on bool) bool {
	p := imgui.CursorScreenPos()
	clicked := hit(id, w, h)
	g.face(p, w, h, on)
	color := colorText
	hintColor := colorFaint
	if on {
		hintColor = colorText
	}
	tw, hw, gap := width(g.fonts.text, text), float32(0), float32(0)
	if hint != "" {
		hw = width(g.fonts.small, hint)
		if text != "" {
			gap = g.px(5)
		}
	}
	x := p.X + (w-tw-gap-hw)/2
	g.put(g.fonts.text, color, x, p.Y+h/2, text)
	g.put(g.fonts.small, hintColor, x+tw+gap, p.Y+h/2, hint)
	return clicked
}

// buttonWidth returns the width that a button wants.
func (g *gui) buttonWidth(text, hint string) float32 {
	w := width(g.fonts.text, text) + g.px(14)
	if hint != "" {
		w += width(g.fonts.small, hint)
		if text != "" {
			w += g.px(5)
		}
	}
	return float32(int(w + 0.5))
}

// face draws the ground of a button, by the state of the last item.
func (g *gui) face(p imgui.Vec2, w, h float32, on bool) {
	c := colorFrame
	switch {
	case on:
		c = colorOn
	case imgui.IsItemActive():
		c = colorActive
	case imgui.IsItemHovered():
		c = colorHover
	}
	imgui.WindowDrawList().AddRectFilledV(p, imgui.Vec2{X: p.X + w, Y: p.Y + h}, packed(c), g.px(3),
		imgui.DrawFlagsRoundCornersAll)
}

// toggle draws a switch with a name to its left, and returns true when it was clicked.
func (g *gui) toggle(text, hint string, on bool) bool {
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, g.rowHeight()
	clicked := hit("toggle "+text, w, h)
	c := colorSecondary
	if on || imgui.IsItemHovered() {
		c = colorText
	}
	g.put(g.fonts.text, c, p.X, p.Y+h/2, text)
	track, knob := g.px(28), g.px(14)
	g.put(g.fonts.small, colorFaint, p.X+w-track-g.px(10)-width(g.fonts.small, hint), p.Y+h/2, hint)
	list := imgui.WindowDrawList()
	x, y := p.X+w-track, p.Y+(h-knob)/2
	ground, at := colorFrame, x+knob/2
	if on {
		ground, at = colorAccent, x+track-knob/2
	}
	if imgui.IsItemHovered() && !on {
		ground = colorHover
	}
	list.AddRectFilledV(imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x + track, Y: y + knob}, packed(ground), knob/2,
		imgui.DrawFlagsRoundCornersAll)
	list.AddCircleFilled(imgui.Vec2{X: at, Y: y + knob/2}, knob/2-g.px(2), packed(colorText))
	return clicked
}

// choice draws equal buttons of which one is on, and returns the one clicked or -1. Where the names have no
// room it is a list that opens.
func (g *gui) choice(id string, names []string, now int, w float32) int {
	clicked := -1
	gap := g.px(2)
	each := float32(int((w - gap*float32(len(names)-1)) / float32(len(names))))
	if slices.ContainsFunc(names, func(n string) bool { return width(g.fonts.text, n) > each-g.px(4) }) {
		return g.combo(id, names, now, w)
	}
	for i, n := range names {
		if i > 0 {
			imgui.SameLineV(0, gap)
		}
		imgui.PushIDInt(i)
		if g.button(id, n, "", each, g.rowHeight(), i == now) && i != now {
			clicked = i
		}
		imgui.PopID()
	}
	return clicked
}

// combo draws a list that opens, and returns the entry picked or -1.
func (g *gui) combo(id string, names []string, now int, w float32) int {
	picked := -1
	imgui.SetNextItemWidth(atLeast1(w))
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: g.px(8), Y: (g.rowHeight() - imgui.FontSize()) / 2})
	show := ""
	if now >= 0 && now < len(names) {
		show = names[now]
	}
	p := imgui.CursorScreenPos()
	open := imgui.BeginComboV("##"+id, show, imgui.ComboFlagsNoArrowButton)
	if !open {
		g.chevron(p.X+w-g.px(13), p.Y+g.rowHeight()/2, true, colorSecondary)
	}
	if open {
		for i, n := range names {
			if imgui.SelectableV(n, i == now, 0, imgui.Vec2{Y: g.px(20)}) && i != now {
				picked = i
			}
		}
		imgui.EndCombo()
	}
	imgui.PopStyleVar()
	return picked
}

// bar draws a share, 0 to 1, as a thin bar over the width of the rest of the row.
func (g *gui) bar(p imgui.Vec2, w, h float32, share float64, c imgui.Vec4) {
	list := imgui.WindowDrawList()
	list.AddRectFilledV(p, imgui.Vec2{X: p.X + w, Y: p.Y + h}, packed(colorFrame), h/2, imgui.DrawFlagsRoundCornersAll)
	if fill := w * float32(math.Min(1, share)); fill >= 1 {
		list.AddRectFilledV(p, imgui.Vec2{X: p.X + fill, Y: p.Y + h}, packed(c), h/2, imgui.DrawFlagsRoundCornersAll)
	}
}

// reading writes a row of a name and a value that the panel only shows.
func (g *gui) reading(name, value, help string) {
	p := imgui.CursorScreenPos()
	w, h := imgui.ContentRegionAvail().X, g.px(20)
	hit("reading "+name, w, h)
	g.put(g.fonts.text, colorSecondary, p.X, p.Y+h/2, name)
	g.put(g.fonts.mono, colorText, p.X+w-width(g.fonts.mono, value), p.Y+h/2, value)
	g.tip(help)
}

// disabled shows widgets that cannot be used now, faint.
func (g *gui) disabled(off bool, show func()) {
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

// fit shortens a text to a width.
func (g *gui) fit(f imgui.Font, s string, w float32) string {
	if width(f, s) <= w {
		return s
	}
	r := []rune(s)
	for len(r) > 1 && width(f, string(r)+"…") > w {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

// rim draws the edge of the present pane, which its margins would clip.
func (g *gui) rim(at rect, c imgui.Vec4) {
	lo, hi := imgui.Vec2{X: at.x, Y: at.y}, imgui.Vec2{X: at.x + at.width, Y: at.y + at.height}
	list := imgui.WindowDrawList()
	list.PushClipRect(lo, hi)
	list.AddRectV(lo, hi, packed(c), g.px(4), imgui.DrawFlagsRoundCornersAll, 1)
	list.PopClipRect()
}
