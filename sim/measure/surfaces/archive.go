package surfaces

import (
	"slices"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/run/bridge"
)

// Archive takes the surfaces with their sums, so that a run that goes on from a saved state has the numbers of one that
// was never stopped. The bodies were read before.
func (s *Sensors) Archive(a *archive.Archive) {
	archive.List(a, &s.list, func(one *sensor) {
		if a.Reading() && len(s.list) > bridge.MostSurfaces { // before the triangles of more are looked up
			a.Fail("%w", bridge.TooManySurfaces(len(s.list)))
			return
		}
		text := one.Surface.String()
		a.Text(&text)
		archive.Integer(a, &one.body)
		a.Number(&one.Since)
		for _, l := range []*bridge.Load{&one.Now, &one.Sum} {
			a.Vectors(&l.Force, &l.Torque)
			a.Number(&l.Power)
			archiveRub(a, &l.Rub)
		}
		if a.Reading() {
			var err error
			if one.Surface, err = bridge.ParseSurface(text); err != nil {
				a.Fail("%w", err)
				return
			}
			one.place(s.set)
		}
		if one.Surface.Triangles {
			one.archiveTriangles(a)
		}
	})
}

func archiveRub(a *archive.Archive, r *bridge.Rub) {
	if a.Numbers(&r.Normal, &r.Shear, &r.Archard, &r.Hits); a.Has(15) {
		a.Number(&r.Finnie)
	}
}

// archiveTriangles takes the contacts of the last step, and the sums of those triangles that have some.
func (s *sensor) archiveTriangles(a *archive.Archive) {
	var rubbed []touch
	for shape := range s.sums {
		for i, r := range s.sums[shape] {
			if r != (bridge.Rub{}) {
				rubbed = append(rubbed, touch{int32(shape), int32(i), r})
			}
		}
	}
	for _, list := range []*[]touch{&s.touch, &rubbed} {
		archive.List(a, list, func(t *touch) {
			archive.Integer(a, &t.shape)
			archive.Integer(a, &t.triangle)
			archiveRub(a, &t.Rub)
		})
		if !a.Reading() {
			continue
		}
		if s.sums == nil { // the body has left
			*list = nil
		} else if i := slices.IndexFunc(*list, func(t touch) bool { return !s.has(&t) }); i >= 0 {
			a.Fail("surface %s has no triangle %d of shape %d", s.Surface.Name, (*list)[i].triangle, (*list)[i].shape)
			*list = nil
		}
	}
	if a.Reading() {
		for i := range rubbed {
			s.sums[rubbed[i].shape][rubbed[i].triangle] = rubbed[i].Rub
		}
	}
}

// has reports whether there is the triangle of a contact.
func (s *sensor) has(t *touch) bool {
	return t.shape >= 0 && int(t.shape) < len(s.sums) && t.triangle >= 0 && int(t.triangle) < len(s.sums[t.shape])
}
