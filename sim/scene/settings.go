package scene

import (
	"fmt"
	"reflect"
	"strings"

	"example.org/tumble/sim"
	"example.org/tumble/sim/setting"
)

// settingAt returns a pointer to the field of a scene that holds a setting, found by the keys that lead to it: a
// *float64, *int, *string, *Vector or, for a number that a scene may leave out, **float64.
func (s *Spec) settingAt(of *setting.Setting) any {
	v := reflect.ValueOf(s).Elem()
	for _, key := range strings.Split(of.Key, ".") {
		v = keyIn(v, key)
		if !v.IsValid() {
			panic("scene: Spec has no key " + of.Key)
		}
	}
	return v.Addr().Interface()
}

// keyIn returns the field of a struct that a key stands for, the zero Value if there is none.
func keyIn(v reflect.Value, key string) reflect.Value {
	for _, k := range keysOf(v.Type()) {
		if k.key == key {
			return v.FieldByName(k.Name)
		}
	}
	return reflect.Value{}
}

// settingValue returns the value of a setting in a scene; an empty word means that the scene leaves it out.
func (s *Spec) settingValue(of *setting.Setting) setting.Value {
	switch at := s.settingAt(of).(type) {
	case *float64:
		return setting.Number(*at)
	case **float64:
		if *at == nil {
			return of.Default()
		}
		return setting.Number(**at)
	case *int:
		return setting.Number(float64(*at))
	case *Vector:
		return setting.Vector(at.Vec())
	case *string:
		return setting.Word(*at)
	default:
		panic(fmt.Sprintf("scene: the key %s is a %T, which no setting is", of.Key, at))
	}
}

// putSetting sets a setting in a scene. A word or number that the scene leaves out stays left out if the value is
// the default.
func (s *Spec) putSetting(of *setting.Setting, v setting.Value) {
	switch at := s.settingAt(of).(type) {
	case *float64:
		*at = v.Numbers[0]
	case **float64:
		if *at != nil || v != of.Default() {
			*at = &v.Numbers[0]
		}
	case *int:
		*at = int(v.Numbers[0])
	case *Vector:
		*at = v.Numbers
	case *string:
		if *at != "" || v != of.Default() {
			*at = v.Word
		}
	}
}

// params returns the parameters of the scene's world. They are not checked and may be out of their ranges.
func (s *Spec) params(seed uint64, workers int) sim.Params {
	p := sim.Params{Seed: seed, Workers: workers}
	for i := range setting.Table {
		row := &setting.Table[i]
		v := s.settingValue(row)
		if v == setting.Word("") && row.IsWord() {
			v = row.Default()
		}
		row.Put(&p, v)
	}
	return p
}
