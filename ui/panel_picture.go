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

// papers are usual sizes of figures: widths of the columns of journals, and of slides.
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

// pictureKind returns the name of a format of pictures.
func pictureKind(ending string) string { return strings.ToUpper(strings.TrimPrefix(ending, ".")) }

// draw shows the panel that saves pictures and figures.
func (p *pictures) draw(u *widget.Context) {
	w := u.Label("Picture of", "The view as it is, or a figure for print: the view takes the shape of the paper and is "+
		"drawn as the figure will be, orthographic, on white, with a scale bar and text of 8 pt.")
	now := 0
	if p.figure {
		now = 1
	}
	if i := u.Choice("of", []string{"view", "figure"}, now, w); i >= 0 && !p.making {
		p.toggleFigure()
	}
	if p.figure {
		p.paperChoice(u)
		p.figureSize(u)
	} else {
		p.timesChoice(u)
	}
	p.pictureGround(u)
	p.formatChoice(u)
	p.pictureButton(u)
}

// timesChoice shows the choice of how large a picture of the view is.
func (p *pictures) timesChoice(u *widget.Context) {
	w := u.Label("Times", "How many times as large as the view, along each side; marks and text grow with it.")
	var names []string
	for n := 1; n <= figure.MostTimes; n++ {
		names = append(names, fmt.Sprintf("×%d", n))
	}
	if i := u.Combo("times", names, p.times-1, w); i >= 0 {
		p.times = i + 1
	}
}

// formatChoice shows the choice of the format of a picture.
func (p *pictures) formatChoice(u *widget.Context) {
	w := u.Label("Format", "PNG is pixels. SVG and PDF have them for the scene; what lies flat over it, as legend, keys "+
		"and scale bar, is lines and text, which stay sharp and can be edited.")
	var kinds []string
	for _, f := range pictureFormats {
		kinds = append(kinds, pictureKind(f))
	}
	if i := u.Choice("format", kinds, p.format, w); i >= 0 {
		p.format = i
	}
}

// paperChoice shows the choice of a usual size of figures.
func (p *pictures) paperChoice(u *widget.Context) {
	w := u.Label("Paper", "Common widths of figures: those of columns of journals, and of slides.")
	var names []string
	at := len(papers)
	for i, s := range papers {
		names = append(names, fmt.Sprintf("%s, %.0f mm", s.name, s.width))
		if s.width == p.width && s.height == p.height {
			at = i
		}
	}
	if i := u.Combo("paper", append(names, "own size"), at, w); i >= 0 && i < len(papers) {
		p.width, p.height = papers[i].width, papers[i].height
	}
}

// figureSize shows the fields for the size of a figure on paper and for its resolution.
func (p *pictures) figureSize(u *widget.Context) {
	side := widget.Scale{Lo: figure.LeastPaper, Hi: figure.MostPaper, Log: true}
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
		if x, ok := u.Number(f.Field, *f.value, u.Label(f.Name, f.Help)); ok {
			*f.value = min(max(x, f.Scale.Lo), f.Scale.Hi)
		}
	}
}

// pictureGround shows the choice of the background of pictures.
func (p *pictures) pictureGround(u *widget.Context) {
	w := u.Label("Ground", "What is behind the scene: what the view shows, white paper, or nothing, so that the picture "+
		"can be laid over anything; shadows darken that.")
	names, of := []string{"as seen", "clear"}, []background{groundSeen, groundClear}
	if p.figure {
		names, of = []string{"white", "clear", "as seen"}, []background{groundWhite, groundClear, groundSeen}
	}
	now := -1
	for i := range of {
		if of[i] == p.ground {
			now = i
		}
	}
	if i := u.Choice("ground", names, now, w); i >= 0 {
		p.ground = of[i]
	}
}

// pictureButton shows the button that saves the picture, and how much of the picture is drawn.
func (p *pictures) pictureButton(u *widget.Context) {
	width, height, _ := p.size(int(p.viewport.area.Width*p.viewport.pixelScale),
		int(p.viewport.area.Height*p.viewport.pixelScale))
	size, why := fmt.Sprintf("%d × %d pixels", width, height), whyNotSize(width, height)
	if why != "" {
		size = why
	}
	u.Line("size", u.Fonts.Small, widget.ColorSecondary, size, "")
	if p.making {
		if u.ProgressRow("picture", "Picture", p.state(p.now), "", p.share, !p.written) {
			p.stop = true
		}
		return
	}
	text := "Save picture"
	if p.figure {
		text = "Save figure"
	}
	u.Disabled(why != "", func() {
		if u.Button("picture", text, keymap.Shortcut(keymap.Shot), imgui.ContentRegionAvail().X, u.Px(28), false) &&
			why == "" {
			p.do(keymap.Shot)
		}
	})
	u.Tip(keymap.Tip(keymap.Shot, ""))
}

// state says how far the picture is drawn or written.
func (p *pictures) state(now time.Time) string {
	if p.written {
		return "writing"
	}
	left := time.Duration(0)
	if p.share > 0 {
		left = time.Duration(float64(now.Sub(p.started)) * (1 - p.share) / p.share)
	}
	return shareText(p.share, left)
}
