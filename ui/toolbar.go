package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"tumble/render/view"
)

// tool is a button of the toolbar.
type tool struct {
	act  act
	name string // empty: the key alone
	on   bool
	gap  bool // set apart from the one before
}

// tools lists the toolbar as the view is now.
func (g *gui) tools() []tool {
	v := &g.m.view
	var list []tool
	for _, o := range overlayActs {
		list = append(list, tool{o.act, o.name, v.Overlays&o.bit != 0, false})
	}
	style := []string{"Solid", "Wire", "Hidden"}[v.Style]
	projection := "Persp"
	if v.Camera.Ortho {
		projection = "Ortho"
	}
	return append(list,
		tool{actStyle, style, v.Style != view.Solid, true},
		tool{actColorBy, "By " + view.ColorByNames[v.ColorBy], v.ColorBy != view.ColorByShape, false},
		tool{actViewX, "", false, true},
		tool{actViewY, "", false, false},
		tool{actViewZ, "", false, false},
		tool{actOrtho, projection, v.Camera.Ortho, false},
		tool{actFrameAll, "Fit", false, false},
		tool{actHelp, "", g.m.help, true},
	)
}

// toolWidths returns the widths of the buttons, and of all together. Without the keys the
// bar is narrower.
func (g *gui) toolWidths(tools []tool, withKeys bool) (widths []float32, total float32) {
	for i, t := range tools {
		name, hint := g.toolText(t, withKeys)
		w := g.buttonWidth(name, hint)
		if !withKeys {
			w -= g.px(4) // there is little room
		}
		if t.name == "" {
			w = g.px(26)
		}
		if t.act == actStyle || t.act == actColorBy || t.act == actOrtho {
			// as wide as its widest text, so that the bar does not jump
			w = g.widest(t.act, withKeys)
		}
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
		return g.px(12)
	}
	return g.px(2)
}

func (g *gui) widest(a act, withKeys bool) float32 {
	names := map[act][]string{
		actStyle: {"Hidden"}, actOrtho: {"Persp", "Ortho"}, actColorBy: {"By contacts"},
	}[a]
	most := float32(0)
	for _, n := range names {
		name, hint := g.toolText(tool{act: a, name: n}, withKeys)
		if w := g.buttonWidth(name, hint); w > most {
			most = w
		}
	}
	return most
}

// toolText returns what a button says, and its key in faint.
func (g *gui) toolText(t tool, withKeys bool) (name, hint string) {
	key := shortcut(t.act)
	switch {
	case t.act == actHelp:
		return "?", ""
	case t.name == "":
		return key, ""
	case !withKeys:
		return t.name, ""
	}
	return t.name, key
}

// toolbar shows the overlays and views over the top of the view.
func (g *gui) toolbar(v rect) {
	tools := g.tools()
	pad, margin := g.px(4), g.px(toolbarMargin)
	space := v.width - 2*margin - 2*pad
	withKeys := true
	widths, total := g.toolWidths(tools, true)
	if total > space {
		withKeys = false
		widths, total = g.toolWidths(tools, false)
	}
	begins, rows := g.toolRows(tools, widths, space)
	if rows > 1 {
		total = space
	}
	h := g.px(26)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: pad, Y: pad})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: 0, Y: g.px(2)})
	bar := rect{v.x + margin, v.y + margin, total + 2*pad, h + 2*pad + float32(rows-1)*(h+g.px(2))}
	g.toolbarHeight = bar.height
	g.pane("##toolbar", bar, fade(colorPanel, 0.9), imgui.WindowFlagsNoScrollWithMouse)
	for i, t := range tools {
		if !begins[i] {
			imgui.SameLineV(0, g.toolGap(t))
		}
		g.toolButton(t, widths[i], h, withKeys)
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

func (g *gui) toolButton(t tool, w, h float32, withKeys bool) {
	name, hint := g.toolText(t, withKeys)
	if g.button(binding(t.act).Text, name, hint, w, h, t.on) {
		g.m.do(t.act)
	}
	g.tip(tipFor(t.act, ""))
}
