package deck_test

import (
	"math"
	"path/filepath"
	"testing"

	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/run/playback"
)

// mixed has everything that LAMMPS is told: walls of one and two sides, which swing, go from key to key and drag, a
// tube, spheres, clumps, and inlets of both.
const mixed = `
title: Mixed
gravity: [0, 0, -9.81]
timeStep: {fixed: 1e-5}
materials:
  - {name: a, young: 1e7, ktDivKn: 0.3, tanPhi: 0.3, density: 2000, restitution: 0.6}
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1, rectangle: [[-0.05, -0.05], [0.05, 0.05]]}, blocked: xyzXYZ}
  - {name: belt, wall: {axis: x, position: -0.05, sense: 0}, blocked: xyzXYZ, velocity: [0, 0.1, 0]}
  - {name: piston, wall: {axis: x, position: 0.05, sense: -1}, blocked: xyzXYZ}
  - {name: tube, cylinder: {axis: [0, 0, 1], radius: 0.1, inside: true}, blocked: xyzXYZ}
  - {name: ball, material: a, sphere: {radius: 0.006}, position: [0, 0, 0.0061], velocity: [0.1, 0, 0]}
  - {name: pill, material: a, capsule: {radius: 0.004, shaft: 0.01}, position: [0, 0.02, 0.02], spin: [0, 3, 20]}
  - name: clump
    position: [0.02, -0.02, 0.02]
    velocity: [0, 0.1, -0.2]
    spin: [1, 2, 3]
    clump:
      - {sphere: {radius: 0.005}}
      - {sphere: {radius: 0.004}, position: [0.006, 0, 0]}
      - {sphere: {radius: 0.004}, position: [0, 0.006, 0]}
inlets:
  - name: balls
    box: {center: [0, 0, 0.06], size: [0.06, 0.06, 0.02]}
    massRate: 0.5
    start: 2e-3
    maxBodies: 8
    sphere: {radius: 0.003}
    velocity: [0, 0, -0.5]
  - name: pills
    origin: [0, 0, 0.08]
    axis: [0, 0, 1]
    radius: 0.03
    height: 0.04
    capsule: {radius: 0.003, shaft: 0.004}
motions:
  - {name: shake, body: floor, harmonic: {shift: [0, 0, 0.001], frequency: 40}}
  - {name: sink, body: tube, after: balls, delay: 1e-3, constant: {velocity: [0, 0, -0.1]}, duration: 2e-3}
  - name: push
    body: piston
    start: 1e-3
    keys:
      - {time: 0, position: [0, 0, 0]}
      - {time: 5e-3, position: [-0.002, 0, 0]}
      - {time: 8e-3, position: [-0.001, 0, 0]}
`

// TestLAMMPS compares the deck of a scene with golden files, and runs it: what comes back moves as here where nothing
// has touched, and clumps are bodies again.
func TestLAMMPS(t *testing.T) {
	sc := load(t, write(t, mixed))
	sc.Name = "mixed"
	d, err := newDeck(sc, deck.Options{Program: "lammps", Until: 0.01, DumpEvery: 1e-3})
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "run")
	if err := d.Write(folder, saved(sc)); err != nil {
		t.Fatal(err)
	}
	golden(t, folder, "mixed", "in.lammps", "run.json", "mapping.md", "atoms.data", "bodies.txt", "inlet2-1.mol", "run.sh")
	execute(t, "lammps", folder)
	r, err := playback.Open(folder, playback.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Read(r.Len() - 1)
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		sc.World.Step()
	}
	ours, theirs := sc.World.State(), m.State()
	if math.Abs(m.Time-0.01) > 1e-9 || len(theirs.Bodies) < 3+8+5 {
		t.Errorf("at %g s there are %d bodies", m.Time, len(theirs.Bodies))
	}
	for i, name := range []string{"pill", "clump", "ball"} {
		for _, b := range ours.Bodies {
			if b.Name != name {
				continue
			}
			o := &theirs.Bodies[i]
			for k := range 3 {
				turned := name != "ball" && math.Abs(o.Spin[k]-b.Spin[k]) > 1e-3*norm(b.Spin)
				if math.Abs(o.Position[k]-b.Position[k]) > 2e-5 || turned {
					t.Errorf("%s: %v and %v there, %v and %v here", name, o.Position, o.Spin, b.Position, b.Spin)
				}
			}
		}
	}
}

// drives are a wall and a cylinder that drag, one that swings, and one that turns after a millisecond; a sphere hits
// each.
const drives = `
title: Drives
gravity: [0, 0, 0]
timeStep: {fixed: 1e-6}
law: frictional-onset
materials:
  - {name: a, young: 1e8, ktDivKn: 0.3, tanPhi: 0.3, density: 2000, restitution: 0.6}
bodies:
  - {name: belt, wall: {axis: z, position: 0, sense: 1}, blocked: xyzXYZ, velocity: [1, -0.5, 0]}
  - {name: table, wall: {axis: z, position: 0.2, sense: -1}, blocked: xyzXYZ, spin: [0, 0, 20]}
  - {name: swing, wall: {axis: x, position: 0.1, sense: -1}, blocked: xyzXYZ}
  - {name: roller, cylinder: {axis: [0, 1, 0], radius: 0.02}, position: [-0.1, 0, 0.1], blocked: xyzXYZ}
  - {name: on the belt, sphere: {radius: 0.005}, position: [0, 0, 0.006], velocity: [0, 0, -0.6]}
  - {name: under the table, sphere: {radius: 0.005}, position: [0.05, 0.01, 0.194], velocity: [0, 0, 0.6]}
  - {name: at the swing, sphere: {radius: 0.005}, position: [0.093, 0, 0.1], velocity: [0, 0, 0.1]}
  - {name: at the roller, sphere: {radius: 0.005}, position: [-0.0735, 0, 0.1], velocity: [-0.6, 0, 0]}
motions:
  - {name: swinging, body: swing, harmonic: {shift: [-0.004, 0, 0], frequency: 50}}
  - {name: rolling, body: roller, start: 1e-3, constant: {spin: [0, 40, 0]}}
`

// resists are spheres that lie on a floor and roll, and spin about the vertical, until friction of these kinds stops
// them.
const resists = `
title: Resists
gravity: [0, 0, -9.81]
timeStep: {fixed: 1e-5}
law: frictional-onset
materials:
  - {name: a, young: 1e7, ktDivKn: 0.3, tanPhi: 0.5, density: 2000, restitution: 0.3, rollingFriction: 0.05,
    twistingFriction: 0.03}
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: left, wall: {axis: x, position: -1, sense: 1}}
  - {name: rolls, sphere: {radius: 0.005}, position: [0, 0, 0.005], velocity: [0.2, 0, 0], spin: [0, 40, 0]}
  - {name: twists, sphere: {radius: 0.006}, position: [0.05, 0, 0.006], spin: [0, 0, 20]}
`

// TestDrives compares what walls and cylinders that move, and friction against rolling and twisting, do to spheres
// with what they do in LAMMPS: to 2 %.
func TestDrives(t *testing.T) {
	for _, c := range []struct {
		text  string
		first int // body with a mass
		steps int
		dt    float64
	}{{drives, 4, 5000, 1e-6}, {resists, 2, 8000, 1e-5}} {
		sc := load(t, write(t, c.text))
		theirs := outcome(t, sc, "lammps", deck.Options{Until: float64(c.steps) * c.dt, DumpEvery: 1}, c.steps)
		for range c.steps {
			sc.World.Step()
		}
		s := sc.World.State()
		for i, b := range s.Bodies[c.first:] {
			compare(t, &b, theirs[i+1], 0.02)
		}
	}
}
