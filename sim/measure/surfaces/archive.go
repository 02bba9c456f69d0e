package surfaces

import (
	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/run/bridge"
)

// Archive takes the surfaces with their sums, so that a run that goes on from a saved state has the numbers of one that
// was never stopped. The bodies were read before.
func (s *Sensors) Archive(a *archive.Archive) {
	archive.List(a, &s.list, func(one *sensor) {
		text := one.Surface.String()
		a.Text(&text)
		archive.Integer(a, &one.body)
		a.Number(&one.Since)
		for _, l := range []*bridge.Load{&one.Now, &one.Sum} {
			a.Vectors(&l.Force, &l.Torque)
			a.Numbers(&l.Power, &l.Normal, &l.Shear, &l.Archard, &l.Hits)
		}
		if !a.Good() {
			return
		}
		var err error
		if one.Surface, err = bridge.ParseSurface(text); err != nil {
			a.Fail("%w", err)
			return
		}
		one.place(s.set)
	})
	if a.Reading() && len(s.list) > bridge.MostSurfaces {
		a.Fail("%w", bridge.TooManySurfaces(len(s.list)))
	}
}
