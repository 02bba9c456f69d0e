package export

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/measure/state"
)

// toFormats are the vectors of a body that formats do not tell as they are, and why.
var toFormats = map[string]string{
	"position": "formats have the place of each shape",
	"inertia":  "formats have what moves, and reading programs do no mechanics",
}

// Contract: each vector that a state has of a body has its columns in tables of bodies and particles and its array in
// VTK files: who adds one is told where it is missing.
func TestVectorsReachAllFormats(t *testing.T) {
	var columns, arrays []string
	for _, c := range followed {
		columns = append(columns, c.name)
	}
	for _, a := range (&bodyFields{}).arrays() {
		arrays = append(arrays, a.name)
	}
	row, body, seen := reflect.TypeFor[particleRow](), reflect.TypeFor[state.Body](), 0
	for i := range body.NumField() {
		f := body.Field(i)
		name := f.Tag.Get("json")
		if f.Type != reflect.TypeFor[[3]float64]() || toFormats[name] != "" {
			continue
		}
		seen++
		for _, axis := range []string{"x", "y", "z"} {
			if words := spaced(name) + " " + axis; !slices.Contains(columns, words) {
				t.Errorf("tables of bodies have no column %s", words)
			}
			if _, ok := row.FieldByName(f.Name + strings.ToUpper(axis)); !ok {
				t.Errorf("tables of particles (Parquet) have no column %s%s", name, strings.ToUpper(axis))
			}
		}
		if !slices.Contains(arrays, name) {
			t.Errorf("VTK files have no array %s", name)
		}
	}
	if seen < 4 {
		t.Errorf("a body has %d vectors, want velocity, spin, force, torque at least", seen)
	}
}

// spaced writes a name of JSON as words: angularMomentum as angular momentum.
func spaced(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
