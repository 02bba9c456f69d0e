package deck

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/vec"
)

// clump is a kind of body that consists of several spheres; positions are relative to its centre, along its
// principal axes.
type clump struct {
	name    string
	kind    int             // type of its atoms, from 1
	mass    float64         // [kg]
	inertia vec.Vec3        // principal moments of inertia [kg·m²]
	axes    vec.Quat        // principal axes in the frame of the product
	reach   float64         // from the centre to the farthest point [m]
	shapes  []body.ShapeDef // its shapes in the scene
	spheres []Sphere
	rough   float64 // depth of the gaps between spheres, over the radius
}

// roughest is the largest depth of the gaps between the spheres of a capsule, over its radius.
const roughest = 0.03

// typeOf returns the number of a type, from 1, and adds the type if it is new. With Hertz contacts the
// other program uses the radius and mass of each atom, so types do not need them.
func (d *Deck) typeOf(t atomType) int {
	if !d.linear {
		t.radius, t.mass = 0, 0
	}
	for i := range d.types {
		if d.types[i] == t {
			return i + 1
		}
	}
	d.types = append(d.types, t)
	return len(d.types)
}

// flatType returns the type of surfaces without mass.
func (d *Deck) flatType(material int) int { return d.typeOf(atomType{material: material, flat: true}) }

// addBodies adds the bodies of the world. The atoms of single spheres come before those of clumps.
func (d *Deck) addBodies(s *state.State) {
	for i := range s.Bodies {
		b := &s.Bodies[i]
		var err error
		switch {
		case b.Mass == 0:
			err = d.addFlat(b)
		case b.Kind == "dynamic" && d.plan.Blocked[i] == body.BlockAll:
			err = fmt.Errorf("a hinge or slider: bodies that forces move are not joined to the world there")
		case b.Shapes[0].Def.Filled:
			err = fmt.Errorf("a filled mesh: meshes do not move under forces there: make it a clump of spheres")
		case b.Kind != "dynamic":
			err = fmt.Errorf("a body with a mass that forces do not move: make it a mesh or a wall")
		case d.plan.Blocked[i] != 0:
			err = fmt.Errorf("blocked: degrees of freedom of a body with a mass are not blocked there")
		case len(b.Shapes) == 1 && b.Shapes[0].Def.Kind == shape.KindSphere:
			d.addSphere(b)
		default:
			err = d.program.clump(d, b)
		}
		d.refuse(fmt.Sprintf("body %d (%s)", b.ID, b.Name), err)
	}
	slices.SortStableFunc(d.atoms, func(a, b atom) int { return min(a.clump, 1) - min(b.clump, 1) })
}

// density returns the density of a material [kg/m³].
func (d *Deck) density(material int) float64 { return d.plan.Materials[material].Law.Density }

// addSphere adds a body that is a sphere.
func (d *Deck) addSphere(b *state.Body) {
	def := b.Shapes[0].Def
	d.exported[b.Name] = true
	kind := d.typeOf(d.graded(atomType{material: def.Material, radius: def.Radius, mass: b.Mass}))
	at := vector(b.Position)
	d.atoms = append(d.atoms, atom{kind: kind, position: at, radius: def.Radius, density: d.density(def.Material),
		velocity: vector(b.Velocity), spin: vector(b.Spin)})
	d.include(at, def.Radius)
}

// include enlarges the box to contain a point and a margin around it.
func (d *Deck) include(at vec.Vec3, around float64) {
	e := vec.New(around, around, around)
	d.box = d.box.Include(at.Sub(e)).Include(at.Add(e))
}

// addFlat adds a wall, a cylinder or a mesh.
func (d *Deck) addFlat(b *state.Body) error {
	h := &b.Shapes[0]
	if err := d.program.flat(d, b, h); err != nil {
		return err
	}
	switch h.Def.Kind {
	case shape.KindMesh:
		return d.addMesh(b, h)
	case shape.KindWall:
		d.addWall(b, h)
	case shape.KindCylinder:
		k := along(rotation(h.Orientation).Rotate(vec.AxisX))
		if k < 0 {
			return fmt.Errorf("a cylinder without end that is not along a global axis: make it a mesh")
		}
		d.tubes = append(d.tubes, tube{b.Name, k, vector(h.Position), h.Def.Radius, h.Def.Cylinder.Hollow,
			d.flatType(h.Def.Material), driveOf(b)})
		d.include(vector(h.Position), h.Def.Radius)
	default:
		return fmt.Errorf("a %v without mass", h.Def.Kind)
	}
	return nil
}

// addWall adds a wall.
func (d *Deck) addWall(b *state.Body, h *state.Shape) {
	w := &h.Def.Wall
	d.planes = append(d.planes, plane{b.Name, w.Axis, w.Sense, vector(h.Position).Component(w.Axis),
		d.flatType(h.Def.Material), driveOf(b)})
	d.includeWall(h, w)
}

// driveOf returns how the surface of a body drags other bodies along.
func driveOf(b *state.Body) drive {
	return drive{vector(b.Velocity), vector(b.Spin), vector(b.Position)}
}

// includeWall enlarges the box to contain the drawn part of a wall.
func (d *Deck) includeWall(h *state.Shape, w *body.WallDef) {
	i, j := (w.Axis+1)%3, (w.Axis+2)%3
	at := vector(h.Position)
	if w.Hi[0] > w.Lo[0] {
		for _, c := range [2][2]float64{w.Lo, w.Hi} {
			d.include(at.WithComponent(i, c[0]).WithComponent(j, c[1]), 0)
		}
	}
}

// addMesh adds the mesh of a body at its present position.
func (d *Deck) addMesh(b *state.Body, h *state.Shape) error {
	if h.Def.HalfThickness > 0 {
		return fmt.Errorf("thickness: triangles have none there: set it to 0")
	}
	q, at := rotation(h.Orientation), vector(h.Position)
	placed := *h.Def.Mesh
	placed.Vertices = nil
	for _, v := range h.Def.Mesh.Vertices {
		p := at.Add(q.Rotate(v))
		placed.Vertices = append(placed.Vertices, p)
		d.include(p, 0)
	}
	file := path.Join("meshes", fmt.Sprintf("%02d-%s.stl", len(d.meshes)+1, LogName(b.Name)))
	d.meshes = append(d.meshes, surface{name: b.Name, file: file, mesh: &placed, kind: d.flatType(h.Def.Material),
		center: vector(b.Position), pose: rotation(b.Orientation)})
	return nil
}

// LogName returns a name as it is written in decks, in their logs, and in names of files.
func LogName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, name)
}

// clumpType returns the type of the atoms of a clump: one type for all atoms, with their mean radius.
func (d *Deck) clumpType(shapes []body.ShapeDef, spheres []Sphere, mass float64) atomType {
	var sum float64
	for _, s := range spheres {
		sum += s.Radius
	}
	return atomType{material: shapes[0].Material, radius: sum / float64(len(spheres)), mass: mass, clump: true}
}

// asSpheres returns spheres that replace solids, and the depth of the gaps between them over the radius. A
// capsule becomes a row of spheres of its radius, evenly spaced along its segment. There are so many
// spheres that the gaps are at most 3 % of the radius deep:
//
//	depth = r - √(r² - p²/4),  pitch p = shaft/(n-1)
func asSpheres(shapes []body.ShapeDef) (spheres []Sphere, rough float64) {
	for i := range shapes {
		s := &shapes[i]
		n, pitch := 1, 0.
		if s.Kind == shape.KindCapsule && s.Shaft > 0 {
			most := 2 * s.Radius * math.Sqrt(1-(1-roughest)*(1-roughest))
			n = int(math.Ceil(s.Shaft/most)) + 1
			pitch = s.Shaft / float64(n-1)
		}
		axis := s.Orientation.Unit().Rotate(vec.AxisX)
		for k := range n {
			at := s.Position.AddScaled(pitch*float64(k)-s.Shaft/2, axis)
			if n == 1 {
				at = s.Position
			}
			spheres = append(spheres, Sphere{[3]float64{at.X, at.Y, at.Z}, s.Radius})
		}
		half := pitch / 2 / s.Radius
		rough = math.Max(rough, 1-math.Sqrt(1-half*half))
	}
	return spheres, rough
}

func vector(v [3]float64) vec.Vec3 { return vec.New(v[0], v[1], v[2]) }

func rotation(q [4]float64) vec.Quat { return vec.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]} }

// along returns the global axis parallel to a unit vector, or -1.
func along(v vec.Vec3) int {
	for k := range 3 {
		if math.Abs(math.Abs(v.Component(k))-1) < 1e-12 {
			return k
		}
	}
	return -1
}
