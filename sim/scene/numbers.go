package scene

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"example.org/tumble/sim/limit"
)

// numbersByUnit are the bounds of numbers by the unit tag of their field.
var numbersByUnit = func() map[string]*limit.Number {
	all := map[string]*limit.Number{}
	for _, n := range limit.Numbers {
		all[n.Unit] = n
	}
	return all
}()

// checkNumbers returns an error for the first number of the scene that is not finite or beyond
// the bound of its quantity, with the path of the entry it is in, such as bodies.ball.
func (s *Spec) checkNumbers() (entry string, err error) {
	if s.End < 0 {
		return "end", fmt.Errorf("must be ≥ 0 s, got %g", s.End)
	}
	return numbersIn(reflect.ValueOf(s).Elem(), "", "", "")
}

// numbersIn checks the numbers in a value. entry is the path of the entry that the value is in, name the name of
// the value within that entry, and unit the unit of its numbers.
func numbersIn(v reflect.Value, entry, name, unit string) (string, error) {
	switch v.Kind() {
	case reflect.Float64:
		return entry, numbersByUnit[unit].Check(name, v.Float())
	case reflect.Pointer:
		if !v.IsNil() {
			return numbersIn(v.Elem(), entry, name, unit)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			in, of := entry, name
			if k := v.Index(i).Kind(); k == reflect.Struct {
				if in, of = entry+"."+entryOf(v.Index(i), i), ""; strings.Contains(entry, ".") {
					in, of = entry, name+"."+strconv.Itoa(i)
				}
			}
			if in, err := numbersIn(v.Index(i), in, of, unit); err != nil {
				return in, err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			key, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
			in, of := entry, name
			switch {
			case strings.Contains(options, "inline"):
			case entry == "":
				in = key
			case name == "":
				of = key
			default:
				of = name + "." + key
			}
			if in, err := numbersIn(v.Field(i), in, of, f.Tag.Get("unit")); err != nil {
				return in, err
			}
		}
	}
	return entry, nil
}

// entryOf returns the name of an entry of a list in the form that --set takes, or the index of the entry.
func entryOf(v reflect.Value, i int) string {
	switch d := v.Interface().(type) {
	case Pair:
		return d.A + "+" + d.B
	}
	if name := v.FieldByName("Name"); name.IsValid() && name.String() != "" {
		return name.String()
	}
	return strconv.Itoa(i)
}
