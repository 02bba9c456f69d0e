package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/assets/manual"
	"example.org/tumble/ui/widget"
)

// topicPage shows a topic of the manual without its title, which the overlay has.
func (g *gui) topicPage(t *manual.Topic, w float32) {
	for i, b := range t.Blocks[1:] {
		switch b.Kind {
		case manual.Heading:
			imgui.Dummy(imgui.Vec2{Y: g.Px(8)})
			g.Text(g.Fonts.Medium, widget.ColorAccentHi, b.Text)
		case manual.Paragraph:
			g.flow(b.Text, 0, w)
		case manual.Item:
			p := imgui.CursorScreenPos()
			g.TextAt(g.Fonts.Text, widget.ColorSecondary, p.X+g.Px(4), p.Y+g.flowLine()/2, "•")
			g.flow(b.Text, g.Px(16), w)
		case manual.Code:
			g.listing(b.Text, w)
		case manual.Table:
			g.grid(b.Rows, w)
		}
		if b.Kind != manual.Item || i+2 < len(t.Blocks) && t.Blocks[i+2].Kind != manual.Item {
			imgui.Dummy(imgui.Vec2{Y: g.Px(4)})
		}
	}
}

// flowLine is the height of a line of a page.
func (g *gui) flowLine() float32 { return g.Px(20) }

// spanFont returns how a span of a word is drawn.
func (g *gui) spanFont(s manual.Span) (imgui.Font, imgui.Vec4) {
	switch s.Style {
	case manual.Literal:
		return g.Fonts.Mono, widget.ColorAccentHi
	case manual.Strong:
		return g.Fonts.Medium, widget.ColorText
	}
	return g.Fonts.Text, widget.ColorText
}

// flow lays a text out from x to w, both from the left of the page, and returns its height.
func (g *gui) flow(text string, x, w float32) float32 {
	p := imgui.CursorScreenPos()
	h := g.flowAt(text, p.X+x, p.Y, w-x)
	imgui.Dummy(widget.Sized(w, h))
	return h
}

// flowAt draws a text word by word within a width, with its upper left corner at a place of the screen, and returns its
// height.
func (g *gui) flowAt(text string, x, y, w float32) float32 {
	line, space := g.flowLine(), widget.TextWidth(g.Fonts.Text, " ")
	at, row := float32(0), float32(0)
	for _, word := range manual.Words(text) {
		long := float32(0)
		for _, s := range word {
			font, _ := g.spanFont(s)
			long += widget.TextWidth(font, s.Text)
		}
		if at > 0 && at+long > w {
			at, row = 0, row+line
		}
		for _, s := range word {
			font, color := g.spanFont(s)
			g.TextAt(font, color, x+at, y+row+line/2, s.Text)
			at += widget.TextWidth(font, s.Text)
		}
		at += space
	}
	return row + line
}

// listing shows code on a ground of its own.
func (g *gui) listing(code string, w float32) {
	p, margin := imgui.CursorScreenPos(), g.Px(8)
	imgui.PushFont(g.Fonts.Mono)
	h := imgui.CalcTextSize(code, false, widget.AtLeast1(w-2*margin)).Y
	imgui.WindowDrawList().AddRectFilledV(p, imgui.Vec2{X: p.X + w, Y: p.Y + h + margin}, widget.Pack(widget.ColorFrame),
		g.Px(3),
		imgui.DrawFlagsRoundCornersAll)
	imgui.SetCursorPos(imgui.CursorPos().Plus(imgui.Vec2{X: margin, Y: margin / 2}))
	imgui.PushTextWrapPosV(imgui.CursorPosX() + w - 2*margin)
	imgui.Text(code)
	imgui.PopTextWrapPos()
	imgui.PopFont()
}

// grid shows a table: each column is as wide as its widest cell, but the last, which flows in what is left.
func (g *gui) grid(rows [][]string, w float32) {
	widths := make([]float32, len(rows[0]))
	for _, cells := range rows {
		for i, cell := range cells[:len(cells)-1] {
			widths[i] = max(widths[i], min(g.wordsWidth(cell)+g.Px(16), w/float32(len(cells))))
		}
	}
	for _, cells := range rows {
		p, h, x := imgui.CursorScreenPos(), float32(0), float32(0)
		for i, cell := range cells {
			room := widths[i] - g.Px(16)
			if i == len(cells)-1 {
				room = w - x
			}
			h = max(h, g.flowAt(cell, p.X+x, p.Y, room))
			x += widths[i]
		}
		imgui.Dummy(widget.Sized(w, h))
	}
}

// wordsWidth returns the width of a text on one line.
func (g *gui) wordsWidth(text string) (w float32) {
	for _, word := range manual.Words(text) {
		for _, s := range word {
			font, _ := g.spanFont(s)
			w += widget.TextWidth(font, s.Text)
		}
		w += widget.TextWidth(g.Fonts.Text, " ")
	}
	return w
}
