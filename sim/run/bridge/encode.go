package bridge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
)

// kinds maps the names of all edits to their types.
var kinds = func() map[string]reflect.Type {
	m := map[string]reflect.Type{}
	for _, e := range edits {
		m[reflect.TypeOf(e).Name()] = reflect.TypeOf(e)
	}
	return m
}()

// former lists edits of single settings in files of older versions: the setting, and the name of its
// value.
var former = map[string]struct{ key, value string }{
	"SetGravity":        {"gravity", "Gravity"},
	"SetDamping":        {"damping", "Damping"},
	"SetTimeStepSafety": {"timeStep.safety", "Safety"},
	"SetCapsuleRule":    {"capsuleRule", "Rule"},
	"SetLaw":            {"law", "Law"},
}

// EncodeEdit returns an edit as it is stored in files: the name of its kind and its values as JSON.
func EncodeEdit(e Edit) (kind string, with []byte, err error) {
	with, err = json.Marshal(e)
	return reflect.TypeOf(e).Name(), with, err
}

// DecodeEdit reads an edit that EncodeEdit has written.
//
// Errors: a kind or a value that this program does not know.
func DecodeEdit(kind string, with []byte) (Edit, error) {
	if was, ok := former[kind]; ok {
		var value map[string]setting.Value
		if err := json.Unmarshal(with, &value); err != nil {
			return nil, fmt.Errorf("edit %s: %w", kind, err)
		}
		if to, given := value[was.value]; given && len(value) == 1 {
			return Set{was.key, to}, nil
		}
		return nil, fmt.Errorf("edit %s must have %s alone", kind, was.value)
	}
	t, known := kinds[kind]
	if !known {
		return nil, fmt.Errorf("there is no edit %q", kind)
	}
	value := reflect.New(t)
	d := json.NewDecoder(bytes.NewReader(with))
	d.DisallowUnknownFields()
	if err := d.Decode(value.Interface()); err != nil {
		return nil, fmt.Errorf("edit %s: %w", kind, err)
	}
	e := value.Elem().Interface().(Edit)
	if set, ok := e.(Set); ok && set.live() == nil {
		return nil, fmt.Errorf("edit %s: there is no setting %s that can be changed as a world runs", kind,
			spell.Quote(set.Key))
	}
	return e, nil
}
