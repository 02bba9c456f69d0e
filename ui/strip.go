package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// tool is a button of the strip over the view.
type tool struct {
	act  keymap.Action
	name string // empty: the key alone
	on   bool
	gap  bool // there is a gap before it
}

// tools lists the buttons of the strip for the present view.
func (g *gui) tools() []tool {
	v := &g.m.view
	var list []tool
	for _, o := range overlayActs {
		if o.name != "" {
			list = append(list, tool{o.act, o.name, v.Overlays&o.bit != 0, false})
		}
	}
	projection := "Persp"
	if v.Camera.Ortho {
		projection = "Ortho"
	}
	return append(list,
		tool{keymap.Style, choiceStyle.text(v), v.Style != view.Solid, true},
		tool{keymap.ColorBy, choiceColor.text(v), v.ColorBy != view.ColorByShape, false},
		tool{keymap.ViewX, "", false, true},
		tool{keymap.ViewY, "", false, false},
		tool{keymap.ViewZ, "", false, false},
		tool{keymap.Ortho, projection, v.Camera.Ortho, false},
		tool{keymap.FrameAll, "Fit", false, false},
		tool{keymap.Twin, "Twin", g.m.twins(), true},
	)
}

// toolWidths returns the widths of the buttons, and of all together.
func (g *gui) toolWidths(tools []tool) (widths []float32, total float32) {
	for i, t := range tools {
		w := widget.TextWidth(g.Fonts.Small, t.text()) + g.Px(12)
		if t.name == "" {
			w = g.Px(22)
		}
		if widest := widestTexts[t.act]; widest != nil { // so that the strip does not jump; longer texts are shortened
			w = 0
			for _, n := range widest {
				w = max(w, widget.TextWidth(g.Fonts.Small, n)+g.Px(12))
			}
		}
		if choiceOf(t.act) != nil {
			w += g.Px(listMark)
		}
		w = float32(int(w))
		if i > 0 {
			total += g.toolGap(t)
		}
		widths = append(widths, w)
		total += w
	}
	return widths, total
}

func (g *gui) toolGap(t tool) float32 {
	if t.gap {
		return g.Px(10)
	}
	return g.Px(1)
}

// widestTexts are, for buttons whose text changes, the texts that the width of the button must hold.
var widestTexts = map[keymap.Action][]string{
	keymap.Style: {"Hidden"}, keymap.Ortho: {"Persp", "Ortho"}, keymap.ColorBy: {"Colours of the scene"},
}

// listMark is the room for the mark of a button that opens a list, at a scale of 1.
const listMark = 12

// text returns the text of a button.
func (t tool) text() string {
	if t.name == "" {
		return keymap.Shortcut(t.act)
	}
	return t.name
}

// stripSize returns the size of the strip, in rows as long as the room allows.
func (g *gui) stripSize(most layout.Size) layout.Size {
	if g.m.shell.hidden {
		return layout.Size{}
	}
	tools := g.tools()
	pad, h := g.Px(3), g.Px(22)
	widths, total := g.toolWidths(tools)
	_, rows := widget.Rows(widths, g.toolGaps(tools), most.Width-2*pad)
	return layout.Size{Width: min(total+2*pad, most.Width), Height: h + 2*pad + float32(rows-1)*(h+g.Px(2))}
}

// strip shows the overlays and views over the top of the view.
func (g *gui) strip(bar layout.Rect) {
	tools := g.tools()
	pad, h := g.Px(3), g.Px(22)
	widths, _ := g.toolWidths(tools)
	begins, _ := widget.Rows(widths, g.toolGaps(tools), bar.Width-2*pad)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: pad, Y: pad})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: 0, Y: g.Px(2)})
	g.Pane("##strip", bar, widget.Fade(widget.ColorPanel, widget.StripOpacity), imgui.WindowFlagsNoScrollWithMouse)
	for i, t := range tools {
		if !begins[i] {
			imgui.SameLineV(0, g.toolGap(t))
		}
		g.toolButton(t, widths[i], h)
	}
	imgui.End()
	imgui.PopStyleVarV(2)
}

// toolGaps returns the gap before each button.
func (g *gui) toolGaps(tools []tool) (gaps []float32) {
	for _, t := range tools {
		gaps = append(gaps, g.toolGap(t))
	}
	return gaps
}

// toolButton draws a button of the strip, without a background while it is off.
func (g *gui) toolButton(t tool, w, h float32) {
	p := imgui.CursorScreenPos()
	c, list := widget.ColorSecondary, choiceOf(t.act)
	switch clicked := widget.Clickable(keymap.Of(t.act).Text, w, h); {
	case clicked && list != nil && g.m.snap != nil:
		g.OpenList(g.m.drawing.items(list)...)
	case clicked:
		g.m.do(t.act)
	}
	tip := keymap.Tip(t.act, "")
	if why := g.m.whyNot(t.act); why != "" {
		c, tip = widget.ColorFaint, format.Sentence(why)+"."
	} else if t.on || imgui.IsItemHovered() {
		g.ButtonFace(p, w, h, t.on)
		c = widget.ColorText
	}
	text, room := t.text(), w
	if list != nil {
		g.Chevron(p.X+w-g.Px(9), p.Y+h/2, true, c)
		room -= g.Px(listMark)
	}
	text = g.Fit(g.Fonts.Small, text, room-g.Px(8))
	g.TextAt(g.Fonts.Small, c, p.X+(room-widget.TextWidth(g.Fonts.Small, text))/2, p.Y+h/2, text)
	g.Tip(tip)
}
