package report

import (
	"reflect"
	"testing"
)

// The values of a parameter are numbers where all have the same unit, else names in their order.
func TestAxis(t *testing.T) {
	for _, c := range []struct {
		cells []string
		want  axis
	}{
		{[]string{"0.1", "1e-3"}, axis{label: "p", places: []float64{0.1, 1e-3}}},
		{[]string{"3 MPa", "10MPa"}, axis{label: "p [MPa]", places: []float64{3, 10}}},
		{[]string{"3 MPa", "10"}, axis{label: "p", places: []float64{0, 1}, names: []string{"3 MPa", "10"}}},
		{[]string{"a.stl", "", "a.stl"}, axis{label: "p", places: []float64{0, 1, 0}, names: []string{"a.stl", "(scene)"}}},
	} {
		if got := axisOf("p", c.cells); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %+v, want %+v", c.cells, got, c.want)
		}
	}
}
