//go:build !headless

package cli

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/tumble/render/figure"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/studio"
)

// printFlags are the flags for pictures on paper, enlarged pictures and pictures to be laid over another one.
type printFlags struct{ studio.Print }

// paperUnits are the units of lengths on paper, with their lengths in millimetres.
var paperUnits = []struct {
	suffix string
	mm     float64
}{{"mm", 1}, {"cm", 10}, {"in", 25.4}, {"pt", 25.4 / 72}}

func (p *printFlags) declare(f *flags) {
	f.toggle("figure", "a figure for print: white ground, orthographic, scale bar, legend beside the scene, text of 8 "+
		"pt, 85 mm wide at 300 dpi; what other flags say wins", &p.Figure)
	f.text("paper", "WxH", fmt.Sprintf("size on paper instead of --size, as 85mm or 85x60mm; in mm, cm, in or pt, %g to "+
		"%g mm a side; a width alone has three quarters of it as height", figure.LeastPaper, figure.MostPaper),
		func(s string) (err error) {
			p.Paper, err = parsePaper(s)
			return err
		})
	f.number("dpi", fmt.Sprintf("pixels per inch of paper, %g to %g (%g)", figure.LeastDPI, figure.MostDPI,
		figure.UsualDPI), figure.LeastDPI, figure.MostDPI, &p.DPI)
	f.text("times", "N", fmt.Sprintf("makes all of the picture N times as large as --size, 1 to %d (1)", figure.MostTimes),
		func(s string) error {
			n, err := strconv.ParseInt(s, 10, 64)
			if err != nil || n < 1 || n > figure.MostTimes {
				return fmt.Errorf("must be a whole number from 1 to %d, got %s", figure.MostTimes, spell.Quote(s))
			}
			p.Times = int(n)
			return nil
		})
	f.toggle("transparent", "no ground: what is behind the scene is left out, and shadows darken what the picture is "+
		"laid over", &p.Transparent)
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

// print returns the options of the flags, after all flags were read.
func (p *printFlags) print(picture *pictureFlags) (studio.Print, error) {
	bad := func(text string) (studio.Print, error) { return studio.Print{}, &usageError{"shot", "shot: " + text} }
	sized, paper := picture.flags.given("size"), p.Paper != [2]float64{}
	switch {
	case paper && sized:
		return bad("--paper and --size both say how large the picture is: give one of them")
	case paper && p.Times > 1:
		return bad("--times goes with --size: on --paper, --dpi says how many pixels there are")
	}
	o := p.Print
	if o.Figure && !sized && !paper {
		o.Paper = [2]float64{figure.UsualPaper, figure.UsualAspect * figure.UsualPaper}
	}
	return o, nil
}
