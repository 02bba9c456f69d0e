package bridge

import "example.org/tumble/sim/vec"

// Inspected answers Wanted.Inspect, in double precision and from the simulation's own state at the moment
// of the snapshot. Its slices are reused, like those of the snapshot.
type Inspected struct {
	Things  [2]Thing // the inspected things, as requested
	Missing [2]bool  // the thing does not exist now; for a contact: its shapes do not touch
	Body    BodyNumbers
	Contact ContactNumbers
	Ruler   Ruler
	History History
}

// BodyNumbers are the numbers of the body Inspected.Things[0]. Positions and orientations are those after
// the last step; velocities and spins are half a step older; forces, torques and contacts are those at
// the beginning of the last step.
type BodyNumbers struct {
	Number      int64
	Name        string
	Kind        BodyKind
	Shape       int32 // number of the requested shape
	Material    string
	Mass        float64   // [kg], 0 for a body without mass
	Inertia     vec.Vec3  // principal [kg·m²]
	Position    vec.Vec3  // of the centre of mass [m]
	Orientation vec.Quat  // of the principal axes
	Frame       BodyFrame // in which the scene gives its shapes
	Velocity    vec.Vec3  // [m/s]
	Spin        vec.Vec3  // global axes [rad/s]

	Force, Torque vec.Vec3 // of gravity and contacts, without damping [N], [N·m]; gravity has no torque
	ContactForce  vec.Vec3 // of the contacts alone [N]

	Translation, Rotation, Potential float64 // energies [J]; Potential is 0 at the origin

	Members  []Member
	Touching []Touching
	External []ExternalForce
	Joint    *JointNumbers // nil if the body is on no hinge or slider

	Triangle Triangle // if the shape is a mesh
	Wall     WallNumbers
}

// Member is one shape of a body.
type Member struct {
	Kind          string
	Material      string
	Radius, Shaft float64  // [m]
	Position      vec.Vec3 // of its centre [m]
	Orientation   vec.Quat
	Force, Torque vec.Vec3 // of the contacts on this shape, about its own centre [N], [N·m]
}

// ExternalForce is what a force from outside puts on a body.
type ExternalForce struct {
	Name          string
	Force, Torque vec.Vec3 // about the centre of mass [N], [N·m]
}

// Touching is a contact seen from one of its two bodies.
type Touching struct {
	Thing           Thing
	Partner         Thing  // the other body
	Name            string // name of the other body
	Overlap         float64
	NormalForce     float64 // positive in compression [N]
	TangentialForce float64 // size of the tangential force [N]
	Used            float64 // TangentialForce over the friction limit [1]
	Sliding         bool
}

// Triangle is a triangle of a mesh, in the global frame. Without a triangle, Mesh is empty.
type Triangle struct {
	Mesh     string
	Number   int32
	Vertices [3]vec.Vec3 // [m]
	Normal   vec.Vec3
	Area     float64 // [m²]
}

// NewTriangle returns the numbers of a triangle of a mesh from its corners [m].
func NewTriangle(mesh string, number int32, corners [3]vec.Vec3) Triangle {
	t := Triangle{Mesh: mesh, Number: number, Vertices: corners}
	across := corners[1].Sub(corners[0]).Cross(corners[2].Sub(corners[0]))
	t.Area = across.Norm() / 2
	if t.Area > 0 {
		t.Normal = across.Scale(1 / (2 * t.Area))
	}
	return t
}

// WallNumbers describe the position of a wall, if Given.
type WallNumbers struct {
	Given    bool
	Axis     int     // 0, 1, 2 for x, y, z
	Sense    int     // the side to which it pushes, 0 for both
	Position float64 // [m]
}

// ContactNumbers are the numbers of the contact Inspected.Things[0]; body A is the first of its two
// bodies.
type ContactNumbers struct {
	Bodies [2]Thing
	Names  [2]string
	Pair   string // kinds of the two shapes, such as capsule-wall
	Fresh  bool   // the contact began in the last step

	Point, Normal   vec.Vec3 // normal from A to B
	Overlap         float64  // [m]
	Force, Torque   vec.Vec3 // on A, about the point [N], [N·m]
	NormalForce     float64  // positive in compression [N]
	Tangential      vec.Vec3 // on A [N]
	TangentialForce float64  // size of Tangential [N]
	Friction        float64  // coefficient [1]
	Used            float64  // TangentialForce over the friction limit [1]
	Sliding         bool

	Kn, Kt          float64  // stiffness of the springs at this overlap [N/m]
	Viscosity, Drag float64  // constant of the dashpot [N·s/m], and its part of the normal force [N]
	Closing         float64  // speed at which the bodies approach along the normal [m/s]
	Slip            vec.Vec3 // tangential velocity of A relative to B, at the point [m/s]
	Law             string   // name of the contact law
	Formula         string   // of the normal force, in the symbols of the law
	FormulaTeX      string   // the same formula as LaTeX

	ElasticNormal, ElasticShear, ElasticRolling float64 // energies [J]

	Explained Explained
}

// Explained describes how the geometry of a contact came about: the rule ran again and recorded the
// places that it examined. The mean of the points of Places, weighted with their weights, is Point.
type Explained struct {
	Rule          string // name of the capsule rule
	Branch        string // branch that the rule took, in words
	Point, Normal vec.Vec3
	Overlap       float64 // [m]
	Places        []Place
	Cores         [2]Core  // the cores of both shapes
	Shift         vec.Vec3 // shift of all points along the surface, to where the force has no couple [m]
	Off           float64  // distance from the contact's own point [m]; not 0 if bodies were moved since
}

// Core is the centre line of a rounded shape: all of the shape's surface has the distance Radius from it.
// It is a segment or, if Half is 0, a point. Flat shapes have no core.
type Core struct {
	Given  bool
	Center vec.Vec3 // [m]
	Axis   vec.Vec3
	Half   float64 // [m]
	Radius float64 // [m]
}

// Place is one candidate of a rule: an end of a capsule, a stretch of it, a side of a triangle.
type Place struct {
	Part     string   // which part of which shape: "end −, of A"
	On       string   // where its nearest point on the other shape lies: "facet 12", "edge 3–4 of facet 12"
	Outcome  string   // why it does not count, in words; empty if it counts
	From, To vec.Vec3 // its nearest points on the core of A and on the core of B [m]
	Distance float64  // between From and To [m]
	Overlap  float64  // [m], negative where the surfaces are apart
	Weight   float64  // in the mean [1]; 0 if the candidate does not count
	Point    vec.Vec3 // the candidate for the contact point [m]
	Normal   vec.Vec3 // from A to B
	Triangle int32    // of the mesh, -1 without a mesh
}

// Ruler is the distance between the two inspected things, if Given.
type Ruler struct {
	Given   bool
	Centers [2]vec.Vec3 // [m]
	Center  float64     // distance of the centres [m]
	HasGap  bool        // the distance of the surfaces is known
	Surface [2]vec.Vec3 // the points of both surfaces nearest to one another [m]
	Gap     float64     // distance of the surfaces [m], negative where they overlap
}

// HistoryLength is the number of steps that a history keeps.
const HistoryLength = 200

// Trace is a quantity with a history.
type Trace struct{ Name, Unit string }

// BodyTraces are the traces of a body, ContactTraces the traces of a contact.
var (
	BodyTraces = [...]Trace{{"Speed", "m/s"}, {"Spin", "rad/s"}, {"Force", "N"}, {"Torque", "N·m"},
		{"Kinetic energy", "J"}, {"Height", "m"}}
	ContactTraces = [...]Trace{{"Normal force", "N"}, {"Tangential force", "N"}, {"Friction used", ""},
		{"Overlap", "m"}, {"Closing speed", "m/s"}, {"Elastic energy", "J"}}
)

// NumTraces is the number of traces in a history.
const NumTraces = len(BodyTraces)

// History holds the values of the last steps of Inspected.Things[0], oldest first, since the request.
// While a contact does not touch, its values are 0.
type History struct {
	Values [NumTraces][]float32
}

// Traces returns the quantities in the history of a thing.
func (t Thing) Traces() [NumTraces]Trace {
	if t.Kind == ThingContact {
		return ContactTraces
	}
	return BodyTraces
}
