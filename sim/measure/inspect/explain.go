package inspect

import (
	"fmt"
	"math"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// explain runs the geometry rule of a contact again and fills in which places of both shapes the rule examined; a
// narrow.Witness records them.
func (s *Site) explain(t bridge.Thing, c *contact.Contact, to *bridge.Explained) {
	_, a, _ := s.shape(t.Body, t.Shape)
	_, b, _ := s.shape(t.Other, t.OtherShape)
	var seen narrow.Witness
	found := s.Contacts.Explain(a, b, &seen)
	to.Rule = s.Rule
	to.Cores[0], to.Cores[1] = s.core(c.KindA, c.A), s.core(c.KindB, c.B)
	n := nearest(found, c)
	to.Off = math.Inf(1)
	if n < 0 || n >= len(seen.Ways) {
		to.Branch = "the two do not touch where they are now: the next step makes it anew"
		return
	}
	d, way := &found[n], &seen.Ways[n]
	to.Branch, to.Shift = way.Branch.String(), way.Shift
	if way.Parallel {
		to.Branch += "; the shafts are parallel"
	}
	to.Point, to.Normal, to.Overlap, to.Off = d.Point, d.Normal, d.Overlap, d.Point.Sub(c.Point).Norm()
	for i := range seen.Places {
		to.Places = append(to.Places, s.place(&seen.Places[i], n, c))
	}
}

// nearest returns the index of the found contact that is closest to c in point, overlap and normal, -1 without
// any. The rule may find several contacts for a pair of shapes, and bodies may have moved since the step that made
// c.
func nearest(found []narrow.LineContact, c *contact.Contact) int {
	best, least := -1, math.Inf(1)
	for i := range found {
		d := &found[i]
		off := d.Point.Sub(c.Point).Norm() + math.Abs(d.Overlap-c.Overlap) + d.Normal.Sub(c.Normal).Norm()*c.Smaller
		if off < least {
			best, least = i, off
		}
	}
	return best
}

// core returns the core of a shape: the segment or point about which its surface is round.
func (s *Site) core(kind shape.Kind, i int32) bridge.Core {
	if !kind.Solid() {
		return bridge.Core{}
	}
	h := s.Shapes.Hull(kind, int(i))
	return bridge.Core{Given: true, Center: h.Center, Axis: h.Axis, Half: h.Half, Radius: h.Radius}
}

// place describes one place that the rule examined. n is the number of the explained contact among the contacts
// that the rule found: a place that belongs to another of them has no weight here.
func (s *Site) place(p *narrow.Place, n int, c *contact.Contact) bridge.Place {
	to := bridge.Place{
		Part: p.Part.String(), Outcome: p.Outcome.String(), From: p.From, To: p.To, Distance: p.To.Sub(p.From).Norm(),
		Overlap: p.Overlap, Weight: p.Weight, Point: p.Point, Normal: p.Normal, Triangle: p.Triangle,
	}
	if p.Of >= 0 && p.Of != n {
		to.Outcome, to.Weight = narrow.OfOtherContact.String(), 0
	}
	if c.KindA == shape.KindWall {
		to.On = "plane"
	}
	if p.Triangle >= 0 {
		to.On = on(p)
		if p.Turned {
			to.On += ", normal turned to the facets"
		}
	}
	return to
}

// on names the part of a mesh on which a place lies: a facet, an edge or a vertex.
func on(p *narrow.Place) string {
	switch {
	case p.V < 0:
		return fmt.Sprintf("facet %d", p.Triangle)
	case p.V == p.W:
		return fmt.Sprintf("vertex %d of facet %d", p.V, p.Triangle)
	}
	return fmt.Sprintf("edge %d–%d of facet %d", p.V, p.W, p.Triangle)
}

// Mean returns the weighted mean of the points of an explained contact's places: the contact point.
func Mean(e *bridge.Explained) (mean vec.Vec3) {
	for i := range e.Places {
		mean = mean.AddScaled(e.Places[i].Weight, e.Places[i].Point)
	}
	return mean
}
