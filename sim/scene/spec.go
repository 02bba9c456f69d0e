// Package scene holds scenes as plain data, reads them from YAML and builds worlds of
// them. The built-in scenes are files in assets/scenes, read like any other.
package scene

import "example.org/tumble/sim/vec"

// Spec is a scene: everything that decides how a run goes, but for the seed. The reference explains each
// key by the comment of its field, here and in the types inside; if the key is a setting, the text of
// setting.Table comes before the comment.
type Spec struct {
	Title string `yaml:"title,omitempty"` // title, one line, for lists and pictures
	About string `yaml:"about,omitempty"` // description, a sentence or two, for the list of scenes
	// hint what to look at, one line, which the window shows with the scene
	Look string `yaml:"look,omitempty"`
	Try  string `yaml:"try,omitempty"` // hint what to try, one line, which the window shows as well
	// good moments of the scene, which the window offers as one click each
	Stories   []Story   `yaml:"stories,omitempty"`
	Constants Constants `yaml:"constants,omitempty"` // named numbers, for expressions such as =2*r
	// saved state or run (.tumble), beside the scene, from whose end the scene goes on. It has the settings, materials,
	// inlets and outlets; the scene adds bodies, motions and forces, and a motion or force of a name that is there takes
	// its place. start and end count from the state
	State string `yaml:"state,omitempty"`
	// changes of the state before it goes on: PATH=VALUE, as in --set of saved states
	Change      []string `yaml:"change,omitempty,flow" with:"state"`
	Gravity     Vector   `yaml:"gravity,flow" unit:"m/s2"` // [m/s²]
	Damping     float64  `yaml:"damping,omitempty"`        // 0 if not given
	CapsuleRule string   `yaml:"capsuleRule,omitempty"`    // the first rule if not given
	Law         string   `yaml:"law,omitempty"`            // the first law if not given
	TimeStep    TimeStep `yaml:"timeStep"`                 // how the time step is chosen
	Soften      *float64 `yaml:"soften,omitempty"`         // 1 if not given
	End         float64  `yaml:"end,omitempty" unit:"s"`   // simulated time at which a run ends by itself [s]
	// conditions for stopping, in the syntax of Stop when in the window: overlap > 5%; contact(ball, floor); speed >
	// 3, true for any body that forces move; name == "lid" && force > 5, for a named body. A run ends, and the
	// window pauses, in the step in which one of the conditions becomes true
	StopWhen []string `yaml:"stopWhen,omitempty"`
	// regions whose bodies are measured, such as core=box/0,0,0/0.1,0.1,0.04, or tip=sphere/0,0,0.1/0.02@bottle, which
	// moves with a body, or hold=inside@vessel for what its closed meshes enclose, or
	// bed=box/0,0,0/0.1,0.1,0.1#8x8x8#material == 'red', which also measures the mixing of a group; with #time or #power
	// behind it, it adds up how long bodies are in it, or what contacts lose there: their numbers are in tables, charts,
	// reports and results, and for conditions: region(core, pressure) > 5e3
	Regions []string `yaml:"regions,omitempty"`
	// fields of density, velocity, stress and others by coarse-graining, over the cells of a box:
	// bed=box/0,0,0/0.1,0.1,0.04#20x20x8#gaussian/0.005, with gaussian or lucy and a width in metres, and /FROM behind it
	// for means from this time on. Export field-files writes them
	Fields []string `yaml:"fields,omitempty"`
	// planes whose crossings are counted, forward and back, as bodies and mass: mouth=disc/0,0,0.05/0,0,-1/0.02 of a
	// centre, a normal and a radius, or gate=rectangle/0,0,0.1/0.05,0,0/0,0.02,0 of a centre and the ways from it to the
	// middles of two sides, whose product is the normal; with @BODY behind it, it moves with a body: their numbers are in
	// tables, reports and results, and for conditions: through(mouth, mass) > 0.1
	Planes []string `yaml:"planes,omitempty"`
	// surfaces of bodies on which forces, torques, powers, pressures and rubbing are measured, as means over the interval
	// of a table and as sums: blade=@mixer, lip=box/-1,-1,0.09/1,1,0.11@bottle for the triangles of a mesh in a region, or
	// floor=facing/0,0,1/30@bottle for those within 30° of a direction; worn=@mixer#triangles keeps sums for each
	// triangle, too, for VTK. Conditions ask for surface(blade, power) > 5
	Surfaces []string `yaml:"surfaces,omitempty"`
	// follows all collisions from the first touch until they part: tables, results, reports and sweeps then have their
	// numbers, energies lost, speeds and durations, for each pair of materials, and spectra. Conditions ask for
	// between(steel+grain, energy_lost) > 0.1. A run takes two to three times as long
	Collisions bool `yaml:"collisions,omitempty"`

	Materials []Material `yaml:"materials"`           // materials of the bodies; at least one
	Pairs     []Pair     `yaml:"pairs,omitempty"`     // properties of the contacts between two materials
	Bodies    []Body     `yaml:"bodies,omitempty"`    // bodies that exist from the start
	Particles *Particles `yaml:"particles,omitempty"` // bodies read from a table
	Inlets    []Inlet    `yaml:"inlets,omitempty"`    // places where bodies are made during the run
	Outlets   []Outlet   `yaml:"outlets,omitempty"`   // places where bodies are removed and counted
	Motions   []Motion   `yaml:"motions,omitempty"`   // prescribed motions of bodies that forces do not move
	Forces    []Force    `yaml:"forces,omitempty"`    // forces from outside on bodies that forces move
	View      *View      `yaml:"view,omitempty"`      // first view of the scene
	Export    *Export    `yaml:"export,omitempty"`    // files that a run writes
}

// Story is a good moment of the scene, which the window offers as one click. The click begins the scene
// anew and carries out the steps one after the other.
type Story struct {
	Title string `yaml:"title"`          // title, one line, such as: What does friction do?
	Look  string `yaml:"look,omitempty"` // hint what to look at when all steps are done, one line
	Steps []Step `yaml:"steps"`          // steps of the story; at least one
}

// Step is one step of a story. Exactly one of its keys is given.
type Step struct {
	Play float64 `yaml:"play,omitempty" unit:"s"` // time until which the scene runs; then it pauses [s]
	// condition until which the scene runs, written as in stopWhen; the body or contact that fulfils it is selected
	Stop string   `yaml:"stop,omitempty"`
	At   *float64 `yaml:"at,omitempty" unit:"s"` // time to which the run goes back; there it pauses [s]
	Set  string   `yaml:"set,omitempty"`         // edit of the running scene: PATH=VALUE, as in --set
	Do   string   `yaml:"do,omitempty"`          // action of the window to carry out
	// overlays to show in addition to the present ones, named as in --overlays
	Overlays []string `yaml:"overlays,omitempty,flow"`
	ColorBy  string   `yaml:"colorBy,omitempty"` // quantity by which bodies are coloured, named as in --color-by
}

// Vector is [x, y, z].
type Vector [3]float64

// Vec returns the vector as the engine has it.
func (v Vector) Vec() vec.Vec3 { return vec.New(v[0], v[1], v[2]) }

// IsZero reports whether WriteSpec can leave out the vector.
func (v Vector) IsZero() bool { return v == Vector{} }

// Range is a lower and an upper bound.
type Range [2]float64

// IsZero reports whether WriteSpec can leave out the range.
func (r Range) IsZero() bool { return r == Range{} }

// Frame is a box: lower and upper corner [m].
type Frame [2]Vector

// IsZero reports whether WriteSpec can leave out the frame.
func (f Frame) IsZero() bool { return f == Frame{} }

// TimeStep says how the time step is chosen.
type TimeStep struct {
	Fixed   float64 `yaml:"fixed,omitempty" unit:"s"`
	Initial float64 `yaml:"initial,omitempty" unit:"s"`
	Safety  float64 `yaml:"safety"`
	Every   int     `yaml:"every"`
}

// Material is a material that bodies refer to by its name.
type Material struct {
	Name    string   `yaml:"name"`                           // name, by which bodies and pairs refer to the material
	Young   *float64 `yaml:"young,omitempty" unit:"Pa"`      // [Pa]
	KtDivKn *float64 `yaml:"ktDivKn,omitempty"`              // [1]
	TanPhi  *float64 `yaml:"tanPhi,omitempty"`               // [1]
	Density *float64 `yaml:"density,omitempty" unit:"kg/m3"` // [kg/m³]

	Poisson          *float64 `yaml:"poisson,omitempty"`          // used by the laws hertz-mindlin and jkr [1]
	Restitution      *float64 `yaml:"restitution,omitempty"`      // 1: no dashpot [1]
	RollingFriction  *float64 `yaml:"rollingFriction,omitempty"`  // [1]
	TwistingFriction *float64 `yaml:"twistingFriction,omitempty"` // [1]

	SurfaceEnergy *float64 `yaml:"surfaceEnergy,omitempty"` // used by the law jkr [J/m²]
}

// Pair gives the contacts between two materials properties of their own. A property that is not given is the
// smaller of the values of both materials; surfaceEnergy is the root of their product. The name of the pair in
// --set is the names of both materials, joined by "+".
type Pair struct {
	A                string   `yaml:"a"`                          // name of one material
	B                string   `yaml:"b"`                          // name of the other material, or of the same one
	TanPhi           *float64 `yaml:"tanPhi,omitempty"`           // friction coefficient
	Restitution      *float64 `yaml:"restitution,omitempty"`      // coefficient of restitution, as in a material
	RollingFriction  *float64 `yaml:"rollingFriction,omitempty"`  // rolling friction, as in a material
	TwistingFriction *float64 `yaml:"twistingFriction,omitempty"` // twisting friction, as in a material
	SurfaceEnergy    *float64 `yaml:"surfaceEnergy,omitempty"`    // work of adhesion, as in a material [J/m²]
}

// Body is a rigid body. Exactly one of wall, mesh, facets, cylinder, sphere, capsule, clump and multisphere gives its
// shape.
type Body struct {
	Name     string `yaml:"name"`               // name, by which motions, --set and --follow refer to the body
	Material string `yaml:"material,omitempty"` // name of the material; the first material if not given
	// colour, #rrggbb or #rrggbbaa; a capsule may have two, separated by a space, one for each half
	Color string `yaml:"color,omitempty"`

	Wall *Wall `yaml:"wall,omitempty"` // an infinite plane
	// mesh file (.stl, .obj, .ply): beside the scene, or a shipped one
	Mesh     string    `yaml:"mesh,omitempty"`
	Facets   *Facets   `yaml:"facets,omitempty"`        // a mesh written in the scene file
	Cylinder *Cylinder `yaml:"cylinder,omitempty,flow"` // an infinitely long cylindrical wall
	Solid    `yaml:",inline"`
	Grain    `yaml:",inline"`

	// Of a mesh or facets: point = rotate (scale p + shift), then weld what is closer than threshold.

	// mesh or facets only: factor from lengths of the mesh to lengths of the scene; 1 if not given
	Scale float64 `yaml:"scale,omitempty"`
	Shift Vector  `yaml:"shift,omitzero,flow" unit:"m"` // mesh or facets only: translation after scaling [m]
	// mesh or facets only: rotation about the origin, after scale and shift
	Rotate *Rotation `yaml:"rotate,omitempty,flow"`
	// mesh or facets only: corners closer than this distance are merged; a negative value is relative to the size of
	// the mesh; -1e-6 if not given [m]
	Threshold float64 `yaml:"threshold,omitempty" unit:"m"`
	// mesh or facets only: thickness of the facets, half of it on either side [m]
	Thickness float64 `yaml:"thickness,omitempty" unit:"m"`
	// mesh or facets only: how facets act together. merged (if not given): as one smooth surface, where common edges
	// leave no trace; smoothed: each plane face makes its own contacts, with normals corrected at internal edges;
	// raw: each facet makes its own contact
	Seams string `yaml:"seams,omitempty"`
	// mesh or facets only: the mesh is closed and full of its material. Mass, centroid and inertia follow from the
	// volume that its facets enclose, and forces move it. It touches walls, cylinders from inside, spheres and capsules
	Filled bool `yaml:"filled,omitempty"`
	// filled meshes only: mass; density times volume if not given [kg]
	Mass float64 `yaml:"mass,omitempty" unit:"kg"`
	// wall, cylinder, mesh or facets that are not filled only: point about which the body turns, in the frame of its
	// shapes [m]
	Center Vector `yaml:"center,omitzero,flow" unit:"m"`

	Position    Vector    `yaml:"position,omitzero,flow" unit:"m"`   // position of the origin of the shapes [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"`        // orientation of the shapes
	Velocity    Vector    `yaml:"velocity,omitzero,flow" unit:"m/s"` // initial velocity [m/s]
	// initial angular velocity about the global axes [rad/s]
	Spin Vector `yaml:"spin,omitzero,flow" unit:"rad/s"`
	// degrees of freedom that forces do not change: letters of xyz (translation) and XYZ (rotation)
	Blocked *string `yaml:"blocked,omitempty"`
	// hinge of the world, about whose axis alone the body turns; it needs a mass
	Hinge *Hinge `yaml:"hinge,omitempty,flow"`
	// slider of the world, along whose axis alone the body moves; it needs a mass
	Slider *Slider `yaml:"slider,omitempty,flow"`
	Copies *Copies `yaml:"copies,omitempty"` // copies of this body on a lattice or in a ring
}

// Wall is an infinite plane perpendicular to a global axis.
type Wall struct {
	Axis     string  `yaml:"axis"`              // global axis to which the plane is perpendicular
	Position float64 `yaml:"position" unit:"m"` // position of the plane along this axis [m]
	Sense    int     `yaml:"sense"`             // side on which the plane pushes bodies: -1, +1, or 0 for both
	// part of the plane that is drawn and exported: lower and upper corner, along the next two axes [m]
	Rectangle *[2][2]float64 `yaml:"rectangle,omitempty,flow" unit:"m"`
}

// Cylinder is an infinitely long circular cylinder whose axis goes through the body's position.
type Cylinder struct {
	Axis   Vector  `yaml:"axis,flow"`        // direction of the axis
	Radius float64 `yaml:"radius" unit:"m"`  // radius of the cylinder [m]
	Inside bool    `yaml:"inside,omitempty"` // true: a tube, which bodies touch from inside
	// length of the part that is drawn and exported; 0: over the whole scene [m]
	Drawn float64 `yaml:"drawn,omitempty" unit:"m"`
}

// Grain is a rigid body of several shapes.
type Grain struct {
	Clump       []Member     `yaml:"clump,omitempty"`            // several shapes that form one rigid body
	Multisphere *Multisphere `yaml:"multisphere,omitempty,flow"` // a clump of spheres from a table
	// clump and multisphere only: cells per smallest radius of a grid that counts the mass of overlaps once. If not
	// given, each shape of a clump counts as a whole, and a multisphere with overlaps has up to 50 cells
	Sampling int `yaml:"sampling,omitempty"`
}

// Multisphere is a clump of spheres from a table, such as a measured grain: a text file with a sphere in each line, as
// programs that fill scanned grains with spheres write it (CLUMP; the templates of EDEM and LIGGGHTS). A line has x, y,
// z and radius, separated by commas, semicolons, tabs or blanks, in metres; or the first line names the columns, which
// may have units in brackets. Lines that begin with # are comments. A sphere that is there twice counts once.
type Multisphere struct {
	File  string  `yaml:"file"`            // text file: beside the scene, or a shipped one
	Scale float64 `yaml:"scale,omitempty"` // factor from lengths of the file to lengths of the scene; 1 if not given
}

// Member is one shape of a clump.
type Member struct {
	Solid       `yaml:",inline"`
	Position    Vector    `yaml:"position,omitzero,flow" unit:"m"` // position in the clump [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"`      // orientation in the clump
	// name of the material; the material of the body if not given
	Material string `yaml:"material,omitempty"`
	Color    string `yaml:"color,omitempty"` // colour, as of a body
}

// Rotation is a rotation, about an axis or as a quaternion.
type Rotation struct {
	// axis of the rotation, of any length; degrees is its angle
	Axis    *Vector  `yaml:"axis,omitempty,flow" with:"degrees"`
	Degrees *float64 `yaml:"degrees,omitempty" unit:"deg" with:"axis"` // angle of the rotation about axis [deg]
	// instead of axis and degrees: quaternion w, x, y, z of length 1
	Quaternion *[4]float64 `yaml:"quaternion,omitempty,flow"`
}

// Outlet removes the bodies that forces move and whose centre of mass is in its volume, and counts them.
// Exactly one of cylinder, box and halfSpace is the volume.
type Outlet struct {
	Name      string `yaml:"name"` // name, by which after and results refer to the outlet
	When      `yaml:",inline"`
	Cylinder  *EndedTube `yaml:"cylinder,omitempty,flow"`  // volume: a cylinder with two end faces
	Box       *Box       `yaml:"box,omitempty,flow"`       // volume: a box
	HalfSpace *HalfSpace `yaml:"halfSpace,omitempty,flow"` // volume: everything behind a plane
	// true (if not given): removes the bodies inside the volume; false: removes the bodies outside it
	Inside *bool `yaml:"inside,omitempty"`
	Every  int   `yaml:"every,omitempty"` // steps between two checks for bodies to remove; 100 if not given
	// removed mass after which the outlet is done and removes no more; 0: no limit [kg]
	MaxMass float64 `yaml:"maxMass,omitempty" unit:"kg"`
	// number of removed bodies after which the outlet is done and removes no more; 0: no limit
	MaxBodies int `yaml:"maxBodies,omitempty"`
}

// EndedTube is a cylinder with two end faces.
type EndedTube struct {
	Origin Vector  `yaml:"origin,flow" unit:"m"` // centre of the first end face [m]
	Axis   Vector  `yaml:"axis,flow"`            // direction from the first end face to the second
	Radius float64 `yaml:"radius" unit:"m"`      // radius of the cylinder [m]
	Height float64 `yaml:"height" unit:"m"`      // height of the cylinder, from end to end [m]
}

// Box is a box of any orientation.
type Box struct {
	Center      Vector    `yaml:"center,flow" unit:"m"`       // centre of the box [m]
	Size        Vector    `yaml:"size,flow" unit:"m"`         // lengths of the edges [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"` // rotation of the box about its centre
}

// HalfSpace is the space behind a plane.
type HalfSpace struct {
	Point  Vector `yaml:"point,flow" unit:"m"` // a point of the plane [m]
	Normal Vector `yaml:"normal,flow"`         // normal of the plane, which points out of the half-space
}

// When says from when on something acts: from a time, or from an event.
type When struct {
	// time at which the inlet, outlet, motion or force begins, unless after is given [s]
	Start float64 `yaml:"start,omitempty" unit:"s"`
	// name of an inlet, outlet, motion or force, after whose end this one begins
	After string `yaml:"after,omitempty"`
	// time from the end of the one named by after to the beginning of this one [s]
	Delay float64 `yaml:"delay,omitempty" unit:"s"`
}

// Inlet makes bodies in a cylinder (origin, axis, radius, height) or a box, at random places where they fit. The
// kind of body is either one product, given here, or a mixture, given by products.
type Inlet struct {
	// name, by which after and results refer to the inlet; its bodies have the same name
	Name   string `yaml:"name"`
	When   `yaml:",inline"`
	Origin Vector  `yaml:"origin,omitzero,flow" unit:"m"` // centre of the first end face of the cylinder [m]
	Axis   Vector  `yaml:"axis,omitzero,flow"`            // direction from the first end face to the second
	Radius float64 `yaml:"radius,omitempty" unit:"m"`     // radius of the cylinder [m]
	Height float64 `yaml:"height,omitempty" unit:"m"`     // height of the cylinder, from end to end [m]
	Box    *Box    `yaml:"box,omitempty,flow"`            // volume: a box, instead of the cylinder
	// true: fills the volume once, as densely as the attempts allow, and is then done
	Fill  bool `yaml:"fill,omitempty"`
	Every int  `yaml:"every,omitempty"` // steps between two activations; 100 if not given
	// trial positions of one activation before it gives up; 5000 if not given
	Attempts int `yaml:"attempts,omitempty"`
	// trial positions of one body before another body is drawn; 50 if not given
	PerBody int `yaml:"perBody,omitempty"`
	// mean mass of the bodies made in a second; 0: as many bodies as fit [kg/s]
	MassRate float64 `yaml:"massRate,omitempty" unit:"kg/s"`
	// mass of all bodies made after which the inlet is done; 0: no limit [kg]
	MaxMass float64 `yaml:"maxMass,omitempty" unit:"kg"`
	// number of bodies made after which the inlet is done; 0: no limit
	MaxBodies int  `yaml:"maxBodies,omitempty"`
	Off       bool `yaml:"off,omitempty"` // true: the inlet makes nothing until a person switches it on
	// what an inlet with a massRate does when its attempts find no place for a body. wait (if not given): tries
	// again later; done: makes no more bodies; error: stops the run with an error
	NoRoom string `yaml:"noRoom,omitempty"`

	Product `yaml:",inline"`
	// mixture: for each body one of these products is drawn at random
	Products []Share `yaml:"products,omitempty"`
	// orientation of the bodies; random if not given
	Orientation *Rotation `yaml:"orientation,omitempty,flow"`
	Velocity    Vector    `yaml:"velocity,omitzero,flow" unit:"m/s"` // initial velocity of the bodies [m/s]
}

// Product is a kind of body that an inlet makes. Exactly one of pill, sphere, capsule, clump and multisphere gives its
// shape.
type Product struct {
	Pill  *PharmaCapsule `yaml:"pill,omitempty,flow"` // a pharmaceutical capsule
	Solid `yaml:",inline"`
	Grain `yaml:",inline"`
	// size distribution to which the product is scaled; without it all bodies have the given size
	Sizes *Sizes `yaml:"sizes,omitempty,flow"`
	// capsule only: lower and upper bound of the ratio of shaft to radius, which is random for each body
	ShaftRatio Range `yaml:"shaftRatio,omitzero,flow"`
	// name of the material; if not given, the material of the inlet (for one of products) or the first material
	Material string `yaml:"material,omitempty"`
	Color    string `yaml:"color,omitempty"` // colour, as of a body
}

// Share is one of several products of an inlet.
type Share struct {
	Name    string  `yaml:"name,omitempty"`   // name, by which --set refers to the product
	Weight  float64 `yaml:"weight,omitempty"` // number of its bodies relative to the other products; 1 if not given
	Product `yaml:",inline"`
}

// Sizes is a cumulative size distribution, piecewise linear between its points.
type Sizes struct {
	By string `yaml:"by,omitempty"` // whether passing counts the mass (if not given) or the number of bodies
	// diameters of the sphere of the same volume as the body, not descending [m]
	Diameters []float64 `yaml:"diameters,flow" unit:"m"`
	// for each diameter: share of the bodies that are not larger, not descending
	Passing []float64 `yaml:"passing,flow"`
}

// PharmaCapsule is a pharmaceutical capsule: a cap pushed over a body. Both are
// capsules on one axis, and form a clump.
type PharmaCapsule struct {
	Length       float64 `yaml:"length" unit:"m"`       // length of the closed capsule [m]
	CapLength    float64 `yaml:"capLength" unit:"m"`    // length of the cap [m]
	CapDiameter  float64 `yaml:"capDiameter" unit:"m"`  // outer diameter of the cap [m]
	BodyDiameter float64 `yaml:"bodyDiameter" unit:"m"` // outer diameter of the body, at most that of the cap [m]
	// fraction of √(R² - r²) by which the cap is shortened at its open end, with the radii R of the cap and r of the
	// body
	CutCorrect float64 `yaml:"cutCorrection"`
	BodyColor  string  `yaml:"bodyColor,omitempty"` // colour of the body, #rrggbb or #rrggbbaa
	CapColor   string  `yaml:"capColor,omitempty"`  // colour of the cap, #rrggbb or #rrggbbaa
}

// Motion prescribes the motion of a body whose degrees of freedom are all blocked. Exactly one
// of keys, table, harmonic, constant, sum and servo gives its path.
type Motion struct {
	Name string `yaml:"name"` // name, by which after refers to the motion
	Body string `yaml:"body"` // name of the body to move
	When `yaml:",inline"`
	// time after which the motion is done and the body stays where it is; 0: no end [s]
	Duration float64 `yaml:"duration,omitempty" unit:"s"`
	Path     `yaml:",inline"`
}

// Path is a prescribed path. Exactly one of its keys is given.
type Path struct {
	// key frames: poses at given times, with linear interpolation between them
	Keys []Key `yaml:"keys,omitempty"`
	// CSV file of key frames, beside the scene: columns time, x, y, z and, for the orientation, qw, qx, qy, qz, in
	// seconds and metres or with their unit in brackets, as in x [mm]
	Table    string    `yaml:"table,omitempty"`
	Harmonic *Harmonic `yaml:"harmonic,omitempty,flow"` // a harmonic oscillation
	Constant *Constant `yaml:"constant,omitempty,flow"` // constant velocity and angular velocity
	Sum      []Path    `yaml:"sum,omitempty"`           // several paths at once, which are added
	Servo    *Servo    `yaml:"servo,omitempty,flow"`    // a motion that holds a load; not in a sum
}

// Servo is a motion that holds a load: the body moves along or about an axis, as fast as it takes to press against its
// contacts with a force, a pressure or a torque. The speed follows from the stiffness of the contacts, so that there is
// nothing to tune. Or walls of a box move so that its volume stays the same while others move. Exactly one of the four
// is given. In --set, the load can be changed as a scene runs.
type Servo struct {
	// force with which the body presses in the direction of the axis; a negative force presses against it [N]
	Force *float64 `yaml:"force,omitempty" unit:"N"`
	// pressure with which the body presses in the direction of the axis, on area or between [Pa]
	Pressure *float64 `yaml:"pressure,omitempty" unit:"Pa"`
	Torque   *float64 `yaml:"torque,omitempty" unit:"N·m"` // torque about the axis, through the body's centre [N·m]
	// volume of the box that between names, as a share of what it was when its walls began to hold it; all walls that
	// hold it share in the change, in proportion to the lengths of the box
	Volume *float64 `yaml:"volume,omitempty"`
	// global axis, x, y or z, or its opposite, -x, -y or -z; radial: the side of a cylinder presses on what it touches, a
	// tube inward and a rod outward, as its radius changes
	Axis string `yaml:"axis,omitempty"`
	// instead of axis: its direction, of any length
	Direction *Vector `yaml:"direction,omitempty,flow"`
	// not with a torque: largest speed, at which the body also moves until it touches something [m/s]
	Limit float64 `yaml:"limit,omitempty" unit:"m/s"`
	// torque only: largest angular velocity [rad/s]
	SpinLimit float64 `yaml:"spinLimit,omitempty" unit:"rad/s"`
	Area      float64 `yaml:"area,omitempty" unit:"m2"` // pressure only: area that it acts on [m²]
	// pressure only, instead of area: names of two opposite walls, and of the two walls across, or of the cylinder around;
	// the area is the one between them, also as they move. For axis: radial, names of the two walls at the ends of the
	// side. For a volume: names of three pairs of opposite walls
	Between []string `yaml:"between,omitempty,flow"`
	// times of the factors, ascending, since the motion began; without them, the load is the same at all times [s]
	Times []float64 `yaml:"times,omitempty,flow" unit:"s" with:"factors"`
	// factors by which the load is multiplied, one for each time, linear in between
	Factors []float64 `yaml:"factors,omitempty,flow" with:"times"`
}

// Harmonic is an oscillation about the pose that the body has when the motion begins: shift and turn are
// multiplied by sin(2π f t + φ) - sin φ.
type Harmonic struct {
	Shift Vector `yaml:"shift,omitzero,flow" unit:"m"` // amplitude of the translation [m]
	// amplitude of the rotation about the body's centre, as axis and degrees
	Turn         *Rotation `yaml:"turn,omitempty,flow"`
	Frequency    float64   `yaml:"frequency" unit:"Hz"`               // frequency f [Hz]
	PhaseDegrees float64   `yaml:"phaseDegrees,omitempty" unit:"deg"` // phase φ [deg]
}

// Constant is constant velocity, and constant angular velocity about a point.
type Constant struct {
	// velocity of the body's centre, or of the point about if it is given [m/s]
	Velocity Vector `yaml:"velocity,omitzero,flow" unit:"m/s"`
	Spin     Vector `yaml:"spin,omitzero,flow" unit:"rad/s"` // angular velocity about the global axes [rad/s]
	// a point of the rotation axis at the start; the body's centre if not given [m]
	About *Vector `yaml:"about,omitempty,flow" unit:"m"`
}

// Key is a pose at a time since the start of the motion.
type Key struct {
	Time        float64   `yaml:"time" unit:"s"`              // time since the start of the motion [s]
	Position    Vector    `yaml:"position,flow" unit:"m"`     // position of the body's centre [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"` // orientation of the body
}

// Force acts from outside on bodies that forces move. Exactly one of force and torque, formula, and fluid says how. In
// --set, all numbers and formulas can be changed as a scene runs.
type Force struct {
	Name string `yaml:"name"` // name, by which --set and after refer to the force
	// bodies that it acts on, chosen as in the search of the window: a number, a part of a name, or an expression such
	// as material == "glass" && z > 0.1; if not given, all bodies that forces move
	Bodies string `yaml:"bodies,omitempty"`
	When   `yaml:",inline"`
	// time after which the force is done; 0: no end [s]
	Duration float64 `yaml:"duration,omitempty" unit:"s"`
	Force    *Vector `yaml:"force,omitempty,flow" unit:"N"` // force on each body [N]
	// torque on each body, about its centre of mass [N·m]
	Torque  *Vector  `yaml:"torque,omitempty,flow" unit:"N·m"`
	Formula *Formula `yaml:"formula,omitempty"`    // force and torque as expressions of place and time
	Fluid   *Fluid   `yaml:"fluid,omitempty,flow"` // a uniform fluid: drag, and buoyancy by choice
	// not for a fluid: times of the factors, ascending, since the force began; without them, the force is the same at
	// all times [s]
	Times []float64 `yaml:"times,omitempty,flow" unit:"s" with:"factors"`
	// factors by which the force is multiplied, one for each time, linear in between
	Factors []float64 `yaml:"factors,omitempty,flow" with:"times"`
	Off     bool      `yaml:"off,omitempty"` // true: the force does not act until a person switches it on
}

// Formula gives the components of a force and of a torque as expressions, which are computed for each body in each
// step. They may use constants of the scene, time, and the quantities of a body: x, y, z, vx, vy, vz, speed, wx, wy,
// wz, spin, mass, radius, size, age, id; + - * / ^, comparisons in a ? b : c, and the functions of other expressions.
// All are in SI units, with angles in degrees: sin(360*5*time) has 5 Hz. Velocities are those of half a step before. An
// expression that is not given is 0.
type Formula struct {
	FX string `yaml:"fx,omitempty"` // force along x [N]
	FY string `yaml:"fy,omitempty"` // force along y [N]
	FZ string `yaml:"fz,omitempty"` // force along z [N]
	TX string `yaml:"tx,omitempty"` // torque about x [N·m]
	TY string `yaml:"ty,omitempty"` // torque about y [N·m]
	TZ string `yaml:"tz,omitempty"` // torque about z [N·m]
}

// Fluid is a uniform fluid. It drags each body as a sphere of the same volume. Bodies do not change it, and do not
// shelter each other.
type Fluid struct {
	// law of drag. stokes: slow flow, the force -6πµr v; schiller-naumann: Stokes times 1 + 0.15 Re^0.687, and at Re
	// above 1000 with the drag coefficient 0.44. Both oppose spin by the torque -8πµr³ ω
	Drag      string  `yaml:"drag"`
	Viscosity float64 `yaml:"viscosity" unit:"Pa·s"`             // dynamic viscosity µ [Pa·s]
	Density   float64 `yaml:"density,omitempty" unit:"kg/m3"`    // density, not needed by stokes [kg/m³]
	Velocity  Vector  `yaml:"velocity,omitzero,flow" unit:"m/s"` // velocity of the fluid [m/s]
	Buoyancy  bool    `yaml:"buoyancy,omitempty"`                // true: it carries the weight of the fluid displaced
}

// View is the first view of the scene.
type View struct {
	Azimuth   float64 `yaml:"azimuth,omitempty" unit:"deg"`   // azimuth of the eye, as in --view [deg]
	Elevation float64 `yaml:"elevation,omitempty" unit:"deg"` // elevation of the eye above the horizon [deg]
	// box that the picture shows as a whole: lower and upper corner [m]
	Frame Frame `yaml:"frame,omitzero,flow" unit:"m"`
	// overlays, named as in --overlays; the default overlays if not given
	Overlays []string `yaml:"overlays,omitempty,flow"`
	Style    string   `yaml:"style,omitempty"` // style of drawing, named as in --style
	// quantity by which bodies are coloured, named as in --color-by
	ColorBy    string  `yaml:"colorBy,omitempty"`
	GlyphScale float64 `yaml:"glyphScale,omitempty"` // scale factor of arrows and drawn forces; 1 if not given
	// a field in a slice, a text as of --slice, in colours in the window, in pictures, replay pages and reports
	Slice string `yaml:"slice,omitempty"`
}
