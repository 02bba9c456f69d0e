package sim

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/limit"
	"tumble/sim/mesh"
	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// BodyID names one body for good: bodies are numbered in the order of their creation,
// and no number is used twice.
type BodyID int64

// Blocked is the set of degrees of freedom that forces do not change; a blocked one keeps
// its velocity. Rotations are about the global axes.
type Blocked uint8

// The degrees of freedom.
const (
	BlockX Blocked = 1 << iota
	BlockY
	BlockZ
	BlockRotX
	BlockRotY
	BlockRotZ
	BlockAll = BlockX | BlockY | BlockZ | BlockRotX | BlockRotY | BlockRotZ

	blockRot = BlockRotX | BlockRotY | BlockRotZ
)

// blockedLetters are the names of the degrees of freedom, as in the seeds: small letters
// translate, capitals rotate.
const blockedLetters = "xyzXYZ"

// ParseBlocked reads a set of degrees of freedom such as "xyzXYZ".
func ParseBlocked(s string) (Blocked, error) {
	var b Blocked
	for _, c := range s {
		i := strings.IndexRune(blockedLetters, c)
		if i < 0 {
			return 0, fmt.Errorf("sim: blocked degrees of freedom must be letters of %q, got %q", blockedLetters, s)
		}
		b |= 1 << i
	}
	return b, nil
}

// ShapeDef describes one shape of a body, placed in the frame of the BodyDef.
type ShapeDef struct {
	Kind          shape.Kind
	Radius        float64 // of spheres, capsules, cylinders [m]
	Shaft         float64 // length of a capsule's segment [m]
	Position      vec.Vec3
	Orientation   vec.Quat // of the segment of a capsule or the axis of a cylinder, along local x; zero value: Identity
	Wall          WallDef
	Mesh          *mesh.Mesh // welded; coordinates in the frame of the BodyDef
	MeshName      string
	HalfThickness float64 // of a mesh [m]
	Seams         narrow.Seams
	Cylinder      CylinderDef
	Material      int
	Colors        [2]bridge.RGBA // of the halves toward -x and +x
}

// WallDef describes a plane perpendicular to a global axis. It follows its body along
// that axis; turning and sliding in itself is felt only as friction.
type WallDef struct {
	Axis     int        // 0, 1, 2 for x, y, z
	Sense    int        // the side that pushes: -1, +1, or 0 for both
	Position float64    // along Axis, in the frame of the BodyDef [m]
	Lo, Hi   [2]float64 // rectangle to draw and export, along axes (Axis+1)%3 and (Axis+2)%3 [m]
}

// CylinderDef describes what a cylinder has beside its radius. It has no ends, and its
// axis is local x, turned by the Orientation of its shape.
type CylinderDef struct {
	Hollow bool    // a tube: bodies touch it from inside
	Drawn  float64 // length of the part to draw and export, centred on Position [m]; 0: over the scene
}

// BodyDef describes a rigid body: one shape, or several of them (a clump).
//
// With massive shapes the body's frame becomes the centroid and the principal axes, and
// Position and Orientation place the frame that shapes are given in. Without mass (walls,
// meshes) the frame stays as given: Center is then the point the body turns about.
type BodyDef struct {
	Name        string
	Shapes      []ShapeDef
	Position    vec.Vec3 // [m]
	Orientation vec.Quat // zero value: Identity
	Velocity    vec.Vec3 // of the centroid [m/s]
	Spin        vec.Vec3 // angular velocity, global axes [rad/s]
	Blocked     Blocked
	Center      vec.Vec3 // of a body without mass, in the frame of the shapes [m]

	// Sampling > 0 counts overlaps of a clump's shapes once, by a grid with this many
	// cells per smallest radius; else each shape counts as a whole.
	Sampling int
}

// bodies stores rigid bodies as parallel slices, one entry per body. Those that are near in
// the slices are near in space, where it matters; see sortBodies.
type bodies struct {
	next    BodyID  // number of the next body
	created []int32 // indices of all bodies in the order of their creation, and so of their numbers

	pos    []vec.Vec3 // centre of mass [m]
	ori    []vec.Quat // principal axes
	vel    []vec.Vec3 // of the last half step [m/s]
	spin   []vec.Vec3 // angular velocity of the last half step, global axes [rad/s]
	angMom []vec.Vec3 // angular momentum of the last half step, global axes [kg·m²/s]
	wrench []wrench
	mass   []*mass
	kind   []bridge.BodyKind
	block  []Blocked

	travel []float64 // sum over all steps of how far any point can have moved [m]
	limit  []float64 // of travel, until the candidates must be found anew [m]

	info []bodyInfo
}

// wrench is what acts on a body. It fills a cache line, and vector kernels add one at a time.
type wrench struct {
	force  vec.Vec3 // [N]
	torque vec.Vec3 // about the centre of mass [N·m]
	_      [2]float64
}

// mass holds the inertial properties of a body, with inverses; zero for bodies that
// forces do not move. Equal bodies share it.
type mass struct {
	mass, inv           float64  // [kg], [1/kg]
	inertia, invInertia vec.Vec3 // principal [kg·m²], [1/(kg·m²)]
	round               bool     // all principal moments are equal
	reach               float64  // from the centre to the farthest segment end or mesh vertex [m]
	template            *template
}

// bodyInfo is what no stage of a step reads.
type bodyInfo struct {
	id   BodyID
	name string
}

// shapeRef names a shape: its kind and its index in the slice of that kind.
type shapeRef struct {
	kind  shape.Kind
	index int32
}

func (b *bodies) len() int { return len(b.pos) }

// AddBody adds a body and returns its number.
//
// Errors: no shape, a size that is not positive, an unknown material, a body that mixes
// walls or cylinders with anything else.
func (w *World) AddBody(d BodyDef) (BodyID, error) {
	t, err := w.templateOf(&d)
	if err == nil {
		err = w.checkBody(d)
	}
	if err == nil {
		err = limit.Bodies.Check(w.bodies.len() + 1)
	}
	if err != nil {
		return 0, fmt.Errorf("sim: add body %q: %w", d.Name, err)
	}
	w.tellSampling(d.Name, t)
	var id BodyID
	w.edit(func() { id = w.addTemplate(t, d) })
	return id, nil
}

// tellSampling says how well the mass of a body is known, if it was sampled.
func (w *World) tellSampling(name string, t *template) {
	if t.sampling > 0 {
		w.notice(bridge.Info, "", "the mass of %s is sampled with %d cells per radius, good to about %.2g %%", name, t.sampling, 100*t.off)
	}
}

func (w *World) checkBody(d BodyDef) error {
	err := cmp.Or(CheckName(d.Name), checkVector(&limit.Length, "position", d.Position), checkVector(&limit.Speed, "velocity", d.Velocity),
		checkVector(&limit.Spin, "spin", d.Spin), checkVector(&limit.Length, "center", d.Center))
	if err != nil {
		return err
	}
	for i, s := range d.Shapes {
		if s.Material < 0 || s.Material >= len(w.materials) {
			return fmt.Errorf("shape %d: no material %d (there are %d)", i, s.Material, len(w.materials))
		}
	}
	return nil
}

func (w *World) density(material int) float64 {
	if material < 0 || material >= len(w.materials) {
		return law.Default.Density
	}
	return w.materials[material].law.Density
}

// addTemplate places a body made of a template's shapes; only the pose, twist, blocked
// degrees of freedom and name of d count.
func (w *World) addTemplate(t *template, d BodyDef) BodyID {
	id := w.bodies.add(t, &d)
	w.shapes.add(int32(w.bodies.len()-1), t)
	w.stale = true
	return id
}

// add puts in a body made of a template; only the pose, twist, blocked degrees of freedom and name of d count.
func (b *bodies) add(t *template, d *BodyDef) BodyID {
	q := d.Orientation.Unit()
	id := b.next
	b.next++
	kind := bridge.Dynamic
	if t.mass == 0 || d.Blocked == BlockAll {
		kind = bridge.Static
	}
	ori := q.Mul(t.axes).Unit()
	m := t.massOf()
	b.pos = added(b.pos, d.Position.Add(q.Rotate(t.center)))
	b.ori = added(b.ori, ori)
	b.vel = added(b.vel, d.Velocity)
	b.spin = added(b.spin, d.Spin)
	b.angMom = added(b.angMom, m.momentum(ori, d.Spin))
	b.wrench = added(b.wrench, wrench{})
	b.mass = added(b.mass, m)
	b.kind = added(b.kind, kind)
	b.block = added(b.block, d.Blocked)
	b.travel = added(b.travel, 0)
	b.limit = added(b.limit, 0)
	b.info = added(b.info, bodyInfo{id: id, name: d.Name})
	b.created = added(b.created, int32(b.len()-1))
	return id
}

// added is append for what there is one of per body or shape: memory is for an eighth more of
// them at most, and for those that vector kernels read beyond the last one.
func added[T any](records []T, one T) []T {
	if n := len(records); n+padding >= cap(records) {
		records = append(make([]T, 0, n+n/8+16), records...)
	}
	return append(records, one)
}

// padding is how many records vector kernels may read beyond the last one: they load eight
// numbers where it begins.
const padding = 2

// template returns what a body is made of.
func (b *bodies) template(i int) *template { return b.mass[i].template }

// shapeOf returns where shape k of body i is, counted from 0 as in its template.
func (w *World) shapeOf(i, k int) shapeRef {
	all := w.bodies.template(i).shapes
	kind := all[k].def.Kind
	infos := w.shapes.infos(kind)
	index := sort.Search(len(infos), func(n int) bool { return int(infos[n].body) >= i })
	for n := range all[:k] {
		if all[n].def.Kind == kind {
			index++
		}
	}
	return shapeRef{kind, int32(index)}
}

// unforced calls yield for the bodies that forces do not move, which are few: it looks at
// eight at a time.
func (b *bodies) unforced(yield func(i int) bool) {
	var dynamic [8]bridge.BodyKind
	n := len(b.kind)
	for first := 0; first < n; first += 8 {
		if first+8 <= n && [8]bridge.BodyKind(b.kind[first:]) == dynamic {
			continue
		}
		for i := first; i < min(first+8, n); i++ {
			if b.kind[i] != bridge.Dynamic && !yield(i) {
				return
			}
		}
	}
}

// still reports whether a body has no mass and never moves: nothing in a step asks for the force on it.
func (b *bodies) still(i int) bool {
	return b.kind[i] == bridge.Static && b.mass[i].mass == 0 && b.vel[i] == (vec.Vec3{}) && b.spin[i] == (vec.Vec3{})
}

// index returns where a body is in the slices, or -1.
func (b *bodies) index(id BodyID) int {
	n, there := slices.BinarySearchFunc(b.created, id, func(i int32, id BodyID) int { return cmp.Compare(b.info[i].id, id) })
	if !there {
		return -1
	}
	return int(b.created[n])
}

// byName returns the first body of that name, or -1.
func (b *bodies) byName(name string) int {
	for _, i := range b.created {
		if b.info[i].name == name {
			return int(i)
		}
	}
	return -1
}

// checkVector returns an error if a vector is beyond the bound of its quantity.
func checkVector(n *limit.Number, what string, v vec.Vec3) error { return n.Check(what, v.X, v.Y, v.Z) }

func positive(what string, v float64) error {
	switch {
	case !(v > 0):
		return fmt.Errorf("%s must be > 0 m, got %g", what, v)
	case v < limit.LeastLength:
		return fmt.Errorf("%s must be ≥ %g m, got %g", what, limit.LeastLength, v)
	}
	return limit.Length.Check(what, v)
}
