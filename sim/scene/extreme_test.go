package scene

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/limit"
)

// numberOf is a number of a scene: where it stands, and what it measures.
type numberOf struct {
	path string
	unit string
	at   func(*Spec) reflect.Value
}

// numbersOf lists the numbers in a value of a scene; of long lists the first few.
func numbersOf(v reflect.Value, path, unit string, at func(*Spec) reflect.Value) (all []numberOf) {
	switch v.Kind() {
	case reflect.Float64:
		return []numberOf{{path, unit, at}}
	case reflect.Pointer:
		if !v.IsNil() {
			return numbersOf(v.Elem(), path, unit, func(s *Spec) reflect.Value { return at(s).Elem() })
		}
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), 3) {
			all = append(all, numbersOf(v.Index(i), fmt.Sprintf("%s.%d", path, i), unit,
				func(s *Spec) reflect.Value { return at(s).Index(i) })...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
			all = append(all, numbersOf(v.Field(i), path+"."+key, f.Tag.Get("unit"),
				func(s *Spec) reflect.Value { return at(s).Field(i) })...)
		}
	}
	return all
}

// Contract: whatever number stands in a scene, it is refused or it runs; there is no panic, and no
// step that takes for ever.
func TestNoNumberBreaksAScene(t *testing.T) {
	list, err := List()
	if err != nil {
		t.Fatal(err)
	}
	every := 29 // of all settings one in so many is tried
	if os.Getenv("TUMBLE_LONG") != "" {
		every = 1
	}
	n := 0
	for _, info := range list {
		s, err := read(info.Name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range numbersOf(reflect.ValueOf(&s.spec).Elem(), "", "",
			func(s *Spec) reflect.Value { return reflect.ValueOf(s).Elem() }) {
			most := numbersByUnit[x.unit].Most
			for _, value := range []float64{
				0, -1, 1e-300, -1e-300, 1e155, -1e300, math.NaN(), math.Inf(1), math.SmallestNonzeroFloat64,
				most, -most, math.Sqrt(most), 1e10, -1e10, 1e5, 1e-6, limit.LeastLength,
			} {
				if n++; n%every == 0 {
					runExtreme(t, info.Name, x, value)
				}
			}
		}
	}
}

func runExtreme(t *testing.T, name string, x numberOf, value float64) {
	s, err := read(name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	x.at(&s.spec).SetFloat(value)
	what := fmt.Sprintf("%s%s = %g", name, x.path, value)
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", what, r)
		}
	}()
	began := time.Now()
	sc, err := s.build(Options{Seed: 1, Workers: 1})
	if err != nil {
		return
	}
	defer sc.World.Close()
	for range 150 {
		sc.World.Step()
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("%s: took %v", what, took)
	}
}
