package wide

// Touch is how eight pairs of shapes touch.
type Touch struct {
	Point, Normal VectorsAt
	Overlap       *Lane

	// Of line contacts: part of the force of two spheres, and couple over that force.
	Share *Lane
	Arm   VectorsAt
}

// Touches is how eight pairs of spheres or capsules touch: the Touch and the gap that the scalar
// kernels of package narrow find. Careful are those that touch in a way that is rare: their gap is
// right, the rest is left to the scalar kernel.
type Touches struct {
	A, B         Records // shapes
	RowsA, RowsB *Rows
	Next         Records // pairs that are done soon
	Gap          *Lane
	Touch        // of those that touch, packed
	Rule         *Rule

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

// Block is eight contacts, which lie one behind the other, and what they have of their bodies.
type Block struct {
	Contact      *Lane   // columns: point, normal, tangential force, normal force, bodies, overlap
	Next         Records // contacts that are done soon
	BodyA, BodyB *Index
	Pos          Records
	Couples      Records // of line contacts
}

// Law is the law of eight contacts. The kernel of springs looks up their constants; then comes what they have
// beside linear springs and friction: tangential forces that begin when bodies touch, springs that stiffen, and
// dashpots; then friction. A contact continues unless its normal has turned too far; one that begins has no
// tangential force.
type Law struct {
	Block
	Touch
	Vel, Spin  Records
	Step, Half Number // the last step and half of it
	Continues  Number // least cosine between the normals of a contact that continues
	Present    Set    // lanes with a contact

	// Of springs.
	Table              Records // kn, kt, mu, least radius; mass, damping
	Rows               Rows
	SpringKn, SpringKt Lane
	Mu, Mass, Damping  Lane
	Worst              Lane // largest overlap over the least radius so far

	// Of what they have beside linear springs.
	Resistance              Records // of the contacts: four numbers, the last one the dashpot's force
	HalfNext                Number  // half of the next step
	Viscosity               Number  // factor of the law
	LeastShare, MostInertia Number
	KeptDrag                Lane // what contacts keep of the force of dashpots
	Softened, Viscous       Lane // energy lost
	Onset                   Set  // all lanes, if tangential forces begin when bodies touch
	Begins                  Set  // contacts of which they do now

	// Of friction.
	Kn, Kt  Lane
	Part    Lane // of the last step, in which the bodies touched
	Drag    Lane // force of dashpots
	Deepest Lane // largest overlap so far
	Sizes   Lane // squares of all forces so far are added to it
	Lost    Lane // energy that sliding takes, of contacts that slide
	GoesOn  Set
	Acts    Set // there is a tangential force
	Slides  Set
}

// Sums adds the forces of eight contacts to what acts on their bodies, in their order.
type Sums struct {
	Block
	OntoA, OntoB *Index  // records that get what acts on the bodies
	Wrench       Records // force and torque, and two numbers more
}

// Motion moves eight bodies that lie one behind the other by what acts on them.
type Motion struct {
	Pos, Vel, Spin, AngMom Records // of the first
	Ori, Wrench            Records
	Travel                 *Lane
	Tally                  *Lane // columns: see package kernel

	Mass, Inverse, Radius Lane    // Radius is the bounding radius
	InvInertia            Vectors // inverse principal moments
	Step, Half, Quarter   Number  // the time step, and parts of it
	Less, More            Number  // factors of damped and driven accelerations
	Gravity               Vector

	Round Set // all principal moments are equal
}

// Placing moves eight capsules that lie one behind the other to where their bodies are.
type Placing struct {
	Pos, Ori    Records // of all bodies
	Bodies      Index
	Shapes      Records // the first capsule
	Local, Axis Vectors // centre and axis, in the frame of the body
	Apart       Set     // lanes whose local centre is not the centre of the body
}

// Squares adds the squares of sixty-four numbers to Sum.
type Squares struct {
	Numbers *Lane
	Sum     Lane
}
