package insertion

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// Site is the world that inlets and outlets work on: its bodies and shapes, and functions that only a world has.
type Site struct {
	Seed   uint64
	Bodies *body.Set
	Shapes *body.Shapes
	Ledger *ledger.Ledger
	Times  schedule.Timetable
	Log    *notice.Log

	Materials func() int                 // number of materials
	Density   func(material int) float64 // [kg/m³]
	Energy    func(i int) float64        // kinetic and potential energy of a body [J]
	Place     func()                     // moves the shapes to the poses of their bodies
	Added     func()                     // is called when a body was added, which may have new pairs

	// TravelEpoch returns the number of the epoch in which travel is measured, negative if it has changed in this
	// step. As long as the number is the same, the change of Bodies.Travel is how far a body has gone.
	TravelEpoch func() int64
}

// insert adds a body at once.
func (s *Site) insert(t *body.Template, d body.Def, now schedule.Now) {
	s.Bodies.Insert(s.Shapes, t, &d, now.Time)
	s.Added()
	if s.Ledger.Opened() {
		s.Ledger.Inlets.Bodies += s.Energy(s.Bodies.Len() - 1)
	}
}

// remove lets a body leave after all outlets are done, and returns its kinetic and potential energy [J]; false if
// it leaves already.
func (s *Site) remove(i int) (energy float64, ok bool) {
	if !s.Bodies.Leave(i) {
		return 0, false
	}
	energy = s.Energy(i)
	s.Ledger.Outlets.Bodies += energy
	return energy, true
}

// Flow is all that makes bodies and takes them away: the inlets and outlets of a world.
type Flow struct {
	Inlets  []Inlet
	Outlets []Outlet
	site    Site
}

// Bind sets the world that the inlets and outlets work on; it is called first.
func (f *Flow) Bind(s Site) { f.site = s }

// AddInlet adds an inlet. Its random stream depends only on the seed and on how many inlets were added before.
// AddInlet logs a warning if no body of the inlet fits into its volume.
//
// Errors: numbers out of their range, products that make no body with a mass.
func (f *Flow) AddInlet(d InletDef) error {
	in, err := newInlet(d, len(f.Inlets), &f.site)
	if err != nil {
		return err
	}
	f.Inlets = append(f.Inlets, in)
	for i := range in.products {
		in.products[i].template.ReportSampling(d.Name, f.site.Log)
	}
	in.checkFit(&f.site)
	return nil
}

// AddOutlet adds an outlet.
//
// Errors: numbers out of their range.
func (f *Flow) AddOutlet(d OutletDef) error {
	o, err := newOutlet(d)
	if err != nil {
		return err
	}
	f.Outlets = append(f.Outlets, o)
	return nil
}

// Inlet returns the name and the flow of an inlet, and whether there is one.
func (f *Flow) Inlet(i int) (name string, flow setting.InletFlow, ok bool) {
	if i < 0 || i >= len(f.Inlets) {
		return "", flow, false
	}
	return f.Inlets[i].Def.Name, f.Inlets[i].Def.Flow(), true
}

// SetInlet changes the flow of an inlet. It refuses a change after which something would wait for the end of the
// inlet for ever.
//
// Errors: no such inlet, numbers out of their range, a *schedule.Error.
func (f *Flow) SetInlet(i int, flow setting.InletFlow, now schedule.Now) error {
	if i < 0 || i >= len(f.Inlets) {
		return fmt.Errorf("there is no inlet %d (there are %d)", i, len(f.Inlets))
	}
	in := &f.Inlets[i]
	was := in.Def
	in.Def.MassRate, in.Def.MaxMass, in.Def.MaxBodies = flow.MassRate, flow.MaxMass, flow.MaxBodies
	err := cmp.Or(flow.Check(), f.site.Times.Check())
	if in.Def = was; err == nil {
		in.setFlow(flow, &f.site, now)
	}
	return err
}

// Reseed makes the random streams of all inlets begin anew, as if the world had begun with another seed.
func (f *Flow) Reseed(seed uint64) {
	f.site.Seed = seed
	for i := range f.Inlets {
		f.Inlets[i].source.Seed(seed, uint64(i))
	}
}

// HasLater reports whether ArchiveLater has something to archive: an inlet is switched off, or does not wait for
// room.
func (f *Flow) HasLater() bool {
	return slices.ContainsFunc(f.Inlets, func(in Inlet) bool { return in.Def.Off || in.endsWithoutRoom() })
}

// Drain lets the outlets that are due take their bodies.
func (f *Flow) Drain(now schedule.Now) {
	for i := range f.Outlets {
		f.Outlets[i].drainIfDue(&f.site, now)
	}
}

// Feed lets the inlets that are due make their bodies.
func (f *Flow) Feed(now schedule.Now) {
	for i := range f.Inlets {
		f.Inlets[i].feedIfDue(&f.site, now)
	}
}

// Fill lets the inlets that fill their volume at once and wait for nothing do so.
func (f *Flow) Fill(now schedule.Now) {
	for i := range f.Inlets {
		if in := &f.Inlets[i]; in.Def.Fill && !in.Def.Off && !in.Done && in.Def.When == (schedule.When{}) {
			in.begun = true
			in.feed(&f.site, now, 0)
		}
	}
}

// NumEvents returns how many inlets and outlets there are.
func (f *Flow) NumEvents() int { return len(f.Inlets) + len(f.Outlets) }

// Event returns an inlet or outlet as an event; the numbers of outlets follow those of inlets.
func (f *Flow) Event(i int) schedule.Event {
	if i < len(f.Inlets) {
		return f.Inlets[i].event()
	}
	return f.Outlets[i-len(f.Inlets)].event()
}

// templates calls yield for the templates of all products of inlets, before bodies are scaled.
func (f *Flow) templates(yield func(t **body.Template) bool) {
	for i := range f.Inlets {
		for k := range f.Inlets[i].products {
			if !yield(&f.Inlets[i].products[k].template) {
				return
			}
		}
	}
}

// Collect adds the templates of all products of inlets to a library.
func (f *Flow) Collect(l *body.Library) {
	for t := range f.templates {
		l.Add(*t)
	}
}

// Reweigh gives the templates of inlets their new masses.
func (f *Flow) Reweigh(r *body.Reweighing) {
	for t := range f.templates {
		if now, ok := r.Replaces(*t); ok {
			*t = now
		}
	}
}

// Fresh calls yield for the shapes of all products of inlets, each with its smallest radius [m].
func (f *Flow) Fresh(yield func(s *body.ShapeDef, radius float64) bool) {
	for i := range f.Inlets {
		for k := range f.Inlets[i].products {
			p := &f.Inlets[i].products[k]
			for j := range p.def.Shapes {
				if s := &p.def.Shapes[j]; !yield(s, s.Radius*p.shrink) {
					return
				}
			}
		}
	}
}

// Sources returns a box round the volumes of all inlets, and the edge of a box that holds any of their
// bodies [m].
func (f *Flow) Sources() (box vec.Box, largest float64) {
	box = vec.EmptyBox()
	for i := range f.Inlets {
		box = box.Union(f.Inlets[i].Def.Volume.Bounds())
		largest = math.Max(largest, f.Inlets[i].largest())
	}
	return box, largest
}

// Sinks returns a box round the volumes of all outlets, and whether one of them is a half-space, which has
// no end.
func (f *Flow) Sinks() (box vec.Box, endless bool) {
	box = vec.EmptyBox()
	for i := range f.Outlets {
		v := &f.Outlets[i].Def.Volume
		box = box.Union(v.Bounds())
		endless = endless || v.Kind == VolumeHalfSpace
	}
	return box, endless
}
