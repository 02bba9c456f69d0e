//go:build !headless

package studio

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"path/filepath"
	"strings"

	"example.org/tumble/render/figure"
	"example.org/tumble/render/video"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/spell"
)

// Print describes a picture for paper, an enlarged picture, or a picture to be laid over another one.
type Print struct {
	Figure      bool       // a figure: light background, orthographic, with a scale bar, the legend beside the scene
	Paper       [2]float64 // width and height [mm], in place of the size in pixels; 0: the size in pixels counts
	DPI         float64    // pixels per inch of paper; 0: the usual number
	Times       int        // factor by which each side is enlarged; 0: 1
	Transparent bool       // without a background
}

// dress sets the size and the style of a picture as Print asks. In a figure a chosen theme or projection stays.
func (o *Shot) dress() error {
	p := &o.Print
	switch {
	case !isPicture(o.Output):
		return about("output", fmt.Errorf("must end in .png, .svg or .pdf, got %s", spell.Quote(o.Output)))
	case p.DPI > 0:
	case p.Figure || p.Paper != [2]float64{}:
		p.DPI = figure.UsualDPI
	case figure.Is(o.Output):
		p.DPI = figure.ScreenDPI
	}
	if p.Paper != [2]float64{} {
		o.Width, o.Height = figure.Pixels(p.Paper[0], p.DPI), figure.Pixels(p.Paper[1], p.DPI)
		if err := o.checkSize("paper", fmt.Sprintf("%g x %g mm at %g dpi", p.Paper[0], p.Paper[1], p.DPI)); err != nil {
			return err
		}
	}
	scale := o.View.MarkScale(o.Height)
	if p.Transparent {
		o.View.Overlays = 0
	}
	if p.Figure {
		o.dressFigure()
		scale = o.View.Scale
	}
	if p.Times > 1 {
		small := fmt.Sprintf("%d times %d x %d", p.Times, o.Width, o.Height)
		o.Width, o.Height = o.Width*p.Times, o.Height*p.Times
		o.View.Scale = scale * float32(p.Times)
		o.View.Figure.DPI *= float32(p.Times)
		p.DPI *= float64(p.Times)
		if err := o.checkSize("times", small); err != nil {
			return err
		}
	}
	o.View.FlatApart = figure.Is(o.Output)
	o.View.MarksApart = o.View.FlatApart
	return o.checkSize("size", "it")
}

// Check checks the options without their scene. Its error is a batch.OptionError.
func (o Shot) Check() error { return o.dress() }

// isPicture reports whether the name of a file is a name that a picture can have.
func isPicture(name string) bool {
	return strings.EqualFold(filepath.Ext(name), ".png") || figure.Is(name) || outfile.IsStream(name)
}

// dressFigure sets the view to the style of a figure.
func (o *Shot) dressFigure() {
	v := &o.View
	figure.Dress(v, o.Print.DPI)
	if !o.Chosen.Has(view.FieldTheme) {
		v.Theme, v.Ground = view.Print, view.GroundWhite
	}
	if !o.Chosen.Has(view.FieldOrtho) {
		v.Camera.Ortho = true
	}
	v.Overlays = view.OverlayScale
}

// checkSize refuses a size that no picture can have.
func (o *Options) checkSize(option, what string) error {
	if min(o.Width, o.Height) < MinSide || max(o.Width, o.Height) > MaxSide {
		return about(option, fmt.Errorf("%s is %d x %d pixels; a side has %d to %d", what, o.Width, o.Height, MinSide,
			MaxSide))
	}
	return nil
}

// image draws the present state and returns the picture. A transparent picture is drawn twice, on black and on
// white: figure.Matte computes the opacity from the difference.
func (s *studio) image(ctx context.Context, p *Print) (image.Image, error) {
	if p.Figure || len(s.moments) > 0 {
		if err := s.makeRoom(ctx, p); err != nil {
			return nil, err
		}
	}
	if !p.Transparent {
		err := s.draw(ctx)
		return s.picture(), err
	}
	var on [2]*image.RGBA
	for i, ground := range []view.Ground{view.GroundBlack, view.GroundWhite} {
		s.view.Ground = ground
		if err := s.draw(ctx); err != nil {
			return nil, err
		}
		on[i] = s.renderer.Image()
	}
	clear := figure.Matte(on[0], on[1])
	s.stamp(clear)
	return clear, nil
}

// makeRoom draws a plain picture to find out where the legend and the colour keys are. In a figure the scene is
// then placed beside them; in a contact sheet the legend gets a strip of its own.
func (s *studio) makeRoom(ctx context.Context, p *Print) error {
	quality := s.view.Quality
	s.view.Quality = view.Fast
	if len(s.moments) > 0 {
		s.view.Split.Side = 1 // any width > 0: the legend is laid out as for the strip
	}
	err := s.draw(ctx)
	r := s.renderer.Layout().Room
	s.view.Quality, s.framed = quality, false
	if len(s.moments) > 0 {
		s.view.Split.Side, r.Right = int(r.Right+0.5), 0
	}
	if p.Figure {
		s.room = [4]float32{r.Left, r.Right, r.Top, r.Bottom}
	}
	return err
}

// save draws a picture, writes its file and returns the description of it.
func (s *studio) save(ctx context.Context, p *Print, path string) (Result, error) {
	picture, err := s.image(ctx, p)
	if err != nil {
		return Result{}, err
	}
	r := s.result(path)
	if !figure.Is(path) {
		return r, video.PNG(ctx, path, picture, p.DPI, r.texts()...)
	}
	f := figure.Figure{Picture: picture, Flat: s.renderer.Layout().Flat, DPI: cmp.Or(p.DPI, figure.ScreenDPI),
		Texts: r.texts()}
	if err := batch.Interrupted(ctx); err != nil {
		return r, err
	}
	return r, f.Write(path)
}
