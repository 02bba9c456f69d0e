package scene

import (
	"reflect"
	"strings"

	"example.org/tumble/sim/internal/external"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
)

// keyField is a key of scene files, and the field that takes its value.
type keyField struct {
	reflect.StructField
	owner  reflect.Type // struct that has the field; it may stand inline in other structs
	key    string
	units  []unit
	needed bool   // it must be given
	with   string // a key that must be given with it
}

// keysOf returns the keys of a struct, including the keys of its inline structs.
func keysOf(t reflect.Type) (list []keyField) {
	for i := range t.NumField() {
		f := t.Field(i)
		key, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if strings.Contains(options, "inline") {
			list = append(list, keysOf(f.Type)...)
			continue
		}
		list = append(list, keyField{f, t, key, quantities[f.Tag.Get("unit")], needed(t, f, options), f.Tag.Get("with")})
	}
	return list
}

// needed reports whether a key of a struct must be given. The key timeStep and all keys in it have defaults.
func needed(t reflect.Type, field reflect.StructField, options string) bool {
	step := reflect.TypeFor[TimeStep]()
	return !strings.Contains(options, "omit") && t != step && field.Type != step
}

// wordsOfKeys are the words of the keys that take one of a few words, by type and field.
var wordsOfKeys = map[string]func() []string{
	"Wall.Axis":    func() []string { return []string{"x", "y", "z"} },
	"Servo.Axis":   func() []string { return servoAxes },
	"Fluid.Drag":   external.DragNames,
	"Sizes.By":     func() []string { return []string{"mass", "number"} },
	"Inlet.NoRoom": func() []string { return insertion.NoRooms[:] },
	"Body.Seams":   func() []string { return seamNames[:] },
	"Step.Do":      func() []string { return bridge.StoryActions },
}

// words returns the words that a key takes, nil if it takes any value.
func (k *keyField) words() (list []string) {
	if words := wordsOfKeys[k.owner.Name()+"."+k.Name]; words != nil {
		return words()
	}
	if s := setting.Of(k.key); s != nil && s.IsWord() && k.owner == reflect.TypeFor[Spec]() {
		for _, c := range s.Choices() {
			list = append(list, c.Name)
		}
	}
	return list
}
