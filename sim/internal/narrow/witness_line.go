package narrow

import "example.org/tumble/sim/vec"

// This file records contacts of the rule integral in a Witness.

// flankWitness records the points of a shaft over which the overlap is summed.
type flankWitness struct {
	to     *Witness
	flank  *flank
	part   Part
	center vec.Vec3 // of the shaft [m]
	way    int
	flip   bool    // the shaft is the second shape's
	sum    float64 // of the weights
}

// flank records a shaft of the contact at index way, which has the given share in this contact.
func (w *Witness) flank(f flank, part Part, center vec.Vec3, way int, share float64, flip bool) {
	seen := flankWitness{to: w, flank: &f, part: part, center: center, way: way, flip: flip}
	f.seen = &seen
	first := len(w.Places)
	var p pressure
	f.gather(&p)
	for k := first; k < len(w.Places); k++ {
		w.Places[k].Weight *= share / seen.sum
	}
}

// strip records the points of the quadrature on one strip. For -1 < x < 1, the vector to the other core
// is way + x slope and the place is middle + x half; vectors are in units of the reach.
func (s *flankWitness) strip(way, slope vec.Vec3, middle, half float64) {
	f := s.flank
	for _, g := range gauss {
		v := way.AddScaled(g[0], slope)
		d := greater(v.Norm(), hair)
		u, n := greater(1-d, 0), v.Scale(1/d)
		core := s.center.AddScaled(middle+g[0]*half, f.axis)
		p := Place{Part: s.part, Of: s.way, From: core, To: core.AddScaled(f.reach, v), Overlap: f.reach * u,
			Weight: (half + tiny) * g[1] * u * u, Point: core.AddScaled(f.radius-f.reach*u/2, n), Normal: n}
		if s.flip {
			p.From, p.To, p.Normal = p.To, p.From, n.Neg()
		}
		s.sum += p.Weight
		s.to.add(p)
	}
}

// stretch records the part of a shaft that touches one face, by its two ends. The contact acts at the
// place at [m]; the weights of the ends are chosen so that this is their mean.
func (w *Witness) stretch(p *pieces, q *piece, at float64) {
	way, n := w.way(ByStretch), q.normal
	for k, s := range [2]float64{q.from, q.to} {
		core, height := p.capsule.Center.AddScaled(s, p.capsule.Axis), q.height+s*q.rise
		weight := (q.to - at) / (q.to - q.from)
		part := PartEndA
		if k == 1 {
			weight, part = 1-weight, PartEndB
		}
		if s > -p.capsule.Half && s < p.capsule.Half {
			part = PartShaft
		}
		foot := core.AddScaled(-height, n)
		w.Places = append(w.Places, Place{Part: part, Of: way, From: foot, To: core, Overlap: p.reach - height,
			Weight: weight, Point: foot.AddScaled(p.surface.Half, n), Normal: n, Triangle: q.triangle, V: -1, W: -1})
	}
}

// parts records a contact of a profile, by the parts of the shaft in each direction. Its point has been
// moved to where the force acts without a couple.
func (w *Witness) parts(m *profile, group int32, center, point vec.Vec3) {
	way, first := w.way(ByOverlap), len(w.Places)
	var sum float64
	var mean vec.Vec3
	for i := range m.parts {
		p := &m.parts[i]
		if p.group != group || !(p.second > 0) {
			continue
		}
		sum += p.second
		mean = mean.Add(p.point)
		u, at := p.third/p.second, p.point.Scale(1/p.second)
		at = at.Add(center)
		w.Places = append(w.Places, Place{Part: PartShaft, Of: way, From: at, To: at.AddScaled(m.reach-u, p.normal),
			Overlap: u, Weight: p.second, Point: at, Normal: p.normal, Triangle: p.triangle, V: -1, W: -1})
	}
	shift := point.Sub(center).Sub(mean.Scale(1 / sum))
	w.Ways[way].Shift = shift
	for k := first; k < len(w.Places); k++ {
		p := &w.Places[k]
		p.Weight /= sum
		p.Point = p.Point.Add(shift)
	}
}
