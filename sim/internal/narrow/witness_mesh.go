package narrow

// This file records contacts with meshes by the rule documented in a Witness. The rule leaves the
// contacts with single triangles unchanged, so this file compares them with the result to find out what
// became of each.

// mesh records the contacts that were made from the gathered ones.
func (w *Witness) mesh(g *gather, made []Touch) {
	var used [parts][gathered]bool
	for k := range made {
		t := &made[k]
		way := w.way(ByOneEnd)
		if t.Feature == FeatureWhole {
			w.Ways[way].Branch = ByCenters
		}
		if t.Feature == FeatureBoth {
			w.joined(g, t, way, &used)
		} else if of := w.single(g, t, way, &used); of == shaft {
			w.Ways[way].Branch = ByShaft
		}
	}
	for of := range g.parts {
		for i := range g.parts[of] {
			if !used[of][i] {
				n := &g.parts[of][i]
				w.near(g, n, of, -1, 0, g.outcome(n, of, made))
			}
		}
	}
}

// single records a contact that equals one with a single triangle, and returns the part of the capsule
// that touches.
func (w *Witness) single(g *gather, t *Touch, way int, used *[parts][gathered]bool) (of int) {
	for of := range g.parts {
		for i := range g.parts[of] {
			if n := &g.parts[of][i]; n.Touch == *t && !used[of][i] {
				used[of][i] = true
				w.near(g, n, of, way, 1, Counts)
				return of
			}
		}
	}
	return parts
}

// joined records a contact that replaces one contact of each end.
func (w *Witness) joined(g *gather, t *Touch, way int, used *[parts][gathered]bool) {
	w.Ways[way].Branch = ByEnds
	for i := range g.parts[endA] {
		for j := range g.parts[endB] {
			a, b := &g.parts[endA][i], &g.parts[endB][j]
			both := mean(a.Touch, b.Touch)
			if both.Feature = FeatureBoth; both != *t || used[endA][i] || used[endB][j] {
				continue
			}
			used[endA][i], used[endB][j] = true, true
			wa, wb := meanWeights(&a.Touch, &b.Touch)
			w.near(g, a, endA, way, wa, Counts)
			w.near(g, b, endB, way, wb, Counts)
			return
		}
	}
}

// outcome returns what became of a contact with a single triangle that no contact is made of.
func (g *gather) outcome(n *near, of int, made []Touch) Outcome {
	switch {
	case of == shaft:
		return NotACrest
	case n.dropped:
		return IsSeam
	case g.pierced[of] && !n.pressed:
		return IsBehind
	}
	for k := range made {
		if t := &made[k]; t.Feature == FeatureShaft && t.Normal.Dot(n.Normal) > patch {
			return IsCovered
		}
	}
	return IsRepeated
}

// near records a contact with a single triangle.
func (w *Witness) near(g *gather, n *near, of, way int, weight float64, outcome Outcome) {
	p := Place{Part: [parts]Part{PartEndA, PartEndB, PartShaft}[of], Of: way, Outcome: outcome, Overlap: n.Overlap,
		Weight: weight, Point: n.Point, Normal: n.Normal, Triangle: n.triangle, V: n.v, W: n.w, Turned: n.turned}
	if g.capsule.Half == 0 {
		p.Part = PartCenters
	}
	p.From = n.Point.AddScaled(-g.surface.Half, n.Normal)
	p.To = p.From.AddScaled(g.reach-n.Overlap, n.Normal)
	w.Places = append(w.Places, p)
}
