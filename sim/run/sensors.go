package run

import (
	"example.org/tumble/sim"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
)

// FillSensors adds to a snapshot of a world, which no runner has filled, what its reader wants of slice and regions,
// and the flow through a plane; nil: without.
func FillSensors(s *bridge.Snapshot, w *sim.World, regions []bridge.Region, plane *bridge.Plane) {
	s.Slice = bridge.Slice{}
	if of := s.Wanted.Slice; of.Given() {
		s.Slice = fields.Slice(of, matterOf(of, w))
	}
	follow := func(of bridge.SeriesOf, f bridge.Followed, r series.Reader) {
		f.Columns = r.SensorColumns()
		s.Timeline.Followed[of], s.Followed[of] = f, r.ReadSensors(w)
	}
	if plane != nil {
		follow(bridge.OfPlane, bridge.Followed{Plane: *plane}, series.Reader{Planes: []bridge.Plane{*plane}})
	}
	if s.Wanted.Regions && len(regions) > 0 {
		follow(bridge.OfRegions, bridge.Followed{Regions: regions}, series.Reader{Regions: regions})
		fillFrames(s, w, regions)
	}
	s.Heaps = heaps(s.Wanted.Heaps, w, regions)
}

// fillFrames adds where the frames of regions lie.
func fillFrames(s *bridge.Snapshot, w *sim.World, regions []bridge.Region) {
	s.Frames = s.Frames[:0]
	for i := range regions {
		frame, _ := bulk.FrameOf(regions[i].Body, w.Inspect().Bodies)
		s.Frames = append(s.Frames, frame)
	}
}

// heaps returns what is fitted to the free surfaces in regions, if a reader wants that.
func heaps(wanted bool, w *sim.World, regions []bridge.Region) (list []bridge.HeapFit) {
	if !wanted {
		return nil
	}
	site := w.Inspect()
	for _, region := range regions {
		at := bulk.Place(region, site.Contacts)
		list = append(list, bulk.FitHeap(&at, site.Contacts, site.Gravity))
	}
	return list
}
