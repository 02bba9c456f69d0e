package deck

import (
	"fmt"
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// feed is an inlet that still makes bodies.
type feed struct {
	in       *insertion.Inlet
	bodies   int64 // largest number of bodies that the inlet makes; 0: no limit
	parts    []share
	heaviest float64 // largest mass of a body [kg]
}

// share is a kind of body that a feed makes: a clump or a sphere.
type share struct {
	template int // index in Deck.templates, from 1; 0: a sphere
	kind     int
	radius   float64
	density  float64
	weight   float64 // share in the number of bodies of the feed; all shares add up to 1
	mass     float64
}

// classes is the number of sizes or shaft ratios that represent a range.
const classes = 5

// addInlets adds the inlets.
func (d *Deck) addInlets() {
	for i := range d.plan.Inlets {
		in := &d.plan.Inlets[i]
		again := in.Def.Fill && d.fresh && in.Bodies > 0 && !d.made(in.Def.Name)
		if (in.Done || in.Def.Off) && !again {
			d.row("inlet "+in.Def.Name, Exact, "it makes nothing (more), and is left out")
			continue
		}
		d.refuse("inlet "+in.Def.Name, d.addInlet(in))
	}
	spheres := len(d.atoms) > 0
	for i := range d.feeds {
		for _, s := range d.feeds[i].parts {
			spheres = spheres || s.template == 0
		}
	}
	d.refuse("bodies", d.program.feeds(d, spheres))
}

func (d *Deck) addInlet(in *insertion.Inlet) error {
	def := &in.Def
	switch {
	case def.When.After != "":
		return fmt.Errorf("after: %s: an inlet begins at a time there: give it a start", def.When.After)
	case in.Bodies > 0 && !(def.Fill && d.fresh):
		return fmt.Errorf("it has begun: export the scene from its start, or after the inlet is done")
	case def.Volume.Kind == insertion.VolumeBox && !upright(def.Volume.Orientation):
		return fmt.Errorf("box: it must not be turned: regions are along the global axes there")
	case def.Volume.Kind == insertion.VolumeCylinder && along(def.Volume.Axis) < 0:
		return fmt.Errorf("axis: must be a global axis there")
	case def.MassRate == 0 && !def.Fill && len(d.open()) > 0:
		return fmt.Errorf("only one inlet without massRate and fill can be told")
	case def.NoRoom == insertion.NoRoomDone && def.MaxMass == 0 && def.MaxBodies == 0:
		return fmt.Errorf("noRoom: done: there an inlet that finds no place tries for ever: give it maxMass or maxBodies")
	case def.NoRoom != insertion.NoRoomWait:
		d.row("inlet "+def.Name+", noRoom", Lost, "%s: there an inlet that finds no place tries again",
			insertion.NoRooms[def.NoRoom])
	}
	f := feed{in: in, bodies: int64(def.MaxBodies)}
	if def.Fill && in.Bodies > 0 {
		f.bodies = in.Bodies
	}
	var all float64
	for i := range def.Products {
		p := &def.Products[i]
		weight := p.Weight
		if len(def.Products) == 1 {
			weight = 1
		}
		all += weight
		if err := d.addProduct(&f, p, weight); err != nil {
			return err
		}
	}
	for i := range f.parts {
		f.parts[i].weight /= all
		f.heaviest = math.Max(f.heaviest, f.parts[i].mass)
	}
	box := def.Volume.Bounds()
	d.box = d.box.Union(box)
	d.feeds = append(d.feeds, f)
	return d.program.feed(d, &d.feeds[len(d.feeds)-1])
}

// made reports whether bodies of an inlet are exported unchanged.
func (d *Deck) made(inlet string) bool { return d.exported[inlet] }

// upright reports whether the edges of a box are parallel to the global axes.
func upright(q vec.Quat) bool { return q == vec.Quat{} || q == vec.Identity }

// open lists the feeds without a mass rate that make as many bodies as fit at each activation, not only once.
func (d *Deck) open() (list []*feed) {
	for i := range d.feeds {
		if def := &d.feeds[i].in.Def; def.MassRate == 0 && !def.Fill {
			list = append(list, &d.feeds[i])
		}
	}
	return list
}

// addProduct adds the kinds of bodies of one product of an inlet. weight is the share of the product in the number
// of bodies, before all shares are scaled to add up to 1.
func (d *Deck) addProduct(f *feed, p *insertion.Product, weight float64) error {
	t, err := body.NewTemplate(p.Shapes, d.density, vec.Vec3{}, p.Sampling)
	if err != nil {
		return err
	}
	if p.Sizes == nil && p.ShaftRatio == ([2]float64{}) {
		return d.addShare(f, t, weight)
	}
	d.row("inlet "+f.in.Def.Name+", sizes", Approximated, "a range of sizes or of shaft ratios is told as %d classes "+
		"each, weighted by number", classes)
	sizes := []size{{1, 1}}
	if p.Sizes != nil {
		sizes = sizesOf(p.Sizes, math.Cbrt(6*t.Volume/math.Pi))
	}
	for _, z := range sizes {
		if p.ShaftRatio == ([2]float64{}) {
			if err := d.addShare(f, t.Scaled(z.factor), weight*z.share); err != nil {
				return err
			}
			continue
		}
		for k := range classes {
			lo, hi := p.ShaftRatio[0], p.ShaftRatio[1]
			c := p.Shapes[0]
			ratio := lo + (hi-lo)*(float64(k)+0.5)/classes
			c.Radius = z.factor * math.Cbrt(t.Volume/math.Pi/(4./3+ratio))
			c.Shaft, c.Position = c.Radius*ratio, vec.Vec3{}
			one, err := body.NewTemplate([]body.ShapeDef{c}, d.density, vec.Vec3{}, 0)
			if err != nil {
				return err
			}
			if err := d.addShare(f, one, weight*z.share/classes); err != nil {
				return err
			}
		}
	}
	return nil
}

// size is a class of sizes: the factor by which a product is scaled, and the share of the class in the number of
// bodies.
type size struct{ factor, share float64 }

// sizesOf returns the classes of a distribution of equivalent diameters, for a product of the given equivalent
// diameter [m].
func sizesOf(s *insertion.Sizes, diameter float64) (list []size) {
	var sum float64
	before, d1 := 0., s.Diameters[0]
	for i, d2 := range s.Diameters {
		share := s.Passing[i] - before
		n := classes
		if d2 == d1 {
			n = 1
		}
		for k := range n {
			lo := d1 + (d2-d1)*float64(k)/float64(n)
			hi := d1 + (d2-d1)*float64(k+1)/float64(n)
			part := share / float64(n)
			if !s.ByNumber {
				part *= (lo + hi) / (2 * lo * lo * hi * hi) // as in insertion.newSizer
			}
			if part > 0 {
				list = append(list, size{(lo + hi) / 2 / diameter, part})
				sum += part
			}
		}
		before, d1 = s.Passing[i], d2
	}
	for i := range list {
		list[i].share /= sum
	}
	return list
}

// addTemplate computes the spheres of a clump, adds the clump to the templates and returns its number, from 1.
//
// Errors: the parts of the clump have several materials.
func (d *Deck) addTemplate(owner string, c clump) (int, error) {
	for i := range c.shapes {
		if c.shapes[i].Material != c.shapes[0].Material {
			return 0, fmt.Errorf("parts of several materials: all parts of a clump have one there")
		}
	}
	c.spheres, c.rough = asSpheres(c.shapes)
	c.kind = d.typeOf(d.clumpType(c.shapes, c.spheres, c.mass))
	d.templates = append(d.templates, c)
	d.row(fmt.Sprintf("%s, template %d", owner, len(d.templates)), Approximated,
		"%d shapes as %d spheres, rough by %.2g %% of r; mass %.6g kg and principal inertia %.5g, %.5g, %.5g kg·m² are "+
			"told as they are; springs and dashpots are of each sphere, and of the mean radius where radii differ",
		len(c.shapes), len(c.spheres), 100*c.rough, c.mass, c.inertia.X, c.inertia.Y, c.inertia.Z)
	return len(d.templates), nil
}

// addShare adds one kind of body to a feed.
func (d *Deck) addShare(f *feed, t *body.Template, weight float64) (err error) {
	var shapes []body.ShapeDef
	for k := range t.Shapes {
		def := t.Shapes[k].Full()
		if def.Kind != shape.KindSphere && def.Kind != shape.KindCapsule {
			return fmt.Errorf("a %v: only spheres and capsules are made of spheres", def.Kind)
		}
		shapes = append(shapes, def)
	}
	s := share{weight: weight, mass: t.Mass, density: d.density(shapes[0].Material)}
	if len(shapes) == 1 && shapes[0].Kind == shape.KindSphere {
		s.radius = shapes[0].Radius
		s.kind = d.typeOf(atomType{material: shapes[0].Material, radius: s.radius, mass: t.Mass})
	} else {
		c := clump{name: f.in.Def.Name, mass: t.Mass, inertia: t.Inertia, axes: t.Axes, reach: t.BoundingRadius(),
			shapes: shapes}
		if s.template, err = d.addTemplate("inlet "+f.in.Def.Name, c); err != nil {
			return err
		}
		s.kind = d.templates[s.template-1].kind
	}
	f.parts = append(f.parts, s)
	return nil
}
