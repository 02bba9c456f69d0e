package wide

// Touch holds the contacts of eight pairs of shapes.
type Touch struct {
	Point, Normal VectorsAt
	Overlap       *Lane

	// Of line contacts: the force over the force of two spheres, and the couple over that force.
	Share *Lane
	Arm   VectorsAt
}

// Touches are the arguments of the kernels of contacts for eight pairs of spheres or capsules, or of one-sided walls
// with one of these: they find the contact and the gap that the scalar kernels of package narrow find. Careful marks
// pairs that touch in a rare way: the kernel computes their gap, and the scalar kernel must compute the rest.
type Touches struct {
	A, B         Records // shapes; of a wall see shape.Wall.Plane
	RowsA, RowsB *Rows
	Next         Records // pairs that are computed soon
	SoonA, SoonB *Rows   // shapes of pairs that are computed soon
	Gap          *Lane
	Touch        // of the pairs that touch, packed
	Rule         *Rule

	Coincident Number // bodies count as concentric, by their distance over the sum of their radii
	Parallel   Number // axes count as parallel, by the squared sine between them
	Cancelled  Number // normals count as cancelled, by the length of their mean
	Meet       Number // segments count as crossing, by their distance over the sum of the radii
	Least      Number // square of Meet
	Tiny       Number // negligible beside any length, but not zero
	TinySquare Number

	Pairs    Set // lanes that hold a pair
	Before   Set // those that touched in the step before, for walls
	Touching Set
	Careful  Set
	Beside   Set // touching capsules of which one has both ends near the other
}

// Local brings eight capsules to the frame of a mesh, one after the other in memory, and finds the longest way of a
// point of each segment there.
type Local struct {
	Capsules   Records
	Rows       *Rows
	Before     Records // center and axis in the frame of the mesh, before
	BeforeRows *Rows
	Locals     Records // the capsules in the frame of the mesh
	Ways       *Lane   // at most [m]
	Pos        Vector  // of the mesh
	Back       Quat    // its orientation, inverse
}

// Faces finds the contacts of eight capsules in the frame of a mesh, with one triangle of it each: where one end
// touches the face of the triangle, and the rest of the segment lies on the same side and leads away. Contacts are in
// the frame of the world.
type Faces struct {
	Capsules  Records
	Rows      Rows
	Facets    Records // triangles: normal and corners
	FacetRows Rows
	Ends      Lane   // half lengths, negative where the end is that at -Axis
	Half      Number // half thickness of the mesh
	Pos       Vector // of the mesh
	Ori       Quat

	Coincident Number // see Touches

	Point, Normal Vectors
	Overlap       Lane

	Pairs    Set
	Touching Set // as said above; others may touch in another way
}

// Rule is half of a symmetric quadrature rule: places x > 0, their squares, weights, and weights times
// x and times x².
type Rule [RulePoints]struct{ X, XX, G, GX, GXX Number }

// RulePoints is the number of places of a Rule.
const RulePoints = 3

// Block is eight contacts, one after the other in memory, and the values of their bodies that they need.
type Block struct {
	Contact      *Lane   // columns: normal, force, bodies, point; contacts that are central have no point
	Next         Records // contacts that are computed soon
	BodyA, BodyB *Index
	Pos          Records
	Couples      Records // of line contacts
}

// Law holds the arguments of the kernels for the law of eight contacts. The kernel of springs looks up their constants.
// Then one of the law finds their forces. A contact continues unless its normal has turned too far; a contact that
// begins has no tangential force.
type Law struct {
	Block
	Touch
	Vel, Spin  Records
	Step, Half Number // the last step and half of it
	Overlaps   *Lane  // in the step before, which are replaced by those of this one
	Continues  Number // least cosine between old and new normal of a contact that continues
	Negligible Number // squares of tangential over normal forces up to which there is no tangential force
	Present    Set    // lanes with a contact

	// Of the kernel of springs:
	Table             Records // kn, kt, mu, least radius; mass, damping, rolling, twisting; see Radii
	Rows              Rows
	Kn, Kt            Lane
	Mu, Mass, Damping Lane
	Rolling, Twisting Lane
	Worst             Lane // largest overlap over the least radius so far
	Radii

	// Of contacts with dashpots:
	Drags                   *Lane  // forces of the dashpots in the step before, which are replaced by those of this one
	HalfNext                Number // half of the next step
	Viscosity               Number // factor of the law
	LeastShare, MostInertia Number
	Onset                   Set // all lanes, if tangential forces begin when bodies touch
	Begins                  Set // contacts whose tangential force begins now

	Resistance *Lane // columns: couples against rolling and twisting in the step before, which are replaced

	// Energy lost where springs stiffen, in dashpots, and by couples:
	Softened, Viscous, RollingLost Lane

	Deepest Lane // largest overlap so far
	Sizes   Lane // the squares of all forces are added to it
	Lost    Lane // energy that sliding dissipates, for contacts that slide
	GoesOn  Set
	Acts    Set // there is a tangential force
	Slides  Set

	Heat *Lane // of the kernel of heat, columns: sums of friction, dashpots and rolling, each high and low part

	SoonB *Index // second bodies of contacts that are computed soon
}

// Radii are what contacts need in the place of a point if the normal passes through the centres of mass of both bodies:
// the last numbers of Law.Table, of the kernels of radii.
type Radii struct {
	RadiusA, RadiusB Lane // from the centre to the surface
	Softness         Lane // 1/kn
}

// Sums adds the forces of eight contacts to the forces on their bodies, in the order of the contacts.
type Sums struct {
	Block
	Resistance *Lane   // see Law
	Overlaps   *Lane   // of contacts that are central, if their forces do not tell them
	Table      Records // see Law
	Rows       Rows
	Radii
	OntoA, OntoB *Index  // records that receive the forces on the bodies
	SoonB        *Index  // second bodies of contacts that are computed soon
	Wrench       Records // force and torque
}

// Motion moves eight bodies, one after the other in memory, by the forces on them.
type Motion struct {
	Pos, Vel, Spin, AngMom Records // of the first body; AngMom of bodies that are not round
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

// Placing moves eight capsules, one after the other in memory, to their bodies.
type Placing struct {
	Pos, Ori    Records // of all bodies
	Bodies      Index
	Shapes      Records // the first capsule
	Local, Axis Vectors // centre and axis, in the frame of the body
	HalfLength  Lane    // to read them from the capsules would be to wait for these
	Radius      Lane
	Apart       Set // lanes whose local centre is not the centre of the body
}

// Ahead is what chunks of contacts that are done soon have beside pairs and contacts.
type Ahead struct {
	Springs, Marks, Slots, Blocks Records // of the next one; the last says where its contacts are
	Chunk                         Records // the one after it
}

// Boxes finds which of BoxesAtOnce boxes overlap one: neither of two ends before the other one begins.
type Boxes struct {
	Others    *Lane // columns, eight boxes after the other: their lower ends along x, y and z, and their upper ones
	Low, High Vector
	Overlap   [BoxesAtOnce / Lanes]Set
}

// BoxesAtOnce is how many boxes the kernel of boxes compares with one.
const BoxesAtOnce = 64

// Squares adds the squares of SquaresAtOnce numbers to Sum.
type Squares struct {
	Numbers *Lane
	Sum     Lane
}
