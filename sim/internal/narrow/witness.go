package narrow

import (
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// Witness records how a rule comes to its contacts, to explain them to the user. It does not change the
// contacts, and the steps of a run have none. The zero value is ready to use.
type Witness struct {
	Ways   []Way   // how each contact came about, in the order of Query.Contacts
	Places []Place // candidates that the rule examined
}

// Way describes how a contact came about.
type Way struct {
	Branch   Branch
	Parallel bool // parallel shafts: the nearest points are in the middle of where they face each other
	// Shift is how far the contact point was moved along the surface, to where the force acts without a
	// couple [m]. Candidate points are shifted by the same vector, so that their mean stays the contact
	// point.
	Shift vec.Vec3
}

// Branch is the branch of a rule that made a contact.
type Branch uint8

// The branches.
const (
	ByCenters    Branch = iota // two spheres
	ByNearest                  // no end overlaps: nearest points
	ByNearestEnd               // one end overlaps: nearest points
	ByOneEnd                   // one end overlaps, and makes the contact
	ByEnds                     // several ends overlap: means over them
	ByShaft                    // between the ends, on a crest
	ByOverlap                  // rule integral: means along the shafts
	ByStretch                  // rule integral, over a plane: the ends of the stretch that overlaps
	ByCorner                   // a corner of a polyhedron
	numBranch    = iota
)

// branchWords describe the branches in words for the user.
var branchWords = [numBranch]string{
	ByCenters:    "between the nearest points of both cores, of which one is a point",
	ByNearest:    "no end overlaps: between the nearest points of both shafts",
	ByNearestEnd: "one end overlaps: between the nearest points of both shafts",
	ByOneEnd:     "one end overlaps: it makes the contact alone",
	ByEnds:       "more than one end overlaps: mean, weighted with their overlaps",
	ByShaft:      "between the ends: the shaft lies across a crest",
	ByOverlap:    "mean along the shafts, weighted with the square of the overlap",
	ByStretch:    "the overlap is linear along the shaft: means over its ends",
	ByCorner:     "a corner of the mesh makes the contact alone",
}

// String describes the branch in words.
func (b Branch) String() string { return branchWords[b] }

// Place is one candidate for a contact that a rule examined.
type Place struct {
	Part     Part
	Of       int      // index in Ways of the contact that it belongs to; -1: none
	Outcome  Outcome  // what became of it
	From, To vec.Vec3 // the two points whose distance it is, on the cores of the first shape and the second [m]
	Overlap  float64  // [m], negative where they are apart
	Weight   float64  // in the mean of its contact [1]
	Point    vec.Vec3 // the candidate for the contact point [m]
	Normal   vec.Vec3 // from the first shape to the second

	// On a mesh: the triangle, and the vertices of the side, the same vertex twice for a corner, or -1
	// both on the face. Triangle is -1 without a mesh.
	Triangle, V, W int32
	Turned         bool // the seam rule turned the normal
}

// Part is a part of the shapes of a pair.
type Part uint8

// The parts. If the first shape is a wall, a mesh or a cylinder, only the second shape has ends.
const (
	PartCenters Part = iota // nearest points
	PartFirstEndA
	PartFirstEndB
	PartEndA
	PartEndB
	PartFirstShaft
	PartShaft
	numPart = iota
)

// partWords name the parts.
var partWords = [numPart]string{
	PartCenters: "nearest points", PartFirstEndA: "end − of A", PartFirstEndB: "end + of A", PartEndA: "end − of B",
	PartEndB: "end + of B", PartFirstShaft: "shaft of A", PartShaft: "shaft of B",
}

// String names the part; A is the first shape.
func (p Part) String() string { return partWords[p] }

// Outcome is what becomes of a place.
type Outcome uint8

// The fates.
const (
	Counts         Outcome = iota
	IsApart                // it does not overlap
	IsSeam                 // a neighbouring facet is nearer: not a minimum of the distance
	IsRepeated             // a deeper one of this end lies on the same smooth patch
	IsBehind               // the end has passed through another facet
	IsOnlyEnd              // the only end that overlaps: nearest points count instead
	GivesDepth             // the overlap is measured at the nearest points; the point is the mean of the ends
	IsDouble               // another triangle has the same contact
	IsCovered              // the shaft lies deeper on the same patch
	NotACrest              // of the shaft, which is no deeper than the ends
	OfOtherContact         // of another contact of the two shapes
	numOutcome     = iota
)

// outcomeWords say it in words.
var outcomeWords = [numOutcome]string{
	IsApart: "apart", IsSeam: "dropped: a neighbouring facet is nearer",
	IsRepeated: "dropped: a deeper one is on its patch",
	IsOnlyEnd:  "the only end: nearest points count", GivesDepth: "gives the overlap",
	IsDouble: "dropped: another facet has it too",
	IsBehind: "dropped: this end has passed through a facet", IsCovered: "dropped: the shaft lies deeper",
	NotACrest: "dropped: an end is as deep", OfOtherContact: "of another contact of the two",
}

// String says it in words; it is empty for what counts.
func (f Outcome) String() string { return outcomeWords[f] }

// way adds a contact and returns its index.
func (w *Witness) way(b Branch) int {
	w.Ways = append(w.Ways, Way{Branch: b})
	return len(w.Ways) - 1
}

// add records a candidate that is on no mesh.
func (w *Witness) add(p Place) {
	p.Triangle, p.V, p.W = -1, -1, -1
	w.Places = append(w.Places, p)
}

// alone records a contact that has one candidate, if there is a witness.
func (w *Witness) alone(b Branch, from, to vec.Vec3, t *Touch) {
	if w == nil {
		return
	}
	w.add(Place{Of: w.way(b), From: from, To: to, Overlap: t.Overlap, Weight: 1, Point: t.Point, Normal: t.Normal})
}

// nearest records the contact of two capsules: the nearest points, and the ends. It computes both a
// second time, because the kernel would be a third slower if it returned them.
func (w *Witness) nearest(a, b *shape.Capsule, touch *Touch) {
	off := b.Center.Sub(a.Center)
	s, t := nearest(off, a.Axis, a.Half, b.Axis, b.Half)
	p, q := a.Center.AddScaled(s, a.Axis), b.Center.AddScaled(t, b.Axis)
	n := touch.Normal
	if v := q.Sub(p); v.Norm() > coincident*(a.Radius+b.Radius) {
		n = v.Unit()
	}
	least := between(p, n, a.Radius, touch.Overlap)
	w.alone(ByCenters, p, q, &least)
	if a.Half == 0 || b.Half == 0 {
		return
	}
	w.Ways[len(w.Ways)-1].Parallel = a.Axis.Cross(b.Axis).Norm2() <= parallel
	var list [4]end
	for k, x := range [2]float64{-1, 1} {
		p, q := a.Axis.Scale(x*a.Half), off.AddScaled(x*b.Half, b.Axis)
		list[k] = end{PartFirstEndA + Part(k), p, off.AddScaled(PointSegment(p, off, b.Axis, b.Half), b.Axis)}
		list[2+k] = end{PartEndA + Part(k), a.Axis.Scale(PointSegment(q, vec.Vec3{}, a.Axis, a.Half)), q}
	}
	w.weigh(list[:], a.Center, a.Radius, a.Radius+b.Radius, touch.Normal)
}

// end is a candidate for a contact: a part of one capsule, and the points on both cores.
type end struct {
	part Part
	p, q vec.Vec3
}

// rod records the contact of the nearest points of a cylinder and a capsule, and the ends of the capsule.
// All positions are relative to the point of the cylinder.
func (w *Witness) rod(c *shape.Cylinder, b *shape.Capsule, p, q vec.Vec3, t *Touch) {
	own := *t
	own.Point = own.Point.Add(c.Point)
	w.alone(ByCenters, c.Point.Add(p), c.Point.Add(q), &own)
	if b.Half == 0 {
		return
	}
	off := b.Center.Sub(c.Point)
	var list [2]end
	for k, s := range [2]float64{-b.Half, b.Half} {
		q := off.AddScaled(s, b.Axis)
		list[k] = end{PartEndA + Part(k), c.Axis.Scale(q.Dot(c.Axis)), q}
	}
	w.weigh(list[:], c.Point, c.Radius, c.Radius+b.Radius, t.Normal)
}

// weigh records ends, which make the contact if several of them overlap; the last place recorded before
// is the candidate of the nearest points. Positions are relative to an origin.
func (w *Witness) weigh(list []end, origin vec.Vec3, ra, reach float64, instead vec.Vec3) {
	way, nearest, first := len(w.Ways)-1, len(w.Places)-1, len(w.Places)
	sum, count := 0., 0
	for _, e := range list {
		place := Place{Part: e.part, Of: -1, Outcome: IsApart, From: origin.Add(e.p), To: origin.Add(e.q)}
		place.Overlap = reach - e.q.Sub(e.p).Norm()
		var lone weighted
		if lone.touch(e.p, e.q, ra, reach, instead); lone.sum > 0 {
			place.Of, place.Outcome, place.Overlap = way, IsOnlyEnd, lone.sum
			place.Point, place.Normal = lone.mean(instead)
			place.Point = place.Point.Add(origin)
			sum += lone.sum
		}
		count += lone.count
		w.add(place)
	}
	w.Ways[way].Branch = ByNearest
	if count == 1 {
		w.Ways[way].Branch = ByNearestEnd
	}
	if count < 2 || sum == 0 {
		return
	}
	w.Ways[way].Branch = ByEnds
	w.Places[nearest].Weight, w.Places[nearest].Outcome = 0, GivesDepth
	for k := first; k < len(w.Places); k++ {
		if p := &w.Places[k]; p.Of == way {
			p.Weight, p.Outcome = p.Overlap/sum, Counts
		}
	}
}

// wall records the contact of a wall, which pushes toward the side sign, with a capsule. The contact acts
// at the place along on the capsule's axis; the weights of both ends are chosen so that this is their
// mean.
func (w *Witness) wall(wall *shape.Wall, c *shape.Capsule, sign, along float64, b Branch) {
	if c.Half == 0 {
		foot := c.Center.WithComponent(wall.Axis, wall.Position)
		w.alone(ByCenters, foot, c.Center, &Touch{Point: foot, Normal: vec.Vec3{}.WithComponent(wall.Axis, sign),
			Overlap: c.Radius - sign*wall.Height(c.Center)})
		return
	}
	way := w.way(b)
	p, q := c.Ends()
	share, apart := (1+along/c.Half)/2, 0
	for k, end := range [2]vec.Vec3{p, q} {
		foot := end.WithComponent(wall.Axis, wall.Position)
		place := Place{Part: PartEndA + Part(k), Of: way, From: foot, To: end, Overlap: c.Radius - sign*wall.Height(end),
			Weight: [2]float64{1 - share, share}[k], Point: foot, Normal: vec.Vec3{}.WithComponent(wall.Axis, sign)}
		if place.Overlap < 0 {
			place.Outcome = IsApart
			apart++
		}
		w.add(place)
	}
	if apart > 0 && b == ByEnds {
		w.Ways[way].Branch = ByOneEnd
	}
}

// tube records the contacts of the two ends of a capsule with a tube.
func (w *Witness) tube(c *shape.Cylinder, b *shape.Capsule, ta, tb *Touch) {
	p, q := b.Ends()
	wa, wb := meanWeights(ta, tb)
	first, second, branch := -1, -1, ByOneEnd
	switch {
	case ta.Overlap < 0 && tb.Overlap < 0:
		return
	case tb.Overlap < 0:
		first, wa = w.way(branch), 1
	case ta.Overlap < 0:
		second, wb = w.way(branch), 1
	case ta.Normal.Dot(tb.Normal) > patch:
		first = w.way(ByEnds)
		second = first
	default:
		first, second, wa, wb = w.way(branch), w.way(branch), 1, 1
	}
	for k, t := range [2]*Touch{ta, tb} {
		end, of, weight := [2]vec.Vec3{p, q}[k], [2]int{first, second}[k], [2]float64{wa, wb}[k]
		foot := footOn(c, end)
		place := Place{Part: PartEndA + Part(k), Of: of, From: foot, To: end, Overlap: t.Overlap, Weight: weight,
			Point: t.Point, Normal: t.Normal}
		if of < 0 {
			place.Outcome, place.Weight = IsApart, 0
		}
		w.add(place)
	}
}

// footOn returns the point of a cylinder's axis that is nearest to p.
func footOn(c *shape.Cylinder, p vec.Vec3) vec.Vec3 {
	return c.Point.AddScaled(p.Sub(c.Point).Dot(c.Axis), c.Axis)
}
