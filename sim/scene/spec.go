// Package scene holds scenes as plain data, reads them from YAML and builds worlds of
// them. The built-in scenes are files in assets/scenes, read like any other.
package scene

import "example.org/tumble/sim/vec"

// Spec is a scene: everything that decides how a run goes, but for the seed. The comments of
// its fields, and of those of the types inside it, are what the reference says of each key, after
// what setting.Table says of those that are settings.
type Spec struct {
	Title       string    `yaml:"title,omitempty"`          // one line, for lists and pictures
	About       string    `yaml:"about,omitempty"`          // a sentence or two, for the list of scenes
	Look        string    `yaml:"look,omitempty"`           // what to look at, a line that the window shows at first
	Try         string    `yaml:"try,omitempty"`            // one thing to try, another line
	Stories     []Story   `yaml:"stories,omitempty"`        // its best moments, one click each
	Constants   Constants `yaml:"constants,omitempty"`      // numbers with a name, for expressions such as =2*r
	Gravity     Vector    `yaml:"gravity,flow" unit:"m/s2"` // [m/s²]
	Damping     float64   `yaml:"damping,omitempty"`        // 0 if not given
	CapsuleRule string    `yaml:"capsuleRule,omitempty"`    // the first if not given
	Law         string    `yaml:"law,omitempty"`            // the first if not given
	TimeStep    TimeStep  `yaml:"timeStep"`                 // how the time step is chosen
	Soften      *float64  `yaml:"soften,omitempty"`         // 1 if not given
	End         float64   `yaml:"end,omitempty" unit:"s"`   // where a run ends by itself [s]
	// conditions such as overlap > 5%, contact(ball, floor) or, of any body that forces move, speed > 3, or, of one that
	// is named, name == "lid" && force > 5, as Stop when in the window has them: a run ends, and in the window pauses, in
	// the step with which one becomes true
	StopWhen  []string   `yaml:"stopWhen,omitempty"`
	Materials []Material `yaml:"materials"`           // at least one
	Pairs     []Pair     `yaml:"pairs,omitempty"`     // numbers of two materials together
	Bodies    []Body     `yaml:"bodies,omitempty"`    // there from the start
	Particles *Particles `yaml:"particles,omitempty"` // bodies from a table
	Inlets    []Inlet    `yaml:"inlets,omitempty"`    // make bodies during the run
	Outlets   []Outlet   `yaml:"outlets,omitempty"`   // take bodies out and count them
	Motions   []Motion   `yaml:"motions,omitempty"`   // move bodies that forces do not move
	View      *View      `yaml:"view,omitempty"`      // how it is looked at first
	Export    *Export    `yaml:"export,omitempty"`    // what is written during the run
}

// Story is a good moment of the scene, which the window offers as one click. It begins the scene
// anew and does the steps one after the other.
type Story struct {
	Title string `yaml:"title"`          // one line, such as: What does friction do?
	Look  string `yaml:"look,omitempty"` // what to look at when all steps are done, a line
	Steps []Step `yaml:"steps"`          // at least one
}

// Step is one step of a story. Exactly one of its keys is given.
type Step struct {
	Play float64 `yaml:"play,omitempty" unit:"s"` // the clock runs until this time [s]
	// the clock runs until such a condition as stopWhen has becomes true; what made it so is selected
	Stop     string   `yaml:"stop,omitempty"`
	At       *float64 `yaml:"at,omitempty" unit:"s"`   // back to this time, and pause [s]
	Set      string   `yaml:"set,omitempty"`           // an edit as the scene runs: PATH=VALUE, as --set has it
	Do       string   `yaml:"do,omitempty"`            // an action of the window
	Overlays []string `yaml:"overlays,omitempty,flow"` // those that are shown beside others, as --overlays has them
	ColorBy  string   `yaml:"colorBy,omitempty"`       // as --color-by has it
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
	Name    string   `yaml:"name"`                           // what bodies call it
	Young   *float64 `yaml:"young,omitempty" unit:"Pa"`      // [Pa]
	KtDivKn *float64 `yaml:"ktDivKn,omitempty"`              // [1]
	TanPhi  *float64 `yaml:"tanPhi,omitempty"`               // [1]
	Density *float64 `yaml:"density,omitempty" unit:"kg/m3"` // [kg/m³]

	Poisson          *float64 `yaml:"poisson,omitempty"`          // of the law hertz-mindlin [1]
	Restitution      *float64 `yaml:"restitution,omitempty"`      // 1: no dashpot [1]
	RollingFriction  *float64 `yaml:"rollingFriction,omitempty"`  // [1]
	TwistingFriction *float64 `yaml:"twistingFriction,omitempty"` // [1]

	SurfaceEnergy *float64 `yaml:"surfaceEnergy,omitempty"` // of the law jkr [J/m²]
}

// Pair gives two materials numbers of their own where they touch; those not given are the
// smaller of the two materials'. For --set its name is that of the two, joined by "+".
type Pair struct {
	A                string   `yaml:"a"`                          // name of one material
	B                string   `yaml:"b"`                          // name of the other, or of the same
	TanPhi           *float64 `yaml:"tanPhi,omitempty"`           // as of a material
	Restitution      *float64 `yaml:"restitution,omitempty"`      // as of a material
	RollingFriction  *float64 `yaml:"rollingFriction,omitempty"`  // as of a material
	TwistingFriction *float64 `yaml:"twistingFriction,omitempty"` // as of a material
	SurfaceEnergy    *float64 `yaml:"surfaceEnergy,omitempty"`    // as of a material
}

// Body is a rigid body. Exactly one of wall, mesh, facets, cylinder, sphere, capsule and clump
// says what it is made of.
type Body struct {
	Name     string `yaml:"name"`               // what motions, --set and --follow call it
	Material string `yaml:"material,omitempty"` // its name; the first material if not given
	Color    string `yaml:"color,omitempty"`    // #rrggbb or #rrggbbaa, or two of them separated by a space

	Wall     *Wall     `yaml:"wall,omitempty"`          // a plane without end
	Mesh     string    `yaml:"mesh,omitempty"`          // file (.stl, .obj, .ply): beside the scene, or a shipped one
	Facets   *Facets   `yaml:"facets,omitempty"`        // a mesh that stands in the scene
	Cylinder *Cylinder `yaml:"cylinder,omitempty,flow"` // a round wall without end
	Solid    `yaml:",inline"`
	Clump    []Member `yaml:"clump,omitempty"` // several shapes that are one rigid body
	// of a clump: cells per smallest radius of a grid in which overlaps count once; 0: each shape counts whole
	Sampling int `yaml:"sampling,omitempty"`

	// Of a mesh or facets: point = rotate (scale p + shift), then weld what is closer than threshold.

	// of a mesh: length in the scene over length in the file; 1 if not given
	Scale  float64   `yaml:"scale,omitempty"`
	Shift  Vector    `yaml:"shift,omitzero,flow" unit:"m"` // of a mesh: added after the scale [m]
	Rotate *Rotation `yaml:"rotate,omitempty,flow"`        // of a mesh: after scale and shift
	// of a mesh: nearer corners become one; negative: relative to its size; -1e-6 if not given [m]
	Threshold float64 `yaml:"threshold,omitempty" unit:"m"`
	Thickness float64 `yaml:"thickness,omitempty" unit:"m"` // of a mesh: of its facets, half on either side [m]
	// of a mesh: how its facets work together; merged if not given
	Seams  string `yaml:"seams,omitempty"`
	Center Vector `yaml:"center,omitzero,flow" unit:"m"` // of a mesh or wall: what the body turns about [m]

	Position    Vector    `yaml:"position,omitzero,flow" unit:"m"`   // where the origin of its shapes is [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"`        // how its shapes are turned
	Velocity    Vector    `yaml:"velocity,omitzero,flow" unit:"m/s"` // at the start [m/s]
	// angular velocity at the start, about the global axes [rad/s]
	Spin Vector `yaml:"spin,omitzero,flow" unit:"rad/s"`
	// degrees of freedom that forces do not change: letters of xyz (shift) and XYZ (turn)
	Blocked *string `yaml:"blocked,omitempty"`
	Copies  *Copies `yaml:"copies,omitempty"` // more bodies like this one
}

// Wall is an infinite plane across a global axis.
type Wall struct {
	Axis     string  `yaml:"axis"`              // what it is perpendicular to
	Position float64 `yaml:"position" unit:"m"` // along that axis [m]
	Sense    int     `yaml:"sense"`             // the side that pushes: -1, +1, or 0 for both
	// drawn part: lower and upper corner, along the next two axes [m]
	Rectangle *[2][2]float64 `yaml:"rectangle,omitempty,flow" unit:"m"`
}

// Cylinder is a circular cylinder without end, through the body's position.
type Cylinder struct {
	Axis   Vector  `yaml:"axis,flow"`                // its direction
	Radius float64 `yaml:"radius" unit:"m"`          // of the cylinder [m]
	Inside bool    `yaml:"inside,omitempty"`         // a tube: bodies touch it from inside
	Drawn  float64 `yaml:"drawn,omitempty" unit:"m"` // length of the part to draw [m]; 0: over the scene
}

// Member is one shape of a clump.
type Member struct {
	Solid       `yaml:",inline"`
	Position    Vector    `yaml:"position,omitzero,flow" unit:"m"` // in the clump [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"`      // in the clump
	Material    string    `yaml:"material,omitempty"`              // its name; that of the body if not given
	Color       string    `yaml:"color,omitempty"`                 // as of a body
}

// Rotation is a rotation, about an axis or as a quaternion.
type Rotation struct {
	Axis       *Vector     `yaml:"axis,omitempty,flow" with:"degrees"`       // either about this axis, of any length
	Degrees    *float64    `yaml:"degrees,omitempty" unit:"deg" with:"axis"` // and so far
	Quaternion *[4]float64 `yaml:"quaternion,omitempty,flow"`                // or as [w, x, y, z], of length 1
}

// Outlet takes the bodies out of the world whose centre is in its volume, and counts them.
// Exactly one of cylinder, box and halfSpace is the volume.
type Outlet struct {
	Name      string `yaml:"name"` // what others wait for, and results call it
	When      `yaml:",inline"`
	Cylinder  *EndedTube `yaml:"cylinder,omitempty,flow"`     // a cylinder with ends
	Box       *Box       `yaml:"box,omitempty,flow"`          // a box
	HalfSpace *HalfSpace `yaml:"halfSpace,omitempty,flow"`    // all behind a plane
	Inside    *bool      `yaml:"inside,omitempty"`            // false: it takes those that leave the volume
	Every     int        `yaml:"every,omitempty"`             // steps between two looks; 100 if not given
	MaxMass   float64    `yaml:"maxMass,omitempty" unit:"kg"` // after so much it is done and takes no more [kg]; 0: never
	MaxBodies int        `yaml:"maxBodies,omitempty"`         // after so many it is done and takes no more; 0: never
}

// EndedTube is a cylinder with ends.
type EndedTube struct {
	Origin Vector  `yaml:"origin,flow" unit:"m"` // middle of the first end face [m]
	Axis   Vector  `yaml:"axis,flow"`            // direction from there
	Radius float64 `yaml:"radius" unit:"m"`      // of the cylinder [m]
	Height float64 `yaml:"height" unit:"m"`      // from end to end [m]
}

// Box is a box of any orientation.
type Box struct {
	Center      Vector    `yaml:"center,flow" unit:"m"`       // its middle [m]
	Size        Vector    `yaml:"size,flow" unit:"m"`         // lengths of its edges [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"` // how it is turned about its middle
}

// HalfSpace is all that lies behind a plane.
type HalfSpace struct {
	Point  Vector `yaml:"point,flow" unit:"m"` // of the plane [m]
	Normal Vector `yaml:"normal,flow"`         // points out of the half-space
}

// When says from when on something acts: from a time, or from an event.
type When struct {
	Start float64 `yaml:"start,omitempty" unit:"s"` // when it begins [s]
	After string  `yaml:"after,omitempty"`          // name of an inlet, outlet or motion: it begins when that is done
	Delay float64 `yaml:"delay,omitempty" unit:"s"` // so much later than after says [s]
}

// Inlet is a cylinder (origin, axis, radius, height) or a box in which fresh bodies appear
// wherever they fit. What it makes is either one product, given here, or one of products.
type Inlet struct {
	Name   string `yaml:"name"` // what others wait for; its bodies are called so
	When   `yaml:",inline"`
	Origin Vector  `yaml:"origin,omitzero,flow" unit:"m"` // middle of the first end face [m]
	Axis   Vector  `yaml:"axis,omitzero,flow"`            // direction from there
	Radius float64 `yaml:"radius,omitempty" unit:"m"`     // of the cylinder [m]
	Height float64 `yaml:"height,omitempty" unit:"m"`     // of the cylinder, from end to end [m]
	Box    *Box    `yaml:"box,omitempty,flow"`            // instead of the cylinder
	Fill   bool    `yaml:"fill,omitempty"`                // once, as densely as the attempts allow, and done
	Every  int     `yaml:"every,omitempty"`               // steps between two activations; 100 if not given
	// trial positions before an activation gives up; 5000 if not given
	Attempts int `yaml:"attempts,omitempty"`
	// trial positions before a fresh body is drawn; 50 if not given
	PerBody   int     `yaml:"perBody,omitempty"`
	MassRate  float64 `yaml:"massRate,omitempty" unit:"kg/s"` // mean mass in a second; 0: as many as fit [kg/s]
	MaxMass   float64 `yaml:"maxMass,omitempty" unit:"kg"`    // after so much it is done; 0: never [kg]
	MaxBodies int     `yaml:"maxBodies,omitempty"`            // after so many it is done; 0: never
	Off       bool    `yaml:"off,omitempty"`                  // it makes nothing until a person switches it on
	// what one with a massRate does when its attempts find no place: wait (if not given) and try again, be done, or
	// stop the run with an error
	NoRoom string `yaml:"noRoom,omitempty"`

	Product     `yaml:",inline"`
	Products    []Share   `yaml:"products,omitempty"`                // several, of which each body is one at random
	Orientation *Rotation `yaml:"orientation,omitempty,flow"`        // random if not given
	Velocity    Vector    `yaml:"velocity,omitzero,flow" unit:"m/s"` // of a fresh body [m/s]
}

// Product is a kind of body that an inlet makes. Exactly one of pill, sphere, capsule and clump
// says what it is made of.
type Product struct {
	Pill       *PharmaCapsule `yaml:"pill,omitempty,flow"` // a pharmaceutical capsule
	Solid      `yaml:",inline"`
	Clump      []Member `yaml:"clump,omitempty"`          // several shapes that are one rigid body
	Sampling   int      `yaml:"sampling,omitempty"`       // of a clump, as of a body
	Sizes      *Sizes   `yaml:"sizes,omitempty,flow"`     // of all sizes: scales the product
	ShaftRatio Range    `yaml:"shaftRatio,omitzero,flow"` // of a capsule: range of shaft over radius
	Material   string   `yaml:"material,omitempty"`       // its name; the first material if not given
	Color      string   `yaml:"color,omitempty"`          // as of a body
}

// Share is one of several products of an inlet.
type Share struct {
	Name    string  `yaml:"name,omitempty"`   // what --set calls it
	Weight  float64 `yaml:"weight,omitempty"` // how many bodies of it come, relative to the other products; 1 if not given
	Product `yaml:",inline"`
}

// Sizes is a cumulative size distribution, piecewise linear between its points.
type Sizes struct {
	By        string    `yaml:"by,omitempty"`            // what the shares are of: mass (if not given) or number
	Diameters []float64 `yaml:"diameters,flow" unit:"m"` // of the sphere of the same volume, rising [m]
	Passing   []float64 `yaml:"passing,flow"`            // share that is not larger, not descending
}

// PharmaCapsule is a pharmaceutical capsule: a cap pushed over a body, both capsules on
// one axis and clumped.
type PharmaCapsule struct {
	Length       float64 `yaml:"length" unit:"m"`       // over all [m]
	CapLength    float64 `yaml:"capLength" unit:"m"`    // of the cap [m]
	CapDiameter  float64 `yaml:"capDiameter" unit:"m"`  // outside of the cap [m]
	BodyDiameter float64 `yaml:"bodyDiameter" unit:"m"` // outside of the body, at most that of the cap [m]
	CutCorrect   float64 `yaml:"cutCorrection"`         // part of the step between the two radii that is rounded off
	BodyColor    string  `yaml:"bodyColor,omitempty"`   // #rrggbb or #rrggbbaa
	CapColor     string  `yaml:"capColor,omitempty"`    // #rrggbb or #rrggbbaa
}

// Motion prescribes the motion of a body whose degrees of freedom are all blocked. Exactly one
// of keys, harmonic, constant and sum says how it goes.
type Motion struct {
	Name     string `yaml:"name"` // what others wait for
	Body     string `yaml:"body"` // its name
	When     `yaml:",inline"`
	Duration float64 `yaml:"duration,omitempty" unit:"s"` // after which it stays where it is; 0: without end [s]
	Path     `yaml:",inline"`
}

// Path is a way to move. Exactly one field is given.
type Path struct {
	Keys     []Key     `yaml:"keys,omitempty"`          // poses at times, and straight between them
	Harmonic *Harmonic `yaml:"harmonic,omitempty,flow"` // a swing
	Constant *Constant `yaml:"constant,omitempty,flow"` // a steady shift or turn
	Sum      []Path    `yaml:"sum,omitempty"`           // several at once
}

// Harmonic is a swing about where the body was, with sin(2π f t + φ) - sin φ.
type Harmonic struct {
	Shift Vector `yaml:"shift,omitzero,flow" unit:"m"` // amplitude [m]
	// amplitude about the body's centre, as axis and degrees
	Turn         *Rotation `yaml:"turn,omitempty,flow"`
	Frequency    float64   `yaml:"frequency" unit:"Hz"`               // swings in a second [Hz]
	PhaseDegrees float64   `yaml:"phaseDegrees,omitempty" unit:"deg"` // φ
}

// Constant is constant velocity, and constant angular velocity about a point.
type Constant struct {
	Velocity Vector  `yaml:"velocity,omitzero,flow" unit:"m/s"` // of the body's centre [m/s]
	Spin     Vector  `yaml:"spin,omitzero,flow" unit:"rad/s"`   // angular velocity [rad/s]
	About    *Vector `yaml:"about,omitempty,flow" unit:"m"`     // a point of the axis; the body's centre if not given [m]
}

// Key is a pose at a time since the start of the motion.
type Key struct {
	Time        float64   `yaml:"time" unit:"s"`              // since the start of the motion [s]
	Position    Vector    `yaml:"position,flow" unit:"m"`     // of the body's centre [m]
	Orientation *Rotation `yaml:"orientation,omitempty,flow"` // how the body is turned
}

// View is how the scene is looked at first.
type View struct {
	Azimuth    float64  `yaml:"azimuth,omitempty" unit:"deg"`   // of the eye, as --view has it
	Elevation  float64  `yaml:"elevation,omitempty" unit:"deg"` // of the eye above the horizon
	Frame      Frame    `yaml:"frame,omitzero,flow" unit:"m"`   // box to have in the picture: lower and upper corner [m]
	Overlays   []string `yaml:"overlays,omitempty,flow"`        // as --overlays has them; not given: those of every view
	Style      string   `yaml:"style,omitempty"`                // as --style has it
	ColorBy    string   `yaml:"colorBy,omitempty"`              // as --color-by has it
	GlyphScale float64  `yaml:"glyphScale,omitempty"`           // of arrows and forces; 1 if not given
}
