package render

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
)

// letters are the ones that keys, legends and captions use.
const letters = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz" +
	"{|}~·×°±²³µ–—…−≤≥ÄÖÜäöüßéèáàíóúñç"

// typeface is one font at one size in a texture, with a white cell for plain shapes.
type typeface struct {
	scale   float32
	glyphs  map[rune]glyph
	ascent  float32
	line    float32 // from line to line [px]
	white   [2]float32
	texture *gpu.Texture
}

// glyph is a letter: its cell in the atlas, that of the halo round it, and its width [px].
type glyph struct {
	letter, halo letterCell
	advance      float32
}

// letterCell is a part of the atlas [0..1] and where about the pen it is drawn [px].
type letterCell struct{ u0, v0, u1, v1, x, y, w, h float32 }

// newTypeface draws the letters for a scale of marks, which is at most view.MostScale.
func newTypeface(scale float32) (*typeface, error) {
	if !(scale > 0 && scale <= view.MostScale) {
		return nil, fmt.Errorf("render: letters of %g times their size: it must be above 0 and at most %d", scale,
			view.MostScale)
	}
	parsed, err := opentype.Parse(gomedium.TTF)
	if err != nil {
		return nil, fmt.Errorf("render: read the font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: float64(view.TextSize * scale), DPI: 72,
		Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("render: size the font: %w", err)
	}
	defer face.Close()
	m := face.Metrics()
	t := &typeface{scale: scale, glyphs: map[rune]glyph{}, ascent: float32(m.Ascent.Ceil()),
		line: float32(m.Height.Ceil())}

	halo := int(t.haloWidth())
	fold := max(1, int(scale/2+0.99)) // so that neither side gets too long for a texture
	width := 512 * fold
	cell := m.Height.Ceil() + 2 + 2*halo
	atlas := image.NewAlpha(image.Rect(0, 0, width, 8*cell*max(1, int(scale/float32(fold)+0.99))))
	draw.Draw(atlas, image.Rect(0, 0, 4, 4), image.Opaque, image.Point{}, draw.Src)
	t.white = [2]float32{2 / float32(width), 2 / float32(atlas.Rect.Dy())}
	x, y := 6, 1
	put := func(at image.Rectangle, paint func(to image.Rectangle)) letterCell {
		w, h := at.Dx(), at.Dy()
		if x+w+2 > width {
			x, y = 1, y+cell
		}
		to := image.Rect(x, y, x+w, y+h)
		paint(to)
		x += w + 2
		tall := float32(atlas.Rect.Dy())
		wide := float32(width)
		return letterCell{u0: float32(to.Min.X) / wide, v0: float32(to.Min.Y) / tall, u1: float32(to.Max.X) / wide,
			v1: float32(to.Max.Y) / tall, x: float32(at.Min.X), y: float32(at.Min.Y), w: float32(w), h: float32(h)}
	}
	for _, r := range letters {
		bounds, mask, at, advance, ok := face.Glyph(fixed.P(0, 0), r)
		if !ok {
			continue
		}
		g := glyph{advance: float32(advance) / 64}
		var letter image.Rectangle
		g.letter = put(bounds, func(to image.Rectangle) {
			draw.Draw(atlas, to, mask, at, draw.Src)
			letter = to
		})
		g.halo = put(bounds.Inset(-halo), func(to image.Rectangle) { haloOf(atlas, letter, to, halo) })
		t.glyphs[r] = g
	}
	t.texture = gpu.NewTexture(gpu.Shade, width, atlas.Rect.Dy(), atlas.Pix)
	return t, nil
}

// haloWidth is how far halos reach round letters [px].
func (t *typeface) haloWidth() float32 { return float32(max(1, int(t.scale/2))) }

// haloOf draws the halo of a letter, both in the atlas: what eight half transparent copies of it, each a width off,
// leave of what is behind.
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

// width returns how wide a text is [px].
func (t *typeface) width(text string) (w float32) {
	for _, r := range text {
		w += t.glyphs[r].advance
	}
	return w
}
