//go:build !headless

package cli

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"path/filepath"
	"strconv"
	"strings"

	"example.org/tumble/render/figure"
	"example.org/tumble/render/video"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/outfile"
	"example.org/tumble/sim/spell"
)

// printFlags make a picture one for paper, or larger, or one that is laid over another.
type printFlags struct {
	figure, transparent bool
	paper               [2]float64 // width and height [mm]; 0: as --size and --dpi give it
	dpi                 float64    // pixels per inch of paper; 0: not said
	times               int64      // how many times as large as --size, along each side
}

// paperUnits are the units of lengths on paper, by how many millimetres one is.
var paperUnits = []struct {
	suffix string
	mm     float64
}{{"mm", 1}, {"cm", 10}, {"in", 25.4}, {"pt", 25.4 / 72}}

func (p *printFlags) declare(f *flags) {
	p.times = 1
	f.toggle("figure", "a figure for print: white ground, orthographic, scale bar, legend beside the scene, text of 8 "+
		"pt, 85 mm wide at 300 dpi; what other flags say wins", &p.figure)
	f.text("paper", "WxH", fmt.Sprintf("size on paper instead of --size, as 85mm or 85x60mm; in mm, cm, in or pt, %g to "+
		"%g mm a side; a width alone has three quarters of it as height", figure.LeastPaper, figure.MostPaper),
		func(s string) (err error) {
			p.paper, err = parsePaper(s)
			return err
		})
	f.number("dpi", fmt.Sprintf("pixels per inch of paper, %g to %g (%g)", figure.LeastDPI, figure.MostDPI,
		figure.UsualDPI), figure.LeastDPI, figure.MostDPI, &p.dpi)
	f.text("times", "N", fmt.Sprintf("makes all of the picture N times as large as --size, 1 to %d (1)", figure.MostTimes),
		func(s string) error {
			n, err := strconv.ParseInt(s, 10, 64)
			if err != nil || n < 1 || n > figure.MostTimes {
				return fmt.Errorf("must be a whole number from 1 to %d, got %s", figure.MostTimes, spell.Quote(s))
			}
			p.times = n
			return nil
		})
	f.toggle("transparent", "no ground: what is behind the scene is left out, and shadows darken what the picture is "+
		"laid over", &p.transparent)
}

// parsePaper reads "85mm", "85x60mm" or "3.5in" as a width and a height [mm].
func parsePaper(s string) (size [2]float64, err error) {
	bad := fmt.Errorf("must be a width, or a width and a height, in mm, cm, in or pt, each from %g to %g mm, as 85mm or "+
		"85x60mm, got %s", figure.LeastPaper, figure.MostPaper, spell.Quote(s))
	for _, u := range paperUnits {
		numbers, ok := strings.CutSuffix(strings.ToLower(s), u.suffix)
		if !ok {
			continue
		}
		w, h, both := strings.Cut(numbers, "x")
		width, werr := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(w, u.suffix)), 64)
		height, herr := figure.UsualAspect*width, error(nil)
		if both {
			height, herr = strconv.ParseFloat(strings.TrimSpace(h), 64)
		}
		size = [2]float64{width * u.mm, height * u.mm}
		for _, x := range size {
			if werr != nil || herr != nil || !(x >= figure.LeastPaper*(1-1e-9) && x <= figure.MostPaper*(1+1e-9)) {
				return size, bad
			}
		}
		return size, nil
	}
	return size, bad
}

// apply lets the flags decide the size and the look of a picture, where no other flag does.
func (p *printFlags) apply(to *pictureFlags, output string) error {
	given := to.flags.given
	switch bad := func(text string) error { return &usageError{"shot", "shot: " + text} }; {
	case p.paper != [2]float64{} && given("size"):
		return bad("--paper and --size both say how large the picture is: give one of them")
	case p.paper != [2]float64{} && p.times > 1:
		return bad("--times goes with --size: on --paper, --dpi says how many pixels there are")
	case !given("dpi") && (p.figure || p.paper != [2]float64{}):
		p.dpi = figure.UsualDPI
	case !given("dpi") && figure.Is(output):
		p.dpi = figure.ScreenDPI
	}
	if p.figure && !given("size") && p.paper == [2]float64{} {
		p.paper = [2]float64{figure.UsualPaper, figure.UsualAspect * figure.UsualPaper}
	}
	if p.paper != [2]float64{} {
		to.width, to.height = figure.Pixels(p.paper[0], p.dpi), figure.Pixels(p.paper[1], p.dpi)
		if err := checkPixels(to, fmt.Sprintf("--paper: %g x %g mm at %g dpi", p.paper[0], p.paper[1], p.dpi)); err != nil {
			return err
		}
	}
	scale := to.view.MarkScale(to.height)
	if p.transparent {
		to.overlays = 0
	}
	if p.figure {
		p.look(to)
		scale = to.view.Scale
	}
	if p.times > 1 {
		small := fmt.Sprintf("--times: %d times %d x %d", p.times, to.width, to.height)
		to.width, to.height = to.width*int(p.times), to.height*int(p.times)
		to.view.Scale = scale * float32(p.times)
		to.view.Figure.DPI *= float32(p.times)
		p.dpi *= float64(p.times)
		if err := checkPixels(to, small); err != nil {
			return err
		}
	}
	to.view.FlatApart = figure.Is(output)
	return nil
}

// look makes the view that of a figure.
func (p *printFlags) look(to *pictureFlags) {
	v := &to.view
	figure.Dress(v, p.dpi)
	if !to.flags.given("theme") {
		v.Theme, v.Ground = view.Print, view.GroundWhite
	}
	if !to.flags.given("projection") {
		v.Camera.Ortho = true
	}
	to.overlays = view.OverlayScale
}

// checkPixels refuses a size that no picture can have.
func checkPixels(p *pictureFlags, what string) error {
	if min(p.width, p.height) < minSide || max(p.width, p.height) > maxSide {
		return &usageError{"shot", fmt.Sprintf("shot: %s is %d x %d pixels; a side has %d to %d", what, p.width, p.height,
			minSide, maxSide)}
	}
	return nil
}

// shotName returns the name of the picture of a scene; it must be one of a format that there is.
func shotName(asked, scene string) (string, error) {
	name, err := outputName(asked, scene, ".png")
	if err != nil || outfile.IsStream(name) || figure.Is(name) || strings.EqualFold(filepath.Ext(name), ".png") {
		return name, err
	}
	return "", &usageError{"shot", fmt.Sprintf("shot: -o: must end in .png, .svg or .pdf, got %s", spell.Quote(name))}
}

// image draws what there is to see now and returns it.
func (s *studio) image(f *printFlags) (image.Image, error) {
	if f.figure || len(s.moments) > 0 {
		if err := s.makeRoom(f); err != nil {
			return nil, err
		}
	}
	if !f.transparent {
		err := s.draw()
		return s.picture(), err
	}
	var on [2]*image.RGBA
	for i, ground := range []view.Ground{view.GroundBlack, view.GroundWhite} {
		s.view.Ground = ground
		if err := s.draw(); err != nil {
			return nil, err
		}
		on[i] = s.renderer.Image()
	}
	p := figure.Matte(on[0], on[1])
	s.stamp(p)
	return p, nil
}

// makeRoom draws a plain picture to find out where legend and keys are, so that the scene is placed beside them: in a
// figure, and the legend of a contact sheet in a strip of its own.
func (s *studio) makeRoom(p *printFlags) error {
	quality := s.view.Quality
	s.view.Quality = view.Fast
	if len(s.moments) > 0 {
		s.view.Beside.Side = 1 // the legend is laid out as for the strip
	}
	err := s.draw()
	r := s.renderer.Room()
	s.view.Quality, s.framed = quality, false
	if len(s.moments) > 0 {
		s.view.Beside.Side, r.Right = int(r.Right+0.5), 0
	}
	if p.figure {
		s.flags.room = [4]float32{r.Left, r.Right, r.Top, r.Bottom}
	}
	return err
}

// save draws a picture and writes it.
func (s *studio) save(p *printFlags, path string) error {
	picture, err := s.image(p)
	if err != nil {
		return err
	}
	if !figure.Is(path) {
		return video.PNG(context.Background(), path, picture, p.dpi, s.momentTexts()...)
	}
	f := figure.Figure{Picture: picture, Flat: s.renderer.Flat(), DPI: cmp.Or(p.dpi, figure.ScreenDPI),
		Texts: s.momentTexts()}
	return f.Write(path)
}
