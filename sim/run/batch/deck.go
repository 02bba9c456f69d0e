package batch

import (
	"io"

	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
)

// Deck writes a scene in its present state into a folder that another program runs until a goal; the name
// among the options is the name of the scene.
//
// Errors: a part of the scene that the other program cannot express, a folder that cannot be written.
func Deck(sc run.Scene, to Goal, o deck.Options, folder string) (*deck.Deck, error) {
	o.Until, o.Name = to.Until, sc.Name
	plan, state := sc.World.Plan(), sc.World.State()
	d, err := deck.New(&plan, &state, o)
	if err != nil {
		return nil, err
	}
	return d, d.Write(folder, func(w io.Writer) error { return scene.Save(w, sc) })
}
