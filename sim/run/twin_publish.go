package run

import (
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/setting"
)

// fillTwin adds the world beside to a snapshot of the one that leads.
func (r *Runner) fillTwin(s *bridge.Snapshot) {
	t, b := r.twin, &s.Beside
	if t == nil {
		*b = bridge.Beside{Others: b.Others[:0], Apart: b.Apart[:0]}
		return
	}
	b.Others = slices.Grow(b.Others[:0], 1)[:1]
	o := &b.Others[0]
	o.Wanted = s.Wanted
	o.Wanted.Inspect = [2]bridge.Thing{}
	t.scene.World.Fill(o)
	if t.readings.Step != s.Readings.Step && r.readings.Step == s.Readings.Step {
		w := t.scene.World
		t.readings = bridge.Readings{Step: s.Readings.Step, Time: w.Clock().Time, Hash: w.Hash(), Energy: w.Energy()}
		t.now = t.reader.Read(w)
	}
	o.Readings, o.Sample = t.readings, t.now
	r.onTwin(func() { r.fillFollowed(o) })
	t.history.Fill(&o.Timeline)
	b.Place, b.Both, b.Parting = t.leads, t.both, t.parting
	o.Beside.Place, o.Beside.Both, o.Beside.Parting = 1-t.leads, t.both, t.parting
	worlds := []*bridge.Snapshot{s, o}
	if t.leads == 1 {
		worlds = []*bridge.Snapshot{o, s}
	}
	bridge.MarkApart(worlds)
	for i, had := range differing(worlds[0], worlds[1]) {
		worlds[i].Beside.Label = strings.TrimSpace(Letter(i) + "  " + had)
	}
}

// mostTold is how many numbers that differ a label has room for.
const mostTold = 3

// differing says what of the settings of two worlds differs, for each as it has it.
func differing(a, b *bridge.Snapshot) (has [2]string) {
	var list [2][]string
	tell := func(name string, x, y any) {
		if x != y {
			list[0] = append(list[0], fmt.Sprintf("%s %v", name, x))
			list[1] = append(list[1], fmt.Sprintf("%s %v", name, y))
		}
	}
	for i := range setting.Table {
		s := &setting.Table[i]
		tell(s.Key, s.Text(s.Value(&a.Params)), s.Text(s.Value(&b.Params)))
	}
	for i := range min(len(a.Materials), len(b.Materials)) {
		m, n := &a.Materials[i], &b.Materials[i]
		for _, f := range law.Fields {
			tell(m.Name+"."+f.Name, *f.Of(&m.Law), *f.Of(&n.Law))
		}
	}
	for i := range min(len(a.Inlets), len(b.Inlets)) {
		f, g := &a.Inlets[i].Flow, &b.Inlets[i].Flow
		name := a.Inlets[i].Name
		tell(name+".off", f.Off, g.Off)
		tell(name+".massRate", f.MassRate, g.MassRate)
		tell(name+".maxMass", f.MaxMass, g.MaxMass)
		tell(name+".maxBodies", f.MaxBodies, g.MaxBodies)
	}
	for i := range min(len(a.Motions), len(b.Motions)) {
		if !slices.Equal(a.Motions[i].Keys, b.Motions[i].Keys) {
			tell(a.Motions[i].Name, "with its key frames", "with others")
		}
	}
	tell("seed", a.Seed, b.Seed)
	for i := range list {
		if len(list[i]) > mostTold {
			list[i] = append(list[i][:mostTold], "…")
		}
		has[i] = strings.Join(list[i], ", ")
	}
	return has
}
