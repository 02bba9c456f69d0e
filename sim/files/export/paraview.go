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

// stateTemplate is a state of ParaView (.pvsm). A state, and not a script, because that is
// what its window opens, changes and saves again, and what people send each other. It
// names the few properties that are not what ParaView takes by itself, so that little of
// it can grow old; its version is that of the names used, by which newer ParaViews bring
// older states up to date. Series have their whole path, because ParaView looks for others
// where it was started.
//
//go:embed open-in-paraview.pvsm.tmpl
var stateTemplate string

var stateText = template.Must(template.New(stateFile).Funcs(template.FuncMap{
	"list": func(values ...any) []any { return values },
}).Parse(stateTemplate))

// scenery is what a state file says of a run so far: where to look, and how large what is
// coloured gets.
type scenery struct {
	folder  string // whole path
	parts   []part
	view    bridge.ViewHint
	box     vec.Box // of what there is to see
	largest [len(quantities)]float64
	seen    bridge.Snapshot // memory, used again
}

// quantity is what some parts are coloured by.
type quantity struct {
	Array, Title string
	of           func(*state.State) float64 // the upper end of its colours for a state
}

// Quantities by their number; parts that none of them colours have the colours of the scene.
const (
	ownColors = iota
	bySpeed
	byNormalForce
)

// usualForces is the share of contacts whose force is within the colours [%].
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
		return all[len(all)*usualForces/100] // a few contacts bear ten times the force of the others
	}},
}

func newScenery(folder string, parts []part, view bridge.ViewHint) (*scenery, error) {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	return &scenery{folder: whole, parts: parts, view: view, box: vec.EmptyBox()}, nil
}

// add takes in the world as it is now.
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

// writeTo writes the file.
func (s *scenery) writeTo(w io.Writer) error { return stateText.Execute(w, s.fill()) }

// stateData is what the template is filled with. All text is XML.
type stateData struct {
	Eye, Center, Up []float64
	Shown           []int
	Quantities      []quantityData
	Parts           []partData
	Glyphs          []glyphData // of particles, in place of their points; none: points
	Particles       int         // number of their series
}

// glyphData is one of the forms of which a capsule is put together: a ball at an end, or the
// half of the shaft from there to the middle.
type glyphData struct {
	Name         string
	Shown, Input int // numbers of the form and of the filter that says where it is
	Form         int // number of the source that it is a copy of
	Along        string
	Size         string
	ByComponents bool // along its axes it is as large as the components say
	Colors       int
	ColorArray   [5]string
}

type quantityData struct {
	quantity
	Colors, Opacity, Bar, Visible int
	Points                        []float64 // value, red, green, blue; again and again
	Opaque                        []float64 // value, opacity, middle and sharpness of the way to the next; twice
}

type partData struct {
	Name, File                     string
	Series, Shown, Colors, Visible int
	Opacity                        float64
	ColorArray                     [5]string // the fourth says whose: 0 points, 1 cells
}

// Numbers of the first object of each kind in a state file.
const (
	firstColors  = 100
	firstOpacity = 200
	firstBar     = 300
	firstSeries  = 400
	firstShown   = 500
	firstGlyph   = 600 // forms of particles; the filters before them have numbers of their own in the template
)

// fill says what the file shows.
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

// speedName is what --color-by calls the speed.
const speedName = "speed"

// Numbers of what the template makes of particles: where their ends are, and the forms.
const (
	minusEnd = 602
	plusEnd  = 604
	tubeForm = 610
	ballForm = 611
)

// glyphs says how particles are drawn: two balls and the two halves of the shaft, with the
// colours of the two halves, or all by speed.
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

// aimCamera puts the eye where the scene wants it, else before the box, a little above; and so
// far away that all of the box is seen.
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
	const halfAngle = 15 * math.Pi / 180 // that ParaView's camera sees up and down
	eye := center.AddScaled(radius/math.Sin(halfAngle), back)
	d.Eye, d.Center, d.Up = components(eye), components(center), components(vec.AxisZ)
}

// quantity describes the colour map of a quantity, from nothing to the largest value so
// far. ParaView's window needs the opacity too, though nothing is seen of it.
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

// viridis holds the colour map of that name at equal steps (S. van der Walt and N. Smith,
// 2015; public domain).
var viridis = [...][3]uint8{
	{0x44, 0x01, 0x54}, {0x47, 0x2D, 0x7B}, {0x3B, 0x52, 0x8B}, {0x2C, 0x72, 0x8E}, {0x21, 0x91, 0x8C},
	{0x28, 0xAE, 0x80}, {0x5E, 0xC9, 0x62}, {0xAD, 0xDC, 0x30}, {0xFD, 0xE7, 0x25},
}

func corner(p [3]float32) vec.Vec3 { return vec.New(float64(p[0]), float64(p[1]), float64(p[2])) }

func components(v vec.Vec3) []float64 { return []float64{v.X, v.Y, v.Z} }

// escaped returns text as XML has it. Bytes that are no text become the sign for that.
func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // a builder takes everything
	return b.String()
}
