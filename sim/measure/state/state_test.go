package state_test

import (
	"reflect"
	"testing"

	"example.org/tumble/sim/scene"
)

// Contract: whatever a state can say of a body, of a shape and of a contact, it says. The clump turns as it falls on
// the floor, so that no number but those of mayBeZero is 0.
func TestEveryNumberIsFilled(t *testing.T) {
	sc, err := scene.Load("clump", scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer sc.World.Close()
	for sc.World.Contacts().Count() == 0 {
		sc.World.Step()
	}
	for range 10 {
		sc.World.Step()
	}
	s := sc.World.State()
	pair := s.Bodies[1]
	for what, v := range map[string]any{"body": pair, "contact": s.Contacts[0], "shape": pair.Shapes[1]} {
		r := reflect.ValueOf(v)
		for i := range r.NumField() {
			if f := r.Type().Field(i); r.Field(i).IsZero() && !mayBeZero[what+" "+f.Name] {
				t.Errorf("%s: %s is 0: nobody fills it", what, f.Name)
			}
		}
	}
	// The state of the bodies says the same, and has no contacts.
	if s.Contacts = nil; !reflect.DeepEqual(sc.World.StateOfBodies(), s) {
		t.Error("the state of the bodies is another one")
	}
}

// mayBeZero are the numbers that are 0 in that scene: of capsules, hollow cylinders, surfaces and laws that it has not,
// and of what is counted from 0.
var mayBeZero = map[string]bool{"shape Shaft": true, "shape Hollow": true, "shape Rubbed": true, "contact Torque": true,
	"body Times": true, "contact Sliding": true, "contact ShapeA": true, "contact ShapeB": true, "contact BodyA": true}
