package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// titleGuide is the section of the dock that has the guide of the scene.
const titleGuide = "This scene"

// storyCardWidth is the largest width of the card at a scale of 1.
const storyCardWidth = 620

// cardLine is a line of text of the card, which may be wrapped into more rows.
type cardLine struct {
	text  string
	color imgui.Vec4
}

// cardLines returns the present lines of the card: the step of a running story, the result at its end, or the
// guide of the scene. The guide is not shown twice: there is no card of it while the dock shows it (see inDock).
func (st *stories) cardLines(inDock bool) (lines []cardLine) {
	guide := &st.snap.Guide
	switch {
	case st.running():
		step := &st.story.Steps[st.step]
		lines = append(lines, cardLine{st.story.Title, widget.ColorText},
			cardLine{fmt.Sprintf("%d of %d.  %s", st.step+1, len(st.story.Steps), stepText(step)),
				widget.ColorSecondary})
	case st.closed == st.snap.Revision:
	case st.story != nil && st.story.Look != "":
		lines = append(lines, cardLine{st.story.Look, widget.ColorText})
	case st.story == nil && guide.Look != "" && !st.snap.Timeline.Ended && !inDock:
		lines = append(lines, cardLine{guide.Look, widget.ColorText}, cardLine{guide.Try, widget.ColorSecondary})
	}
	return lines
}

// Sizes of the card at a scale of 1.
const (
	cardRow  = 18
	cardPadX = 12
	cardPadY = 6
	crossOf  = 24
	chipRow  = 26
)

// inDock reports whether the dock beside the view shows the guide of the scene.
func (st *stories) inDock(u *widget.Context) bool {
	return st.shell.Dock == dockScene && st.shell.at.Dock.Width > 0 && u.Open[titleGuide]
}

// rows returns the lines of the card, wrapped in a width.
func (st *stories) rows(u *widget.Context, width float32) (rows []cardLine) {
	if st.snap == nil {
		return nil
	}
	for _, line := range st.cardLines(st.inDock(u)) {
		for _, text := range u.Wrap(u.Fonts.Text, line.text, max(width-u.Px(2*cardPadX+crossOf), 1), 2) {
			rows = append(rows, cardLine{text, line.color})
		}
	}
	return rows
}

// folded returns the text of the card when it is folded into a low chip, because the whole card would cover the
// scene that it describes.
func (st *stories) folded() string {
	if st.running() {
		return fmt.Sprintf("%d of %d.  %s", st.step+1, len(st.story.Steps), st.story.Title)
	}
	return "What to look at"
}

// cardSize returns the size of the card, or of its chip; no size if the card has no lines or too little room, or
// if panels are hidden.
func (st *stories) cardSize(u *widget.Context, most layout.Size) (size layout.Size) {
	width := min(most.Width, u.Px(storyCardWidth))
	rows := st.rows(u, width)
	if st.shell.hidden || len(rows) == 0 || width < u.Px(storyCardWidth/4) {
		return size
	}
	for _, row := range rows {
		size.Width = max(size.Width, widget.TextWidth(u.Fonts.Text, row.text)+u.Px(2*cardPadX+crossOf)+1)
	}
	size.Width = min(size.Width, width)
	size.Height = float32(len(rows))*u.Px(cardRow) + u.Px(2*cardPadY)
	if st.shell.at.Low(size.Height) || st.opened == st.snap.Revision {
		return size
	}
	return layout.Size{Width: min(u.ButtonWidth(st.folded(), "")+u.Px(cardPadX+crossOf), width), Height: u.Px(chipRow)}
}

// card shows the card or its chip. The cross closes the card and ends the story; a click on the chip opens the
// card.
func (st *stories) card(u *widget.Context, at layout.Rect) {
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	u.Pane("##guide", at, widget.ColorRaised, widget.Quiet|imgui.WindowFlagsNoScrollbar)
	u.Border(at, widget.ColorLine)
	size := u.Px(crossOf)
	if at.Height <= u.Px(chipRow) {
		if widget.Clickable("open guide", at.Width-size, at.Height) {
			st.opened = st.snap.Revision
		}
		color := widget.ColorAccentHi
		if imgui.IsItemHovered() {
			color = widget.ColorText
		}
		text := u.Fit(u.Fonts.Text, st.folded(), at.Width-size-u.Px(cardPadX))
		u.TextAt(u.Fonts.Text, color, at.X+u.Px(cardPadX), at.Y+at.Height/2, text)
		u.Tip("Opens the card, over the view.")
		size = at.Height
	} else {
		for i, row := range st.rows(u, at.Width) {
			u.TextAt(u.Fonts.Text, row.color, at.X+u.Px(cardPadX), at.Y+u.Px(cardPadY)+(float32(i)+0.5)*u.Px(cardRow),
				row.text)
		}
	}
	margin := min((at.Height-size)/2, u.Px(4))
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + at.Width - size - margin, Y: at.Y + margin})
	if u.FlatButton("close guide", widget.IconClose, size, size, widget.ColorSecondary) {
		st.end()
	}
	u.Tip("Closes this card. The dock Scene has what it says.")
	imgui.End()
	imgui.PopStyleVar()
}
