package sim

import (
	"cmp"
	"fmt"
	"slices"

	"tumble/sim/bridge"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// State is a copy of everything there is at one moment, in double precision, for files,
// inspectors and tests; a Snapshot is the copy for drawing. Positions are those after the
// last step. Velocities are half a step older, and contacts and their forces are those
// the last step began with. SI units; orientations are w, x, y, z. Its JSON form is that
// of "tumble run --state".
type State struct {
	Time     float64        `json:"time"` // [s]
	Step     int64          `json:"step"`
	Hash     string         `json:"hash"`   // 16 hex digits
	Bodies   []BodyState    `json:"bodies"` // in the order of their numbers
	Contacts []ContactState `json:"contacts"`

	Materials []string `json:"-"` // names; what ShapeDef.Material counts
}

// BodyState is one body.
type BodyState struct {
	ID          BodyID       `json:"id"`
	Name        string       `json:"name"`
	Kind        string       `json:"kind"`     // dynamic, kinematic or static
	Position    [3]float64   `json:"pos"`      // of the centre of mass [m]
	Orientation [4]float64   `json:"ori"`      // of the principal axes
	Velocity    [3]float64   `json:"vel"`      // [m/s]
	Spin        [3]float64   `json:"angVel"`   // global axes [rad/s]
	Mass        float64      `json:"mass"`     // [kg], 0 for walls and meshes
	Inertia     [3]float64   `json:"inertia"`  // principal [kg·m²]
	Material    string       `json:"material"` // of the first shape
	Shapes      []ShapeState `json:"shapes"`
	Force       [3]float64   `json:"-"` // of gravity and contacts, before damping, in the last step [N]
}

// ShapeState is one shape of a body, in the global frame. The segment of a capsule and
// the axis of a cylinder lie along local x; a wall has a point of its plane as position; a
// mesh the frame that its vertices were given in.
type ShapeState struct {
	Kind        string     `json:"kind"`
	Radius      float64    `json:"radius"` // [m], 0 for flat shapes
	Shaft       float64    `json:"shaft"`  // length of a capsule's segment [m]
	Position    [3]float64 `json:"pos"`    // [m]
	Orientation [4]float64 `json:"ori"`
	Hollow      bool       `json:"hollow,omitempty"` // a cylinder that bodies touch from inside

	// What the shape is, but for its place: colours, a wall's rectangle, a mesh, whose
	// vertices are given in the frame of Position and Orientation. It belongs to the world.
	Def *ShapeDef `json:"-"`
}

// ContactState is one touching contact.
type ContactState struct {
	A       BodyID     `json:"a"`
	B       BodyID     `json:"b"`
	Pair    string     `json:"pair"`    // kinds of the two shapes: capsule-wall
	Point   [3]float64 `json:"point"`   // [m]
	Normal  [3]float64 `json:"normal"`  // unit, from a to b
	Overlap float64    `json:"overlap"` // [m], positive
	Force   [3]float64 `json:"force"`   // on a [N]
	Fn      float64    `json:"fn"`      // normal force, positive in compression [N]
	Ft      float64    `json:"ft"`      // size of the shear force [N]
	Sliding bool       `json:"sliding"`
}

// kindNames are the names of what moves a body.
var kindNames = [...]string{bridge.Dynamic: "dynamic", bridge.Kinematic: "kinematic", bridge.Static: "static"}

// State returns a copy of the state. It costs some memory per body: it is for single
// moments, not for every frame.
func (w *World) State() State {
	s := State{
		Time: w.clock.time, Step: w.clock.step, Hash: fmt.Sprintf("%016x", w.Hash()),
		Bodies: make([]BodyState, 0, w.bodies.len()), Contacts: make([]ContactState, 0, w.stats.contacts),
	}
	for i := range w.materials {
		s.Materials = append(s.Materials, w.materials[i].name)
	}
	forces := w.forcesOnAll()
	for _, i := range w.bodies.created {
		s.Bodies = append(s.Bodies, w.bodyState(int(i), forces[i]))
	}
	for c := range w.touching {
		s.Contacts = append(s.Contacts, ContactState{
			A: w.bodies.info[c.bodyA].id, B: w.bodies.info[c.bodyB].id,
			Pair:  c.kindA.String() + "-" + c.kindB.String(),
			Point: array(c.point), Normal: array(c.normal), Overlap: c.overlap,
			Force: array(c.force()), Fn: c.normalForce, Ft: c.shear.Norm(), Sliding: c.sliding,
		})
	}
	return s
}

// forcesOnAll returns what acted on each body in the last step [N]. No step sums that for bodies that
// are still: it adds up here, in the order of the other bodies' numbers, so that sorting the
// bodies between two steps does not change it.
func (w *World) forcesOnAll() []vec.Vec3 {
	type push struct {
		on    int32
		by    BodyID
		force vec.Vec3
	}
	var pushes []push
	for c := range w.touching {
		if w.bodies.still(int(c.bodyA)) {
			pushes = append(pushes, push{c.bodyA, w.bodies.info[c.bodyB].id, c.force()})
		}
	}
	slices.SortStableFunc(pushes, func(a, b push) int { return cmp.Compare(a.by, b.by) })
	forces := make([]vec.Vec3, w.bodies.len())
	for i := range forces {
		if !w.bodies.still(i) {
			forces[i] = w.bodies.wrench[i].force
		}
	}
	for i := range pushes {
		p := &pushes[i]
		forces[p.on] = forces[p.on].Add(p.force)
	}
	return forces
}

func (w *World) bodyState(i int, force vec.Vec3) BodyState {
	b := &w.bodies
	info, shapes := &b.info[i], b.template(i).shapes
	s := BodyState{
		ID: info.id, Name: info.name, Kind: kindNames[b.kind[i]],
		Position: array(b.pos[i]), Orientation: array4(b.ori[i]), Velocity: array(b.vel[i]), Spin: array(b.spin[i]),
		Mass: b.mass[i].mass, Inertia: array(b.mass[i].inertia), Force: array(force),
		Shapes: make([]ShapeState, 0, len(shapes)),
	}
	for k := range shapes {
		d := shapes[k].full()
		placed := ShapeState{
			Kind: d.Kind.String(), Radius: d.Radius, Shaft: d.Shaft, Hollow: d.Cylinder.Hollow, Def: &d,
			Position:    array(b.pos[i].Add(b.ori[i].Rotate(d.Position))),
			Orientation: array4(b.ori[i].Mul(d.Orientation)),
		}
		if k == 0 {
			s.Material = w.materials[d.Material].name
		}
		if d.Kind == shape.KindWall {
			placed.Position = array(vec.Vec3{}.WithComponent(d.Wall.Axis, w.wallPosition(int(w.shapeOf(i, k).index))))
		}
		s.Shapes = append(s.Shapes, placed)
	}
	return s
}

func array(v vec.Vec3) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

func array4(q vec.Quat) [4]float64 { return [4]float64{q.W, q.X, q.Y, q.Z} }
