package render

import (
	"fmt"

	"example.org/tumble/render/view"
)

// keep notes the room that something takes.
func (h *hud) keep(r view.Room) { h.room = h.room.Union(r) }

// pane lays a ground under keys and legends, but not in a figure, where nothing else is there.
func (f *frame) pane(x, y, width, height float32) {
	if !f.view.Figure.On() {
		f.hud.rect(x, y, width, height, f.theme.pane)
	}
}

// sampleLength writes how long a sample in the key is that has so many pixels: in a figure in millimetres.
func (f *frame) sampleLength(pixels float32) string {
	if dpi := f.view.Figure.DPI; dpi > 0 {
		return short(float64(two(pixels*25.4/dpi))) + " mm"
	}
	return fmt.Sprintf("%s px", short(float64(pixels)))
}

// Flat returns what lies flat over the last picture, if its view wanted that apart, in the order in which it is drawn.
func (r *Renderer) Flat() []view.FlatPart { return r.hud.flat }

// Room returns how far what is flat reaches into the last picture.
func (r *Renderer) Room() view.Room { return r.hud.room }

// Flat returns what lies flat over the last picture, as Renderer.Flat.
func (t *Tiles) Flat() (list []view.FlatPart) {
	if t.alone() {
		return t.each[0].Flat()
	}
	width, height := t.whole.picture.Size()
	for i, tile := range t.of.Beside.Tiles(t.count, width, height) {
		for _, p := range t.each[i].Flat() {
			list = append(list, p.Moved(float32(tile.X), float32(tile.Y)))
		}
	}
	return list
}

// Room returns how far what is flat reaches into the last picture, or into any of its tiles.
func (t *Tiles) Room() (all view.Room) {
	for i, r := range t.each[:max(t.count, 1)] {
		own := r.Room()
		if t.of.Beside.Side > 0 && t.count > 1 && i == t.count-1 { // has no scene
			own = view.Room{Right: own.Right}
		}
		all = all.Union(own)
	}
	return all
}
