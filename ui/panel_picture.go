package ui

import (
	"fmt"
	"strings"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/figure"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// papers are sizes of figures to choose from, by the widths of columns and slides.
var papers = []struct {
	name          string
	width, height float64 // [mm]
}{
	{"1 column", figure.UsualPaper, figure.UsualAspect * figure.UsualPaper},
	{"1½ columns", 130, 90},
	{"2 columns", 180, 110},
	{"square", 85, 85},
	{"slide", 254, 142.875},
}

// photoKind is the name of a format of pictures.
func photoKind(ending string) string { return strings.ToUpper(strings.TrimPrefix(ending, ".")) }

// picturePanel saves pictures and figures.
func (g *gui) picturePanel() {
	p := &g.m.photo
	w := g.Label("Picture of", "The view as it is, or a figure for print: the view takes the shape of the paper and is "+
		"drawn as the figure will be, orthographic, on white, with a scale bar and text of 8 pt.")
	now := 0
	if p.figure {
		now = 1
	}
	if i := g.Choice("of", []string{"view", "figure"}, now, w); i >= 0 && !p.making {
		g.m.toggleFigure()
	}
	if p.figure {
		g.paperChoice()
		g.figureSize()
	} else {
		g.timesChoice()
	}
	g.pictureGround()
	g.formatChoice()
	g.pictureButton()
}

// timesChoice chooses how large a picture of the view is.
func (g *gui) timesChoice() {
	p := &g.m.photo
	w := g.Label("Times", "How many times as large as the view, along each side; marks and text grow with it.")
	var names []string
	for n := 1; n <= figure.MostTimes; n++ {
		names = append(names, fmt.Sprintf("×%d", n))
	}
	if i := g.Combo("times", names, p.times-1, w); i >= 0 {
		p.times = i + 1
	}
}

// formatChoice chooses the format of a picture.
func (g *gui) formatChoice() {
	p := &g.m.photo
	w := g.Label("Format", "PNG is pixels. SVG and PDF have them for the scene; what lies flat over it, as legend, keys "+
		"and scale bar, is lines and text, which stay sharp and can be edited.")
	var kinds []string
	for _, f := range photoFormats {
		kinds = append(kinds, photoKind(f))
	}
	if i := g.Choice("format", kinds, p.format, w); i >= 0 {
		p.format = i
	}
}

// paperChoice chooses a usual size of figures.
func (g *gui) paperChoice() {
	p := &g.m.photo
	w := g.Label("Paper", "Common widths of figures: those of columns of journals, and of slides.")
	var names []string
	at := len(papers)
	for i, s := range papers {
		names = append(names, fmt.Sprintf("%s, %.0f mm", s.name, s.width))
		if s.width == p.width && s.height == p.height {
			at = i
		}
	}
	if i := g.Combo("paper", append(names, "own size"), at, w); i >= 0 && i < len(papers) {
		p.width, p.height = papers[i].width, papers[i].height
	}
}

// figureSize chooses how large a figure is on paper, and how many pixels that is.
func (g *gui) figureSize() {
	p, side := &g.m.photo, widget.Scale{Lo: figure.LeastPaper, Hi: figure.MostPaper, Log: true}
	for _, f := range []struct {
		widget.Field
		value *float64
	}{
		{widget.Field{Key: "figure.width", Unit: "mm", Name: "Width", Scale: side, Help: "Of the figure on paper."},
			&p.width},
		{widget.Field{Key: "figure.height", Unit: "mm", Name: "Height", Scale: side, Help: "Of the figure on paper."},
			&p.height},
		{widget.Field{Key: "figure.dpi", Unit: "dpi", Name: "Resolution", Round: true,
			Help: "Pixels per inch of paper: 300 for " +
				"pictures in journals, 600 for fine lines.", Scale: widget.Scale{Lo: figure.LeastDPI, Hi: figure.MostDPI,
				Log: true}},
			&p.dpi},
	} {
		if x, ok := g.Number(f.Field, *f.value, g.Label(f.Name, f.Help)); ok {
			*f.value = min(max(x, f.Scale.Lo), f.Scale.Hi)
		}
	}
}

// pictureGround chooses what is behind the scene in pictures.
func (g *gui) pictureGround() {
	p := &g.m.photo
	w := g.Label("Ground", "What is behind the scene: what the view shows, white paper, or nothing, so that the picture "+
		"can be laid over anything; shadows darken that.")
	names, of := []string{"as seen", "clear"}, []backing{groundSeen, groundClear}
	if p.figure {
		names, of = []string{"white", "clear", "as seen"}, []backing{groundWhite, groundClear, groundSeen}
	}
	now := -1
	for i := range of {
		if of[i] == p.ground {
			now = i
		}
	}
	if i := g.Choice("ground", names, now, w); i >= 0 {
		p.ground = of[i]
	}
}

// pictureButton saves the picture, and tells how far it is while it is drawn.
func (g *gui) pictureButton() {
	m, p := g.m, &g.m.photo
	width, height, _ := p.size(int(m.area.Width*m.pixelScale), int(m.area.Height*m.pixelScale))
	size, why := fmt.Sprintf("%d × %d pixels", width, height), whyNotSize(width, height)
	if why != "" {
		size = why
	}
	g.Line("size", g.Fonts.Small, widget.ColorSecondary, size, "")
	if p.making {
		if g.ProgressRow("picture", "Picture", p.state(m.now), "", p.share, !p.written) {
			p.stop = true
		}
		return
	}
	text := "Save picture"
	if p.figure {
		text = "Save figure"
	}
	g.Disabled(why != "", func() {
		if g.Button("picture", text, keymap.Shortcut(keymap.Shot), imgui.ContentRegionAvail().X, g.Px(28), false) &&
			why == "" {
			m.do(keymap.Shot)
		}
	})
	g.Tip(keymap.Tip(keymap.Shot, ""))
}

// state says how far the picture is.
func (p *photo) state(now time.Time) string {
	if p.written {
		return "writing"
	}
	left := time.Duration(0)
	if p.share > 0 {
		left = time.Duration(float64(now.Sub(p.begun)) * (1 - p.share) / p.share)
	}
	return shareText(p.share, left)
}
