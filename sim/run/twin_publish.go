package run

import (
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
)

// lastRead holds readings of another world from the moment of the leading world's readings.
type lastRead struct {
	lastReadings bridge.Readings
	lastSample   bridge.Sample
}

// fillComparison adds the other worlds to a snapshot of the leading one.
func (r *Runner) fillComparison(s *bridge.Snapshot) {
	b := &s.Comparison
	if len(r.worlds) == 1 {
		*b = bridge.Comparison{Others: b.Others[:0], Distances: b.Distances[:0]}
		return
	}
	b.Place, b.Both, b.Divergence = r.place(), r.comparison.both, r.comparison.divergence
	b.Others = slices.Grow(b.Others[:0], len(r.worlds)-1)[:len(r.worlds)-1]
	shown := make([]*bridge.Snapshot, 0, len(r.worlds))
	for place, it := range r.others() {
		o := &b.Others[len(shown)]
		r.fillOther(o, it, s)
		o.Comparison.Place, o.Comparison.Both, o.Comparison.Divergence = place, b.Both, b.Divergence
		shown = append(shown, o)
	}
	shown = slices.Insert(shown, b.Place, s)
	bridge.MeasureDistances(shown)
	for place, has := range differing(shown) {
		shown[place].Comparison.Label = strings.TrimSpace(Letter(place) + "  " + has)
	}
}

// fillOther fills the snapshot of another world. Its readings are taken together with the leading
// world's.
func (r *Runner) fillOther(o *bridge.Snapshot, it *instance, s *bridge.Snapshot) {
	o.Wanted = s.Wanted
	o.Wanted.Inspect = [2]bridge.Thing{}
	w := it.scene.World
	w.Fill(o)
	if it.lastReadings.Step != s.Readings.Step && r.readings.Step == s.Readings.Step {
		it.lastReadings = bridge.Readings{Step: s.Readings.Step, Time: w.Clock().Time, Hash: w.Hash(), Energy: w.Energy()}
		it.lastSample = it.reader.Read(w)
		it.inRegions, _ = it.followedNow(bridge.OfRegions)
	}
	o.Readings, o.Sample = it.lastReadings, it.lastSample
	it.fillFollowed(o)
	it.history.Fill(&o.Timeline)
}

// mostListed is the largest number of differing values in a label.
const mostListed = 3

// jointText says what acts at the hinge or the slider of a body.
func jointText(s *bridge.Snapshot, name string) string {
	for i := range s.Joints {
		if j := &s.Joints[i]; j.Name == name {
			var list []string
			for _, n := range j.Acts.Numbers(j.Slides) {
				list = append(list, fmt.Sprintf("%s %v", n.Key, *n.Of))
			}
			return strings.Join(list, " ")
		}
	}
	return "gone"
}

// differing returns for each world the settings in which it differs from the others.
func differing(worlds []*bridge.Snapshot) []string {
	lists := make([][]string, len(worlds))
	tell := func(name string, of func(*bridge.Snapshot) any) {
		first := of(worlds[0])
		if slices.ContainsFunc(worlds, func(s *bridge.Snapshot) bool { return of(s) != first }) {
			for i, s := range worlds {
				lists[i] = append(lists[i], fmt.Sprintf("%s %v", name, of(s)))
			}
		}
	}
	for i := range setting.Table {
		row := &setting.Table[i]
		tell(strings.ToLower(row.Name), func(s *bridge.Snapshot) any { return row.Text(row.Value(&s.Params)) })
	}
	first := worlds[0]
	for i, m := range first.Materials {
		for _, f := range law.Fields {
			tell(f.Word+" of "+m.Name, func(s *bridge.Snapshot) any { return *f.Of(&s.Materials[i].Law) })
		}
	}
	for i, in := range first.Inlets {
		tell(in.Name+" off", func(s *bridge.Snapshot) any { return s.Inlets[i].Flow.Off })
		tell(in.Name+" rate", func(s *bridge.Snapshot) any { return s.Inlets[i].Flow.MassRate })
		tell(in.Name+" up to mass", func(s *bridge.Snapshot) any { return s.Inlets[i].Flow.MaxMass })
		tell(in.Name+" up to bodies", func(s *bridge.Snapshot) any { return s.Inlets[i].Flow.MaxBodies })
	}
	for i, m := range first.Motions {
		tell(m.Name, func(s *bridge.Snapshot) any {
			if slices.Equal(s.Motions[i].Keys, m.Keys) {
				return "with its key frames"
			}
			return "with others"
		})
	}
	for i, m := range first.Motions {
		if m.Kind == bridge.MotionServo {
			tell(m.Name+" "+m.Servo.Load, func(s *bridge.Snapshot) any {
				servo := &s.Motions[i].Servo
				return strings.TrimSpace(fmt.Sprintf("%v %s", servo.Held.Set, servo.Unit))
			})
			tell(m.Name+" limit", func(s *bridge.Snapshot) any { return s.Motions[i].Servo.Held.Limit })
		}
	}
	for _, j := range first.Joints {
		tell("motor of "+j.Name, func(s *bridge.Snapshot) any { return jointText(s, j.Name) })
	}
	for i, f := range first.Forces {
		for k, v := range f.Acts.Values() {
			tell(f.Name+" "+v.Key, func(s *bridge.Snapshot) any { return s.Forces[i].Acts.Values()[k].Value })
		}
	}
	tell("seed", func(s *bridge.Snapshot) any { return s.Seed })
	has := make([]string, len(worlds))
	for i, list := range lists {
		if len(list) > mostListed {
			list = append(list[:mostListed], "…")
		}
		has[i] = strings.Join(list, ", ")
	}
	return has
}
