package runfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"example.org/tumble/sim/bridge"
)

// Command is a command with the step it fell on.
type Command struct {
	Step    int64
	Command bridge.Command
}

// written is how a command stands in a file.
type written struct {
	Step int64           `json:"step"`
	Name string          `json:"command"` // of its type
	With json.RawMessage `json:"with"`
}

// types are those of all commands by their names.
var types = func() map[string]reflect.Type {
	m := map[string]reflect.Type{}
	for _, c := range bridge.Commands {
		m[reflect.TypeOf(c).Name()] = reflect.TypeOf(c)
	}
	return m
}()

// MarshalJSON writes the command by the name of its type.
func (c Command) MarshalJSON() ([]byte, error) {
	with, err := json.Marshal(c.Command)
	if err != nil {
		return nil, err
	}
	return json.Marshal(written{c.Step, reflect.TypeOf(c.Command).Name(), with})
}

// UnmarshalJSON reads what MarshalJSON wrote.
//
// Errors: a command or a field of one that this program does not know.
func (c *Command) UnmarshalJSON(data []byte) error {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	t, known := types[w.Name]
	if !known {
		return fmt.Errorf("there is no command %q", w.Name)
	}
	value := reflect.New(t)
	d := json.NewDecoder(bytes.NewReader(w.With))
	d.DisallowUnknownFields()
	if err := d.Decode(value.Interface()); err != nil {
		return fmt.Errorf("command %s: %w", w.Name, err)
	}
	c.Step, c.Command = w.Step, value.Elem().Interface().(bridge.Command)
	return nil
}
