package sim

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/limit"
	"tumble/sim/narrow"
	"tumble/sim/schedule"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// InletDef describes a source of bodies: a cylinder or box in which fresh bodies appear at
// random places wherever they fit (CylinderInlet, BoxInlet and their generators in the
// seeds). A place is free if no box round a shape of the fresh body meets that of another
// shape, a wall, a cylinder, or a triangle of a mesh.
type InletDef struct {
	Name      string
	Volume    Volume
	When      schedule.When
	Every     int     // steps between two activations
	Attempts  int     // trial positions before an activation gives up
	PerBody   int     // trial positions before a fresh body is drawn
	MassRate  float64 // [kg/s]; 0: as many as fit
	MaxMass   float64 // [kg]; 0: no limit. The last body may exceed it
	MaxBodies int     // 0: no limit

	// Fill makes one activation of it: as many bodies as the attempts allow, and then the
	// inlet is done. Instead of boxes the shapes themselves decide what fits, so that the
	// filling gets denser.
	Fill bool

	// Products are what the bodies are: each is drawn by weight, anew for each body, from
	// the inlet's random stream. A single one is not drawn.
	Products    []Product
	Orientation *vec.Quat // of the product's frame; nil: random
	Velocity    vec.Vec3  // [m/s]
}

// inlet is an inlet at work.
type inlet struct {
	def      InletDef
	products []product
	weight   float64 // of all products
	makes    string  // the products in words
	random   *rand.Rand
	source   *rand.PCG // of random: what a checkpoint stores
	mass     float64   // fed so far [kg]
	bodies   int64
	goal     float64 // fed by now at the asked rate [kg]
	last     float64 // time of the last activation [s]
	begun    bool
	done     bool
	doneAt   float64 // [s]
	rate     rate
	vacancy  vacancy
	parts    []inletPart // of the body being tried
}

// inletPart is a shape of the body being tried, about its centroid.
type inletPart struct {
	box   vec.Box
	round shape.Capsule
}

// event returns the inlet as others see it that wait for its end.
func (in *inlet) event() schedule.Event {
	d := &in.def
	return schedule.Event{
		Kind: "inlet", Name: d.Name, After: d.When.After, Ends: d.MaxMass > 0 || d.MaxBodies > 0 || d.Fill,
		Cure: "maxMass, maxBodies or fill", Done: in.done, At: in.doneAt,
	}
}

// AddInlet adds an inlet. Its random stream depends only on the world's seed and on how
// many inlets were added before.
func (w *World) AddInlet(d InletDef) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("sim: add inlet %q: "+format, append([]any{d.Name}, args...)...)
	}
	var err error
	if d.Volume, err = d.Volume.check(); err != nil {
		return fail("%w", err)
	}
	if err = cmp.Or(limit.CheckName(d.Name), d.check()); err != nil {
		return fail("%w", err)
	}
	in := inlet{def: d}
	for i := range d.Products {
		p, err := w.newProduct(&d.Products[i])
		if err != nil && len(d.Products) > 1 {
			err = fmt.Errorf("product %d: %w", i+1, err)
		}
		if err != nil {
			return fail("%w", err)
		}
		in.products = append(in.products, p)
		in.weight += p.def.Weight
	}
	in.makes = in.describe()
	in.source = rand.NewPCG(w.seed, uint64(len(w.inlets)))
	in.random = rand.New(in.source)
	w.inlets = append(w.inlets, in)
	for i := range in.products {
		w.tellSampling(d.Name, in.products[i].template)
	}
	w.tellFit(&in)
	return nil
}

// tellFit says so if bodies would find no room even where there is nothing else, in as many attempts as
// an activation usually has.
func (w *World) tellFit(in *inlet) {
	const most = 5000
	try, spots := *in, in.def.Volume.spots()
	try.random = rand.New(rand.NewPCG(0, 0)) // the inlet's own stream stays as it is
	for range most {
		t := try.draw().draw(try.random, w.density)
		padding, _ := try.setParts(t, try.drawOrientation())
		if try.fits(spots.draw(try.random, padding)) {
			return
		}
	}
	w.notice(bridge.Warning, "", "inlet %s: none of %d bodies fits into its volume, even where nothing else is: they are up to %.3g m long",
		in.def.Name, most, in.largest())
}

// mostAttempts bounds how long one activation may search: some seconds.
const mostAttempts = 1_000_000

// check returns an error for the first number that is out of its range, but for those of
// the products.
func (d *InletDef) check() error {
	switch {
	case d.Volume.Kind == bridge.VolumeHalfSpace:
		return fmt.Errorf("a half-space has no end: use a box or a cylinder")
	case d.Every < 1 || d.Attempts < 1 || d.PerBody < 1:
		return fmt.Errorf("every, attempts and perBody must be ≥ 1, got %d, %d, %d", d.Every, d.Attempts, d.PerBody)
	case d.Attempts > mostAttempts:
		return fmt.Errorf("attempts must be ≤ %d, got %d", mostAttempts, d.Attempts)
	case !(d.MassRate >= 0) || !(d.MaxMass >= 0) || d.MaxBodies < 0:
		return fmt.Errorf("massRate, maxMass and maxBodies must be ≥ 0, got %g, %g, %d", d.MassRate, d.MaxMass, d.MaxBodies)
	case len(d.Products) == 0:
		return fmt.Errorf("there must be at least one product")
	}
	for i := range d.Products {
		if x := d.Products[i].Weight; len(d.Products) > 1 && !(x > 0 && x < 1e100) {
			return fmt.Errorf("product %d: weight must be > 0 and < 1e100, got %g", i+1, x)
		}
	}
	return cmp.Or(limit.Speed.CheckVector("velocity", d.Velocity), d.When.Check())
}

// FillVolumes lets the inlets that fill their volume at once and wait for nothing do so
// now, so that the bodies are there before the first step. Otherwise they do it then.
func (w *World) FillVolumes() {
	for i := range w.inlets {
		if in := &w.inlets[i]; in.def.Fill && !in.done && in.def.When == (schedule.When{}) {
			in.begun = true
			w.feed(in, 0)
		}
	}
}

// feedInlets lets each inlet that is due make its bodies.
func (w *World) feedInlets() {
	for i := range w.inlets {
		in := &w.inlets[i]
		if in.done || w.clock.step%int64(in.def.Every) != 0 {
			continue
		}
		if !in.begun {
			at := in.def.When.Begins(w.doneAt)
			if w.clock.time < at {
				continue
			}
			in.begun, in.last = true, at
		}
		before, since := in.mass, w.clock.time-in.last
		w.feed(in, since)
		in.rate.add(in.mass-before, since)
	}
}

// feed is one activation: fresh bodies are tried at random places until one does not fit
// in so many attempts, the asked rate is met, or the inlet is done. Since [s] is how long
// ago the last one was.
func (w *World) feed(in *inlet, since float64) {
	d := &in.def
	in.goal += d.MassRate * since
	in.last = w.clock.time
	in.vacancy.collect(w, &d.Volume, in.largest())
	for {
		full := d.MaxMass > 0 && in.mass >= d.MaxMass || d.MaxBodies > 0 && in.bodies >= int64(d.MaxBodies)
		if !full && d.MassRate > 0 && in.mass >= in.goal {
			return
		}
		if err := limit.Bodies.Check(w.bodies.Len() + 1); !full && err != nil {
			w.stop("inlet %s: %v: give it maxBodies or maxMass, or make its volume smaller", d.Name, err)
			return
		}
		if !full && w.feedOne(in) {
			continue
		}
		if full || d.Fill {
			in.done, in.doneAt = true, w.clock.time
			w.notice(bridge.Info, "", "inlet %s is done: %d bodies, %.6g kg", d.Name, in.bodies, in.mass)
		}
		return
	}
}

// largest returns the edge of a box that holds any body of the inlet [m].
func (in *inlet) largest() (edge float64) {
	for i := range in.products {
		edge = math.Max(edge, in.products[i].largest())
	}
	return edge
}

// feedOne adds one body, or reports that none would fit.
func (w *World) feedOne(in *inlet) bool {
	var q vec.Quat
	var t *body.Template
	var padding, core float64
	spots := in.def.Volume.spots()
	for trial := 0; trial < in.def.Attempts; trial++ {
		if trial%in.def.PerBody == 0 {
			t = in.draw().draw(in.random, w.density)
			q = in.drawOrientation()
			padding, core = in.setParts(t, q)
		}
		p := spots.draw(in.random, padding)
		if trial >= coverAfter && !in.def.Fill && in.vacancy.covers(p, core) {
			continue
		}
		if !in.fits(p) || w.blocked(in, p) {
			continue
		}
		// p is where the centroid goes; a body.Def places the frame of the product.
		d := body.Def{Name: in.def.Name, Orientation: q, Velocity: in.def.Velocity}
		d.Position = p.Sub(q.Rotate(t.Center))
		w.addTemplate(t, d)
		for i := range in.parts {
			in.vacancy.add(in.parts[i].at(p))
		}
		in.bodies++
		in.mass += t.Mass
		if w.ledger.Opened() {
			w.ledger.Inlets.Bodies += w.energyOf(w.bodies.Len() - 1)
		}
		return true
	}
	return false
}

// describe tells what the inlet makes: "capsule", or "sphere 25 %, clump of 3 75 %".
func (in *inlet) describe() string {
	var list []string
	for i := range in.products {
		d := &in.products[i].def
		text := d.Shapes[0].Kind.String()
		if n := len(d.Shapes); n > 1 {
			text = fmt.Sprintf("clump of %d", n)
		}
		if len(in.products) > 1 {
			text += fmt.Sprintf(" %.3g %%", 100*d.Weight/in.weight)
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// draw returns which product the next body is of.
func (in *inlet) draw() *product {
	last := len(in.products) - 1
	if last == 0 {
		return &in.products[0]
	}
	x := in.random.Float64() * in.weight
	for i := range in.products[:last] {
		if x -= in.products[i].def.Weight; x < 0 {
			return &in.products[i]
		}
	}
	return &in.products[last]
}

func (in *inlet) drawOrientation() vec.Quat {
	if in.def.Orientation != nil {
		return *in.def.Orientation
	}
	return vec.FromUniform(in.random.Float64(), in.random.Float64(), in.random.Float64())
}

// setParts takes up the shapes of a body turned by q and returns its smallest radius, which
// its centroid keeps from the surface of the volume, and the radius of a ball about its
// centroid inside one of the shapes, 0 if there is none [m].
func (in *inlet) setParts(t *body.Template, q vec.Quat) (padding, core float64) {
	in.parts = in.parts[:0]
	padding = math.Inf(1)
	turn := q.Mul(t.Axes)
	for i := range t.Shapes {
		s := &t.Shapes[i]
		c := s.Hull(turn)
		in.parts = append(in.parts, inletPart{c.Bounds(), c})
		padding = math.Min(padding, s.Radius)
		if s.IsHull() {
			nearest := c.Center.AddScaled(narrow.PointSegment(vec.Vec3{}, c.Center, c.Axis, c.Half), c.Axis)
			core = math.Max(core, s.Radius-nearest.Norm())
		}
	}
	return padding, core
}

// at returns the part of a body whose centroid is at p.
func (i *inletPart) at(p vec.Vec3) (vec.Box, shape.Capsule) {
	c := i.round
	c.Center = c.Center.Add(p)
	return shifted(i.box, p), c
}

// fits reports whether all corners of the boxes of a body at p lie in the volume. It
// begins with the corner farthest out: most trials fail by that one.
func (in *inlet) fits(p vec.Vec3) bool {
	far := in.def.Volume.outward(p)
	for i := range in.parts {
		b := shifted(in.parts[i].box, p)
		for k := 0; k < 8; k++ {
			if !in.def.Volume.contains(b.Corner(k ^ far)) {
				return false
			}
		}
	}
	return true
}

// blocked reports whether a body at p could touch anything there is.
func (w *World) blocked(in *inlet, p vec.Vec3) bool {
	for i := range in.parts {
		box, round := in.parts[i].at(p)
		if in.vacancy.blocked(w, box, round, in.def.Fill) {
			return true
		}
	}
	return false
}

func shifted(b vec.Box, p vec.Vec3) vec.Box { return vec.Box{Lo: b.Lo.Add(p), Hi: b.Hi.Add(p)} }

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
