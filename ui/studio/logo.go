//go:build !headless

package studio

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // formats of logos
	_ "image/png"

	"golang.org/x/image/draw"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
)

// logo is a picture at the lower right of others, above the colour keys there.
type logo struct {
	source image.Image
	share  float64     // height of the logo over the height of the picture
	room   view.Room   // space of flat labels in the first picture; kept, so that the logo does not move
	size   image.Point // size of the picture for which it was scaled
	scaled *image.RGBA
}

// mostLogo is the largest number of pixels of a logo.
const mostLogo = 1 << 24

// openLogo reads a logo and scales it to a share of the height of pictures; it returns nil without a
// path.
func openLogo(path string, share float64) (*logo, error) {
	if path == "" {
		return nil, nil
	}
	data, err := input.Read(path, limit.LogoBytes)
	if err != nil {
		return nil, err
	}
	bad := func(err error) error {
		if errors.Is(err, image.ErrFormat) {
			err = errors.New("must be a PNG or a JPEG file")
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	about, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, bad(err)
	}
	if about.Width < 1 || about.Height < 1 || about.Width > mostLogo/about.Height {
		return nil, bad(fmt.Errorf("must have at most %d pixels, has %d x %d", mostLogo, about.Width, about.Height))
	}
	source, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, bad(err)
	}
	return &logo{source: source, share: share}, nil
}

// over draws the logo over a picture, beside its flat labels.
func (l *logo) over(to draw.Image, room view.Room, scale float32) {
	if l == nil {
		return
	}
	bounds := to.Bounds()
	if size := bounds.Size(); size != l.size {
		l.room, l.size, l.scaled = room, size, scaledTo(l.source, size, l.share)
	}
	own, margin := l.scaled.Bounds().Size(), int(16*scale)
	at := bounds.Max.Sub(own).Sub(image.Pt(margin, margin))
	if bottom := int(l.room.Bottom); bottom > 0 {
		at.Y = bounds.Max.Y - bottom - own.Y - margin/2
	}
	draw.Draw(to, image.Rectangle{at, at.Add(own)}, l.scaled, image.Point{}, draw.Over)
}

// scaledTo returns a picture scaled to a share of the height, but at most to a third of the width.
func scaledTo(source image.Image, size image.Point, share float64) *image.RGBA {
	from := source.Bounds()
	height := share * float64(size.Y)
	width := height * float64(from.Dx()) / float64(from.Dy())
	if most := float64(size.X) / 3; width > most {
		width, height = most, height*most/width
	}
	out := image.NewRGBA(image.Rect(0, 0, max(1, int(width+0.5)), max(1, int(height+0.5))))
	draw.CatmullRom.Scale(out, out.Bounds(), source, from, draw.Src, nil)
	return out
}
