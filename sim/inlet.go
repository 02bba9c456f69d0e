package sim

import (
	"fmt"
	"math"
	"math/rand/v2"

	"tumble/sim/bridge"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// InletDef describes a source of bodies: a cylinder or box in which fresh bodies appear at
// random places and orientations wherever they fit (CylinderInlet of the seeds).
type InletDef struct {
	Name      string
	Volume    Volume
	Every     int     // steps between two activations
	Attempts  int     // trial positions before an activation gives up
	PerBody   int     // trial positions before a fresh body is drawn
	MassRate  float64 // [kg/s]; 0: as many as fit
	MaxMass   float64 // [kg]; 0: no limit. The last body may exceed it
	MaxBodies int     // 0: no limit
	Product   []ShapeDef
}

// inlet is an inlet at work.
type inlet struct {
	def      InletDef
	template *template
	random   *rand.Rand
	source   *rand.PCG // of random: what a checkpoint stores
	mass     float64   // fed so far [kg]
	bodies   int64
	goal     float64 // fed by now at the asked rate [kg]
	last     float64 // time of the last activation [s]
	done     bool
	doneAt   float64 // [s]
	rate     rate
	padding  float64 // smallest radius of the product [m]
	near     []vec.Box
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
	switch {
	case d.Volume.Kind == bridge.VolumeHalfSpace:
		return fail("a half-space has no end: use a box or a cylinder")
	case d.Every < 1 || d.Attempts < 1 || d.PerBody < 1:
		return fail("every, attempts and perBody must be ≥ 1, got %d, %d, %d", d.Every, d.Attempts, d.PerBody)
	case !(d.MassRate >= 0) || !(d.MaxMass >= 0) || d.MaxBodies < 0:
		return fail("massRate, maxMass and maxBodies must be ≥ 0, got %g, %g, %d", d.MassRate, d.MaxMass, d.MaxBodies)
	}
	for _, s := range d.Product {
		if s.Material < 0 || s.Material >= len(w.materials) {
			return fail("no material %d", s.Material)
		}
	}
	t, err := newTemplate(d.Product, w.density, vec.Vec3{})
	if err != nil {
		return fail("%w", err)
	}
	if t.mass == 0 {
		return fail("the product has no mass")
	}
	in := inlet{def: d, template: t, padding: math.Inf(1)}
	for _, s := range d.Product {
		in.padding = math.Min(in.padding, s.Radius)
	}
	in.source = rand.NewPCG(w.seed, uint64(len(w.inlets)))
	in.random = rand.New(in.source)
	w.inlets = append(w.inlets, in)
	return nil
}

func (w *World) inletByName(name string) int {
	for i := range w.inlets {
		if w.inlets[i].def.Name == name {
			return i
		}
	}
	return -1
}

// feedInlets lets each inlet that is due make its bodies.
func (w *World) feedInlets() {
	for i := range w.inlets {
		in := &w.inlets[i]
		if !in.done && w.clock.step%int64(in.def.Every) == 0 {
			w.feed(in)
		}
	}
}

// feed is one activation: fresh bodies are tried at random places until one does not fit
// in so many attempts, the asked rate is met, or the inlet is done.
func (w *World) feed(in *inlet) {
	d := &in.def
	since, before := w.clock.time-in.last, in.mass
	in.goal += d.MassRate * since
	in.last = w.clock.time
	defer func() { in.rate.add(in.mass-before, since) }()
	w.collectNear(in)
	for {
		if d.MaxMass > 0 && in.mass >= d.MaxMass || d.MaxBodies > 0 && in.bodies >= int64(d.MaxBodies) {
			in.done, in.doneAt = true, w.clock.time
			w.notice(bridge.Info, "", "inlet %s is done: %d bodies, %.6g kg", d.Name, in.bodies, in.mass)
			return
		}
		if d.MassRate > 0 && in.mass >= in.goal {
			return
		}
		if !w.feedOne(in) {
			return
		}
	}
}

// feedOne adds one body, or reports that none would fit.
func (w *World) feedOne(in *inlet) bool {
	var q vec.Quat
	var boxes [8]vec.Box // of the shapes, about the body's centroid
	n := lesser(len(in.template.shapes), len(boxes))
	for trial := 0; trial < in.def.Attempts; trial++ {
		if trial%in.def.PerBody == 0 {
			q = randomOrientation(in.random)
			for i := 0; i < n; i++ {
				boxes[i] = boxOf(&in.template.shapes[i], q.Mul(in.template.axes))
			}
		}
		p := in.def.Volume.draw(in.random, in.padding)
		if !in.fits(boxes[:n], p) || w.blocked(in, boxes[:n], p) {
			continue
		}
		// p is where the centroid goes; a BodyDef places the frame of the product.
		d := BodyDef{Name: in.def.Name, Orientation: q}
		d.Position = p.Sub(q.Rotate(in.template.center))
		w.addTemplate(in.template, d)
		for i := 0; i < n; i++ {
			in.near = append(in.near, shifted(boxes[i], p))
		}
		in.bodies++
		in.mass += in.template.mass
		w.ledger.work += w.potentialOf(w.bodies.len() - 1)
		return true
	}
	return false
}

// boxOf returns the box, about the centroid, of a template's shape when the principal
// axes are turned by q.
func boxOf(s *ShapeDef, q vec.Quat) vec.Box {
	axis := q.Rotate(s.Orientation.Rotate(vec.AxisX))
	return shape.Capsule{Center: q.Rotate(s.Position), Axis: axis, Half: s.Shaft / 2, Radius: s.Radius}.Bounds()
}

// fits reports whether all corners of all boxes, moved to p, lie in the volume.
func (in *inlet) fits(boxes []vec.Box, p vec.Vec3) bool {
	for _, b := range boxes {
		b = shifted(b, p)
		for k := 0; k < 8; k++ {
			if !in.def.Volume.contains(corner(b, k)) {
				return false
			}
		}
	}
	return true
}

// collectNear lists the boxes of all spheres and capsules that reach into the inlet.
func (w *World) collectNear(in *inlet) {
	w.placeShapes()
	volume := in.def.Volume.bounds()
	in.near = in.near[:0]
	for i := range w.shapes.spheres {
		if b := w.shapes.spheres[i].Bounds(); b.Overlaps(volume) {
			in.near = append(in.near, b)
		}
	}
	for i := range w.shapes.capsules {
		if b := w.shapes.capsules[i].Bounds(); b.Overlaps(volume) {
			in.near = append(in.near, b)
		}
	}
}

// blocked reports whether a body with these boxes at p could touch anything there is.
func (w *World) blocked(in *inlet, boxes []vec.Box, p vec.Vec3) bool {
	for _, b := range boxes {
		b = shifted(b, p)
		for i := range in.near {
			if b.Overlaps(in.near[i]) {
				return true
			}
		}
		for i := range w.shapes.walls {
			wall := &w.shapes.walls[i]
			lo, hi := b.Lo.Component(wall.Axis), b.Hi.Component(wall.Axis)
			if lo <= wall.Position && wall.Position <= hi {
				return true
			}
		}
		for i := range w.shapes.meshes {
			if w.meshTouches(&w.shapes.meshes[i], b) {
				return true
			}
		}
	}
	return false
}

// meshTouches reports whether the box of any triangle, in the mesh's frame, reaches into
// the box b of the global frame.
func (w *World) meshTouches(m *placedMesh, b vec.Box) bool {
	c, h := m.ori.Unrotate(b.Center().Sub(m.pos)), b.Size().Scale(0.5)
	r := m.ori.Mat()
	local := vec.Vec3{
		X: abs(r.A.X)*h.X + abs(r.A.Y)*h.Y + abs(r.A.Z)*h.Z,
		Y: abs(r.B.X)*h.X + abs(r.B.Y)*h.Y + abs(r.B.Z)*h.Z,
		Z: abs(r.C.X)*h.X + abs(r.C.Y)*h.Y + abs(r.C.Z)*h.Z,
	}
	box := vec.Box{Lo: c.Sub(local), Hi: c.Add(local)}
	if !box.Overlaps(m.tree.Bounds()) {
		return false
	}
	w.scratch = m.tree.Query(box, w.scratch[:0])
	return len(w.scratch) > 0
}

// randomOrientation draws a rotation uniformly (Shoemake, Graphics Gems III, 1992, 124).
func randomOrientation(r *rand.Rand) vec.Quat {
	u := r.Float64()
	a, b := math.Sqrt(1-u), math.Sqrt(u)
	s1, c1 := math.Sincos(2 * math.Pi * r.Float64())
	s2, c2 := math.Sincos(2 * math.Pi * r.Float64())
	return vec.Quat{W: b * c2, X: a * s1, Y: a * c1, Z: b * s2}
}

func shifted(b vec.Box, p vec.Vec3) vec.Box { return vec.Box{Lo: b.Lo.Add(p), Hi: b.Hi.Add(p)} }

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
