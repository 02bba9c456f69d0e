package scene

import (
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: what an inlet does without room is written into a scene file and comes back; a scene whose rate was edited
// away has no word of it, and can be loaded.
func TestNoRoomIsSaved(t *testing.T) {
	const text = "title: t\ngravity: [0, 0, 0]\nmaterials: [{name: m}]\ninlets:\n  - {name: i, sphere: {radius: 0.03}, " +
		"massRate: 1e6, noRoom: done, box: {center: [0, 0, 0], size: [0.2, 0.2, 0.2]}}\n"
	spec, _, err := parse("t.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	saved := func() string {
		var b strings.Builder
		if err := WriteSpec(&b, spec); err != nil {
			t.Fatal(err)
		}
		again, _, err := parse("again.yaml", []byte(b.String()), nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Build("again.yaml", again, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.World.Close()
		for range 201 {
			s.World.Step()
		}
		var snap bridge.Snapshot
		s.World.Fill(&snap)
		if in := snap.Inlets[0]; in.Bodies < 2 || in.Done != (again.Inlets[0].NoRoom == "done") {
			t.Errorf("noRoom %q: %d bodies, done %v", again.Inlets[0].NoRoom, in.Bodies, in.Done)
		}
		return b.String()
	}
	if text := saved(); !strings.Contains(text, "noRoom: done") {
		t.Errorf("saved as\n%s", text)
	}
	if err := spec.editInlets([]bridge.Inlet{{}}); err != nil {
		t.Fatal(err)
	}
	if text := saved(); strings.Contains(text, "noRoom") {
		t.Errorf("saved without a rate as\n%s", text)
	}
}
