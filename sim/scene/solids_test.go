package scene

import (
	"reflect"
	"slices"
	"testing"

	"example.org/tumble/sim/internal/shape"
)

// Contract: each kind of shape has a key of its name where a scene says what a body is made of; each
// solid also in clumps and in products, and what is given there is of that kind.
func TestEveryKindHasAKey(t *testing.T) {
	for _, place := range []struct {
		of    any
		solid bool // only solids are possible there
	}{{Body{}, false}, {Member{}, true}, {Product{}, true}} {
		var keys []string
		for _, k := range keysOf(reflect.TypeOf(place.of)) {
			keys = append(keys, k.key)
		}
		for k := range shape.Kinds {
			if kind := shape.Kind(k); (kind.Solid() || !place.solid) && !slices.Contains(keys, kind.String()) {
				t.Errorf("%T has no key %v", place.of, kind)
			}
		}
	}
	made := map[shape.Kind]bool{}
	of := reflect.TypeOf(Solid{})
	for i := range of.NumField() {
		var s Solid
		reflect.ValueOf(&s).Elem().Field(i).Set(reflect.New(of.Field(i).Type.Elem()))
		if given := s.shapes(); len(given) != 1 || given[0].Kind.Solid() == false {
			t.Errorf("Solid.%s gives the shapes %v, want one with a volume", of.Field(i).Name, given)
		} else {
			made[given[0].Kind] = true
		}
	}
	for _, kind := range shape.Solids {
		if !made[kind] {
			t.Errorf("no key of Solid makes a %v", kind)
		}
	}
}
