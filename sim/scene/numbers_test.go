package scene

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const numbersScene = `
title: numbers
gravity: [0, 0, -10]
timeStep: {safety: 0.5, every: 100}
materials:
  - {name: m, density: 1000}
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: ball, sphere: {radius: 0.01}, position: [0, 0, 0.05], orientation: {axis: [0, 0, 1], degrees: 0}}
  - name: sheet
    facets: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [[0, 1, 2]]}
    blocked: xyzXYZ
inlets:
  - {name: first, box: {center: [0, 0, 1], size: [1, 1, 1]}, sphere: {radius: 0.01}, maxBodies: 1}
  - {name: second, box: {center: [0, 0, 1], size: [1, 1, 1]}, sphere: {radius: 0.01}, after: first}
motions:
  - {name: swing, body: sheet, harmonic: {shift: [0, 0, 0], frequency: 1}}
view: {azimuth: 30}
`

// Contract: a number that cannot be meant is refused, with the place where it stands and the bound.
func TestNumbersBeyondTheirBounds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "numbers.yaml")
	if err := os.WriteFile(file, []byte(numbersScene), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		set, want string // settings separated by spaces; what the error says, empty for none
	}{
		{"", ""},
		{"gravity=0,0,-1e22", "line 3: gravity: must be within ±1e+12 m/s2, got -1e+22 (a neutron star has 1e12 m/s2)"},
		{"gravity=0,0,-1e9", ""},
		{"bodies.ball.velocity=1e155,0,0", "bodies.ball: velocity must be within ±3e+08 m/s, got 1e+155 (nothing is " +
			"faster than light)"},
		{"bodies.ball.velocity=0,0,-2000", ""},
		{"bodies.ball.spin=0,1e155,0", "bodies.ball: spin must be within ±1e+15 rad/s"},
		{"bodies.ball.spin=1e12,0,0", ""},
		{"bodies.ball.orientation.degrees=1e308", "bodies.ball: orientation.degrees must be within ±1e+09 deg"},
		{"bodies.ball.orientation.axis=1e200,0,0", "bodies.ball: orientation.axis must be within ±1e+15, got 1e+200"},
		{"bodies.ball.position=1e16,0,0", "bodies.ball: position must be within ±1e+15 m"},
		{"bodies.ball.sphere.radius=1e-20", "bodies.ball: shape 0: radius must be ≥ 1e-15 m, got 1e-20"},
		{"bodies.ball.sphere.radius=1e16", "bodies.ball: sphere.radius must be within ±1e+15 m"},
		{"materials.m.density=1e-300", "materials.m: density must be ≥ 0.001 kg/m³, got 1e-300"},
		{"materials.m.young=1e-9", "materials.m: young must be ≥ 0.001 Pa, got 1e-09"},
		{"materials.m.young=1", ""},
		{"bodies.sheet.thickness=-1", "bodies.sheet: shape 0: thickness of a mesh must be ≥ 0 m, got -1"},
		{"bodies.sheet.scale=1e300", "bodies.sheet: scale must be within ±1e+15, got 1e+300"},
		{"bodies.sheet.scale=1e15 bodies.sheet.shift=1e15,0,0", "bodies.sheet: shape 0: mesh facets of sheet: vertices " +
			"must be within ±1e+15 m, got 2e+15"},
		{"motions.swing.harmonic.shift=1e160,0,0", "motions.swing: harmonic.shift must be within ±1e+15 m"},
		{"motions.swing.harmonic.frequency=1e13", "motions.swing: harmonic.frequency must be within ±1e+12 Hz"},
		{"timeStep.fixed=1e300", "timeStep: fixed must be within ±1e+12 s"},
		{"timeStep.fixed=0.5", ""},
		{"view.azimuth=1e300", "view: azimuth must be within ±1e+09 deg"},
		{"inlets.first.after=second inlets.second.maxBodies=1", "inlets.first: after: second is never done: give it a " +
			"start that does not wait for what waits for it"},
		{"inlets.first.after=first", "inlets.first: after: first is never done: give it a start that does not wait for " +
			"what waits for it"},
		{"motions.swing.after=second", "motions.swing: after: second is never done: give it maxMass, maxBodies or fill"},
	} {
		sc, err := Load(file, Options{Workers: 1, Set: strings.Fields(c.set)})
		switch {
		case err == nil:
			sc.World.Close()
			if c.want != "" {
				t.Errorf("%s: accepted, want %s", c.set, c.want)
			}
		case c.want == "" || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: got\n%v\nwant\n%s", c.set, err, c.want)
		case !strings.Contains(err.Error(), "numbers.yaml"):
			t.Errorf("%s: the file is not named: %v", c.set, err)
		}
	}
}
