package bridge

import (
	"fmt"
	"strings"

	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Load is what contacts do to a surface: in the last step, or added up over time, then in the units times seconds.
type Load struct {
	Force  vec.Vec3 // [N]
	Torque vec.Vec3 // about the centre of mass of the body or, without mass, its pivot [N·m]
	Power  float64  // of the surface on what touches it, at the velocity of its body [W]
	Rub
}

// Rub is the part of a load that presses and rubs.
type Rub struct {
	Normal, Shear float64 // sums of normal forces, negative where they pull, and of sizes of tangential forces [N]
	Archard       float64 // Σ normal force × sliding speed, with velocities half a step older [W]
	Hits          float64 // contacts that began, per second [1/s]
	Finnie        float64 // energy of these that erodes, per second; see FinnieEnergy [W]
}

// FinnieEnergy returns m v² f(α) of a body of a mass [kg] that hits a surface with a speed v at an angle α to it, given
// the parts of its velocity along the normal and across it [m/s]. A ductile surface with the plastic flow stress p
// loses the volume m v² f/(ψ K p) to each body that cuts: I. Finnie, Wear 3 (1960) 87, with the ratios of forces K = 2
// and of length and depth of the cut ψ = 2, and
//
//	f = sin 2α - 3 sin² α   where tan α ≤ 1/3
//	f = cos² α / 3          where the body leaves while it cuts
func FinnieEnergy(mass, normal, across float64) float64 {
	if 3*normal <= across {
		return mass * normal * (2*across - 3*normal)
	}
	return mass * across * across / 3
}

// Add adds another load that acts for a time [s].
func (l *Load) Add(o *Load, time float64) {
	l.Force, l.Torque = l.Force.AddScaled(time, o.Force), l.Torque.AddScaled(time, o.Torque)
	l.Power += time * o.Power
	l.Rub.Add(&o.Rub, time)
}

// Add adds another rub that acts for a time [s].
func (r *Rub) Add(o *Rub, time float64) {
	r.Normal, r.Shear = r.Normal+time*o.Normal, r.Shear+time*o.Shear
	r.Archard, r.Hits, r.Finnie = r.Archard+time*o.Archard, r.Hits+time*o.Hits, r.Finnie+time*o.Finnie
}

// Pressed is a surface with what its contacts do to it.
type Pressed struct {
	Surface Surface
	Area    float64 // of its triangles; NaN if it is no part of a mesh [m²]
	Since   float64 // when its sums began [s]
	Now     Load    // in the last step
	Sum     Load    // since then, up to the moment that the forces of the last step belong to, as energies
}

// Mean returns the mean load from the beginning of the sums to a time [s]; NaN if none has passed.
func (p *Pressed) Mean(time float64) (mean Load) {
	mean.Add(&p.Sum, 1/(time-p.Since))
	return mean
}

// SurfaceNumber is a number of a surface: a rate, and the sum that grows by it. Tables and charts have the mean of the
// rate from one sample to the next. All that reads numbers of surfaces has those of SurfaceNumbers.
type SurfaceNumber struct {
	Name, Unit   string // of the rate
	Sum, SumUnit string // of the sum
	Chart        string // the title of the chart that shows the rate: numbers of one unit, which follow each other
	About        string
	Of           func(p *Pressed, l *Load) float64 // of a load of a surface
}

// SurfaceNumbers are all numbers of a surface, in the order of columns.
var SurfaceNumbers = []SurfaceNumber{
	{"force x", "N", "impulse x", "N·s", "force", aboutForce, func(_ *Pressed, l *Load) float64 { return l.Force.X }},
	{"force y", "N", "impulse y", "N·s", "force", aboutForce, func(_ *Pressed, l *Load) float64 { return l.Force.Y }},
	{"force z", "N", "impulse z", "N·s", "force", aboutForce, func(_ *Pressed, l *Load) float64 { return l.Force.Z }},
	{"torque x", "N·m", "angular impulse x", "N·m·s", "torque", aboutTorque,
		func(_ *Pressed, l *Load) float64 { return l.Torque.X }},
	{"torque y", "N·m", "angular impulse y", "N·m·s", "torque", aboutTorque,
		func(_ *Pressed, l *Load) float64 { return l.Torque.Y }},
	{"torque z", "N·m", "angular impulse z", "N·m·s", "torque", aboutTorque,
		func(_ *Pressed, l *Load) float64 { return l.Torque.Z }},
	{"power", "W", "work", "J", "power", "That the surface gives to what touches it.",
		func(_ *Pressed, l *Load) float64 { return l.Power }},
	{"pressure", "Pa", "pressure impulse", "Pa·s", "stress", "Normal forces over the area of the triangles.",
		func(p *Pressed, l *Load) float64 { return l.Normal / p.Area }},
	{"shear stress", "Pa", "shear impulse", "Pa·s", "stress",
		"Sizes of tangential forces over the area of the triangles.",
		func(p *Pressed, l *Load) float64 { return l.Shear / p.Area }},
	{"Archard power", "W", "Archard work", "J", "Archard",
		"Normal force times sliding speed: worn volume is this work times k/H of Archard's law.",
		func(_ *Pressed, l *Load) float64 { return l.Archard }},
	{"Finnie power", "W", "Finnie work", "J", "Finnie",
		"m v² f(α) of bodies as they hit: eroded volume is this work times c/(4 p) of Finnie's law.",
		func(_ *Pressed, l *Load) float64 { return l.Finnie }},
	{"hit rate", "1/s", "hits", "", "hits", "Contacts that begin.",
		func(_ *Pressed, l *Load) float64 { return l.Hits }},
}

// Explanations of several numbers.
const (
	aboutForce  = "Of all contacts on the surface."
	aboutTorque = "About the centre of mass of the body or, without mass, its pivot."
)

// SurfaceCharts returns the numbers of SurfaceNumbers by the charts that show them.
func SurfaceCharts() (list [][]*SurfaceNumber) {
	for i := range SurfaceNumbers {
		n := &SurfaceNumbers[i]
		if k := len(list) - 1; k >= 0 && list[k][0].Chart == n.Chart {
			list[k] = append(list[k], n)
		} else {
			list = append(list, []*SurfaceNumber{n})
		}
	}
	return list
}

// Short returns the name in a chart, whose title says the rest: z of force z.
func (n *SurfaceNumber) Short() string { return strings.TrimPrefix(n.Name, n.Chart+" ") }

// Columns returns the names of the columns in tables, for a surface: of the sum and of the rate.
func (n *SurfaceNumber) Columns(surface string) (sum, rate string) {
	return "on " + surface + " " + n.Sum, "on " + surface + " " + n.Name
}

// FindSurfaceNumber returns the number of a name of its rate or sum, written with spaces or as one word, and which of
// both it is.
//
// Errors: there is none.
func FindSurfaceNumber(name string) (n *SurfaceNumber, sum bool, err error) {
	var words []string
	spaced := strings.ReplaceAll(name, "_", " ")
	for i := range SurfaceNumbers {
		n = &SurfaceNumbers[i]
		if spaced == n.Name || spaced == n.Sum {
			return n, spaced == n.Sum, nil
		}
		words = append(words, strings.ReplaceAll(n.Name, " ", "_"), strings.ReplaceAll(n.Sum, " ", "_"))
	}
	return nil, false, fmt.Errorf("a surface has no %s%s (there are %s)", spell.Quote(name), spell.DidYouMean(name, words),
		strings.Join(words, ", "))
}

// FindSurface returns the surface with a name.
//
// Errors: there is none.
func FindSurface(list []Pressed, name string) (*Pressed, error) {
	var names []string
	for i := range list {
		if names = append(names, list[i].Surface.Name); names[i] == name {
			return &list[i], nil
		}
	}
	return nil, noneOf("surface", name, names)
}
