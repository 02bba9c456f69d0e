package tally

import (
	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/run/bridge"
)

// Archive takes the planes and regions with their sums, so that a run that goes on from a saved state has the numbers
// of one that was never stopped. The bodies were read before.
func (s *Sensors) Archive(a *archive.Archive) {
	archive.List(a, &s.ids, func(id *body.ID) { archive.Integer(a, id) })
	archive.List(a, &s.regions, func(r *region) { s.archiveRegion(a, r) })
	if a.Has(17) {
		a.Number(&s.pending)
	}
	archive.List(a, &s.planes, func(p *plane) { s.archivePlane(a, p) })
	if a.Good() {
		s.askForLosses()
	}
}

func (s *Sensors) archiveRegion(a *archive.Archive, r *region) {
	text := r.String()
	if a.Text(&text); a.Reading() {
		var err error
		if r.Region, err = bridge.ParseRegion(text); err == nil && len(s.regions) > bridge.MostRegions {
			err = bridge.CheckRegions(make([]bridge.Region, len(s.regions)))
		}
		if err != nil {
			a.Fail("%w", err)
			return
		}
	}
	a.Numbers(&r.since, &r.lost, &r.now)
	if a.Has(17) {
		a.Number(&r.share)
	}
	archive.List(a, &r.times, a.Number)
	if a.Good() && len(r.times) > len(s.ids) {
		a.Fail("region %s has times of %d bodies, of %d", r.Name, len(r.times), len(s.ids))
	}
}

func (s *Sensors) archivePlane(a *archive.Archive, p *plane) {
	text := p.Plane.String()
	if a.Text(&text); a.Reading() {
		list, err := bridge.ParsePlanes([]string{text})
		if err == nil && len(s.planes) > bridge.MostPlanes {
			err = bridge.CheckPlanes(make([]bridge.Plane, len(s.planes)))
		}
		if err != nil {
			a.Fail("%w", err)
			return
		}
		p.Plane = list[0]
	}
	for _, c := range []*bridge.Crossed{&p.Forward, &p.Back} {
		archive.Integer(a, &c.Bodies)
		a.Number(&c.Mass)
	}
	a.Numbers(&p.Since, &p.Last)
	p.Bodies, p.Mass = p.Forward.Bodies-p.Back.Bodies, p.Forward.Mass-p.Back.Mass
}
