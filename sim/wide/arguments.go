package wide

// Touches is how eight pairs of spheres or capsules touch: the Touch and the gap that the scalar
// kernels of package narrow find. Careful are those that touch in a way that is rare: their gap is
// right, the rest is left to the scalar kernel.
type Touches struct {
	A, B                      Records // shapes
	RowsA, RowsB              *Rows
	Next                      Records // pairs that are done soon
	Gap                       *Lane
	PointX, PointY, PointZ    *Lane // of those that touch, packed
	NormalX, NormalY, NormalZ *Lane
	Overlap                   *Lane

	// Of line contacts of capsules.
	Share            *Lane
	ArmX, ArmY, ArmZ *Lane
	Rule             *Rule

	Coincident Number // bodies are at the same place, by their distance over the sum of their radii
	Parallel   Number // axes are, by the squared sine between them
	Cancelled  Number // normals are, by the length of their mean
	Meet       Number // segments do, by their distance over the sum of the radii
	Least      Number // square of that
	Tiny       Number // nothing beside any length, but not zero
	TinySquare Number

	Pairs    Set // that there are
	Touching Set
	Careful  Set
}

// Rule is half of a symmetric quadrature rule: places x > 0, their squares, weights, and weights times
// x and times x².
type Rule [RulePoints]struct{ X, XX, G, GX, GXX Number }

// RulePoints is how many places a Rule has.
const RulePoints = 3

// Friction is the law of eight contacts with springs and friction. A contact continues unless its
// normal has turned too far; one that begins has no tangential force.
type Friction struct {
	Contact                   *Lane   // columns: point, normal, tangential force, normal force, bodies, overlap
	Next                      Records // contacts that are done soon
	PointX, PointY, PointZ    *Lane   // of the touches
	NormalX, NormalY, NormalZ *Lane
	Overlap                   *Lane
	BodyA, BodyB              *Index
	Pos, Vel, Spin            Records

	// Of line contacts: part of the force of two spheres, couple over that force, and where
	// the couple goes.
	Share            *Lane
	ArmX, ArmY, ArmZ *Lane
	Couples          Records

	Kn, Kt, Mu *Lane
	Part       *Lane  // of the last step, in which the bodies touched
	Drag       *Lane  // force of dashpots
	Step, Half Number // the last step and half of it
	Continues  Number // least cosine between the normals of a contact that continues

	Deepest Lane // largest overlap so far
	Sizes   Lane // squares of all forces so far are added to it
	Lost    Lane // energy that sliding takes, of contacts that slide
	Present Set  // lanes with a contact
	GoesOn  Set
	Acts    Set // there is a tangential force
	Slides  Set
}

// Prepare is what contacts have beside linear springs and friction: tangential forces that begin when
// bodies touch, springs that stiffen, and dashpots. It runs before Friction, and makes Kn, Kt, Part and
// Drag of it.
type Prepare struct {
	Contact                   *Lane
	PointX, PointY, PointZ    *Lane
	NormalX, NormalY, NormalZ *Lane
	Overlap                   *Lane
	BodyA, BodyB              *Index
	Pos, Vel, Spin            Records
	Share                     *Lane // of line contacts
	ArmX, ArmY, ArmZ          *Lane
	Resistance                Records // of the contacts: four numbers, the last one the dashpot's force

	SpringKn, SpringKt, Mass, Damping *Lane
	Step, Half                        Number // the last step, and half of the next one
	Viscosity                         Number // factor of the law
	Continues                         Number
	LeastShare, MostInertia           Number

	Kn, Kt, Part, Drag Lane
	KeptDrag           Lane // what contacts keep of the force of dashpots
	Softened, Viscous  Lane // energy lost
	Onset              Set  // all lanes, if tangential forces begin when bodies touch
	Begins             Set  // contacts of which they do now
}

// Springs looks up the constants of eight contacts in a table, and how deep the overlaps are.
type Springs struct {
	Table   Records // kn, kt, mu, least radius; mass, damping
	Rows    Rows
	Overlap *Lane
	Worst   Lane // largest overlap over the least radius so far

	Kn, Kt, Mu, Mass, Damping Lane
	Present                   Set
}

// Sums adds the forces of eight contacts to what acts on their bodies, in their order.
type Sums struct {
	Contact      *Lane   // columns: point, normal, tangential force, normal force
	Next         Records // contacts that are done soon
	BodyA, BodyB *Index
	Pos          Records
	Couples      Records // of line contacts
	OntoA, OntoB *Index  // records that get what acts on the bodies
	Wrench       Records // force and torque, and two numbers more
}

// Motion moves eight bodies that lie one behind the other by what acts on them.
type Motion struct {
	Pos, Vel, Spin, AngMom Records // of the first
	Ori, Wrench            Records
	Travel                 *Lane
	Tally                  *Lane // columns: see package kernel

	Mass, Inverse, Radius        Lane   // Radius is the bounding radius
	InvX, InvY, InvZ             Lane   // inverse principal moments of inertia
	Step, Half, Quarter          Number // the time step, and parts of it
	Less, More                   Number // factors of damped and driven accelerations
	GravityX, GravityY, GravityZ Number

	Round Set // all principal moments are equal
}

// Placing moves eight capsules that lie one behind the other to where their bodies are.
type Placing struct {
	Pos, Ori               Records // of all bodies
	Bodies                 Index
	Shapes                 Records // the first capsule
	LocalX, LocalY, LocalZ Lane    // centre, in the frame of the body
	AxisX, AxisY, AxisZ    Lane
	Apart                  Set // lanes whose local centre is not that of the body
}

// Squares adds the squares of sixty-four numbers to Sum.
type Squares struct {
	Numbers *Lane
	Sum     Lane
}

// Above tells which of eight numbers are above their limits, for sixty-four of them: a bit is set if
// any of eight numbers so far apart is.
type Above struct {
	Numbers, Limits *Lane
	Any             Set
}

// Boxes compares a box with thirty-two others.
type Boxes struct {
	Slab          *Lane32 // columns: lower ends along x, y, z and upper ends of sixteen boxes, then of sixteen more
	LoX, LoY, LoZ Number32
	HiX, HiY, HiZ Number32
	First, Second Set32 // those that overlap it
}
