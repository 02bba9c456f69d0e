package render

import (
	"fmt"
	"image"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"example.org/tumble/render/internal/gpu"
)

// letters are the ones that keys, legends and captions use.
const letters = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz" +
	"{|}~·×°±²³µ–—…−≤≥ÄÖÜäöüßéèáàíóúñç"

// textSize is the height of text at scale 1 [px].
const textSize = 13

// typeface is one font at one size in a texture, with a white cell for plain shapes.
type typeface struct {
	scale   float32
	glyphs  map[rune]glyph
	ascent  float32
	line    float32 // from line to line [px]
	white   [2]float32
	texture *gpu.Texture
}

// glyph is a letter: its cell in the atlas [0..1], its place about the pen and its width
// [px].
type glyph struct {
	u0, v0, u1, v1 float32
	x, y, w, h     float32
	advance        float32
}

// newTypeface draws the letters for a scale of marks.
func newTypeface(scale float32) (*typeface, error) {
	parsed, err := opentype.Parse(gomedium.TTF)
	if err != nil {
		return nil, fmt.Errorf("render: read the font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: float64(textSize * scale), DPI: 72,
		Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("render: size the font: %w", err)
	}
	defer face.Close()
	m := face.Metrics()
	t := &typeface{scale: scale, glyphs: map[rune]glyph{}, ascent: float32(m.Ascent.Ceil()),
		line: float32(m.Height.Ceil())}

	const width = 512
	cell := m.Height.Ceil() + 2
	atlas := image.NewAlpha(image.Rect(0, 0, width, 8*cell*max(1, int(scale+0.99))))
	draw.Draw(atlas, image.Rect(0, 0, 4, 4), image.Opaque, image.Point{}, draw.Src)
	t.white = [2]float32{2.0 / width, 2.0 / float32(atlas.Rect.Dy())}
	x, y := 6, 1
	for _, r := range letters {
		bounds, mask, at, advance, ok := face.Glyph(fixed.P(0, 0), r)
		if !ok {
			continue
		}
		w, h := bounds.Dx(), bounds.Dy()
		if x+w+2 > width {
			x, y = 1, y+cell
		}
		draw.Draw(atlas, image.Rect(x, y, x+w, y+h), mask, at, draw.Src)
		t.glyphs[r] = glyph{
			u0: float32(x) / width, v0: float32(y) / float32(atlas.Rect.Dy()),
			u1: float32(x+w) / width, v1: float32(y+h) / float32(atlas.Rect.Dy()),
			x: float32(bounds.Min.X), y: float32(bounds.Min.Y), w: float32(w), h: float32(h),
			advance: float32(advance) / 64,
		}
		x += w + 2
	}
	t.texture = gpu.NewTexture(gpu.Shade, width, atlas.Rect.Dy(), atlas.Pix)
	return t, nil
}

// width returns how wide a text is [px].
func (t *typeface) width(text string) (w float32) {
	for _, r := range text {
		w += t.glyphs[r].advance
	}
	return w
}
