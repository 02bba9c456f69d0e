package export

import (
	_ "embed"
	"encoding/xml"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// stateFile is the name of the file that ParaView opens by File > Load State.
const stateFile = "open-in-paraview.pvsm"

// stateTemplate is a state file of ParaView (.pvsm). It is a state and not a script, because
// ParaView's window opens, changes and saves states, and people send each other states. It
// names only the few properties that differ from ParaView's defaults, so that little of it
// can become outdated. The version in it is that of the property names, from which newer
// versions of ParaView bring older states up to date. Series have absolute paths, because
// ParaView looks for relative ones where it was started.
//
//go:embed open-in-paraview.pvsm.tmpl
var stateTemplate string

var stateText = template.Must(template.New(stateFile).Funcs(template.FuncMap{
	"list": func(values ...any) []any { return values },
}).Parse(stateTemplate))

// scenery collects the data of a state file during a run: the view, and the largest value of
// each quantity that is shown by colours.
type scenery struct {
	folder  string // absolute path
	parts   []part
	view    bridge.ViewHint
	box     vec.Box                  // box around the objects that the camera should show
	largest [len(quantities)]float64 // upper end of the colours of each quantity so far
	seen    bridge.Snapshot          // memory that add reuses
}

// quantity is a quantity that the colours of some parts show.
type quantity struct {
	Array, Title string
	of           func(*state.State) float64 // the upper end of the colours for a state
}

// Numbers of the quantities. Parts with ownColors have the colours of the scene.
const (
	ownColors = iota
	bySpeed
	byNormalForce
)

// usualForces is the percentage of contacts whose normal force lies within the range of the colours [%].
const usualForces = 95

var quantities = [...]quantity{
	bySpeed: {"velocity", "speed [m/s]", func(s *state.State) (top float64) {
		for i := range s.Bodies {
			v := s.Bodies[i].Velocity
			top = math.Max(top, vec.New(v[0], v[1], v[2]).Norm())
		}
		return top
	}},
	byNormalForce: {"normalForce", "normal force [N]", func(s *state.State) float64 {
		if len(s.Contacts) == 0 {
			return 0
		}
		all := make([]float64, len(s.Contacts))
		for i := range s.Contacts {
			all[i] = s.Contacts[i].NormalForce
		}
		slices.Sort(all)
		return all[len(all)*usualForces/100] // not the largest: a few contacts bear ten times the usual force
	}},
}

func newScenery(folder string, parts []part, view bridge.ViewHint) (*scenery, error) {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	return &scenery{folder: whole, parts: parts, view: view, box: vec.EmptyBox()}, nil
}

// add updates the box and the largest values with the world as it is now.
func (s *scenery) add(w state.Source, state *state.State) {
	w.Fill(&s.seen)
	core := s.seen.Bounds.Core
	lo, hi := corner(core[0]), corner(core[1])
	if lo.IsFinite() && hi.IsFinite() {
		s.box = s.box.Include(lo).Include(hi)
	}
	for i, q := range quantities {
		if q.of != nil {
			s.largest[i] = math.Max(s.largest[i], q.of(state))
		}
	}
}

// writeTo writes the state file.
func (s *scenery) writeTo(w io.Writer) error { return stateText.Execute(w, s.fill()) }

// stateData holds the values that fill the template. All texts are escaped for XML.
type stateData struct {
	Eye, Center, Up []float64
	Shown           []int
	Quantities      []quantityData
	Parts           []partData
	Glyphs          []glyphData // forms that show particles instead of points; empty: points
	Particles       int         // number of the series of particles
}

// glyphData is one of the forms that together show a capsule: a ball at one end, or the half
// of the shaft from that end to the middle.
type glyphData struct {
	Name         string
	Shown, Input int    // numbers of the representation and of the filter that gives the positions
	Form         int    // number of the source (ball or tube) that is copied
	Along        string // array with the direction of the form; empty: none
	Size         string // array with the size of the form
	ByComponents bool   // the size is a vector: one component per axis of the form
	Colors       int
	ColorArray   [5]string
}

type quantityData struct {
	quantity
	Colors, Opacity, Bar, Visible int
	Points                        []float64 // value, red, green, blue of each point
	Opaque                        []float64 // value, opacity, midpoint and sharpness of the two end points
}

type partData struct {
	Name, File                     string
	Series, Shown, Colors, Visible int
	Opacity                        float64
	ColorArray                     [5]string // the fourth is 0 for values of points, 1 for values of cells
}

// Number of the first object of each kind in a state file.
const (
	firstColors  = 100
	firstOpacity = 200
	firstBar     = 300
	firstSeries  = 400
	firstShown   = 500
	firstGlyph   = 600 // forms of particles; the template numbers the filters before them itself
)

// fill returns the values for the template.
func (s *scenery) fill() *stateData {
	d := &stateData{}
	d.aimCamera(s.box, s.view)
	surfaced := slices.ContainsFunc(s.parts, func(p part) bool { return p.name == "surfaces" })
	for i, p := range s.parts {
		data := partData{
			Name: p.name, File: escaped(filepath.Join(s.folder, p.name+".pvd")), Series: firstSeries + i, Shown: firstShown + i,
			Visible: 1, Opacity: p.opacity, ColorArray: [5]string{3: "1", 4: "color"},
		}
		if p.name == "particles" {
			data.ColorArray[3] = "0"
		}
		if p.aside && surfaced {
			data.Visible = 0
		}
		k, shown := p.colored, data.Visible
		if p.name == "particles" && !surfaced {
			if s.view.ColorBy == speedName {
				k = bySpeed
			}
			d.glyphs(&data, k == bySpeed)
			data.Visible = 0
		}
		if k != ownColors {
			data.Colors, data.ColorArray[4] = firstColors+k, quantities[k].Array
			d.Quantities = append(d.Quantities, s.quantity(k, shown))
			d.Shown = append(d.Shown, firstBar+k)
		}
		d.Parts, d.Shown = append(d.Parts, data), append(d.Shown, data.Shown)
	}
	return d
}

// speedName is the name of the speed for --color-by.
const speedName = "speed"

// Numbers of objects in the template: the filters that compute the ends of particles, and the forms.
const (
	minusEnd = 602
	plusEnd  = 604
	tubeForm = 610
	ballForm = 611
)

// glyphs adds the forms that draw particles: two balls and the two halves of the shaft. They
// have the colours of the two halves of the particle, or all show the speed.
func (d *stateData) glyphs(p *partData, speed bool) {
	d.Particles = p.Series
	for i, g := range []glyphData{
		{Name: "end -x", Input: minusEnd, Form: ballForm, Size: "radius"},
		{Name: "shaft -x", Input: minusEnd, Form: tubeForm, Along: "along", Size: "size", ByComponents: true},
		{Name: "end +x", Input: plusEnd, Form: ballForm, Size: "radius"},
		{Name: "shaft +x", Input: plusEnd, Form: tubeForm, Along: "back", Size: "size", ByComponents: true},
	} {
		g.Shown = firstGlyph + 20 + i
		g.ColorArray = [5]string{3: "0", 4: "color"}
		switch {
		case speed:
			g.Colors, g.ColorArray[4] = firstColors+bySpeed, quantities[bySpeed].Array
		case g.Input == plusEnd:
			g.ColorArray[4] = otherColor
		}
		d.Glyphs, d.Shown = append(d.Glyphs, g), append(d.Shown, g.Shown)
	}
}

// aimCamera places the eye in the direction that the scene gives, or else in front of the box
// and a little above it, and so far away that the whole box is visible.
func (d *stateData) aimCamera(box vec.Box, view bridge.ViewHint) {
	center, radius := vec.Vec3{}, 1.
	back := vec.New(0.4, -1, 0.3).Unit()
	if view.Given {
		box = vec.Box{Lo: corner(view.Frame[0]), Hi: corner(view.Frame[1])}
		sinA, cosA := math.Sincos(float64(view.Azimuth) * math.Pi / 180)
		sinE, cosE := math.Sincos(float64(view.Elevation) * math.Pi / 180)
		back = vec.New(cosE*cosA, cosE*sinA, sinE)
	}
	if !box.IsEmpty() {
		center, radius = box.Center(), box.Size().Norm()/2
	}
	const halfAngle = 15 * math.Pi / 180 // half the vertical view angle of ParaView's camera [rad]
	eye := center.AddScaled(radius/math.Sin(halfAngle), back)
	d.Eye, d.Center, d.Up = components(eye), components(center), components(vec.AxisZ)
}

// quantity describes the colour map of a quantity, from 0 to the largest value so far.
// ParaView's window also needs opacities, although they are 1 everywhere.
func (s *scenery) quantity(k, visible int) quantityData {
	top := s.largest[k]
	if top == 0 {
		top = 1
	}
	d := quantityData{
		quantity: quantities[k], Colors: firstColors + k, Opacity: firstOpacity + k, Bar: firstBar + k, Visible: visible,
		Opaque: []float64{0, 1, 0.5, 0, top, 1, 0.5, 0},
	}
	for i, c := range viridis {
		d.Points = append(d.Points, top*float64(i)/float64(len(viridis)-1))
		for _, x := range c {
			d.Points = append(d.Points, float64(x)/255)
		}
	}
	return d
}

// viridis holds the colour map viridis at equal steps (S. van der Walt and N. Smith, 2015;
// public domain).
var viridis = [...][3]uint8{
	{0x44, 0x01, 0x54}, {0x47, 0x2D, 0x7B}, {0x3B, 0x52, 0x8B}, {0x2C, 0x72, 0x8E}, {0x21, 0x91, 0x8C},
	{0x28, 0xAE, 0x80}, {0x5E, 0xC9, 0x62}, {0xAD, 0xDC, 0x30}, {0xFD, 0xE7, 0x25},
}

func corner(p [3]float32) vec.Vec3 { return vec.New(float64(p[0]), float64(p[1]), float64(p[2])) }

func components(v vec.Vec3) []float64 { return []float64{v.X, v.Y, v.Z} }

// escaped returns a text escaped for XML. Bytes that are not valid text become the replacement character.
func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // writing to a builder cannot fail
	return b.String()
}
