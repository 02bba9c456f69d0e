package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
)

// tool is a button of the strip over the view.
type tool struct {
	act  act
	name string // empty: the key alone
	on   bool
	gap  bool // set apart from the one before
}

// tools lists the strip as the view is now.
func (g *gui) tools() []tool {
	v := &g.m.view
	var list []tool
	for _, o := range overlayActs {
		if o.name != "" {
			list = append(list, tool{o.act, o.name, v.Overlays&o.bit != 0, false})
		}
	}
	style := []string{"Solid", "Wire", "Hidden"}[v.Style]
	projection := "Persp"
	if v.Camera.Ortho {
		projection = "Ortho"
	}
	return append(list,
		tool{actStyle, style, v.Style != view.Solid, true},
		tool{actColorBy, colorTool(v), v.ColorBy != view.ColorByShape, false},
		tool{actViewX, "", false, true},
		tool{actViewY, "", false, false},
		tool{actViewZ, "", false, false},
		tool{actOrtho, projection, v.Camera.Ortho, false},
		tool{actFrameAll, "Fit", false, false},
		tool{actTwin, "Twin", g.m.twins(), true},
	)
}

// toolWidths returns the widths of the buttons, and of all together.
func (g *gui) toolWidths(tools []tool) (widths []float32, total float32) {
	for i, t := range tools {
		w := width(g.fonts.small, t.text()) + g.px(12)
		if t.name == "" {
			w = g.px(22)
		}
		for _, n := range widestTexts[t.act] { // so that the strip does not jump
			w = max(w, width(g.fonts.small, n)+g.px(12))
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
		return g.px(10)
	}
	return g.px(1)
}

// widestTexts are what the buttons say at their longest whose text changes.
var widestTexts = map[act][]string{
	actStyle: {"Hidden"}, actOrtho: {"Persp", "Ortho"}, actColorBy: {"By displacement"},
}

// text returns what a button says.
func (t tool) text() string {
	if t.name == "" {
		return shortcut(t.act)
	}
	return t.name
}

// stripOpacity lets a little of the view through.
const stripOpacity = 0.88

// strip shows the overlays and views over the top of the view.
func (g *gui) strip(v rect) {
	tools := g.tools()
	pad, margin := g.px(3), g.px(floatMargin)
	space := v.width - 2*margin - 2*pad
	widths, total := g.toolWidths(tools)
	begins, rows := g.toolRows(tools, widths, space)
	if rows > 1 {
		total = space
	}
	h := g.px(22)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: pad, Y: pad})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: 0, Y: g.px(2)})
	bar := rect{v.x + margin, v.y + margin, total + 2*pad, h + 2*pad + float32(rows-1)*(h+g.px(2))}
	g.stripHeight = bar.height
	g.pane("##strip", bar, fade(colorPanel, stripOpacity), imgui.WindowFlagsNoScrollWithMouse)
	for i, t := range tools {
		if !begins[i] {
			imgui.SameLineV(0, g.toolGap(t))
		}
		g.toolButton(t, widths[i], h)
	}
	imgui.End()
	imgui.PopStyleVarV(2)
}

// toolRows lays buttons of these widths out in rows no longer than space, and returns which of
// them begin one and how many rows there are.
func (g *gui) toolRows(tools []tool, widths []float32, space float32) (begins []bool, rows int) {
	x := float32(0)
	begins = make([]bool, len(tools))
	for i, t := range tools {
		x += g.toolGap(t) + widths[i]
		if begins[i] = i == 0 || x > space; begins[i] {
			rows++
			x = widths[i]
		}
	}
	return begins, rows
}

// toolButton draws a button of the strip, without a ground of its own while it is off.
func (g *gui) toolButton(t tool, w, h float32) {
	p := imgui.CursorScreenPos()
	if hit(binding(t.act).Text, w, h) {
		g.m.do(t.act)
	}
	c, tip := colorSecondary, tipFor(t.act, "")
	if why := g.m.whyNot(t.act); why != "" {
		c, tip = colorFaint, sentence(why)+"."
	} else if t.on || imgui.IsItemHovered() {
		g.face(p, w, h, t.on)
		c = colorText
	}
	text := t.text()
	g.put(g.fonts.small, c, p.X+(w-width(g.fonts.small, text))/2, p.Y+h/2, text)
	g.tip(tip)
}
