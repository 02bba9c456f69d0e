package render

import (
	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
)

// Flat returns what lies flat over the last picture, if its view wanted that apart, in the order in which it is drawn:
// marks of overlays that are over everything, and text.
func (r *Renderer) Flat() []glyph.Part { return r.glyphs.flat() }

// Room returns how far what is flat reaches into the last picture.
func (r *Renderer) Room() view.Room { return r.glyphs.sheet.Room }

// Flat returns what lies flat over the last picture, as Renderer.Flat.
func (t *Tiles) Flat() (list []glyph.Part) {
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

// beside gives a frame what the renderer knows of the other tiles of the picture, and the keys that they do not show.
func (f *frame) beside(r *Renderer) {
	f.Others = r.others
	r.glyphs.sheet.KeysHanded = r.keysAway
	for _, other := range r.keysOf {
		for _, e := range other.glyphs.sheet.Handed {
			r.glyphs.sheet.Key(e.Text, e.Sample, e.Draw)
		}
	}
}
