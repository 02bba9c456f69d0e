package overlay

import (
	"fmt"
	"strings"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// caption prints title, time and counts at the lower left, the name of the world and the lines of the view at the upper
// left.
func caption(f *Frame, to *glyph.List) {
	nameWorld(f, to)
	note(f, to)
	if !f.View.Caption {
		return
	}
	s := f.Scale
	parts := []string{fmt.Sprintf("t %.3f s", f.Time), spell.Count(moving(f.Snapshot), "body", "bodies")}
	if f.Wanted.Contacts {
		parts = append(parts, spell.Count(len(f.Contacts), "contact", "contacts"))
	}
	if f.Data {
		parts = append(parts, "coloured by "+strings.ToLower(f.View.Quantity().Label))
	}
	x, y := 16*s, float32(f.Height)-14*s-to.Face.Line
	to.Keep(view.Room{Bottom: float32(f.Height) - y})
	if title := f.Title; title != "" {
		to.Text(x, y, title, f.Theme.Text, f.Theme.Halo)
		x += to.Face.Width(title + "   ")
	}
	counts := strings.Join(parts, "   ")
	to.Text(x, y, counts, f.Theme.Faint, f.Theme.Halo)
	if x+to.Face.Width(counts) > float32(f.Width)-240*s {
		to.KeysLift = captionHeight(f, to)
	}
}

// nameWorld writes at the upper left of a tile the name of the world that it shows, if there are several worlds.
// With a wipe the name is on the world's side of the line.
func nameWorld(f *Frame, to *glyph.List) {
	b, s := &f.Comparison, f.Scale
	if b.Label == "" {
		return
	}
	x := 16 * s
	if f.View.Split.Wipe && b.Place == 1 {
		x += float32(f.View.Split.At(f.Width))
	}
	y := f.View.Split.Top + 14*s
	f.pane(to, x-8*s, y-4*s, to.Face.Width(b.Label)+16*s, to.Face.Line+8*s)
	to.Keep(view.Room{Top: y + to.Face.Line + 4*s})
	to.Text(x, y, b.Label, f.Theme.Text, f.Theme.Halo)
}

// note prints the lines of the view at the upper left of the first world, below its name.
func note(f *Frame, to *glyph.List) {
	if f.View.Note == "" || f.Comparison.Place > 0 {
		return
	}
	s := f.Scale
	x, y := 16*s, f.View.Split.Top+14*s
	if f.Comparison.Label != "" {
		y += to.Face.Line + 12*s
	}
	text := strings.ReplaceAll(f.View.Note, "{time}", fmt.Sprintf("t %.3f s", f.Time))
	for _, line := range strings.Split(text, "\n") {
		to.Text(x, y, line, f.Theme.Text, f.Theme.Halo)
		y += to.Face.Line + 4*s
	}
	to.Keep(view.Room{Top: y})
}

// captionHeight returns the height that the caption takes at the lower edge [px].
func captionHeight(f *Frame, to *glyph.List) float32 {
	if !f.View.Caption {
		return 0
	}
	return to.Face.Line + 6*f.Scale
}

// moving counts the bodies that forces move.
func moving(s *bridge.Snapshot) (n int) {
	for i := range s.Bodies {
		if s.Bodies[i].Kind == bridge.Dynamic {
			n++
		}
	}
	return n
}
