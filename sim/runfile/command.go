package runfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/spell"
)

// Command is a command with the step it fell on, and what is known of it as an edit.
type Command struct {
	bridge.Moment
	Command bridge.Command
	Back    bridge.Command // takes it back; nil if nothing does
	Text    string         // for people; empty if nothing is known
	Joined  bool           // goes on with the edit before, as one drag of a slider does
	Role    Role
}

// Role is what a command does to the edits before it.
type Role uint8

// The roles of commands.
const (
	Edits  Role = iota
	Undoes      // takes the last one back
	Redoes      // gives the last one that was taken back again
)

// written is how a command stands in a file.
type written struct {
	Step   int64           `json:"step"`
	Time   float64         `json:"time,omitempty"`
	Name   string          `json:"command"` // of its type
	With   json.RawMessage `json:"with"`
	Back   json.RawMessage `json:"back,omitempty"` // a command of the same type, or of its inverse
	Text   string          `json:"text,omitempty"`
	Joined bool            `json:"joined,omitempty"`
	Role   Role            `json:"role,omitempty"`
}

// types are those of edits by their names: no other command is part of a run.
var types = func() map[string]reflect.Type {
	m := map[string]reflect.Type{}
	for _, c := range bridge.Edits {
		m[reflect.TypeOf(c).Name()] = reflect.TypeOf(c)
	}
	return m
}()

// inverses are the types of commands that take back those of another type.
var inverses = map[reflect.Type]reflect.Type{
	reflect.TypeFor[bridge.AddMotionKey]():    reflect.TypeFor[bridge.RemoveMotionKey](),
	reflect.TypeFor[bridge.RemoveMotionKey](): reflect.TypeFor[bridge.AddMotionKey](),
}

// MarshalJSON writes the command by the name of its type.
func (c Command) MarshalJSON() ([]byte, error) {
	w := written{Step: c.Step, Time: c.Time, Name: reflect.TypeOf(c.Command).Name(), Text: c.Text, Joined: c.Joined,
		Role: c.Role}
	var err error
	if w.With, err = json.Marshal(c.Command); err != nil {
		return nil, err
	}
	if c.Back != nil {
		if w.Back, err = json.Marshal(c.Back); err != nil {
			return nil, err
		}
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads what MarshalJSON wrote.
//
// Errors: a command that is no edit, or one or a field of one that this program does not know.
func (c *Command) UnmarshalJSON(data []byte) (err error) {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	t, known := types[w.Name]
	switch {
	case !known:
		return fmt.Errorf("there is no edit %s", spell.Quote(w.Name))
	case w.Role > Redoes:
		return fmt.Errorf("there is no role %d of a command", w.Role)
	}
	*c = Command{Moment: bridge.Moment{Step: w.Step, Time: w.Time}, Text: line(w.Text), Joined: w.Joined, Role: w.Role}
	if c.Command, err = read(t, w.With); err != nil || w.Back == nil {
		return err
	}
	if c.Back, err = read(t, w.Back); err != nil && inverses[t] != nil {
		c.Back, err = read(inverses[t], w.Back)
	}
	return err
}

// read reads a command of a type.
func read(t reflect.Type, data []byte) (bridge.Command, error) {
	value := reflect.New(t)
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(value.Interface()); err != nil {
		return nil, fmt.Errorf("command %s: %w", t.Name(), err)
	}
	return value.Elem().Interface().(bridge.Command), nil
}
