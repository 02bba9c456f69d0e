//go:build linux && !headless

package desktop

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/serve"
)

// Contract: what a program sees of a window is its view, in SI units; what it selects must be there, and what it
// does not change stays, to the bit.
func TestSightIsTheView(t *testing.T) {
	s := &bridge.Snapshot{Bodies: []bridge.Body{{Number: 3}, {Number: 8}}}
	v := view.Default()
	v.Camera.Azimuth, v.Camera.Pivot = 33.3, [3]float32{0.1, 0.2, 0.3}
	contact := bridge.Thing{Kind: bridge.ThingContact, Body: 3, Other: 8}
	v.Selected = view.NewThings(s.BodyThing(1, 2, 0), s.BodyThing(1, 3, 0), contact)
	was := v
	var seen serve.Sight
	see := func(do func(*serve.Sight)) error {
		return changeSight(s, &v, func(k *serve.Sight) error {
			do(k)
			seen = *k
			return nil
		})
	}
	if err := see(func(*serve.Sight) {}); err != nil || v.Camera != was.Camera || v.Selected != was.Selected {
		t.Errorf("looking alone changes the view to %+v: %v", v, err)
	}
	if !slices.Equal(seen.Bodies, []int64{8}) || !slices.Equal(seen.Contacts, [][2]int64{{3, 8}}) ||
		math.Abs(seen.Camera.Azimuth-33.3*math.Pi/180) > 1e-7 || seen.Camera.Pivot[2] != float64(float32(0.3)) {
		t.Errorf("seen: %+v", seen)
	}
	if err := see(func(k *serve.Sight) { k.Bodies, k.Contacts = []int64{3}, nil }); err != nil ||
		!slices.Equal(v.Selected.List(), []bridge.Thing{s.BodyThing(0, 0, 0)}) || v.Camera != was.Camera {
		t.Errorf("selected: %+v, %v", v.Selected.List(), err)
	}
	if err := see(func(k *serve.Sight) { k.Bodies = []int64{9} }); err == nil || !strings.Contains(err.Error(), "body 9") {
		t.Errorf("a body that is not there: %v", err)
	}
	selected := v.Selected
	if err := see(func(k *serve.Sight) { k.Camera.Elevation = math.Pi / 6 }); err != nil ||
		math.Abs(float64(v.Camera.Elevation)-30) > 1e-5 || v.Selected != selected {
		t.Errorf("elevation %g°, %v", v.Camera.Elevation, err)
	}
	if err := changeSight(nil, &v, func(*serve.Sight) error { return nil }); err == nil {
		t.Error("there is a sight before the first picture")
	}
}
