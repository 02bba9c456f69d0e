package ui

import (
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/find"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// palette is the searchable list of all commands.
type palette struct {
	open   bool
	finder widget.Finder
}

// Measures of the palette at a scale of 1.
const (
	paletteWidth = 660
	paletteRow   = 28
	paletteRows  = 13 // most rows in sight
)

// foundCommands lists the commands that the palette shows for a typed text: recently used commands first, then by
// how well they match; without a text the stories of the scene and the commands of atFirst follow the recent ones.
// A number typed after the name of a setting becomes its value.
func (m *model) foundCommands(typed string) (found []command) {
	all := m.commands()
	typed = strings.TrimSpace(typed)
	first := slices.Clone(m.memory.kept.Commands)
	if typed == "" {
		for i := range all {
			if all[i].kind == "story" {
				first = append(first, all[i].name)
			}
		}
		first = append(first, atFirst...)
	}
	place := func(c *command) int {
		if i := slices.Index(first, c.name); i >= 0 {
			return i
		}
		return len(first)
	}
	slices.SortStableFunc(all, func(a, b command) int { return place(&a) - place(&b) })
	if at := strings.LastIndexByte(typed, ' '); at > 0 {
		for _, c := range all {
			if c.give == nil {
				continue
			}
			x, err := format.Parse(typed[at+1:], c.give.unit)
			if err != nil {
				continue
			}
			set := c.give.set
			all = append(all, command{name: c.name, kind: c.kind, hint: "give it " + format.Quantity(x, c.give.unit, 6),
				key: typed[at+1:], do: func(m *model, _ *widget.Context) { set(m, x) }})
		}
	}
	for _, i := range find.Order(len(all), typed, func(i int) []string {
		return []string{all[i].name, all[i].kind, all[i].key, all[i].hint}
	}) {
		found = append(found, all[i])
	}
	return found
}

// showPalette shows the palette over the upper part of the window. Enter or a click carries out the highlighted
// row.
func (m *model) showPalette(u *widget.Context) {
	pad, row := u.Px(10), u.Px(paletteRow)
	w := min(u.Px(paletteWidth), u.Size.X-u.Px(20))
	top := float32(int(min(u.Size.Y*0.12, u.Px(100))))
	head := u.EntryHeight() + u.Px(8)
	room := max(min(row*paletteRows, u.Size.Y-top-head-2*pad-u.Px(20)), row)
	at := layout.Box(float32(int((u.Size.X-w)/2)), top, w, head+room+2*pad)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: pad, Y: pad})
	u.Pane("##palette", at, widget.ColorRaised, imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoScrollWithMouse)
	u.Shade(at)
	u.Border(at, widget.ColorLine)
	p := &m.palette
	appearing := imgui.IsWindowAppearing()
	if appearing {
		p.finder = widget.Finder{}
	}
	const hint = "What do you want? Try: friction 0.8, colour by speed, save, bottle"
	take := u.Entry("palette", hint, &p.finder.Typed, w-2*pad)
	found := m.foundCommands(p.finder.Typed)
	imgui.SetCursorPos(imgui.Vec2{X: pad, Y: pad + head})
	clicked := u.Rows(&p.finder, len(found), widget.Sized(w-2*pad, room), row,
		func(i int, at imgui.Vec2, w float32, _ bool) { drawCommand(u, &found[i], at, w, row) })
	if len(found) == 0 {
		u.TextAt(u.Fonts.Text, widget.ColorSecondary, at.X+2*pad, at.Y+pad+head+row/2, "Nothing is called so.")
	}
	elsewhere := !imgui.IsWindowHoveredV(imgui.HoveredFlagsRootAndChildWindows|
		imgui.HoveredFlagsAllowWhenBlockedByActiveItem) && imgui.IsMouseClicked(0)
	imgui.End()
	imgui.PopStyleVar()
	switch {
	case (take || clicked) && p.finder.Picked < len(found):
		p.open = false
		m.runCommand(u, &found[p.finder.Picked])
	case elsewhere && !appearing:
		p.open = false
	}
}

// runCommand carries out a command of the palette, or says why it cannot be done now.
func (m *model) runCommand(u *widget.Context, c *command) {
	if c.why != "" {
		m.toasts.add(bridge.Refused, format.Sentence(c.why)+".", m.now)
		return
	}
	m.memory.kept.AddCommand(c.name)
	c.do(m, u)
}

// drawCommand draws a row of the palette: the name of a command, its present value, and at the right end its key
// or its kind.
func drawCommand(u *widget.Context, c *command, p imgui.Vec2, w, h float32) {
	pad, y := u.Px(8), p.Y+h/2
	right, name, hint := p.X+w-pad, widget.ColorText, c.hint
	if c.why != "" {
		name, hint = widget.ColorFaint, c.why
	}
	if c.now {
		imgui.WindowDrawList().AddCircleFilled(imgui.Vec2{X: p.X + pad + u.Px(3), Y: y}, u.Px(3),
			widget.Pack(widget.ColorAccentHi))
	}
	if c.key != "" {
		u.KeyCaps([]string{c.key}, right, y)
		right -= u.KeyCapWidth(c.key) + u.Px(10)
	}
	right -= widget.TextWidth(u.Fonts.Small, c.kind)
	u.TextAt(u.Fonts.Small, widget.ColorFaint, right, y, c.kind)
	x := p.X + pad + u.Px(14)
	text := u.Fit(u.Fonts.Text, c.name, right-x-u.Px(10))
	u.TextAt(u.Fonts.Text, name, x, y, text)
	x += widget.TextWidth(u.Fonts.Text, text) + u.Px(12)
	if room := right - x - u.Px(12); room > u.Px(30) {
		u.TextAt(u.Fonts.Small, widget.ColorSecondary, x, y, u.Fit(u.Fonts.Small, hint, room))
	}
	u.Tip("")
}
