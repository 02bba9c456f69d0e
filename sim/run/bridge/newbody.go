package bridge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// NewBody is a body that forces move, made of spheres and capsules, as AddBodies adds it.
type NewBody struct {
	// Number is the number of the body: the next one that no body has had, or that of a body which has left.
	Number      int64
	Name        string     `json:",omitempty"`
	Position    vec.Vec3   // of the frame of its shapes [m]
	Orientation vec.Quat   `json:",omitzero"`  // of that frame; zero: not turned
	Velocity    vec.Vec3   `json:",omitzero"`  // of its centre of mass, half a step older than its position [m/s]
	Spin        vec.Vec3   `json:",omitzero"`  // about the global axes [rad/s]
	Blocked     string     `json:",omitempty"` // degrees of freedom that forces do not change, of "xyzXYZ"
	Sampling    int        `json:",omitempty"` // of the mass of a clump: cells along its smallest radius; 0: summed up
	Shapes      []NewShape // one, or those of a clump
}

// NewShape is a sphere, or a capsule if it has a shaft or says so.
type NewShape struct {
	Radius      float64     // [m]
	Shaft       float64     `json:",omitempty"` // length of the segment of a capsule, along x [m]
	Capsule     bool        `json:",omitempty"` // even without a shaft
	Position    vec.Vec3    `json:",omitzero"`  // in the frame of the body [m]
	Orientation vec.Quat    `json:",omitzero"`  // in that frame; zero: not turned
	Material    string      `json:",omitempty"` // its name; empty: the first material
	Colors      [2][4]uint8 `json:",omitzero"`  // of the halves toward -x and +x, with alpha; zero: as drawn by default
}

// NewBodies are bodies as a plain value, which commands must be: as JSON.
type NewBodies string

// Fresh returns the bodies of a list. It panics for numbers that are not finite.
func Fresh(list ...NewBody) NewBodies {
	return NewBodies(textOf(list))
}

// List returns the bodies.
func (b NewBodies) List() []NewBody { return listOf[NewBody](string(b)) }

// Numbers returns the numbers of the bodies.
func (b NewBodies) Numbers() []int64 {
	list := b.List()
	numbers := make([]int64, len(list))
	for i := range list {
		numbers[i] = list[i].Number
	}
	return numbers
}

// MarshalJSON writes a list of NewBody.
func (b NewBodies) MarshalJSON() ([]byte, error) { return listText(string(b)), nil }

// UnmarshalJSON reads a list of NewBody.
//
// Errors: another value, an unknown key, too many bodies.
func (b *NewBodies) UnmarshalJSON(data []byte) error {
	list, err := readList[NewBody](data)
	if err == nil {
		*b = Fresh(list...)
	}
	return err
}

// NumberList are numbers of bodies as a plain value.
type NumberList string

// Numbers returns the numbers of a list.
func Numbers(list ...int64) NumberList {
	return NumberList(textOf(list))
}

// List returns the numbers.
func (n NumberList) List() []int64 { return listOf[int64](string(n)) }

// MarshalJSON writes a list of numbers.
func (n NumberList) MarshalJSON() ([]byte, error) { return listText(string(n)), nil }

// UnmarshalJSON reads a list of numbers.
//
// Errors: another value, too many bodies.
func (n *NumberList) UnmarshalJSON(data []byte) error {
	list, err := readList[int64](data)
	if err == nil {
		*n = Numbers(list...)
	}
	return err
}

// bodiesText names bodies for people.
func bodiesText(numbers []int64) string {
	switch len(numbers) {
	case 0:
		return "no bodies"
	case 1:
		return fmt.Sprintf("body %d", numbers[0])
	}
	return fmt.Sprintf("%d bodies (%d to %d)", len(numbers), slices.Min(numbers), slices.Max(numbers))
}

// textOf returns a list as JSON; the empty text for an empty list, so that equal lists are equal texts.
func textOf[T any](list []T) string {
	if len(list) == 0 {
		return ""
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic("bridge: " + err.Error())
	}
	return string(text)
}

// listOf returns the list of a text that was made from one.
func listOf[T any](text string) (list []T) {
	if text != "" {
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			panic("bridge: " + err.Error())
		}
	}
	return list
}

// listText returns the JSON of such a text.
func listText(text string) []byte {
	if text == "" {
		return []byte("[]")
	}
	return []byte(text)
}

// readList reads the list of an edit.
func readList[T any](data []byte) (list []T, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, err
	}
	if err := limit.Edited.Check(len(list)); err != nil {
		return nil, fmt.Errorf("bodies: %w", err)
	}
	return list, nil
}
