package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/assets/manual"
	"example.org/tumble/ui/widget"
)

// topicPage shows a topic of the manual without its title, which the overlay draws.
func (hp *help) topicPage(u *widget.Context, t *manual.Topic, w float32) {
	for i, b := range t.Blocks[1:] {
		switch b.Kind {
		case manual.Heading:
			imgui.Dummy(imgui.Vec2{Y: u.Px(8)})
			if b.Text == hp.part { // the part to which the page was asked to scroll
				hp.part = ""
				imgui.SetScrollHereY(0)
			}
			u.Text(u.Fonts.Medium, widget.ColorAccentHi, b.Text)
		case manual.Paragraph:
			hp.flow(u, b.Text, 0, w)
		case manual.Item:
			p := imgui.CursorScreenPos()
			u.TextAt(u.Fonts.Text, widget.ColorSecondary, p.X+u.Px(4), p.Y+hp.flowLine(u)/2, "•")
			hp.flow(u, b.Text, u.Px(16), w)
		case manual.Code:
			hp.listing(u, b.Text, w)
		case manual.Table:
			hp.grid(u, b.Rows, w)
		}
		if b.Kind != manual.Item || i+2 < len(t.Blocks) && t.Blocks[i+2].Kind != manual.Item {
			imgui.Dummy(imgui.Vec2{Y: u.Px(4)})
		}
	}
}

// flowLine is the height of a line of a page.
func (hp *help) flowLine(u *widget.Context) float32 { return u.Px(20) }

// spanFont returns the font and the colour of a span of a word.
func (hp *help) spanFont(u *widget.Context, s manual.Span) (imgui.Font, imgui.Vec4) {
	switch s.Style {
	case manual.Literal:
		return u.Fonts.Mono, widget.ColorAccentHi
	case manual.Strong:
		return u.Fonts.Medium, widget.ColorText
	}
	return u.Fonts.Text, widget.ColorText
}

// flow lays a text out from x to w, both from the left of the page, and returns its height.
func (hp *help) flow(u *widget.Context, text string, x, w float32) float32 {
	p := imgui.CursorScreenPos()
	h := hp.flowAt(u, text, p.X+x, p.Y, w-x)
	imgui.Dummy(widget.Sized(w, h))
	return h
}

// flowAt draws a text word by word within a width, with its upper left corner at a place of the screen, and returns its
// height.
func (hp *help) flowAt(u *widget.Context, text string, x, y, w float32) float32 {
	line, space := hp.flowLine(u), widget.TextWidth(u.Fonts.Text, " ")
	at, row := float32(0), float32(0)
	for _, word := range manual.Words(text) {
		long := float32(0)
		for _, s := range word {
			font, _ := hp.spanFont(u, s)
			long += widget.TextWidth(font, s.Text)
		}
		if at > 0 && at+long > w {
			at, row = 0, row+line
		}
		for _, s := range word {
			font, color := hp.spanFont(u, s)
			u.TextAt(font, color, x+at, y+row+line/2, s.Text)
			at += widget.TextWidth(font, s.Text)
		}
		at += space
	}
	return row + line
}

// listing shows code on a background of its own.
func (hp *help) listing(u *widget.Context, code string, w float32) {
	p, margin := imgui.CursorScreenPos(), u.Px(8)
	imgui.PushFont(u.Fonts.Mono)
	h := imgui.CalcTextSize(code, false, widget.AtLeast1(w-2*margin)).Y
	widget.FillRounded(imgui.WindowDrawList(), p, imgui.Vec2{X: p.X + w, Y: p.Y + h + margin},
		widget.Pack(widget.ColorFrame), u.Px(3), imgui.DrawFlagsRoundCornersAll)
	imgui.SetCursorPos(imgui.CursorPos().Plus(imgui.Vec2{X: margin, Y: margin / 2}))
	imgui.PushTextWrapPosV(imgui.CursorPosX() + w - 2*margin)
	imgui.Text(code)
	imgui.PopTextWrapPos()
	imgui.PopFont()
}

// grid shows a table: each column is as wide as its widest cell, except the last, whose text is wrapped in the
// remaining width.
func (hp *help) grid(u *widget.Context, rows [][]string, w float32) {
	widths := make([]float32, len(rows[0]))
	for _, cells := range rows {
		for i, cell := range cells[:len(cells)-1] {
			widths[i] = max(widths[i], min(hp.wordsWidth(u, cell)+u.Px(16), w/float32(len(cells))))
		}
	}
	for _, cells := range rows {
		p, h, x := imgui.CursorScreenPos(), float32(0), float32(0)
		for i, cell := range cells {
			room := widths[i] - u.Px(16)
			if i == len(cells)-1 {
				room = w - x
			}
			h = max(h, hp.flowAt(u, cell, p.X+x, p.Y, room))
			x += widths[i]
		}
		imgui.Dummy(widget.Sized(w, h))
	}
}

// wordsWidth returns the width of a text on one line.
func (hp *help) wordsWidth(u *widget.Context, text string) (w float32) {
	for _, word := range manual.Words(text) {
		for _, s := range word {
			font, _ := hp.spanFont(u, s)
			w += widget.TextWidth(font, s.Text)
		}
		w += widget.TextWidth(u.Fonts.Text, " ")
	}
	return w
}
