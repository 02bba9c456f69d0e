package deck

import (
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// Options say how a world is exported.
type Options struct {
	Program   string  // one of Programs
	Until     float64 // simulated time of the end [s]
	TimeStep  float64 // [s]; 0: the time step of the scene
	DumpEvery float64 // simulated time between dumps [s]
	// DampingAsRestitution replaces Cundall damping by a restitution; otherwise Cundall damping is
	// refused.
	DampingAsRestitution bool
	Name                 string // name of the scene
}

// Deck is a world as input of any discrete-element program with spheres.
type Deck struct {
	Options
	program   *program
	plan      *state.Plan
	linear    bool            // the law has linear springs, whose constants depend on pairs of types
	start     float64         // simulated time of step 0 of the deck [s]
	fresh     bool            // the world has made no step, so no body has moved yet
	exported  map[string]bool // names of the bodies that are exported unchanged
	dt        float64         // [s]
	steps     int64
	dumpEvery int64
	damped    float64 // factor of restitution that replaces Cundall damping; 1: no damping

	types     []atomType
	grades    []grade
	atoms     []atom
	clumps    []placed
	outside   []string // forces from outside, as commands
	templates []clump
	feeds     []feed
	planes    []plane
	tubes     []tube
	meshes    []surface
	stages    []stage
	sways     []sway
	box       vec.Box
	ends      [3][2]bool // sides of the box at which an outlet begins
	rows      []Row
	reasons   []reason
}

// atomType is a type of atoms: a material and, with linear springs, a radius.
type atomType struct {
	material int
	radius   float64 // [m]; 0: atoms of any radius, or flat
	mass     float64 // mass of a body of the type [kg]; 0: the mass varies or is infinite
	flat     bool    // the type of walls, cylinders and meshes, which have no mass
	clump    bool    // its atoms are parts of clumps
}

// atom is a sphere that exists at the start.
type atom struct {
	kind            int // type, from 1
	position        vec.Vec3
	radius, density float64
	velocity, spin  vec.Vec3
	clump           int // index in Deck.clumps, from 1; 0: the atom is a body by itself
}

// placed is a clump that exists at the start.
type placed struct {
	template       int // index in Deck.templates, from 1
	position       vec.Vec3
	orientation    vec.Quat // orientation of its principal axes
	velocity, spin vec.Vec3
}

// plane is an infinite wall, normal to a global axis.
type plane struct {
	name     string
	axis     int
	sense    int // the side toward which the wall pushes: -1, +1, or 0 for both
	position float64
	kind     int
	drive    drive
}

// drive is the velocity with which a body without mass drags other bodies along, although the body itself
// does not move.
type drive struct {
	velocity vec.Vec3 // velocity of its surface [m/s]
	spin     vec.Vec3 // spin about its own axis [rad/s]
	center   vec.Vec3
}

// tube is an infinite circular cylinder along a global axis.
type tube struct {
	name     string
	axis     int
	position vec.Vec3
	radius   float64
	hollow   bool // bodies touch it from the inside
	kind     int
	drive    drive
}

// surface is the mesh of a body, in global coordinates.
type surface struct {
	name, file string
	mesh       *mesh.Mesh
	kind       int
	center     vec.Vec3
	pose       vec.Quat
}

// New makes a deck of a world.
//
// The error names everything that cannot be written for the program, each on its own line. Motions and outlets are
// checked only if the bodies and inlets can be written.
func New(p *state.Plan, s *state.State, o Options) (*Deck, error) {
	program, err := programOf(o.Program)
	if err != nil {
		return nil, err
	}
	d := &Deck{Options: o, program: program, plan: p, start: s.Time, fresh: s.Step == 0, exported: map[string]bool{},
		damped: 1, box: vec.EmptyBox()}
	d.setting(s)
	d.setGrades(s)
	settings := len(d.reasons)
	d.addBodies(s)
	d.addInlets()
	d.setTime()
	if len(d.reasons) == settings { // otherwise motions would be refused too, only because their bodies were
		program.motions(d, s)
		d.setBox()
	}
	if err := d.refused(); err != nil {
		return nil, err
	}
	return d, nil
}
