package setting

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Value is the value of a setting: a number, in Numbers[0]; a vector; or a word. Values of one setting can be
// compared with ==.
type Value struct {
	Numbers [3]float64
	Word    string
}

// Number returns the value of a setting that has one number.
func Number(x float64) Value { return Value{Numbers: [3]float64{x}} }

// Vector returns the value of a setting that has three numbers.
func Vector(v vec.Vec3) Value { return Value{Numbers: [3]float64{v.X, v.Y, v.Z}} }

// Word returns the value of a setting that has a word.
func Word(s string) Value { return Value{Word: s} }

// Vec returns the numbers of a vector.
func (v Value) Vec() vec.Vec3 { return vec.New(v.Numbers[0], v.Numbers[1], v.Numbers[2]) }

// Text returns a value of the setting in the form that --set reads, without its unit.
func (s *Setting) Text(v Value) string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	switch {
	case s.IsWord():
		return v.Word
	case s.IsVector():
		return "[" + number(v.Numbers[0]) + ", " + number(v.Numbers[1]) + ", " + number(v.Numbers[2]) + "]"
	}
	return number(v.Numbers[0])
}

// String returns a value for errors, in which it may be of the wrong kind for its setting.
func (v Value) String() string {
	if v.Word != "" {
		return spell.Quote(v.Word)
	}
	return fmt.Sprintf("%g", v.Numbers)
}

// MarshalJSON writes a word as a string, a vector as three numbers and a number as itself. A vector along x, whose
// other numbers are zero, is written as a number and read back as the same value.
func (v Value) MarshalJSON() ([]byte, error) {
	switch {
	case v.Word != "":
		return json.Marshal(v.Word)
	case v.Numbers[1] != 0 || v.Numbers[2] != 0:
		return json.Marshal(v.Numbers)
	}
	return json.Marshal(v.Numbers[0])
}

// UnmarshalJSON reads what MarshalJSON wrote, and a vector as an object of X, Y and Z.
//
// Errors: anything else.
func (v *Value) UnmarshalJSON(data []byte) error {
	*v = Value{}
	switch data = bytes.TrimSpace(data); data[0] {
	case '"':
		return json.Unmarshal(data, &v.Word)
	case '{':
		var of vec.Vec3
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		err := d.Decode(&of)
		*v = Vector(of)
		return err
	case '[':
		var list []float64
		if err := json.Unmarshal(data, &list); err != nil {
			return err
		}
		if len(list) != len(v.Numbers) {
			return fmt.Errorf("a vector must have 3 numbers, got %d", len(list))
		}
		v.Numbers = [3]float64(list)
		return nil
	}
	return json.Unmarshal(data, &v.Numbers[0])
}
