package render

import (
	"fmt"
	"strings"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// caption prints what is seen at the lower left: title, time and counts.
type caption struct{}

func newCaption(*kit) (drawer, error) { return caption{}, nil }

func (caption) prepare(f *frame) {
	nameWorld(f)
	note(f)
	if !f.view.Caption {
		return
	}
	h, s := f.hud, f.scale
	parts := []string{fmt.Sprintf("t %.3f s", f.Time), fmt.Sprintf("%d bodies", moving(f.Snapshot))}
	if f.Wanted.Contacts {
		parts = append(parts, fmt.Sprintf("%d contacts", len(f.Contacts)))
	}
	if f.data {
		parts = append(parts, "coloured by "+strings.ToLower(f.view.Quantity().Label))
	}
	x, y := 16*s, float32(f.height)-14*s-h.face.line
	h.keep(view.Room{Bottom: float32(f.height) - y})
	if title := f.Title; title != "" {
		h.text(x, y, title, f.theme.text, f.theme.halo)
		x += h.face.width(title + "   ")
	}
	counts := strings.Join(parts, "   ")
	h.text(x, y, counts, f.theme.faint, f.theme.halo)
	if x+h.face.width(counts) > float32(f.width)-240*s {
		h.keyTop = captionHeight(f)
	}
}

// nameWorld says at the upper left which of several worlds a tile shows. Of one over the other each is on its side of
// the line.
func nameWorld(f *frame) {
	b, s := &f.Beside, f.scale
	if b.Label == "" {
		return
	}
	x := 16 * s
	if f.view.Beside.Wipe && b.Place == 1 {
		x += float32(f.view.Beside.At(f.width))
	}
	h := f.hud
	y := f.view.Beside.Top + 14*s
	f.pane(x-8*s, y-4*s, h.face.width(b.Label)+16*s, h.face.line+8*s)
	h.keep(view.Room{Top: y + h.face.line + 4*s})
	h.text(x, y, b.Label, f.theme.text, f.theme.halo)
}

// note prints the lines of the view at the upper left of the first world, below its name.
func note(f *frame) {
	if f.view.Note == "" || f.Beside.Place > 0 {
		return
	}
	h, s := f.hud, f.scale
	x, y := 16*s, f.view.Beside.Top+14*s
	if f.Beside.Label != "" {
		y += h.face.line + 12*s
	}
	text := strings.ReplaceAll(f.view.Note, "{time}", fmt.Sprintf("t %.3f s", f.Time))
	for _, line := range strings.Split(text, "\n") {
		h.text(x, y, line, f.theme.text, f.theme.halo)
		y += h.face.line + 4*s
	}
	h.keep(view.Room{Top: y})
}

// captionHeight returns the room that the caption takes at the lower edge [px].
func captionHeight(f *frame) float32 {
	if !f.view.Caption {
		return 0
	}
	return f.hud.face.line + 6*f.scale
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

func (caption) draw(*frame) {}
func (caption) close()      {}
