package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/studio"
)

// pictureFlags are the flags that mean the same for every command that draws.
type pictureFlags struct {
	studio.Options
	wire   bool   // --style wire
	survey bool   // --force-scale whole
	film   bool   // the command makes videos: --view also takes paths and stored views, and --force-scale takes whole
	named  string // name of a stored view of a run file
	path   *studio.Path
	flags  *flags
}

// fieldFlags are the flags that choose fields of the view.
var fieldFlags = map[string]view.Fields{
	"view": view.FieldCamera, "projection": view.FieldOrtho, "overlays": view.FieldOverlays, "marks": view.FieldMarks,
	"style": view.FieldStyle, "wire": view.FieldStyle, "quality": view.FieldQuality, "theme": view.FieldTheme,
	"color-by": view.FieldColorBy, "color-map": view.FieldColorMap, "color-scale": view.FieldColorScale,
	"slice": view.FieldSlice,
}

// picture returns the options of the flags, after all flags were read.
func (p *pictureFlags) picture() studio.Options {
	o := p.Options
	for flag, field := range fieldFlags {
		if p.flags.given(flag) {
			o.Chosen |= field
		}
	}
	if p.wire {
		o.View.Style = view.Wire
	}
	return o
}

// viewNames are the names that --view takes, with the axis of the eye and its side of the axis.
var viewNames = []struct {
	name string
	axis int
	side float32
}{
	{"right", 0, 1}, {"left", 0, -1}, {"back", 1, 1}, {"front", 1, -1}, {"top", 2, 1}, {"bottom", 2, -1},
}

// projections are the values of --projection.
var projections = []string{"perspective", "orthographic"}

// declare declares the flags; size and quality are the command's defaults.
func (p *pictureFlags) declare(f *flags, quality view.Quality) {
	p.flags = f
	p.Options = studio.Default()
	p.View.Quality = quality
	f.text("size", "WxH", "size in pixels (1280x720)", func(s string) (err error) {
		p.Width, p.Height, err = parseSize(s)
		return err
	})
	f.text("view", "VIEW", "front, back, left, right, top, bottom, or azimuth,elevation[,distance] in degrees and "+
		"metres (the scene's own)", p.setEye)
	f.text("overlays", "LIST", "overlays to add: "+strings.Join(overlayNames(), ", ")+
		"; none takes away those before it (grid,axes)", func(s string) error {
		add, alone, err := parseOverlays(s)
		if alone {
			p.Added, p.Alone = 0, true
		}
		p.Added |= add
		return err
	})
	f.choice("projection", "WHICH", strings.Join(projections, ", ")+" (perspective)", projections, func(i int) {
		p.View.Camera.Ortho = projections[i] == "orthographic"
	})
	f.choice("marks", "WHICH", "contacts that overlays mark: "+strings.Join(view.MarkNames[:], ", ")+" (all)",
		view.MarkNames[:], func(i int) { p.View.Marks = view.Marks(i) })
	f.text("cut", "LIST", "planes that cut bodies and meshes open: x=0.01 takes away what is beyond that place along x "+
		"[m], -x=0.01 what is before it; up to three", func(s string) (err error) {
		p.View.Cuts, err = parseCuts(s)
		return err
	})
	p.declareScales(f)
	f.choice("style", "STYLE", strings.Join(view.StyleNames[:], ", ")+" (solid)", view.StyleNames[:], func(i int) {
		p.View.Style = view.Style(i)
	})
	for look, about := range [...]string{grouping.Hidden: "bodies that are not drawn",
		grouping.Lines: "bodies that are drawn as lines", grouping.SeenThrough: "bodies that are seen through"} {
		if about == "" {
			continue
		}
		f.text(grouping.StyleNames[look], "RULE", about+": a number, a part of a name, or an expression such as "+
			"'material == \"glass\" && z > 0.1'", func(s string) error {
			_, err := grouping.New(s, grouping.Style(look))
			p.Groups = append(p.Groups, studio.Group{Rule: s, Style: grouping.Style(look)})
			return err
		})
	}
	f.toggle("wire", "short for --style wire", &p.wire)
	f.choice("quality", "QUALITY", fmt.Sprintf("%s (%s)", strings.Join(view.QualityNames[:], ", "),
		view.QualityNames[quality]), view.QualityNames[:], func(i int) {
		p.View.Quality = view.Quality(i)
	})
	f.choice("theme", "THEME", strings.Join(view.ThemeNames[:], ", ")+" (dark)", view.ThemeNames[:], func(i int) {
		p.View.Theme = view.Theme(i)
	})
	f.toggle("caption", "prints title, time and counts in the picture", &p.View.Caption)
	p.declareNote(f)
}

// declareSensors declares --sensors and --slice, for commands without a window.
func (p *pictureFlags) declareSensors(f *flags) {
	f.toggle("sensors", "draws the regions and named planes of the scene, with the bodies in them and those that went "+
		"through", &p.View.Measured.Regions)
	declareSlice(f, &p.View.Measured.Slice)
}

// declareSlice declares --slice.
func declareSlice(f *flags, to *bridge.SliceOf) {
	f.text("slice", "SLICE", "a field of one layer of cells, in colours: cut=box/0,0.01,0/0.1,0.02,0.04#20x1x8#"+
		"gaussian/0.005#velocity, with .COMPONENT behind the quantity (#stress.zz) and #arrows at the end for the "+
		"velocity; none for no slice (that of the scene)", func(s string) (err error) {
		*to = bridge.SliceOf{}
		if s == "none" {
			return nil
		}
		if *to, err = bridge.ParseSlice(s); err == nil {
			err = fields.CheckSlice(*to)
		}
		return err
	})
}

// declareScales declares the flags for the scales of colours and sizes.
func (p *pictureFlags) declareScales(f *flags) {
	f.choice("color-by", "QUANTITY", strings.Join(view.ColorByNames(), ", ")+" (shape)", view.ColorByNames(),
		func(i int) {
			p.View.ColorBy = view.ColorBy(i)
		})
	f.choice("color-map", "MAP", strings.Join(view.ColorMapNames(), ", ")+": the colours of numbers; auto suits the "+
		"quantity (auto)", view.ColorMapNames(), func(i int) { p.View.ColorMap = view.ColorMap(i) })
	f.choice("color-scale", "SCALE", strings.Join(view.ColorScaleNames[:], ", ")+": how numbers are spread over the "+
		"colours (auto)", view.ColorScaleNames[:], func(i int) { p.View.ColorScale = view.ColorScale(i) })
	f.text("force-scale", "FORCE", "force of the longest arrow or thickest tube: 0.2, 200mN; for videos also whole, the "+
		"largest of the video, for which the scene runs twice (the largest so far)", p.setForceScale)
}

// declareNote declares --note and --logo.
func (p *pictureFlags) declareNote(f *flags) {
	f.file("logo", "picture to lay over the lower right, .png or .jpg", &p.Logo)
	f.text("logo-height", "X", "height of the logo, in percent of that of the picture (8)", func(s string) error {
		percent, err := parseNumber(s, 1, 50)
		p.LogoHeight = percent / 100
		return err
	})
	f.text("note", "TEXT", "lines to print at the upper left, \\n parts them; {title}, {time}, {seed} and {set}, which "+
		"is what --set has changed, stand for those of the picture", func(s string) error {
		s = strings.ReplaceAll(s, `\n`, "\n")
		if lines := strings.Count(s, "\n") + 1; lines > mostNotes || len(s) > mostNotes*200 {
			return fmt.Errorf("must be at most %d lines of 200 letters, got %d lines and %d letters", mostNotes, lines, len(s))
		}
		p.Note = s
		return nil
	})
}

// mostNotes is the largest number of lines of --note.
const mostNotes = 12

// setEye reads --view.
func (p *pictureFlags) setEye(s string) (err error) {
	p.Eye, p.named, p.path = studio.Eye{}, "", nil
	if p.film && isPath(s) {
		p.path, err = parsePath(s)
		return err
	}
	p.Eye, err = parseEye(s)
	if err != nil && p.film && !strings.Contains(s, ",") && s != "" {
		p.named, err = s, nil
	}
	return err
}

// setForceScale reads --force-scale.
func (p *pictureFlags) setForceScale(s string) (err error) {
	if p.survey = p.film && s == "whole"; p.survey {
		p.View.FullForce = 0
		return nil
	}
	p.View.FullForce, err = parseForce(s)
	if err != nil && p.film {
		err = fmt.Errorf("%w, or whole", err)
	}
	return err
}

// parseSize reads "1280x720".
func parseSize(s string) (width, height int, err error) {
	w, h, ok := strings.Cut(strings.ToLower(s), "x")
	width, werr := strconv.Atoi(w)
	height, herr := strconv.Atoi(h)
	if !ok || werr != nil || herr != nil || min(width, height) < studio.MinSide || max(width, height) > studio.MaxSide {
		return 0, 0, fmt.Errorf("must be WxH, each from %d to %d pixels, got %s", studio.MinSide, studio.MaxSide,
			spell.Quote(s))
	}
	return width, height, nil
}

// parseEye reads a view: a name, or azimuth, elevation and perhaps distance.
func parseEye(s string) (studio.Eye, error) {
	for _, v := range viewNames {
		if v.name == s {
			return studio.Eye{Given: true, Axis: v.axis, Side: v.side}, nil
		}
	}
	bad := badEye(s)
	parts := strings.Split(s, ",")
	var numbers [3]float32
	if len(parts) < 2 || len(parts) > 3 {
		return studio.Eye{}, bad
	}
	for i, p := range parts {
		v, err := strconv.ParseFloat(strings.TrimSpace(p), 32)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return studio.Eye{}, bad
		}
		numbers[i] = float32(v)
	}
	if numbers[1] < -90 || numbers[1] > 90 || len(parts) == 3 && numbers[2] <= 0 {
		return studio.Eye{}, bad
	}
	return studio.Eye{Given: true, Axis: -1, Azimuth: numbers[0], Elevation: numbers[1], Distance: numbers[2]}, nil
}

// badEye returns the error of a view that cannot be read, with the possible forms.
func badEye(s string) error {
	var known []string
	for _, v := range viewNames {
		known = append(known, v.name)
	}
	return fmt.Errorf("must be %s, or azimuth,elevation[,distance] with -90 ≤ elevation ≤ 90 and distance > 0 m, "+
		"got %q%s", strings.Join(known, ", "), s, spell.DidYouMean(s, known))
}

// parseOverlays reads the names of overlays. The name none removes the overlays before it, and alone is then true.
func parseOverlays(s string) (set view.Overlay, alone bool, err error) {
	choices, names := overlay.Choices(), append(overlayNames(), "none")
	for _, part := range strings.Split(s, ",") {
		i, err := oneOf(strings.TrimSpace(part), names)
		if err != nil {
			return 0, false, err
		}
		if i == len(choices) {
			set, alone = 0, true
		} else {
			set |= choices[i].Bit
		}
	}
	return set, alone, nil
}

// parseCuts reads the cutting planes of --cut.
func parseCuts(s string) (cuts [3]view.Cut, err error) {
	planes, err := parsePlanes(s, len(cuts))
	for i, p := range planes {
		cuts[i] = view.CutAlong(p.Axis, !p.Negative, float32(p.At))
	}
	return cuts, err
}

// parsePlanes reads at most a number of planes: each is an axis, with a minus for the other side, and a place
// along the axis.
func parsePlanes(s string, most int) (planes []bridge.Plane, err error) {
	parts := strings.Split(s, ",")
	bad := fmt.Errorf("must be up to %d of x, y, z, -x, -y, -z, each with = and a place in metres, got %q", most, s)
	if len(parts) > most {
		return nil, bad
	}
	for _, part := range parts {
		p, err := bridge.ParsePlane(part)
		if err != nil {
			return nil, bad
		}
		planes = append(planes, p)
	}
	return planes, nil
}

func overlayNames() (list []string) {
	for _, o := range overlay.Choices() {
		list = append(list, o.Name)
	}
	return list
}
