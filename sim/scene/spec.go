// Package scene holds scenes as plain data, reads them from YAML and builds worlds of
// them. The built-in scenes are files in assets/scenes, read like any other.
package scene

import "tumble/sim/vec"

// Spec is a scene: everything that decides how a run goes, but for the seed. SI units;
// angles in degrees, as the field names say. In a file a number with a unit tag may be
// given in another unit of the same quantity, such as 12 mm: see quantities.
type Spec struct {
	Title       string     `yaml:"title,omitempty"`          // one line for people
	About       string     `yaml:"about,omitempty"`          // a sentence or two
	Constants   Constants  `yaml:"constants,omitempty"`      // numbers with a name, for expressions such as =2*r
	Gravity     Vector     `yaml:"gravity,flow" unit:"m/s2"` // [m/s²]
	Damping     float64    `yaml:"damping,omitempty"`        // Cundall damping, in [0, 1)
	CapsuleRule string     `yaml:"capsuleRule,omitempty"`    // a row of sim.CapsuleRules
	Law         string     `yaml:"law,omitempty"`            // a row of law.Kinds
	TimeStep    TimeStep   `yaml:"timeStep"`
	End         float64    `yaml:"end,omitempty" unit:"s"` // where a run ends by itself [s]
	Materials   []Material `yaml:"materials"`
	Pairs       []Pair     `yaml:"pairs,omitempty"`
	Bodies      []Body     `yaml:"bodies,omitempty"`
	Particles   *Particles `yaml:"particles,omitempty"`
	Inlets      []Inlet    `yaml:"inlets,omitempty"`
	Outlets     []Outlet   `yaml:"outlets,omitempty"`
	Motions     []Motion   `yaml:"motions,omitempty"`
	View        *View      `yaml:"view,omitempty"`
	Export      *Export    `yaml:"export,omitempty"`
}

// Vector is [x, y, z].
type Vector [3]float64

// Vec returns the vector as the engine has it.
func (v Vector) Vec() vec.Vec3 { return vec.New(v[0], v[1], v[2]) }

// IsZero tells WriteSpec what can be left out.
func (v Vector) IsZero() bool { return v == Vector{} }

// Range is a lower and an upper bound.
type Range [2]float64

// IsZero tells WriteSpec what can be left out.
func (r Range) IsZero() bool { return r == Range{} }

// Frame is a box: lower and upper corner [m].
type Frame [2]Vector

// IsZero tells WriteSpec what can be left out.
func (f Frame) IsZero() bool { return f == Frame{} }

// TimeStep says how the time step is chosen.
type TimeStep struct {
	Fixed   float64 `yaml:"fixed,omitempty" unit:"s"`   // [s]; 0: from stiffness
	Initial float64 `yaml:"initial,omitempty" unit:"s"` // of the first steps, until the first estimate that differs [s]; 0: estimated
	Safety  float64 `yaml:"safety"`                     // fraction of the critical time step, in (0, 1]
	Every   int     `yaml:"every"`                      // steps between two estimates; 0: only the first
}

// Material is a named material; numbers not given are those of law.Default.
type Material struct {
	Name    string   `yaml:"name"`
	Young   *float64 `yaml:"young,omitempty" unit:"Pa"`      // [Pa]
	KtDivKn *float64 `yaml:"ktDivKn,omitempty"`              // [1]
	TanPhi  *float64 `yaml:"tanPhi,omitempty"`               // [1]
	Density *float64 `yaml:"density,omitempty" unit:"kg/m3"` // [kg/m³]

	Poisson          *float64 `yaml:"poisson,omitempty"`          // of the law hertz-mindlin [1]
	Restitution      *float64 `yaml:"restitution,omitempty"`      // 1: no dashpot [1]
	RollingFriction  *float64 `yaml:"rollingFriction,omitempty"`  // [1]
	TwistingFriction *float64 `yaml:"twistingFriction,omitempty"` // [1]
}

// Pair gives two materials numbers of their own where they touch; those not given are the
// smaller of the two materials'. For --set its name is that of the two, joined by "+".
type Pair struct {
	A                string   `yaml:"a"`
	B                string   `yaml:"b"`
	TanPhi           *float64 `yaml:"tanPhi,omitempty"`
	Restitution      *float64 `yaml:"restitution,omitempty"`
	RollingFriction  *float64 `yaml:"rollingFriction,omitempty"`
	TwistingFriction *float64 `yaml:"twistingFriction,omitempty"`
}

// Body is a rigid body. Exactly one of Wall, Mesh, Facets, Cylinder, Sphere, Capsule and
// Clump says what it is made of.
type Body struct {
	Name     string `yaml:"name"`
	Material string `yaml:"material,omitempty"` // name; the first if empty
	Color    string `yaml:"color,omitempty"`    // #rrggbb or #rrggbbaa, or two of them separated by a space

	Wall     *Wall     `yaml:"wall,omitempty"`
	Mesh     string    `yaml:"mesh,omitempty"` // file: beside the scene, or a shipped one
	Facets   *Facets   `yaml:"facets,omitempty"`
	Cylinder *Cylinder `yaml:"cylinder,omitempty,flow"`
	Sphere   *Sphere   `yaml:"sphere,omitempty,flow"`
	Capsule  *Capsule  `yaml:"capsule,omitempty,flow"`
	Clump    []Member  `yaml:"clump,omitempty"`
	Sampling int       `yaml:"sampling,omitempty"` // of a clump: cells per smallest radius, so that overlaps count once; 0: each member counts as a whole

	// Of a mesh or facets: point = rotate (scale p + shift), then weld what is closer than threshold.
	Scale     float64   `yaml:"scale,omitempty"` // 1 if not given
	Shift     Vector    `yaml:"shift,omitzero,flow" unit:"m"`
	Rotate    *Rotation `yaml:"rotate,omitempty,flow"`
	Threshold float64   `yaml:"threshold,omitempty" unit:"m"`  // [m]; negative: relative to the size; -1e-6 if not given
	Thickness float64   `yaml:"thickness,omitempty" unit:"m"`  // [m]
	Seams     string    `yaml:"seams,omitempty"`               // how facets work together: merged (if not given), smoothed, raw
	Center    Vector    `yaml:"center,omitzero,flow" unit:"m"` // what the body turns about [m]

	Position    Vector    `yaml:"position,omitzero,flow" unit:"m"` // [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"`
	Velocity    Vector    `yaml:"velocity,omitzero,flow" unit:"m/s"` // [m/s]
	Spin        Vector    `yaml:"spin,omitzero,flow" unit:"rad/s"`   // [rad/s]
	Blocked     string    `yaml:"blocked,omitempty"`                 // letters of xyzXYZ
	Copies      *Copies   `yaml:"copies,omitempty"`                  // more bodies like this one
}

// Wall is an infinite plane across a global axis.
type Wall struct {
	Axis      string         `yaml:"axis"` // x, y or z
	Position  float64        `yaml:"position" unit:"m"`
	Sense     int            `yaml:"sense"`                             // -1, 0, +1: the side that pushes
	Rectangle *[2][2]float64 `yaml:"rectangle,omitempty,flow" unit:"m"` // drawn part: lower and upper corner, along the next two axes [m]
}

// Cylinder is a circular cylinder without end, through the body's position.
type Cylinder struct {
	Axis   Vector  `yaml:"axis,flow"`
	Radius float64 `yaml:"radius" unit:"m"`          // [m]
	Inside bool    `yaml:"inside,omitempty"`         // a tube: bodies touch it from inside
	Drawn  float64 `yaml:"drawn,omitempty" unit:"m"` // length of the part to draw [m]; 0: over the scene
}

// Sphere is a ball.
type Sphere struct {
	Radius float64 `yaml:"radius" unit:"m"` // [m]
}

// Capsule is a sphere swept along a segment of length Shaft.
type Capsule struct {
	Radius float64 `yaml:"radius" unit:"m"` // [m]
	Shaft  float64 `yaml:"shaft" unit:"m"`  // [m]
}

// Member is one shape of a clump.
type Member struct {
	Sphere      *Sphere   `yaml:"sphere,omitempty,flow"`
	Capsule     *Capsule  `yaml:"capsule,omitempty,flow"`
	Position    Vector    `yaml:"position,omitzero,flow" unit:"m"` // [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"`
	Material    string    `yaml:"material,omitempty"`
	Color       string    `yaml:"color,omitempty"`
}

// Rotation is a rotation, about an axis or as a quaternion.
type Rotation struct {
	Axis       *Vector     `yaml:"axis,omitempty,flow" with:"degrees"`
	Degrees    *float64    `yaml:"degrees,omitempty" unit:"deg" with:"axis"`
	Quaternion *[4]float64 `yaml:"quaternion,omitempty,flow"` // [w, x, y, z], of length 1
}

// Outlet takes the bodies out of the world whose centre is in its volume, and counts them.
// Exactly one of Cylinder, Box and HalfSpace is the volume.
type Outlet struct {
	Name      string `yaml:"name"`
	When      `yaml:",inline"`
	Cylinder  *EndedTube `yaml:"cylinder,omitempty,flow"`
	Box       *Box       `yaml:"box,omitempty,flow"`
	HalfSpace *HalfSpace `yaml:"halfSpace,omitempty,flow"`
	Inside    *bool      `yaml:"inside,omitempty"`            // false: takes those that leave the volume
	Every     int        `yaml:"every,omitempty"`             // steps between two looks; 100 if not given
	MaxMass   float64    `yaml:"maxMass,omitempty" unit:"kg"` // after so much it is done and takes no more [kg]; 0: never
	MaxBodies int        `yaml:"maxBodies,omitempty"`         // after so many it is done and takes no more; 0: never
}

// EndedTube is a cylinder with ends.
type EndedTube struct {
	Origin Vector  `yaml:"origin,flow" unit:"m"` // middle of the first end face [m]
	Axis   Vector  `yaml:"axis,flow"`            // direction from there
	Radius float64 `yaml:"radius" unit:"m"`      // [m]
	Height float64 `yaml:"height" unit:"m"`      // [m]
}

// Box is a box of any orientation.
type Box struct {
	Center      Vector    `yaml:"center,flow" unit:"m"` // [m]
	Size        Vector    `yaml:"size,flow" unit:"m"`   // lengths of its edges [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"`
}

// HalfSpace is all that lies behind a plane.
type HalfSpace struct {
	Point  Vector `yaml:"point,flow" unit:"m"` // of the plane [m]
	Normal Vector `yaml:"normal,flow"`         // points out of the half-space
}

// When says from when on something acts: from a time, or from an event.
type When struct {
	Start float64 `yaml:"start,omitempty" unit:"s"` // [s]
	After string  `yaml:"after,omitempty"`          // inlet, outlet or motion: begin when it is done ...
	Delay float64 `yaml:"delay,omitempty" unit:"s"` // ... and so much later [s]
}

// Inlet is a cylinder (Origin, Axis, Radius, Height) or a box in which fresh bodies appear
// wherever they fit. What it makes is either one product, given here, or one of Products.
type Inlet struct {
	Name      string `yaml:"name"`
	When      `yaml:",inline"`
	Origin    Vector  `yaml:"origin,omitzero,flow" unit:"m"` // middle of the first end face [m]
	Axis      Vector  `yaml:"axis,omitzero,flow"`
	Radius    float64 `yaml:"radius,omitempty" unit:"m"` // [m]
	Height    float64 `yaml:"height,omitempty" unit:"m"` // [m]
	Box       *Box    `yaml:"box,omitempty,flow"`
	Fill      bool    `yaml:"fill,omitempty"`                 // once, as densely as the attempts allow, and done
	Every     int     `yaml:"every,omitempty"`                // steps between two activations; 100 if not given
	Attempts  int     `yaml:"attempts,omitempty"`             // trial positions before an activation gives up; 5000 if not given
	PerBody   int     `yaml:"perBody,omitempty"`              // trial positions before a fresh body is drawn; 50 if not given
	MassRate  float64 `yaml:"massRate,omitempty" unit:"kg/s"` // [kg/s]; 0: as many as fit
	MaxMass   float64 `yaml:"maxMass,omitempty" unit:"kg"`    // [kg]
	MaxBodies int     `yaml:"maxBodies,omitempty"`

	Product     `yaml:",inline"`
	Products    []Share   `yaml:"products,omitempty"`                // several, of which each body is one at random
	Orientation *Rotation `yaml:"orientation,omitempty,flow"`        // random if not given
	Velocity    Vector    `yaml:"velocity,omitzero,flow" unit:"m/s"` // [m/s]
}

// Product is a kind of body that an inlet makes. Exactly one of Pill, Sphere, Capsule and
// Clump says what it is made of.
type Product struct {
	Pill       *PharmaCapsule `yaml:"pill,omitempty,flow"`
	Sphere     *Sphere        `yaml:"sphere,omitempty,flow"`
	Capsule    *Capsule       `yaml:"capsule,omitempty,flow"`
	Clump      []Member       `yaml:"clump,omitempty"`
	Sampling   int            `yaml:"sampling,omitempty"`       // of a clump; see Body
	Sizes      *Sizes         `yaml:"sizes,omitempty,flow"`     // scales the product
	ShaftRatio Range          `yaml:"shaftRatio,omitzero,flow"` // of a capsule: range of shaft over radius
	Material   string         `yaml:"material,omitempty"`       // name; the first if empty
	Color      string         `yaml:"color,omitempty"`
}

// Share is one of several products of an inlet.
type Share struct {
	Name    string  `yaml:"name,omitempty"`   // for --set
	Weight  float64 `yaml:"weight,omitempty"` // how many bodies of it come, relative to the other products; 1 if not given
	Product `yaml:",inline"`
}

// Sizes is a cumulative size distribution, piecewise linear between its points.
type Sizes struct {
	By        string    `yaml:"by,omitempty"`            // what the shares are of: mass (if not given) or number
	Diameters []float64 `yaml:"diameters,flow" unit:"m"` // of the sphere of the same volume, not descending [m]
	Passing   []float64 `yaml:"passing,flow"`            // share that is not larger, not descending
}

// PharmaCapsule is a pharmaceutical capsule: a cap pushed over a body, both capsules on
// one axis and clumped.
type PharmaCapsule struct {
	Length       float64 `yaml:"length" unit:"m"`       // over all [m]
	CapLength    float64 `yaml:"capLength" unit:"m"`    // [m]
	CapDiameter  float64 `yaml:"capDiameter" unit:"m"`  // [m]
	BodyDiameter float64 `yaml:"bodyDiameter" unit:"m"` // [m]
	CutCorrect   float64 `yaml:"cutCorrection"`         // part of the step between the two radii that is rounded off [1]
	BodyColor    string  `yaml:"bodyColor,omitempty"`
	CapColor     string  `yaml:"capColor,omitempty"`
}

// Motion prescribes the motion of a body whose degrees of freedom are all blocked.
type Motion struct {
	Name     string `yaml:"name"`
	Body     string `yaml:"body"`
	When     `yaml:",inline"`
	Duration float64 `yaml:"duration,omitempty" unit:"s"` // after which it stays where it is [s]; 0: without end
	Path     `yaml:",inline"`
}

// Path is a way to move. Exactly one field is given.
type Path struct {
	Keys     []Key     `yaml:"keys,omitempty"`
	Harmonic *Harmonic `yaml:"harmonic,omitempty,flow"`
	Constant *Constant `yaml:"constant,omitempty,flow"`
	Sum      []Path    `yaml:"sum,omitempty"` // several at once
}

// Harmonic is a swing about where the body was, with sin(2π f t + φ) - sin φ.
type Harmonic struct {
	Shift        Vector    `yaml:"shift,omitzero,flow" unit:"m"` // amplitude [m]
	Turn         *Rotation `yaml:"turn,omitempty,flow"`          // amplitude, about the body's centre
	Frequency    float64   `yaml:"frequency" unit:"Hz"`          // [Hz]
	PhaseDegrees float64   `yaml:"phaseDegrees,omitempty" unit:"deg"`
}

// Constant is constant velocity, and constant angular velocity about a point.
type Constant struct {
	Velocity Vector  `yaml:"velocity,omitzero,flow" unit:"m/s"` // [m/s]
	Spin     Vector  `yaml:"spin,omitzero,flow" unit:"rad/s"`   // [rad/s]
	About    *Vector `yaml:"about,omitempty,flow" unit:"m"`     // [m]; the body's centre if not given
}

// Key is a pose at a time since the start of the motion.
type Key struct {
	Time        float64   `yaml:"time" unit:"s"`          // [s]
	Position    Vector    `yaml:"position,flow" unit:"m"` // of the body's centre [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"`
}

// View is how the scene wants to be looked at first.
type View struct {
	Azimuth    float64  `yaml:"azimuth,omitempty" unit:"deg"`   // of the eye [°]
	Elevation  float64  `yaml:"elevation,omitempty" unit:"deg"` // of the eye [°]
	Frame      Frame    `yaml:"frame,omitzero,flow" unit:"m"`   // box to have in the picture: lower and upper corner [m]
	Overlays   []string `yaml:"overlays,omitempty,flow"`        // as --overlays has them; not given: those of every view
	Style      string   `yaml:"style,omitempty"`                // as --style has it
	ColorBy    string   `yaml:"colorBy,omitempty"`              // as --color-by has it
	GlyphScale float64  `yaml:"glyphScale,omitempty"`           // of arrows and forces; 1 if not given
}
