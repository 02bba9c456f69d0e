package deck_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/run"
)

// outside are two balls that a constant force draws through a liquid that drags them.
const outside = `
gravity: [0, 0, -9.81]
timeStep: {fixed: 20 us}
materials: [{name: glass, young: 1 MPa, density: 2500}]
bodies:
  - {name: floor, wall: {axis: z, position: -1, sense: 1}}
  - {name: small, sphere: {radius: 1 mm}, velocity: [0.1, 0, 0]}
  - {name: large, sphere: {radius: 2 mm}, position: [0, 0.1, 0]}
forces:
  - {name: wind, force: [0, 1 mN, 0]}
  - {name: oil, fluid: {drag: stokes, viscosity: 0.5}}
`

// Contract: other programs move bodies by a constant force and by the drag of a liquid as here, to 1e-3, also soft ones
// under Hertz's law, which takes drag for no type of atoms; what they do not have is refused by its name.
func TestForcesFromOutside(t *testing.T) {
	hertz := "law: hertz-mindlin" + strings.Replace(strings.Split(outside, "  - {name: oil")[0], "1 MPa,",
		"1 MPa, poisson: 0.3, restitution: 0.5,", 1)
	for i, program := range slices.Repeat(deck.Programs, 2) {
		text := [2]string{outside, hertz}[i/len(deck.Programs)]
		t.Run(program, func(t *testing.T) {
			sc := load(t, write(t, text))
			theirs := outcome(t, sc, program, deck.Options{Until: 0.02, DumpEvery: 0.01}, 1000)
			for range 1000 {
				sc.World.Step()
			}
			s := sc.World.State()
			for i, b := range s.Bodies[1:] {
				compare(t, &b, theirs[i+1], 1e-3)
			}
		})
	}
	for _, c := range []struct{ is, to string }{
		{"{name: wind, ", "{name: wind, start: 1, "}, {"{name: wind, ", "{name: wind, bodies: small, "},
		{"viscosity: 0.5", "viscosity: 0.5, density: 900, buoyancy: true"},
		{"viscosity: 0.5", "viscosity: 0.5, velocity: [1, 0, 0]"}, {"force: [0, 1 mN, 0]", "formula: {fx: -x}"},
		{"drag: stokes, viscosity: 0.5", "drag: schiller-naumann, viscosity: 0.5, density: 900"},
		{"sphere: {radius: 1 mm}", "capsule: {radius: 1 mm, shaft: 3 mm}"},
		{"sphere: {radius: 1 mm}", "clump: [{sphere: {radius: 1 mm}}, {sphere: {radius: 1 mm}, position: [1 mm, 0, 0]}]"},
	} {
		sc := load(t, write(t, strings.Replace(outside, c.is, c.to, 1)))
		if _, err := newDeck(sc, deck.Options{Program: "lammps"}); err == nil || !strings.Contains(err.Error(), "force ") {
			t.Errorf("%s: got %v, want the name of the force", c.to, err)
		}
	}
}

// Contract: a capsule becomes spheres in a row that share a constant force, whichever bodies come first; single spheres
// beside it have all of it. A force that would turn a clump is refused. 1e-3: LAMMPS begins clumps without force.
func TestForcesOnClumps(t *testing.T) {
	wind := strings.Split(outside, "  - {name: oil")[0]
	shaped := func(text string) run.Scene {
		return load(t, write(t, strings.Replace(wind, "sphere: {radius: 1 mm}", text, 1)))
	}
	lame := shaped("clump: [{sphere: {radius: 1 mm}}, {sphere: {radius: 0.5 mm}, position: [1 mm, 0, 0]}]")
	if _, err := newDeck(lame, deck.Options{Program: "lammps"}); err == nil ||
		!strings.Contains(err.Error(), "force wind: it would turn") {
		t.Errorf("a force that turns a clump: %v", err)
	}
	sc := shaped("capsule: {radius: 1 mm, shaft: 3 mm}")
	theirs := outcome(t, sc, "lammps", deck.Options{Until: 0.02, DumpEvery: 0.01}, 1000)
	for range 1000 {
		sc.World.Step()
	}
	s := sc.World.State()
	compare(t, &s.Bodies[1], theirs[2], 1e-3) // the single sphere comes first there
	compare(t, &s.Bodies[2], theirs[1], 1e-3)
}
