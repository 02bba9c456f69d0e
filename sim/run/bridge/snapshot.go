// Package bridge holds everything that crosses between the simulation goroutine and the rest of the
// program: snapshots on the way out, commands on the way in, and the Feed, which carries snapshots
// without either side waiting for the other.
//
// Render and ui know the engine only through this package; they never see a World.
package bridge

import (
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/profile"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// Snapshot is a copy of the world at the end of one step, in single precision, for
// drawing. It holds physical quantities only, SI units; colours other than those a
// scene gives its shapes, and sizes of glyphs, are the renderer's business.
//
// A snapshot belongs to exactly one side at a time. Readers must not keep its slices beyond the frame,
// because the buffer is reused. Mesh geometry is the exception: it is immutable and may be kept.
type Snapshot struct {
	Seq      uint64      // counts publications
	Scene    string      // name of the scene
	Title    string      // the scene's title for people
	Origin   [][2]string // names and texts that pictures carry as their origin
	Revision uint64      // changes when another scene is loaded or the scene is reset
	Seed     uint64      // of the random streams
	Step     int64       // steps done
	Time     float64     // simulated time [s]
	End      float64     // the scene's own end [s], 0 if it has none
	Paused   bool
	Hold     string // why the run paused by itself; empty if it runs, or if a person paused it
	Fault    string // why the world stopped for good; empty if it has not stopped
	View     ViewHint
	Guide    Guide
	Missing  Missing // quantities that the snapshot does not have

	Bodies   []Body
	Details  []Detail  // of each body; filled only while Wanted.Details
	Capsules []Capsule // spheres are capsules with Half 0
	Walls    []Wall
	Meshes   []Mesh
	// Cylinders have no end; most scenes have none.
	Cylinders []Cylinder
	Inlets    []Inlet
	Outlets   []Outlet
	Planes    []Passed    // planes whose flow the reader requests
	Regions   []Measured  // regions that the reader requests; filled with the numbers of the world alone
	Surfaces  []Pressed   // in the order of the scene
	Through   []Passed    // named planes, in the order of the scene
	Frames    []BodyFrame // where the frames of the regions of Timeline.Followed are; zero of a body that is not there
	Contacts  []Contact   // filled only while Wanted.Contacts
	Slice     Slice       // of Wanted.Slice or of one before; a frame has that of its moment

	Collisions Collisions // at the time of Readings
	Heaps      []HeapFit  // in the regions of Timeline.Followed, at the time of Readings; filled only while Wanted.Heaps

	Motions          []Motion // prescribed ones, in the order of the scene
	Forces           []Force  // from outside, in the order of the scene
	Joints           []Joint  // hinges and sliders, in the order of the scene
	Hand             Hand
	Params           setting.Params
	TimeStep         float64 // of the last step, or of the first before any step [s]; 0: not known yet
	Speed            float64 // requested simulated seconds per second of wall time; 0: as fast as possible
	Materials        []Material
	Stats            Stats
	Means            Means // only for tables and charts
	Readings         Readings
	Sample           Sample            // values of the columns of Timeline.Series, at the time of Readings
	Followed         [NumSeries]Sample // present values of Timeline.Followed; empty if the thing does not exist
	Notices          []Notice          // the latest few, oldest first
	RequestedExports []string          // exports that the scene itself requests, in words
	AwaitingConsent  bool              // the person has not answered yet whether the scene may export; the run waits
	Exporting        string            // folder of the running export, empty if there is none
	Recording        bool              // a video is being recorded
	Applied          uint64            // number of commands applied
	Bounds           Bounds
	Wanted           Wanted
	Timeline         Timeline   // its slices belong to the snapshot
	Inspected        Inspected  // filled only if Wanted.Inspect names a thing
	Comparison       Comparison // the worlds that run beside this one, on the same clock
	Forecast         Forecast   // of the edit that is tried

	Breakpoints []Breakpoint
	StopWhen    []string // the scene's own conditions; Breakpoints begins as a copy, these lines never change
	Hit         Hit
}

// ViewHint is the first view that a scene suggests. It is meant for a new window or picture, not to be
// followed later.
type ViewHint struct {
	Given              bool          // otherwise frame Bounds
	Frame              [2][3]float32 // box to show in the picture [m]
	Azimuth, Elevation float32       // of the eye [°], as in view.Camera

	// Names as on the command line; empty if the scene does not choose.
	Overlays   string // separated by commas, or none
	Style      string
	ColorBy    string
	GlyphScale float32 // of arrows and forces; 0: the scene does not choose

	Slice SliceOf `json:",omitzero"` // a field in a slice
}

// Body is the state of one rigid body.
type Body struct {
	Number   int64      // unique in the run, counted up from 0; another body may have its index in the next snapshot
	Center   [3]float32 // centre of mass [m]
	Velocity [3]float32 // [m/s]
	Spin     [3]float32 // angular velocity [rad/s]
	Mass     float32    // [kg], 0 for a body not moved by forces
	Kind     BodyKind
}

// Detail holds values of a body that few readers need. Forces and energies are those of the last step.
type Detail struct {
	Force   [3]float32 // sum of all forces, weight included [N]
	Kinetic float32    // energy of motion and spin [J]
	Born    float64    // simulated time at which the body was made [s]
	Start   [3]float32 // centre of mass at the time Born [m]

	Name     string
	Material int32 // of its first shape, index into Materials
}

// BodyKind says what moves a body.
type BodyKind uint8

// Dynamic bodies are moved by forces, Kinematic ones by a prescribed motion, Static ones
// not at all.
const (
	Dynamic BodyKind = iota
	Kinematic
	Static
)

// Capsule is a sphere swept along a segment, in the global frame.
type Capsule struct {
	Center [3]float32 // middle of the segment [m]
	Half   float32    // half length of the segment [m], 0 for a sphere
	Axis   [3]float32 // unit vector along the segment
	Radius float32    // [m]
	Side   [3]float32 // unit vector perpendicular to Axis that turns with the body
	Body   int32      // index into Bodies
	Shape  int32      // number among the shapes of its body
	Colors [2]RGBA    // of the half at -Axis and the half at +Axis

	Material int32 // index into Materials
}

// RGBA is the colour of a shape in the scene; sRGB, not premultiplied. Zero alpha means that the scene
// chooses no colour, and the renderer chooses one.
type RGBA = shape.RGBA

// Hand is the point at which a person drags a body; see Grab.
type Hand struct {
	Holds  bool
	Body   int64      // its number
	Point  [3]float32 // the held point of the body [m]
	To     [3]float32 // the point toward which the spring pulls Point [m]
	Turn   bool       // only the orientation is dragged
	Force  [3]float32 // on the body in the last step [N]
	Torque [3]float32 // about its centre of mass [N·m]
}

// Wall is an infinite axis-aligned plane.
type Wall struct {
	Axis     int32      // 0, 1, 2 for a normal along x, y, z
	Sense    int32      // -1, 0, +1: the side to which it pushes, 0 for both
	Position float32    // along Axis [m]
	Lo, Hi   [2]float32 // drawn rectangle along axes (Axis+1)%3 and (Axis+2)%3 [m]; empty: as large as the scene
	Body     int32
	Color    RGBA
}

// Mesh places a triangle mesh in the global frame.
type Mesh struct {
	Geometry *MeshGeometry // in the body's frame
	Position [3]float32    // origin of the body's frame [m]
	Rotation [4]float32    // w, x, y, z
	Body     int32
	Shape    int32 // number among the shapes of its body
	Filled   bool  // it is full of its material: nothing is seen through it
	Color    RGBA
	Rubbed   *Rubbed // filled only while Wanted.Triangles, and nil if that is not measured; it does not change
}

// MeshGeometry is the shape of a mesh, in the frame of its body. It is immutable and may be kept.
type MeshGeometry = mesh.Geometry

// Cylinder is a circular cylinder without end, in the global frame.
type Cylinder struct {
	Point  [3]float32 // centre of the drawn part on the axis [m]
	Axis   [3]float32 // unit vector
	Side   [3]float32 // unit vector perpendicular to Axis that turns with the body
	Radius float32    // [m]
	Half   float32    // half length of the drawn part [m]; 0: as long as the scene
	Inside bool       // a tube: bodies touch it from the inside
	Body   int32      // index into Bodies
	Color  RGBA
}

// VolumeKind is a kind of region in which bodies are made or from which they are removed.
type VolumeKind uint8

// The kinds of volume: a cylinder with ends, a box of any orientation, the half-space behind a plane.
const (
	VolumeCylinder VolumeKind = iota
	VolumeBox
	VolumeHalfSpace
)

// Volume completes the shape of an inlet or outlet, beside its position, axis, radius and height.
type Volume struct {
	Kind     VolumeKind
	Half     [3]float32 // half edges of a box along its own axes [m]
	Rotation [4]float32 // of a box: w, x, y, z
}

// Inlet is the state of one source of bodies.
type Inlet struct {
	Name     string
	Makes    string // its products in words, with their shares if there are several
	Bodies   int64
	Mass     float64 // [kg]
	Flow     InletFlow
	Done     bool
	DoneAt   float64    // [s]
	Rate     float64    // mass fed per time, exponential mean over 0.1 s [kg/s]
	Position [3]float32 // middle of the first end face of a cylinder, centre of a box [m]
	Axis     [3]float32 // unit; zero for a box
	Radius   float32    // [m]
	Height   float32    // [m]
	Volume   Volume
}

// InletFlow is how much an inlet makes.
type InletFlow = setting.InletFlow

// Motion is a prescribed motion of a body.
type Motion struct {
	Name     string
	Moves    int64       // number of the body
	Kind     MotionKind  // how the body moves
	Keys     []MotionKey // of MotionKeys, by time
	Start    float64     // begin of the motion [s], unless After is set
	After    string      // the event for which the motion waits ...
	Delay    float64     // ... and the time between this event and the begin of the motion [s]
	Started  bool
	At       float64    // time at which the motion began [s]
	Duration float64    // after this time the body stops [s]; 0: never
	Retired  bool       // a later motion of the body has begun
	Servo    ServoState // of MotionServo
}

// ServoState is what a servo holds, and how well.
type ServoState struct {
	Load, Unit string        // force, pressure, torque or volume, and its unit
	Shares     bool          // the load is a share of what walls had between them, not what contacts bear
	SpeedUnit  string        // of Speed and of the limit
	Axis       [3]float32    // unit: the direction in which the body presses; zero of the side of a cylinder
	Radius     float64       // of the cylinder whose side presses [m]; 0 of other servos
	Held       setting.Servo // the set load and the limit of the speed
	Varies     bool          // the set load is multiplied by a factor that depends on time
	Target     float64       // the load to hold at this moment [Unit]
	Present    float64       // the load that the contacts of the body had in the last step [Unit]
	Speed      float64       // of the body along or about the axis [SpeedUnit]
}

// Force is a force from outside.
type Force struct {
	Name     string
	Bodies   string  // the choice of bodies that it acts on; empty: all
	Varies   bool    // it is multiplied by a factor that depends on time
	Start    float64 // begin of the force [s], unless After is set
	After    string  // the event for which the force waits ...
	Delay    float64 // ... and the time between this event and the begin of the force [s]
	Started  bool
	At       float64 // time at which the force began [s]
	Duration float64 // after this time the force ends [s]; 0: never
	Acts     setting.Force
}

// Joint is a hinge or a slider that joins a body to the world.
type Joint struct {
	Body   int64    // its number
	Name   string   // of the body
	Varies bool     // what the motor does is multiplied by a factor that depends on time
	At     vec.Vec3 // centre of the body [m]
	JointNumbers
}

// JointNumbers are those of a joint: lengths and forces of a slider, angles and torques of a hinge.
type JointNumbers struct {
	Slides bool
	Axis   vec.Vec3      // unit
	Point  vec.Vec3      // a point of the axis of a hinge [m]
	Acts   setting.Joint // motor, spring and damper
	Way    float64       // along [m] or about the axis [rad], since the body came
	Pace   float64       // [m/s], [rad/s]
	Motor  float64       // what the motor exerted in the last step [N], [N·m]
	Spring float64       // what the spring exerts [N], [N·m]
}

// MotionKind is a kind of prescribed motion.
type MotionKind uint8

// A motion interpolates key frames, swings, continues at constant velocity, is a sum of other motions, or holds a load.
const (
	MotionKeys MotionKind = iota
	MotionHarmonic
	MotionConstant
	MotionSum
	MotionServo
)

// MotionKey is a key frame of a motion; see package motion.
type MotionKey = motion.Key

// Outlet is the state of one place where bodies leave the world.
type Outlet struct {
	Name     string
	Bodies   int64      // removed so far
	Mass     float64    // removed so far [kg]
	Rate     float64    // mass removed per time, exponential mean over 0.1 s [kg/s]
	Energy   float64    // kinetic and potential energy of the removed bodies [J]
	Ages     Ages       // of the removed bodies, from their birth until they were removed
	Keep     bool       // bodies inside stay, bodies that leave are removed
	Done     bool       // the outlet has reached its limit
	DoneAt   float64    // [s]
	Position [3]float32 // middle of the first end face of a cylinder, centre of a box, a point of a plane [m]
	Axis     [3]float32 // unit: of a cylinder, or out of a half-space; zero for a box
	Radius   float32    // [m]
	Height   float32    // [m]
	Volume   Volume
}

// Contact is one touching contact. Forces act on body A.
type Contact struct {
	Point       [3]float32 // [m]
	Normal      [3]float32 // unit, from A to B
	NormalForce float32    // normal force, positive in compression [N]
	Tangential  [3]float32 // tangential force on A [N]
	A, B        int32      // indices into Bodies
	ShapeA      int32      // number among the shapes of body A
	ShapeB      int32      // and of body B
	Nth         int32      // index among the contacts between these shapes, in contact order from 0
	Sliding     bool       // the friction limit is reached
	Friction    float32    // friction coefficient [1]
}

// Material is a material with numbers that follow from its constants and the shapes of the present scene.
type Material struct {
	Name             string
	Law              law.Material
	Radius           float64 // smallest radius of its shapes [m], 0 if no shape uses it
	NormalStiffness  float64 // of two shapes of this radius in contact [N/m], 0 if no shape uses it
	CriticalTimeStep float64 // r √(ρ/E) of the smallest shape [s], 0 if no shape uses it
}

// Energy is the ledger of the world [J].
type Energy = ledger.Energy

// Means are averages over the bodies moved by forces; 0 if there are none.
type Means struct {
	// Coordination is the mean number of contacts per body. Mechanical leaves out bodies with fewer than two
	// contacts: the mechanical coordination number of Thornton (2000), Géotechnique 50(1). A contact with a
	// wall or mesh counts for the body that touches it.
	Coordination, Mechanical float64

	Speed, MaxSpeed float64 // of centres of mass [m/s]
}

// Readings are values that people read as numbers. Each costs a pass over all contacts, so they are
// computed a few times a second, and in every snapshot while the scene is paused.
type Readings struct {
	Step   int64   // step at which the values were read
	Time   float64 // simulated time at that step [s]
	Hash   uint64  // of the state
	Energy Energy

	Contacts, Bodies int

	Deepest  Thing   // the contact with the largest overlap over the smaller radius
	Critical float64 // time step at which the present contacts become unstable [s]; 0 if nothing limits it
	Limiting Thing   // the body whose mass and stiffness determine Critical
}

// Stats are counts and times of the running simulation.
type Stats struct {
	Bodies, Contacts, Candidates int
	Rebuilds                     int64              // of the candidate lists
	StepsPerSecond               float64            // of wall time
	RealTimeFactor               float64            // simulated seconds per second of wall time
	MaxOverlapRatio              float64            // largest overlap over the smaller radius [1]
	Stages                       [NumStages]float64 // recent mean of the wall time of each stage in a step [s]
	Workers                      int
}

// NumStages is the number of stages of a step; package profile lists them.
const NumStages = profile.NumStages

// StageNames are the names of the stages in the user interface.
var StageNames = profile.Names

// Notice is a message from the simulation to the person, and Level is its importance.
type (
	Notice = notice.Notice
	Level  = notice.Level
)

// The levels of notices; see package notice.
const (
	Info    = notice.Info
	Warning = notice.Warning
	Refused = notice.Refused
	Fault   = notice.Fault
)

// Bounds are boxes for framing the view [m]: walls count with their drawn rectangle, and Core leaves out
// bodies far from all others.
type Bounds struct {
	All, Core [2][3]float32 // lower and upper corner
	Grain     float32       // smallest radius of spheres and capsules [m]
}

// Wanted says which optional parts of a snapshot a reader needs.
type Wanted struct {
	Contacts  bool
	Details   bool
	Triangles bool     // what contacts did to triangles
	Inspect   [2]Thing // things to describe in Inspected: the first in detail, and the distance between both
	Slice     SliceOf  // a field in a slice

	Regions    bool // pictures show regions: a frame has readings of its moment
	Heaps      bool // what is fitted to free surfaces in regions
	Collisions bool // follow collisions, step by step: a step takes two to three times as long
}
