package scene

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Contract: a number with a unit is the number in SI units, to the last bit where both
// have a finite decimal expansion, in files and in settings; angles take degrees and
// radians; what is saved is SI and reads as the same.
func TestUnits(t *testing.T) {
	read := func(text string, set ...string) Spec {
		t.Helper()
		file := filepath.Join(t.TempDir(), "s.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		spec, err := ReadSpec(file, set)
		if err != nil {
			t.Fatal(err)
		}
		return spec
	}
	const text = `
gravity: [0, 0 m/s2, -9.81 m/s²]
end: 1.5 min
timeStep: {fixed: 12.5 us}
materials: [{name: m, young: 10 MPa, density: 1.2 g/cm3}, {name: n, young: 1e7 Pa, density: 5 kg/m3}]
bodies:
  - {name: b, capsule: {radius: 1.2 mm, shaft: 3e-2cm}, position: [1 cm, "2.5 mm", 0.3], orientation: {axis: [0, 0, 1], degrees: 30 deg}, velocity: [3 m/s, 36 km/h, 0]}
  - {name: w, wall: {axis: z, position: -7 um, sense: 1, rectangle: [[-1 mm, -1 mm], [1 mm, 1 mm]]}}
inlets: [{name: i, start: 0.2 s, origin: [0, 0, 0], axis: [0, 0, 1], radius: 5 mm, height: 5 mm, maxMass: 2 g, massRate: 3.6 t/h, sphere: {radius: &r 0.7 mm}}]
motions: [{name: k, body: w, harmonic: {shift: [0, 0, *r], frequency: 90 rpm, phaseDegrees: 90 °}}]
`
	const si = `
gravity: [0, 0, -9.81]
end: 90
timeStep: {fixed: 0.0000125}
materials: [{name: m, young: 1e7, density: 1200}, {name: n, young: 10000000, density: 5}]
bodies:
  - {name: b, capsule: {radius: 0.0012, shaft: 0.0003}, position: [0.01, 0.0025, 0.3], orientation: {axis: [0, 0, 1], degrees: 30}, velocity: [3, 10, 0]}
  - {name: w, wall: {axis: z, position: -0.000007, sense: 1, rectangle: [[-0.001, -0.001], [0.001, 0.001]]}}
inlets: [{name: i, start: 0.2, origin: [0, 0, 0], axis: [0, 0, 1], radius: 0.005, height: 0.005, maxMass: 0.002, massRate: 1, sphere: {radius: 0.0007}}]
motions: [{name: k, body: w, harmonic: {shift: [0, 0, 0.0007], frequency: 1.5, phaseDegrees: 90}}]
`
	got, want := read(text), read(si)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("with units\n%+v\nin SI\n%+v", got, want)
	}
	var b strings.Builder
	if err := WriteSpec(&b, got); err != nil {
		t.Fatal(err)
	}
	if again := read(b.String()); !reflect.DeepEqual(again, want) {
		t.Errorf("saved and read again\n%+v\ninstead of\n%+v", again, want)
	}
	set := read(si, "m.young=20 MPa", "gravity=0,0,-162 cm/s2", "b.orientation.degrees=0.5 rad", "b.position=1 mm,2 mm,3")
	if m := set.Materials[0]; *m.Young != 2e7 || set.Gravity[2] != -1.62 ||
		set.Bodies[0].Position != (Vector{0.001, 0.002, 3}) {
		t.Errorf("settings with units gave %+v", set)
	}
	if d := *set.Bodies[0].Orientation.Degrees; math.Abs(d-90/math.Pi) > 1e-14 {
		t.Errorf("0.5 rad are %v°, want %v°", d, 90/math.Pi)
	}
}

// Contract: a decimal number in a unit that is a power of ten of the SI unit is the number
// nearest to its exact value, and writing a number and reading it gives the same bits.
func TestUnitsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.Int64Range(-1e15, 1e15).Draw(t, "digits")
		point := rapid.IntRange(-20, 20).Draw(t, "exponent")
		u := rapid.SampledFrom(append(lengths, pressures...)).Draw(t, "unit")
		text := formatExponent(digits, point)
		got, err := parseQuantity(text+" "+u.name, []unit{u})
		if err != nil {
			t.Fatal(err)
		}
		if want, err := parseQuantity(formatExponent(digits, point+u.shift), nil); err != nil || got != want {
			t.Errorf("%s %s is %v, want %v (%v)", text, u.name, got, want, err)
		}
	})
}

func formatExponent(digits int64, exponent int) string {
	return strconv.FormatInt(digits, 10) + "e" + strconv.Itoa(exponent)
}
