package narrow

import "example.org/tumble/sim/vec"

// This file is what a Witness takes down of the rule integral.

// flankWitness takes down the points of a shaft that the overlap is summed up over.
type flankWitness struct {
	to     *Witness
	flank  *flank
	part   Part
	center vec.Vec3 // of the shaft [m]
	way    int
	flip   bool    // the shaft is the second shape's
	sum    float64 // of the weights
}

// flank takes down a shaft of the way, which has the given share of the contact.
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

// strip takes down the points of the quadrature on one strip, along which the way to the other core is
// way + x slope and the place middle + x half, for -1 < x < 1; ways are in units of the reach.
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

// stretch takes down what of a shaft touches one face and acts at its place at [m]: the ends of that,
// weighted so that they have their mean there.
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

// parts takes down a contact of a profile, by what the shaft touches in each direction. Its point has been
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
