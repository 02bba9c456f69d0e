package cli

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/grouping"
)

// pictureFlags are the flags that mean the same for every command that draws.
type pictureFlags struct {
	width, height int
	view          view.View
	groups        grouping.Set // of bodies that are drawn in other ways
	wire          bool         // --style wire
	note          string       // --note, with what stands for others
	logo          string       // --logo, a file
	logoHeight    float64      // --logo-height [%]
	overlays      view.Overlay // that --overlays adds to
	added         string       // --overlays
	survey        bool         // FullForce is to be that of a whole video
	room          [4]float32   // at the left, right, top and bottom, where the scene should not be [px]
	look          look
	flags         *flags
}

// look is where --view wants the eye.
type look struct {
	given     bool
	axis      int // 0, 1, 2 for a named view, -1 for angles
	side      float32
	azimuth   float32 // [°]
	elevation float32 // [°]
	distance  float32 // [m]; 0: so that everything is in the picture
	ofRun     bool    // a name may be that of a view of a run file
	named     string  // that name
	path      *cameraPath
}

// viewNames are the names that --view takes, with the axis and the side the eye is on.
var viewNames = []struct {
	name string
	axis int
	side float32
}{
	{"right", 0, 1}, {"left", 0, -1}, {"back", 1, 1}, {"front", 1, -1}, {"top", 2, 1}, {"bottom", 2, -1},
}

// projections are the words of --projection.
var projections = []string{"perspective", "orthographic"}

// Sizes of pictures [pixels].
const (
	minSide = 16
	maxSide = 16384
)

// declare declares the flags; size and quality are the command's defaults.
func (p *pictureFlags) declare(f *flags, quality view.Quality) {
	p.flags = f
	p.width, p.height = 1280, 720
	p.view = view.Default()
	p.overlays = p.view.Overlays
	p.view.Quality = quality
	f.text("size", "WxH", "size in pixels (1280x720)", func(s string) (err error) {
		p.width, p.height, err = parseSize(s)
		return err
	})
	f.text("view", "VIEW", "front, back, left, right, top, bottom, or azimuth,elevation[,distance] in degrees and "+
		"metres (the scene's own)", p.setLook)
	f.text("overlays", "LIST", "overlays to add: "+strings.Join(overlayNames(), ", ")+
		"; none takes away those before it (grid,axes)", func(s string) error {
		p.added += s + ","
		_, err := parseOverlays(s, 0)
		return err
	})
	f.choice("projection", "WHICH", strings.Join(projections, ", ")+" (perspective)", projections, func(i int) {
		p.view.Camera.Ortho = projections[i] == "orthographic"
	})
	f.choice("marks", "WHICH", "contacts that overlays mark: "+strings.Join(view.MarkNames[:], ", ")+" (all)",
		view.MarkNames[:], func(i int) { p.view.Marks = view.Marks(i) })
	f.text("cut", "LIST", "planes that cut bodies and meshes open: x=0.01 takes away what is beyond that place along x "+
		"[m], -x=0.01 what is before it; up to three", func(s string) (err error) {
		p.view.Cuts, err = parseCuts(s)
		return err
	})
	p.declareScales(f)
	f.choice("style", "STYLE", strings.Join(view.StyleNames[:], ", ")+" (solid)", view.StyleNames[:], func(i int) {
		p.view.Style = view.Style(i)
	})
	for look, about := range [...]string{grouping.Hidden: "bodies that are not drawn",
		grouping.Lines: "bodies that are drawn as lines", grouping.SeenThrough: "bodies that are seen through"} {
		if about == "" {
			continue
		}
		f.text(grouping.LookNames[look], "RULE", about+": a number, a part of a name, or an expression such as "+
			"'material == \"glass\" && z > 0.1'", func(s string) error {
			return p.groups.Give(s, grouping.Look(look))
		})
	}
	f.toggle("wire", "short for --style wire", &p.wire)
	f.choice("quality", "QUALITY", fmt.Sprintf("%s (%s)", strings.Join(view.QualityNames[:], ", "),
		view.QualityNames[quality]), view.QualityNames[:], func(i int) {
		p.view.Quality = view.Quality(i)
	})
	f.choice("theme", "THEME", strings.Join(view.ThemeNames[:], ", ")+" (dark)", view.ThemeNames[:], func(i int) {
		p.view.Theme = view.Theme(i)
	})
	f.toggle("caption", "prints title, time and counts in the picture", &p.view.Caption)
	p.declareNote(f)
}

// declareScales declares the flags of what colours and sizes mean.
func (p *pictureFlags) declareScales(f *flags) {
	f.choice("color-by", "QUANTITY", strings.Join(view.ColorByNames(), ", ")+" (shape)", view.ColorByNames(),
		func(i int) {
			p.view.ColorBy = view.ColorBy(i)
		})
	f.choice("color-map", "MAP", strings.Join(view.ColorMapNames(), ", ")+": the colours of numbers; auto suits the "+
		"quantity (auto)", view.ColorMapNames(), func(i int) { p.view.ColorMap = view.ColorMap(i) })
	f.choice("color-scale", "SCALE", strings.Join(view.ColorScaleNames[:], ", ")+": how numbers are spread over the "+
		"colours (auto)", view.ColorScaleNames[:], func(i int) { p.view.ColorScale = view.ColorScale(i) })
	f.text("force-scale", "FORCE", "force of the longest arrow or thickest tube: 0.2, 200mN; for videos also whole, the "+
		"largest of the video, for which the scene runs twice (the largest so far)", p.setForceScale)
}

// declareNote declares --note and --logo.
func (p *pictureFlags) declareNote(f *flags) {
	p.logoHeight = 8
	f.file("logo", "picture to lay over the lower right, .png or .jpg", &p.logo)
	f.number("logo-height", "height of the logo, in percent of that of the picture (8)", 1, 50, &p.logoHeight)
	f.text("note", "TEXT", "lines to print at the upper left, \\n parts them; {title}, {time}, {seed} and {set}, which "+
		"is what --set has changed, stand for those of the picture", func(s string) error {
		s = strings.ReplaceAll(s, `\n`, "\n")
		if lines := strings.Count(s, "\n") + 1; lines > mostNotes || len(s) > mostNotes*200 {
			return fmt.Errorf("must be at most %d lines of 200 letters, got %d lines and %d letters", mostNotes, lines, len(s))
		}
		p.note = s
		return nil
	})
}

// mostNotes is how many lines --note can have.
const mostNotes = 12

// noteOf returns the lines of --note for a scene; the renderer fills in the time.
func (p *pictureFlags) noteOf(sc *run.Scene) string {
	set := strings.Join(sc.Set, ", ")
	if set == "" {
		set = "as the scene is"
	}
	text := strings.NewReplacer("{title}", cmp.Or(sc.Title, sc.Name), "{set}", set, "{seed}",
		strconv.FormatUint(sc.Origin().Seed, 10)).Replace(p.note) // dumps have no world
	return strings.Map(func(r rune) rune {
		if r != '\n' && unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// setLook reads --view.
func (p *pictureFlags) setLook(s string) error {
	if p.look.ofRun && isPath(s) { // of a video
		path, err := parsePath(s)
		p.look = look{ofRun: true, path: path}
		return err
	}
	l, err := parseLook(s)
	if l.ofRun = p.look.ofRun; err != nil && l.ofRun && !strings.Contains(s, ",") && s != "" {
		l.named, err = s, nil
	}
	p.look = l
	return err
}

// setForceScale reads --force-scale.
func (p *pictureFlags) setForceScale(s string) (err error) {
	if p.survey = p.look.ofRun && s == "whole"; p.survey {
		p.view.FullForce = 0
		return nil
	}
	p.view.FullForce, err = parseForce(s)
	if err != nil && p.look.ofRun {
		err = fmt.Errorf("%w, or whole", err)
	}
	return err
}

// follow gives the view what the scene wishes and no flag says otherwise. A wish for what
// there is not is none.
func (p *pictureFlags) follow(h bridge.ViewHint) {
	p.view.Overlays = p.overlays
	if p.flags.given("overlays") {
		h.Overlays = ""
		p.view.Overlays, _ = parseOverlays(strings.TrimSuffix(p.added, ","), p.overlays) // was read before
	}
	if p.wire {
		p.view.Style = view.Wire
	}
	if p.flags.given("style") || p.wire {
		h.Style = ""
	}
	if p.flags.given("color-by") {
		h.ColorBy = ""
	}
	p.view.Follow(h.Overlays, h.Style, h.ColorBy, h.GlyphScale)
}

// camera returns the camera for a scene: what --view says, else the scene's own wish, else
// all of it.
func (p *pictureFlags) camera(s *bridge.Snapshot) view.Camera {
	c := p.view.Camera
	lo, hi := s.Bounds.Core[0], s.Bounds.Core[1]
	if s.View.Given {
		lo, hi = s.View.Frame[0], s.View.Frame[1]
		c.Azimuth, c.Elevation = s.View.Azimuth, s.View.Elevation
	}
	if !bounded(lo, hi) { // nothing there yet
		lo, hi = [3]float32{-0.1, -0.1, 0}, [3]float32{0.1, 0.1, 0.1}
	}
	l := p.look
	switch {
	case l.given && l.axis >= 0:
		c.Look(l.axis, l.side)
	case l.given:
		c.Azimuth, c.Elevation = l.azimuth, l.elevation
	}
	room := p.free()
	wide, high := float32(p.width)-room[0]-room[1], float32(p.height)-room[2]-room[3]
	c.Frame(lo, hi, wide/high)
	c.Distance *= float32(p.height) / high
	if l.given && l.distance > 0 {
		c.Distance = l.distance
	}
	c.Pan(0.5*(room[0]-room[1]), 0.5*(room[2]-room[3]), float32(p.height))
	return c
}

// free returns the room that is to be left free, unless that were more than half of the picture.
func (p *pictureFlags) free() [4]float32 {
	r := p.room
	if 2*(r[0]+r[1]) > float32(p.width) {
		r[0], r[1] = 0, 0
	}
	if 2*(r[2]+r[3]) > float32(p.height) {
		r[2], r[3] = 0, 0
	}
	return r
}

func bounded(lo, hi [3]float32) bool {
	for i := range lo {
		if d := float64(hi[i]) - float64(lo[i]); !(d >= 0) || math.IsInf(d, 0) {
			return false
		}
	}
	return true
}

// parseSize reads "1280x720".
func parseSize(s string) (width, height int, err error) {
	w, h, ok := strings.Cut(strings.ToLower(s), "x")
	width, werr := strconv.Atoi(w)
	height, herr := strconv.Atoi(h)
	if !ok || werr != nil || herr != nil || width < minSide || height < minSide || width > maxSide || height > maxSide {
		return 0, 0, fmt.Errorf("must be WxH, each from %d to %d pixels, got %s", minSide, maxSide, spell.Quote(s))
	}
	return width, height, nil
}

// parseLook reads a view: a name, or azimuth, elevation and perhaps distance.
func parseLook(s string) (look, error) {
	for _, v := range viewNames {
		if v.name == s {
			return look{given: true, axis: v.axis, side: v.side}, nil
		}
	}
	bad := badLook(s)
	parts := strings.Split(s, ",")
	var numbers [3]float32
	if len(parts) < 2 || len(parts) > 3 {
		return look{}, bad
	}
	for i, p := range parts {
		v, err := strconv.ParseFloat(strings.TrimSpace(p), 32)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return look{}, bad
		}
		numbers[i] = float32(v)
	}
	if numbers[1] < -90 || numbers[1] > 90 || len(parts) == 3 && numbers[2] <= 0 {
		return look{}, bad
	}
	return look{given: true, axis: -1, azimuth: numbers[0], elevation: numbers[1], distance: numbers[2]}, nil
}

// badLook says what a view may be.
func badLook(s string) error {
	var known []string
	for _, v := range viewNames {
		known = append(known, v.name)
	}
	return fmt.Errorf("must be %s, or azimuth,elevation[,distance] with -90 ≤ elevation ≤ 90 and distance > 0 m, "+
		"got %q%s", strings.Join(known, ", "), s, spell.DidYouMean(s, known))
}

// parseOverlays adds the named overlays to a set; "none" empties it.
func parseOverlays(s string, set view.Overlay) (view.Overlay, error) {
	names := append(overlayNames(), "none")
	for _, part := range strings.Split(s, ",") {
		i, err := oneOf(strings.TrimSpace(part), names)
		if err != nil {
			return 0, err
		}
		if i == len(view.Overlays) {
			set = 0
		} else {
			set |= view.Overlays[i].Bit
		}
	}
	return set, nil
}

// parseCuts reads planes that cut.
func parseCuts(s string) (cuts [3]view.Cut, err error) {
	planes, err := parsePlanes(s, len(cuts))
	for i, p := range planes {
		cuts[i] = view.CutAlong(p.Axis, !p.Negative, float32(p.At))
	}
	return cuts, err
}

// parsePlanes reads planes, so many at most: axes, with a minus for the other side, and places along them.
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
	for _, o := range view.Overlays {
		list = append(list, o.Name)
	}
	return list
}
