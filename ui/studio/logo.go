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

// logo is a picture that lies at the lower right of others, above the keys there.
type logo struct {
	source image.Image
	share  float64     // its height over that of the picture
	room   view.Room   // of what is flat in the first picture, so that the logo stays where it is
	size   image.Point // of the picture that it was scaled for
	scaled *image.RGBA
}

// mostLogo is how many pixels a logo can have.
const mostLogo = 1 << 24

// openLogo reads a logo that is to be so high, over the height of pictures; nil if there is no path.
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

// over lays the logo over a picture, beside what is flat in it.
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

// scaledTo returns a picture as high as a share of a size, but at most as wide as a third of it.
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
