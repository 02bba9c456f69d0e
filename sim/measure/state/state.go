// Package state reads a world between two steps in double precision: a copy of all its bodies and contacts, and
// the forces of its contacts.
package state

import (
	"fmt"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/measure/surfaces"
	"example.org/tumble/sim/measure/tally"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// State is a copy of all bodies and contacts at one moment, in double precision and SI units, for files,
// inspectors and tests; a Snapshot is the copy for drawing. Notes say which moment the numbers belong to.
// Orientations are w, x, y, z. "tumble run --state" writes a State as JSON; sim/files/export/NAMES.md lists the
// names.
type State struct {
	Time     float64   `json:"time"` // [s]
	Step     int64     `json:"step"`
	Hash     string    `json:"hash"`   // 16 hex digits
	Notes    []string  `json:"notes"`  // Notes
	Bodies   []Body    `json:"bodies"` // in the order of their numbers
	Contacts []Contact `json:"contacts"`

	Materials []string `json:"-"` // names of the materials; ShapeDef.Material is an index into them
}

// Source is a running world for readers, which must not change it.
type Source interface {
	Clock() contact.Clock
	Energy() bridge.Energy
	State() State
	StateOfBodies() State // without contacts, which take most of the memory
	Fill(s *bridge.Snapshot)
	FillNumbers(s *bridge.Snapshot)
}

// Notes say which moment the numbers of a State belong to. A State has them, and so have the files made from it.
var Notes = []string{
	"positions and orientations are those after the last step; velocities and spins are half a step older (leapfrog)",
	"forces, torques and contacts are those that the last step began with, of gravity and contacts, before damping",
}

// Body is one body.
type Body struct {
	ID          body.ID    `json:"id"`
	Name        string     `json:"name"`
	Kind        string     `json:"kind"`        // dynamic, kinematic or static
	Position    [3]float64 `json:"position"`    // of the centre of mass or, without mass, of the pivot [m]
	Orientation [4]float64 `json:"orientation"` // of the principal axes
	Velocity    [3]float64 `json:"velocity"`    // [m/s]
	Spin        [3]float64 `json:"spin"`        // global axes [rad/s]
	Force       [3]float64 `json:"force"`       // [N]
	Torque      [3]float64 `json:"torque"`      // about the centre of mass [N·m]
	Mass        float64    `json:"mass"`        // [kg], 0 for walls and meshes
	Inertia     [3]float64 `json:"inertia"`     // principal [kg·m²]
	Age         float64    `json:"age"`         // time since the body came [s]
	Material    string     `json:"material"`    // of the first shape
	Shapes      []Shape    `json:"shapes"`

	// How long the body was in each region that keeps times, by its name [s]; of bodies that forces move.
	Times map[string]float64 `json:"times,omitempty"`
}

// Place returns the place of the body [m]: its Position; for a wall, this point moved into the plane of the wall.
func (b *Body) Place() [3]float64 {
	at := b.Position
	if w := &b.Shapes[0]; w.Def.Kind == shape.KindWall {
		at[w.Def.Wall.Axis] = w.Position[w.Def.Wall.Axis]
	}
	return at
}

// Shape is one shape of a body, in the global frame. The segment of a capsule and
// the axis of a cylinder lie along local x; a wall has a point of its plane as position; a
// mesh the frame that its vertices were given in.
type Shape struct {
	ID          int64      `json:"id"` // unique in the whole run; the first shape of a body has the body's ID
	Kind        string     `json:"kind"`
	Radius      float64    `json:"radius"`   // [m], 0 for flat shapes
	Shaft       float64    `json:"shaft"`    // length of a capsule's segment [m]
	Position    [3]float64 `json:"position"` // [m]
	Orientation [4]float64 `json:"orientation"`
	Hollow      bool       `json:"hollow,omitempty"` // a cylinder that bodies touch from inside

	// Def is the definition of the shape, without its place: colours, a wall's rectangle, a mesh with its vertices
	// in the frame of Position and Orientation. Its mesh belongs to the world.
	Def *body.ShapeDef `json:"-"`

	Rubbed *bridge.Rubbed `json:"-"` // what contacts did to its triangles; nil if that is not measured
}

// Contact is one touching contact.
type Contact struct {
	BodyA   body.ID    `json:"bodyA"`
	ShapeA  int        `json:"shapeA"` // number in the body
	BodyB   body.ID    `json:"bodyB"`
	ShapeB  int        `json:"shapeB"`
	Pair    string     `json:"pair"`    // kinds of the two shapes: capsule-wall
	Point   [3]float64 `json:"point"`   // [m]
	Normal  [3]float64 `json:"normal"`  // unit, from a to b
	Overlap float64    `json:"overlap"` // [m], positive
	Force   [3]float64 `json:"force"`   // on a [N]
	// Torque on a about the point: resistance to rolling and twisting, and the couple of a line contact [N·m].
	Torque          [3]float64 `json:"torque"`
	NormalForce     float64    `json:"normalForce"` // positive in compression [N]
	TangentialForce float64    `json:"shearForce"`  // size of the tangential force [N]; files keep its former name
	Sliding         bool       `json:"sliding"`
}

// kindNames are the names of the kinds of bodies.
var kindNames = [...]string{body.Dynamic: "dynamic", body.Kinematic: "kinematic", body.Static: "static"}

// Of returns a copy of the contacts of a set and of their bodies, with what sensors have of triangles and of times;
// hash is the hash of the world. A copy takes memory for each body, so it is meant for single moments and not for every
// frame.
func Of(set *contact.Set, sensors *surfaces.Sensors, tally *tally.Sensors, hash uint64) State {
	s, b := OfBodies(set, sensors, tally, hash), set.Bodies
	s.Contacts = make([]Contact, 0, set.Count)
	for c, torque := range set.WithTorque {
		s.Contacts = append(s.Contacts, Contact{
			BodyA: b.ID(int(c.BodyA)), ShapeA: int(set.Shapes.Info(c.KindA, c.A).Part),
			BodyB: b.ID(int(c.BodyB)), ShapeB: int(set.Shapes.Info(c.KindB, c.B).Part),
			Pair:  c.KindA.String() + "-" + c.KindB.String(),
			Point: array(c.Point), Normal: array(c.Normal), Overlap: c.Overlap,
			Force: array(c.Force), Torque: array(torque), NormalForce: c.NormalForce(), TangentialForce: c.Tangential().Norm(),
			Sliding: c.Sliding,
		})
	}
	return s
}

// OfBodies is Of without contacts.
func OfBodies(set *contact.Set, sensors *surfaces.Sensors, tally *tally.Sensors, hash uint64) State {
	b, clock := set.Bodies, set.Clock
	s := State{
		Time: clock.Time, Step: clock.Step, Hash: fmt.Sprintf("%016x", hash), Notes: Notes, Bodies: make([]Body, 0, b.Len()),
	}
	for i := range set.Materials {
		s.Materials = append(s.Materials, set.Materials[i].Name)
	}
	acting := wrenches(set)
	for _, i := range b.Created {
		s.Bodies = append(s.Bodies, bodyOf(b, set.Shapes, int(i), s.Materials, &acting[i]))
	}
	timed := tally.Timed()
	for i := range s.Bodies {
		b := &s.Bodies[i]
		b.Age = clock.Time - set.Bodies.Born(int(set.Bodies.Created[i]))
		if len(timed) > 0 && b.Kind == kindNames[body.Dynamic] {
			b.Times = map[string]float64{}
			for _, region := range timed {
				b.Times[region] = tally.TimeOf(region, b.ID)
			}
		}
		for k := range b.Shapes {
			b.Shapes[k].Rubbed = sensors.Rubbed(b.ID, k)
		}
	}
	return s
}

// wrenches returns the force and torque that acted on each body in the last step.
func wrenches(set *contact.Set) []body.Wrench {
	b := set.Bodies
	all := make([]body.Wrench, b.Len())
	for i := range all {
		if !b.IsFixed(i) {
			all[i] = b.Wrench[i]
		}
	}
	for _, on := range set.ActingOnFixed(contact.AnyBody) {
		all[on.Body] = on.Wrench
	}
	return all
}

// memberStep is the distance between the IDs of two neighbouring shapes of a body. No run has more bodies, so all IDs
// are unique.
var memberStep = int64(limit.Created.Most)

// bodyOf copies body i, on which the wrench acting acts; materials are the names of all materials.
func bodyOf(b *body.Set, all *body.Shapes, i int, materials []string, acting *body.Wrench) Body {
	id, shapes := b.ID(i), b.Template(i).Shapes
	s := Body{
		ID: id, Name: b.Name(i), Kind: kindNames[b.Kind[i]],
		Position: array(b.Pos[i]), Orientation: array4(b.Ori[i]), Velocity: array(b.Vel[i]), Spin: array(b.Spin[i]),
		Mass: b.Mass(i).Mass, Inertia: array(b.Mass(i).Inertia), Force: array(acting.Force), Torque: array(acting.Torque),
		Shapes: make([]Shape, 0, len(shapes)),
	}
	for k := range shapes {
		d := shapes[k].Full()
		placed := Shape{
			ID:   int64(id) + memberStep*int64(k),
			Kind: d.Kind.String(), Radius: d.Radius, Shaft: d.Shaft, Hollow: d.Cylinder.Hollow, Def: &d,
			Position:    array(b.Pos[i].Add(b.Ori[i].Rotate(d.Position))),
			Orientation: array4(b.Ori[i].Mul(d.Orientation)),
		}
		if k == 0 {
			s.Material = materials[d.Material]
		}
		if d.Kind == shape.KindWall {
			placed.Position = array(vec.Vec3{}.WithComponent(d.Wall.Axis,
				all.WallPosition(b, int(b.Shape(all, i, k).Index))))
		}
		s.Shapes = append(s.Shapes, placed)
	}
	return s
}

func array(v vec.Vec3) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

func array4(q vec.Quat) [4]float64 { return [4]float64{q.W, q.X, q.Y, q.Z} }
