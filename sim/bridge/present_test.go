package bridge

import (
	"testing"

	"example.org/tumble/sim/vec"
)

// Contract: edits of key frames and inlets can be taken back, and are told in words; what names none is
// told too.
func TestFlowAndMotionsAreTakenBack(t *testing.T) {
	key := MotionKey{Time: 1, Position: vec.New(0, 0, 1), Orientation: vec.Identity}
	moved := key
	moved.Time, moved.Position.X, moved.Orientation = 2, 3, vec.FromAxisAngle(vec.AxisX, 1)
	s := &Snapshot{
		Motions: []Motion{{Name: "pour", Keys: []MotionKey{{}, key}}},
		Inlets:  []Inlet{{Name: "feed", Flow: InletFlow{MaxMass: 0.12}}},
	}
	for _, c := range []struct {
		edit, back  Command
		field, text string
	}{
		{SetMotionKey{0, 1, moved}, SetMotionKey{0, 1, key}, "motions.pour.keys.1",
			"motions.pour.keys.1 time 1 → 2 position [0 0 1] → [3 0 1] turn 0° → 57.3°"},
		{SetMotionKey{0, 2, moved}, nil, "", "SetMotionKey"},
		{AddMotionKey{0, moved}, RemoveMotionKey{0, 2}, "", "motions.pour: add a key frame at 2 s"},
		{AddMotionKey{0, key}, AddMotionKey{0, key}, "", "motions.pour: add a key frame at 1 s"},
		{RemoveMotionKey{0, 1}, AddMotionKey{0, key}, "", "motions.pour: remove the key frame at 1 s"},
		{RemoveMotionKey{1, 1}, nil, "", "RemoveMotionKey"},
		{SetInlet{0, InletFlow{Off: true, MassRate: 2, MaxBodies: 5}}, SetInlet{0, s.Inlets[0].Flow}, "inlets.feed",
			"inlets.feed off massRate 0 → 2 maxMass 0.12 → 0 maxBodies 0 → 5"},
		{SetInlet{1, InletFlow{}}, nil, "", "SetInlet"},
		{Grab{Body: 7}, nil, "grab.7", "drag body 7"},
	} {
		if got := Present(s, c.edit); got != c.back {
			t.Errorf("%+v is taken back by %+v, want %+v", c.edit, got, c.back)
		}
		if field, text := Change(s, c.back, c.edit); field != c.field || text != c.text {
			t.Errorf("%+v: %q, %q, want %q, %q", c.edit, field, text, c.field, c.text)
		}
	}
}
