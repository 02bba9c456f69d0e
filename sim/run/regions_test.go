package run

import (
	"strings"
	"testing"

	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
)

// Contract: snapshots have what is in the regions that a person chose, and where they are; conditions ask for them, and
// say so where they are gone; regions that cannot be are refused. They stay over a reset, and a forked world has them.
func TestRegionsOfAPerson(t *testing.T) {
	r := atRest(t)
	all, err := bridge.ParseRegions([]string{"all=box/-9,-9,-9/9,9,9"})
	if err != nil {
		t.Fatal(err)
	}
	seen := func() (s bridge.Snapshot) {
		r.fill(&s)
		return s
	}
	const line = "region(all, bodies) > 0"
	r.apply(bridge.SetBreakpoints{Lines: line})
	if s := seen(); !strings.Contains(s.Breakpoints[0].Why, `there is no region "all"`) {
		t.Errorf("without the region %q says %q", line, s.Breakpoints[0].Why)
	}
	r.apply(bridge.SetRegions{Regions: all})
	length := series.Clock + len(bridge.RegionNumbers)
	for _, c := range []bridge.Command{bridge.Pause{}, bridge.Reset{}} {
		r.apply(c)
		s := seen()
		values, list := s.Followed[bridge.OfRegions].Values, s.Timeline.Followed[bridge.OfRegions].Regions
		if s.Breakpoints[0].Why != "" || len(values) != length || values[series.Clock] != float64(dynamic(&s)) ||
			len(s.Frames) != 1 || len(list) != 1 {
			t.Errorf("after %T: %q, values %v, frames %v", c, s.Breakpoints[0].Why, values, s.Frames)
		}
	}
	r.apply(bridge.BeginTwin{})
	if s := seen(); len(s.Comparison.Others) != 1 ||
		len(s.Comparison.Others[0].Followed[bridge.OfRegions].Values) != length {
		t.Error("the world beside has no numbers of the region")
	}
	r.apply(bridge.SetRegions{Regions: append(all, all...)})
	if s := seen(); len(s.Timeline.Followed[bridge.OfRegions].Regions) != 1 ||
		!strings.Contains(s.Notices[len(s.Notices)-1].Text, "the region all is there twice") {
		t.Errorf("twice the same region: %+v", s.Notices)
	}
	r.apply(bridge.SetRegions{})
	if s := seen(); s.Followed[bridge.OfRegions].Values != nil || s.Breakpoints[0].Why == "" || len(s.Frames) != 0 {
		t.Errorf("without regions: %+v, %q", s.Followed[bridge.OfRegions], s.Breakpoints[0].Why)
	}
}

// dynamic counts the bodies that forces move.
func dynamic(s *bridge.Snapshot) (n int) {
	for i := range s.Bodies {
		if s.Bodies[i].Kind == bridge.Dynamic {
			n++
		}
	}
	return n
}
