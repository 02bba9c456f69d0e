package glyph

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"example.org/tumble/render/view"
)

// letters are the letters that keys, legends and captions use.
const letters = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz" +
	"{|}~·×°±²³µ–—…−≤≥ÄÖÜäöüßéèáàíóúñç"

// Face is one font at one size: an atlas of its letters, with a white cell for plain shapes.
type Face struct {
	Scale   float32 // of the letters; their size at scale 1 is view.TextSize
	Letters map[rune]Letter
	Ascent  float32    // from the upper edge of a line to its base line [px]
	Line    float32    // from line to line [px]
	White   [2]float32 // a point inside the white cell [0..1]
	Atlas   *image.Alpha
}

// Letter holds the places in the atlas of a letter and of the halo round it, and the width of the letter [px].
type Letter struct {
	Cell, Halo Cell
	Advance    float32
}

// Cell is a part of the atlas, from (U0, V0) to (U1, V1) [0..1], and the rectangle relative to the pen in which it
// is drawn [px].
type Cell struct{ U0, V0, U1, V1, X, Y, W, H float32 }

// NewFace draws the letters for a scale of marks. It fails if the scale is not above 0 and at most view.MostScale.
func NewFace(scale float32) (*Face, error) {
	if !(scale > 0 && scale <= view.MostScale) {
		return nil, fmt.Errorf("glyph: letters of %g times their size: it must be above 0 and at most %d", scale,
			view.MostScale)
	}
	parsed, err := opentype.Parse(gomedium.TTF)
	if err != nil {
		return nil, fmt.Errorf("glyph: read the font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: float64(view.TextSize * scale), DPI: 72,
		Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("glyph: size the font: %w", err)
	}
	defer face.Close()
	m := face.Metrics()
	t := &Face{Scale: scale, Letters: map[rune]Letter{}, Ascent: float32(m.Ascent.Ceil()),
		Line: float32(m.Height.Ceil())}

	halo := int(t.haloWidth())
	fold := max(1, int(scale/2+0.99)) // lets both sides grow, so that neither is too long for a texture
	width := 512 * fold
	cell := m.Height.Ceil() + 2 + 2*halo
	atlas := image.NewAlpha(image.Rect(0, 0, width, 8*cell*max(1, int(scale/float32(fold)+0.99))))
	draw.Draw(atlas, image.Rect(0, 0, 4, 4), image.Opaque, image.Point{}, draw.Src)
	t.White = [2]float32{2 / float32(width), 2 / float32(atlas.Rect.Dy())}
	x, y := 6, 1
	put := func(at image.Rectangle, paint func(to image.Rectangle)) Cell {
		w, h := at.Dx(), at.Dy()
		if x+w+2 > width {
			x, y = 1, y+cell
		}
		to := image.Rect(x, y, x+w, y+h)
		paint(to)
		x += w + 2
		tall := float32(atlas.Rect.Dy())
		wide := float32(width)
		return Cell{U0: float32(to.Min.X) / wide, V0: float32(to.Min.Y) / tall, U1: float32(to.Max.X) / wide,
			V1: float32(to.Max.Y) / tall, X: float32(at.Min.X), Y: float32(at.Min.Y), W: float32(w), H: float32(h)}
	}
	for _, r := range letters {
		bounds, mask, at, advance, ok := face.Glyph(fixed.P(0, 0), r)
		if !ok {
			continue
		}
		g := Letter{Advance: float32(advance) / 64}
		var letter image.Rectangle
		g.Cell = put(bounds, func(to image.Rectangle) {
			draw.Draw(atlas, to, mask, at, draw.Src)
			letter = to
		})
		g.Halo = put(bounds.Inset(-halo), func(to image.Rectangle) { haloOf(atlas, letter, to, halo) })
		t.Letters[r] = g
	}
	t.Atlas = atlas
	return t, nil
}

// haloWidth is the width of halos round letters [px].
func (t *Face) haloWidth() float32 { return float32(max(1, int(t.Scale/2))) }

// haloOf draws the halo of a letter; both are cells of the atlas. The halo is as opaque as eight half transparent
// copies of the letter over each other, each shifted by the width to another side.
func haloOf(atlas *image.Alpha, letter, to image.Rectangle, width int) {
	for y := range to.Dy() {
		for x := range to.Dx() {
			left := float32(1)
			for k := range 9 {
				p := letter.Min.Add(image.Pt(x-2*width+k%3*width, y-2*width+k/3*width))
				if k != 4 && p.In(letter) {
					left *= 1 - 0.5*float32(atlas.AlphaAt(p.X, p.Y).A)/255
				}
			}
			atlas.SetAlpha(to.Min.X+x, to.Min.Y+y, color.Alpha{A: uint8(255*(1-left) + 0.5)})
		}
	}
}

// Width returns the width of a text [px].
func (t *Face) Width(text string) (w float32) {
	for _, r := range text {
		w += t.Letters[r].Advance
	}
	return w
}
