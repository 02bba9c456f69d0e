package scene

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"tumble/sim"
	"tumble/sim/bridge"
	"tumble/sim/input"
	"tumble/sim/limit"
)

// SavedExt is how the names of saved states end.
const SavedExt = ".tumble"

// savedMagic is the first line of a saved state. The second line is a JSON object with what
// a person calls the scene; the rest is a checkpoint of its world.
const savedMagic = "tumble state\n"

// saved is the second line of a saved state.
type saved struct {
	Title   string          `json:"title"`
	End     float64         `json:"end"` // [s]
	View    bridge.ViewHint `json:"view"`
	Outputs []sim.Output    `json:"outputs,omitempty"`
}

// Save writes a scene as it is now. Loading the file gives a world that goes on with the
// same bits.
func Save(to io.Writer, s sim.Scene) error {
	head, err := json.Marshal(saved{s.Title, s.End, s.View, s.Outputs})
	if err != nil {
		return fmt.Errorf("scene: save: %w", err)
	}
	for _, part := range [][]byte{[]byte(savedMagic), head, []byte("\n"), s.World.Checkpoint()} {
		if _, err := to.Write(part); err != nil {
			return fmt.Errorf("scene: save: %w", err)
		}
	}
	return nil
}

// open loads a saved state. Its random streams go on where they were, whatever the seed.
func open(name string, o Options) (sim.Scene, error) {
	if len(o.Set) > 0 {
		return sim.Scene{}, fmt.Errorf("scene: %s: a saved state takes no settings, got %q", name, o.Set[0])
	}
	data, err := input.Read(name, limit.StateBytes)
	if err != nil {
		return sim.Scene{}, fmt.Errorf("scene: %w", err)
	}
	rest, ok := bytes.CutPrefix(data, []byte(savedMagic))
	head, state, more := bytes.Cut(rest, []byte("\n"))
	if !ok || !more {
		return sim.Scene{}, fmt.Errorf("scene: %s: this is no saved state", name)
	}
	var s saved
	if err := json.Unmarshal(head, &s); err != nil {
		return sim.Scene{}, fmt.Errorf("scene: %s: %w", name, err)
	}
	w, err := sim.Restore(state, o.Workers)
	if err != nil {
		return sim.Scene{}, fmt.Errorf("scene: %s: %w", name, err)
	}
	return sim.Scene{World: w, Name: name, Title: s.Title, End: s.End, View: s.View, Outputs: s.Outputs}, nil
}
