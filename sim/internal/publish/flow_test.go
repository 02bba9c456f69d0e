package publish

import (
	"slices"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: what outlets take and inlets make counts beyond a plane if all of their volume is there; inlets and outlets
// that reach across the plane are named.
func TestFlowBeyondPlanes(t *testing.T) {
	lower := insertion.Volume{Kind: insertion.VolumeHalfSpace, Origin: vec.New(3, 0, -1), Axis: vec.New(0, 0, 1)}
	lean := insertion.Volume{Kind: insertion.VolumeHalfSpace, Origin: vec.New(3, 0, -1), Axis: vec.New(0, 0.6, 0.8)}
	box := insertion.Volume{Kind: insertion.VolumeBox, Origin: vec.New(0, 0, 2), Half: vec.New(1, 1, 1),
		Orientation: vec.Identity}
	disc := insertion.Volume{Kind: insertion.VolumeCylinder, Axis: vec.New(1, 0, 0), Radius: 0.5, Height: 2}
	f := insertion.Flow{
		Inlets: []insertion.Inlet{{Def: insertion.InletDef{Name: "feed", Volume: box}, Bodies: 7, Mass: 0.7}},
		Outlets: []insertion.Outlet{
			{Def: insertion.OutletDef{Name: "lower", Volume: lower}, Bodies: 1, Mass: 0.1},
			{Def: insertion.OutletDef{Name: "upper", Volume: lower, Keep: true}, Bodies: 20, Mass: 2},
			{Def: insertion.OutletDef{Name: "lean", Volume: lean}, Bodies: 300, Mass: 30},
			{Def: insertion.OutletDef{Name: "disc", Volume: disc}, Bodies: 4000, Mass: 400},
			{Def: insertion.OutletDef{Name: "box", Volume: box, Keep: true}, Bodies: 50000, Mass: 5000},
		},
	}
	for _, c := range []struct {
		axis     int
		negative bool
		at       float64
		bodies   int64
		across   []string
	}{
		{2, true, -1, 1, []string{"outlet lean", "outlet box"}},
		{2, true, -1.5, 0, []string{"outlet lower", "outlet lean", "outlet box"}},
		{2, true, 0, 1, []string{"outlet upper", "outlet lean", "outlet disc", "outlet box"}},
		{2, true, 0.5, 4001, []string{"outlet upper", "outlet lean", "outlet box"}},
		{2, true, 3, 4001 - 7, []string{"outlet upper", "outlet lean", "outlet box"}},
		{2, false, 1, -7, []string{"outlet upper", "outlet lean", "outlet box"}},
		{2, false, -1, 4000 + 20 - 7, []string{"outlet lean", "outlet box"}},
		{0, false, 0, 4000, []string{"outlet lower", "outlet upper", "outlet lean", "outlet box", "inlet feed"}},
	} {
		p := bridge.Plane{Axis: c.axis, Negative: c.negative, At: c.at}
		got := bridge.Passed{Plane: p}
		fillPlane(&got, &f, new(body.Set))
		if got.Bodies != c.bodies || abs(got.Mass-0.1*float64(c.bodies)) > 1e-9 || !slices.Equal(got.Across, c.across) {
			t.Errorf("%s: %+v, want %d bodies, across %q", p, got, c.bodies, c.across)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }
