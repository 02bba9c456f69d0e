package deck_test

import (
	"math"
	"path/filepath"
	"testing"

	"example.org/tumble/sim/export/deck"
	"example.org/tumble/sim/playback"
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
  - {name: tube, cylinder: {axis: [0, 0, 1], radius: 0.1, inside: true}}
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
			for k := range 3 {
				at, was := theirs.Bodies[i].Position[k], b.Position[k]
				if math.Abs(at-was) > 2e-5 {
					t.Errorf("%s: %v there, %v here", name, theirs.Bodies[i].Position, b.Position)
				}
			}
		}
	}
}
