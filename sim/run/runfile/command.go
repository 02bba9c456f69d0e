package runfile

import (
	"cmp"
	"encoding/json"
	"fmt"

	"example.org/tumble/sim/run/bridge"
)

// Command is an edit with its step and facts about it.
type Command struct {
	bridge.Moment
	Edit   bridge.Edit
	Back   bridge.Edit // undoes the edit; nil if nothing does
	Text   string      // for people; may be empty
	Joined bool        // continues the edit before, like one drag of a slider
	Role   Role
}

// Role is the effect of a command on earlier edits.
type Role uint8

// The roles of commands.
const (
	Edits  Role = iota
	Undoes      // undoes the last command
	Redoes      // redoes the last command that was undone
)

// written is the form of a command in a file.
type written struct {
	Step     int64           `json:"step"`
	Time     float64         `json:"time,omitempty"`
	Name     string          `json:"command"` // of the edit's kind
	With     json.RawMessage `json:"with"`
	Back     json.RawMessage `json:"back,omitempty"`
	BackName string          `json:"backCommand,omitempty"` // if it differs from Name
	Text     string          `json:"text,omitempty"`
	Joined   bool            `json:"joined,omitempty"`
	Role     Role            `json:"role,omitempty"`
}

// MarshalJSON writes the edit with the name of its kind.
func (c Command) MarshalJSON() ([]byte, error) {
	w := written{Step: c.Step, Time: c.Time, Text: c.Text, Joined: c.Joined, Role: c.Role}
	var err error
	if w.Name, w.With, err = bridge.EncodeEdit(c.Edit); err == nil && c.Back != nil {
		w.BackName, w.Back, err = bridge.EncodeEdit(c.Back)
	}
	if err != nil {
		return nil, err
	}
	if w.BackName == w.Name {
		w.BackName = ""
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads a command that MarshalJSON has written.
//
// Errors: an edit or a value that this program does not know.
func (c *Command) UnmarshalJSON(data []byte) (err error) {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	if w.Role > Redoes {
		return fmt.Errorf("there is no role %d of a command", w.Role)
	}
	*c = Command{Moment: bridge.Moment{Step: w.Step, Time: w.Time}, Text: line(w.Text), Joined: w.Joined, Role: w.Role}
	if c.Edit, err = bridge.DecodeEdit(w.Name, w.With); err == nil && w.Back != nil {
		c.Back, err = bridge.DecodeEdit(cmp.Or(w.BackName, w.Name), w.Back)
		if other := inverses[w.Name]; err != nil && w.BackName == "" && other != "" {
			c.Back, err = bridge.DecodeEdit(other, w.Back)
		}
	}
	return err
}

// inverses are the kinds of inverse edits, which older files did not name.
var inverses = map[string]string{"AddMotionKey": "RemoveMotionKey", "RemoveMotionKey": "AddMotionKey"}
