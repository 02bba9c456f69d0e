package bridge

import "example.org/tumble/sim/vec"

// Inspected answers Wanted.Inspect, in double precision and from the simulation's own state at the
// moment of the snapshot. Its slices are filled again, as those of the snapshot.
type Inspected struct {
	Things  [2]Thing // that it is about, as they were asked for
	Gone    [2]bool  // nothing of that name is there now; of a contact: the two do not touch
	Body    BodyNumbers
	Contact ContactNumbers
	Ruler   Ruler
	History History
}

// BodyNumbers are those of a body, of Inspected.Things[0]. Positions and orientations are those after
// the last step, velocities and spins are half a step older; forces, torques and contacts are those that
// the last step began with.
type BodyNumbers struct {
	Number      int64
	Name        string
	Kind        BodyKind
	Shape       int32 // number of the shape that was asked for
	Material    string
	Mass        float64  // [kg], 0 for a body that has none
	Inertia     vec.Vec3 // principal [kg·m²]
	Position    vec.Vec3 // of the centre of mass [m]
	Orientation vec.Quat // of the principal axes
	Velocity    vec.Vec3 // [m/s]
	Spin        vec.Vec3 // global axes [rad/s]

	Force, Torque vec.Vec3 // of gravity and contacts, before damping [N], [N·m]; gravity has no torque
	ContactForce  vec.Vec3 // of contacts alone [N]

	Translation, Rotation, Potential float64 // energies [J]; the last is 0 at the origin

	Members  []Member
	Touching []Touching

	Triangle Triangle // where the shape is a mesh
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

// Touching is a contact as one of its bodies has it.
type Touching struct {
	Thing           Thing
	Partner         Thing  // the other body
	Name            string // of that
	Overlap         float64
	NormalForce     float64 // positive in compression [N]
	TangentialForce float64 // size of the tangential force [N]
	Used            float64 // TangentialForce over the friction limit [1]
	Sliding         bool
}

// Triangle is one of a mesh, in the global frame. Mesh is empty where there is none.
type Triangle struct {
	Mesh     string
	Number   int32
	Vertices [3]vec.Vec3 // [m]
	Normal   vec.Vec3
	Area     float64 // [m²]
}

// NewTriangle returns the numbers of a triangle of a mesh by its corners [m].
func NewTriangle(mesh string, number int32, corners [3]vec.Vec3) Triangle {
	t := Triangle{Mesh: mesh, Number: number, Vertices: corners}
	across := corners[1].Sub(corners[0]).Cross(corners[2].Sub(corners[0]))
	t.Area = across.Norm() / 2
	if t.Area > 0 {
		t.Normal = across.Scale(1 / (2 * t.Area))
	}
	return t
}

// WallNumbers place a wall. There is one where Given.
type WallNumbers struct {
	Given    bool
	Axis     int     // 0, 1, 2 for x, y, z
	Sense    int     // the side that pushes, 0 for both
	Position float64 // [m]
}

// ContactNumbers are those of a contact, of Inspected.Things[0]; body A is the first of its two.
type ContactNumbers struct {
	Bodies [2]Thing
	Names  [2]string
	Pair   string // kinds of the two shapes: capsule-wall
	Fresh  bool   // it began in the last step

	Point, Normal   vec.Vec3 // normal from A to B
	Overlap         float64  // [m]
	Force, Torque   vec.Vec3 // on A, about the point [N], [N·m]
	NormalForce     float64  // positive in compression [N]
	Tangential      vec.Vec3 // on A [N]
	TangentialForce float64  // its size [N]
	Friction        float64  // coefficient [1]
	Used            float64  // TangentialForce over the friction limit [1]
	Sliding         bool

	Kn, Kt          float64  // stiffness of the springs at this overlap [N/m]
	Viscosity, Drag float64  // of the dashpot [N·s/m], and its part of the normal force [N]
	Closing         float64  // speed at which the bodies approach along the normal [m/s]
	Slip            vec.Vec3 // velocity of A over B across it, at the point [m/s]
	Law             string   // its name
	Formula         string   // of the normal force, in words of the law
	FormulaTeX      string   // the same, as LaTeX

	ElasticNormal, ElasticShear, ElasticRolling float64 // energies [J]

	Explained Explained
}

// Explained says how the geometry of a contact came about: the rule was run again, and wrote down what
// it looked at. The mean of the points of Places, weighted with their weights, is Point.
type Explained struct {
	Rule          string // name of the capsule rule
	Branch        string // which way of the rule ran, in words
	Point, Normal vec.Vec3
	Overlap       float64 // [m]
	Places        []Place
	Cores         [2]Core  // what is rounded on both sides
	Shift         vec.Vec3 // by which all points were moved along the surface, to where the force has no couple [m]
	Off           float64  // distance from the contact's own point [m]: not 0 where bodies were moved since
}

// Core is the part of a shape that all of its surface is Radius away from: a segment or, where Half is
// 0, a point. Flat shapes have none.
type Core struct {
	Given  bool
	Center vec.Vec3 // [m]
	Axis   vec.Vec3
	Half   float64 // [m]
	Radius float64 // [m]
}

// Place is one place that a rule looked at: an end of a capsule, a stretch of it, a side of a triangle.
type Place struct {
	Part     string   // what part of which shape: "end −, of A"
	On       string   // what it is nearest to: "facet 12", "edge 3–4 of facet 12"
	Fate     string   // what the rule made of it, in words; empty where it counts
	From, To vec.Vec3 // the two points whose distance it is: on the core of A, on that of B [m]
	Distance float64  // between them [m]
	Overlap  float64  // [m], negative where they are apart
	Weight   float64  // in the mean [1]; 0 where it does not count
	Point    vec.Vec3 // the candidate for the contact point [m]
	Normal   vec.Vec3 // from A to B
	Triangle int32    // of the mesh, -1 where there is none
}

// Ruler is what lies between the two things of Inspected. It is there where Given.
type Ruler struct {
	Given   bool
	Centers [2]vec.Vec3 // [m]
	Center  float64     // distance of the centres [m]
	HasGap  bool        // there is a distance of the surfaces
	Surface [2]vec.Vec3 // the points of both surfaces nearest to one another [m]
	Gap     float64     // distance of the surfaces [m], negative where they overlap
}

// HistoryLength is how many of the last steps a history keeps.
const HistoryLength = 200

// Trace is a quantity whose last steps are kept.
type Trace struct{ Name, Unit string }

// BodyTraces are those of a body, ContactTraces those of a contact.
var (
	BodyTraces = [...]Trace{{"Speed", "m/s"}, {"Spin", "rad/s"}, {"Force", "N"}, {"Torque", "N·m"},
		{"Kinetic energy", "J"}, {"Height", "m"}}
	ContactTraces = [...]Trace{{"Normal force", "N"}, {"Tangential force", "N"}, {"Friction used", ""},
		{"Overlap", "m"}, {"Closing speed", "m/s"}, {"Elastic energy", "J"}}
)

// NumTraces is how many quantities a history has.
const NumTraces = len(BodyTraces)

// History holds the last steps of Inspected.Things[0], oldest first, since it was asked for. Where a
// contact had ended, all its numbers are 0.
type History struct {
	Values [NumTraces][]float32
}

// Traces returns the quantities that the history of a thing has.
func (t Thing) Traces() [NumTraces]Trace {
	if t.Kind == ThingContact {
		return ContactTraces
	}
	return BodyTraces
}
