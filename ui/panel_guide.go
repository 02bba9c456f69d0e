package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/widget"
)

// draw shows the guide of the scene: what to look at, what to try, and its stories.
func (st *stories) draw(u *widget.Context) {
	guide := &st.snap.Guide
	for _, line := range []string{guide.Look, guide.Try} {
		if line != "" {
			u.Paragraph(u.Fonts.Text, widget.ColorText, line)
		}
	}
	for i := range guide.Stories {
		title := guide.Stories[i].Title
		here := st.story != nil && st.story.Title == title
		if u.Button(fmt.Sprintf("story %d", i), title, "",
			imgui.ContentRegionAvail().X, u.RowHeight(), here) {
			st.start(i)
		}
		u.Tip("Begins the scene anew, and does " + spell.Count(len(guide.Stories[i].Steps), "step", "steps") +
			" by itself, which you can do as well.")
	}
	if guide.Look == "" && guide.Try == "" && len(guide.Stories) == 0 {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "There are no notes here. A scene file has them under look, try "+
			"and stories; run files do not keep them.")
	}
}
