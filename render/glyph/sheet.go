package glyph

import (
	"math"
	"slices"

	"example.org/tumble/render/view"
)

// Part is one of the flat parts over a picture, such as a text of the legend. Places are in pixels from the upper
// left corner, y down.
type Part struct {
	Kind   Kind
	Points [4][2]float32 // as many as the kind says
	Color  RGBA
	Width  float32 // of a line or arrow; of the ring of a circle, 0 for a disk [px]
	Head   float32 // of an arrow, 0 for none [px]
	Radius float32 // of a circle [px]

	Text          string
	Size, Advance float32 // height of the letters, and width of the text [px]

	Halo      RGBA    // colour round letters, arrows and circles; there is no halo if it is transparent
	HaloWidth float32 // [px]

	Ramp     []RGBA // evenly from the first colour to the last
	Sideways bool   // from left to right, else from the top down
}

// Kind is the kind of a part.
type Kind uint8

// An area has four corners, a line and an arrow have two ends, a gradient has two opposite corners of a rectangle and a
// ramp; a text begins at one point, on its base line, and a circle has one point as its middle.
const (
	KindArea Kind = iota
	KindLine
	KindArrow
	KindGradient
	KindText
	KindCircle
)

// Moved returns the part at another place.
func (p Part) Moved(x, y float32) Part {
	for i := range p.Points {
		p.Points[i][0] += x
		p.Points[i][1] += y
	}
	return p
}

// Sheet collects the flat parts over a picture in the order in which they are drawn, and the entries of the card
// of keys. In figures the scene is placed clear of Room.
type Sheet struct {
	Face  *Face
	Parts []Part
	Room  view.Room

	Keys       []Key
	Handed     []Key   // keys that another tile of the picture shows
	KeysHanded bool    // Key adds to Handed; keys of this tile alone (OwnKey) stay in Keys
	KeysLift   float32 // room below the card of keys [px]
	CardLeft   bool    // the card of keys is at the left, as in the last picture of the scene

	Legend view.Legend // the place of the legend
	scene  uint64      // revision of the scene
}

// Key is an entry of the card of keys: a text and, left of it, a sample of a glyph.
type Key struct {
	Text   string
	Sample float32                       // width of the sample [px]
	Draw   func(to *Sheet, x, y float32) // draws the sample from its left end at its middle line; nil for none
	Own    bool                          // the entry holds for this tile alone
}

// Reset empties the sheet for a picture of the given revision of the scene, and keeps its memory for reuse.
func (s *Sheet) Reset(face *Face, scene uint64) {
	clear(s.Keys) // drops the functions of the keys, so that their data can be freed
	clear(s.Handed)
	*s = Sheet{Face: face, Parts: s.Parts[:0], Keys: s.Keys[:0], Handed: s.Handed[:0],
		CardLeft: s.CardLeft && s.scene == scene, scene: scene}
}

// Key adds the explanation of a glyph to the card of keys, unless the card already has an entry with this text, so
// that a key that several overlays or several tiles need is shown once.
func (s *Sheet) Key(text string, sample float32, draw func(to *Sheet, x, y float32)) {
	list := &s.Keys
	if s.KeysHanded {
		list = &s.Handed
	}
	if !slices.ContainsFunc(*list, func(e Key) bool { return e.Text == text }) {
		*list = append(*list, Key{text, sample, draw, false})
	}
}

// OwnKey is Key for a text that each tile shows itself, such as a count.
func (s *Sheet) OwnKey(text string, sample float32, draw func(to *Sheet, x, y float32)) {
	if !slices.ContainsFunc(s.Keys, func(e Key) bool { return e.Text == text }) {
		s.Keys = append(s.Keys, Key{text, sample, draw, true})
	}
}

// Keep adds to the room that flat parts take.
func (s *Sheet) Keep(r view.Room) { s.Room = s.Room.Union(r) }

func (s *Sheet) add(p Part) {
	if p.Color[3] > 0 || p.Ramp != nil {
		s.Parts = append(s.Parts, p)
	}
}

// Area fills the shape with four corners, in order round it, with a colour.
func (s *Sheet) Area(corners [4][2]float32, c RGBA) {
	s.add(Part{Kind: KindArea, Points: corners, Color: c})
}

// Rect fills a rectangle, given by its upper left corner and its size, with a colour.
func (s *Sheet) Rect(x, y, width, height float32, c RGBA) {
	s.Area([4][2]float32{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}, c)
}

// Gradient fills a rectangle with at least two colours, evenly from the top down or from left to right. The sheet
// keeps the slice of colours, so that the caller must not change it.
func (s *Sheet) Gradient(x, y, width, height float32, colors []RGBA, sideways bool) {
	corners := [4][2]float32{{x, y}, {x + width, y + height}}
	s.add(Part{Kind: KindGradient, Points: corners, Ramp: colors, Sideways: sideways})
}

// Line draws a line with soft sides.
func (s *Sheet) Line(x0, y0, x1, y1, width float32, c RGBA) {
	if math.Hypot(float64(x1-x0), float64(y1-y0)) < 1e-3 {
		return
	}
	s.add(Part{Kind: KindLine, Points: [4][2]float32{{x0, y0}, {x1, y1}}, Width: width, Color: c})
}

// Text writes a line of text whose upper left corner is at (x, y), with a halo that keeps it legible over anything.
func (s *Sheet) Text(x, y float32, text string, c, halo RGBA) {
	if text == "" {
		return
	}
	x, y = float32(math.Round(float64(x))), float32(math.Round(float64(y)))
	s.add(Part{Kind: KindText, Points: [4][2]float32{{x, y + s.Face.Ascent}}, Text: text, Color: c,
		Size: view.TextSize * s.Face.Scale, Advance: s.Face.Width(text), Halo: halo, HaloWidth: s.Face.haloWidth()})
}

// Arrow draws an arrow with an open head.
func (s *Sheet) Arrow(x0, y0, x1, y1, width float32, c RGBA) {
	s.Line(x0, y0, x1, y1, width, c)
	dx, dy := x1-x0, y1-y0
	n := float32(math.Hypot(float64(dx), float64(dy)))
	if n < 4*width {
		return
	}
	dx, dy = dx/n*3*width, dy/n*3*width
	s.Line(x1, y1, x1-dx-dy/1.6, y1-dy+dx/1.6, width, c)
	s.Line(x1, y1, x1-dx+dy/1.6, y1-dy-dx/1.6, width, c)
}

// KeyArrow draws an arrow of a length to the right with a filled head, for the samples of keys.
func (s *Sheet) KeyArrow(x, y, length, width float32, c RGBA) {
	head := min(3.2*width, 0.7*length)
	s.Line(x, y, x+length-0.8*head, y, width, c)
	tip, wing := x+length, 0.45*head
	s.Area([4][2]float32{{tip, y}, {tip - head, y - wing}, {tip - head, y + wing}, {tip, y}}, c)
}

// Ring draws the line of a circle as a polygon.
func (s *Sheet) Ring(x, y, radius, width float32, sides int, c RGBA) {
	for i := range sides {
		x0, y0 := onCircle(x, y, radius, i, sides)
		x1, y1 := onCircle(x, y, radius, i+1, sides)
		s.Line(x0, y0, x1, y1, width, c)
	}
}

// Disk fills a circle as a polygon.
func (s *Sheet) Disk(x, y, radius float32, sides int, c RGBA) {
	for i := range sides {
		x0, y0 := onCircle(x, y, radius, i, sides)
		x1, y1 := onCircle(x, y, radius, i+1, sides)
		s.Area([4][2]float32{{x, y}, {x0, y0}, {x1, y1}, {x, y}}, c)
	}
}

// onCircle returns the i-th of n points round a circle.
func onCircle(x, y, radius float32, i, n int) (float32, float32) {
	s, c := math.Sincos(2 * math.Pi * (float64(i) / float64(n)))
	return x + radius*float32(c), y + radius*float32(s)
}

// Padlock draws the mark of a colour range that does not follow the data; (x, y) is the upper left corner of the
// mark.
func (s *Sheet) Padlock(x, y, scale float32, c RGBA) {
	s.Rect(x, y+5*scale, 9*scale, 7*scale, c)
	s.Line(x+2*scale, y+5*scale, x+2*scale, y+scale, 1.4*scale, c)
	s.Line(x+7*scale, y+5*scale, x+7*scale, y+scale, 1.4*scale, c)
	s.Line(x+1.5*scale, y+scale, x+7.5*scale, y+scale, 1.4*scale, c)
}
