package state_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/scene"
)

// Contract: arrays hold the bits of the state that files hold, under the same names.
func TestArraysAreTheState(t *testing.T) {
	sc, err := scene.Load("bottle", scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer sc.World.Close()
	for sc.World.Contacts().Count() < 10 && sc.World.Clock().Step < 30_000 {
		sc.World.Step()
	}
	s, of := sc.World.State(), sc.World.Contacts()
	if len(s.Bodies) < 5 || len(s.Contacts) < 10 {
		t.Fatalf("%d bodies, %d contacts", len(s.Bodies), len(s.Contacts))
	}
	for _, a := range state.BodyArrays {
		numbers, words := a.Numbers(of, nil), a.Words(of)
		for k, b := range s.Bodies {
			want, known := fields(t, b)[a.Name]
			if !known {
				want = fields(t, b.Shapes[0])[a.Name]
			}
			if a.Width == 0 {
				checkRow(t, a.Name, k, words[k], want)
				continue
			}
			checkRow(t, a.Name, k, rowOf(numbers, k, a.Width), want)
		}
	}
	for _, a := range state.ContactArrays {
		numbers := a.Numbers(of, nil)
		for k, c := range s.Contacts {
			want := fields(t, c)[a.Name]
			if sliding, is := want.(bool); is {
				want = map[bool]float64{true: 1}[sliding]
			}
			checkRow(t, a.Name, k, rowOf(numbers, k, a.Width), want)
		}
	}
}

// fields returns the values of a struct by their names in files.
func fields(t *testing.T, of any) (m map[string]any) {
	t.Helper()
	text, err := json.Marshal(of)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// rowOf returns a row as JSON gives it: a number, or a list.
func rowOf(numbers []float64, k, width int) any {
	if width == 1 {
		return numbers[k]
	}
	var list []any
	for _, x := range numbers[k*width : (k+1)*width] {
		list = append(list, x)
	}
	return list
}

func checkRow(t *testing.T, name string, k int, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s of row %d is %v, in the state %v", name, k, got, want)
	}
}
