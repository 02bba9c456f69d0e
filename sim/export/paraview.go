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

	"tumble/sim"
	"tumble/sim/bridge"
	"tumble/sim/vec"
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
	box     vec.Box // of what there is to see
	largest [len(quantities)]float64
	seen    bridge.Snapshot // memory, used again
}

// quantity is what some parts are coloured by.
type quantity struct {
	Array, Title string
	of           func(*sim.State) float64 // the largest value in a state
}

// Quantities by their number; parts that none of them colours have the colours of the scene.
const (
	ownColors = iota
	bySpeed
	byNormalForce
)

var quantities = [...]quantity{
	bySpeed: {"velocity", "speed [m/s]", func(s *sim.State) (top float64) {
		for i := range s.Bodies {
			v := s.Bodies[i].Velocity
			top = math.Max(top, vec.New(v[0], v[1], v[2]).Norm())
		}
		return top
	}},
	byNormalForce: {"normalForce", "normal force [N]", func(s *sim.State) (top float64) {
		for i := range s.Contacts {
			top = math.Max(top, s.Contacts[i].NormalForce)
		}
		return top
	}},
}

func newScenery(folder string, parts []part) (*scenery, error) {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	return &scenery{folder: whole, parts: parts, box: vec.EmptyBox()}, nil
}

// add takes in the world as it is now.
func (s *scenery) add(w *sim.World, state *sim.State) {
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
)

// fill says what the file shows.
func (s *scenery) fill() *stateData {
	d := &stateData{}
	d.look(s.box)
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
		if k := p.colored; k != ownColors {
			data.Colors, data.ColorArray[4] = firstColors+k, quantities[k].Array
			d.Quantities = append(d.Quantities, s.quantity(k, data.Visible))
			d.Shown = append(d.Shown, firstBar+k)
		}
		d.Parts, d.Shown = append(d.Parts, data), append(d.Shown, data.Shown)
	}
	return d
}

// look puts the eye before the box, a little above, so far away that all of it is seen.
func (d *stateData) look(box vec.Box) {
	center, radius := vec.Vec3{}, 1.
	if !box.IsEmpty() {
		center, radius = box.Center(), box.Size().Norm()/2
	}
	const halfAngle = 15 * math.Pi / 180 // that ParaView's camera sees up and down
	eye := center.AddScaled(radius/math.Sin(halfAngle), vec.New(0.4, -1, 0.3).Unit())
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
