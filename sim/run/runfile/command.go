package runfile

import (
	"cmp"
	"encoding/json"
	"fmt"

	"example.org/tumble/sim/run/bridge"
)

// Command is an edit with the step it fell on, and what is known of it.
type Command struct {
	bridge.Moment
	Edit   bridge.Edit
	Back   bridge.Edit // takes it back; nil if nothing does
	Text   string      // for people; empty if nothing is known
	Joined bool        // goes on with the edit before, as one drag of a slider does
	Role   Role
}

// Role is what a command does to the edits before it.
type Role uint8

// The roles of commands.
const (
	Edits  Role = iota
	Undoes      // takes the last one back
	Redoes      // gives the last command that was taken back again
)

// written is how a command stands in a file.
type written struct {
	Step     int64           `json:"step"`
	Time     float64         `json:"time,omitempty"`
	Name     string          `json:"command"` // of its kind
	With     json.RawMessage `json:"with"`
	Back     json.RawMessage `json:"back,omitempty"`
	BackName string          `json:"backCommand,omitempty"` // if it is not Name
	Text     string          `json:"text,omitempty"`
	Joined   bool            `json:"joined,omitempty"`
	Role     Role            `json:"role,omitempty"`
}

// MarshalJSON writes the edit by the name of its kind.
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

// UnmarshalJSON reads what MarshalJSON wrote.
//
// Errors: an edit or a value of one that this program does not know.
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

// inverses are the kinds of the edits that take others back, which files of before did not name.
var inverses = map[string]string{"AddMotionKey": "RemoveMotionKey", "RemoveMotionKey": "AddMotionKey"}
