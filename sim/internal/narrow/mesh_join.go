package narrow

// contacts is the largest number of contacts of one end, or of the shaft, that are kept:
// a point in the corner of a box touches three smooth patches.
const contacts = 6

// chosen lists contacts with normals more than 25° apart, deepest first.
type chosen struct {
	count int
	list  [contacts]*Touch
}

// add adds t unless the list already has a contact with the same patch.
func (c *chosen) add(t *Touch) {
	if c.count == contacts {
		return
	}
	for k := range c.list[:c.count] {
		if c.list[k].Normal.Dot(t.Normal) > patch {
			return
		}
	}
	c.list[c.count] = t
	c.count++
}

// remove removes the contact at index k.
func (c *chosen) remove(k int) {
	c.count--
	copy(c.list[k:], c.list[k+1:c.count+1])
}

// closest returns the contacts of a and b whose normals are closest to each other; ok is
// false if none are on the same patch.
func closest(a, b *chosen) (i, j int, ok bool) {
	cosine := patch
	for p := range a.list[:a.count] {
		for q := range b.list[:b.count] {
			if d := a.list[p].Normal.Dot(b.list[q].Normal); d > cosine {
				cosine, i, j, ok = d, p, q, true
			}
		}
	}
	return i, j, ok
}

// choose fills c with the contacts of an end that rule 2 of MeshCapsule keeps.
func (g *gather) choose(end int, c *chosen) {
	for k := range g.parts[end] {
		if n := &g.parts[end][k]; !n.dropped && (n.pressed || !g.pierced[end]) {
			c.add(&n.Touch)
		}
	}
}

// join appends the contacts that the rules of MeshCapsule make from the gathered ones.
func (g *gather) join(out []Touch) []Touch {
	var a, b chosen
	g.choose(endA, &a)
	g.choose(endB, &b)
	first := len(out)
	for {
		i, j, ok := closest(&a, &b)
		if !ok {
			break
		}
		t := mean(*a.list[i], *b.list[j])
		t.Feature = FeatureBoth
		out = append(out, t)
		a.remove(i)
		b.remove(j)
	}
	for _, t := range a.list[:a.count] {
		out = append(out, *t)
	}
	for _, t := range b.list[:b.count] {
		out = append(out, *t)
	}
	for k := range g.parts[shaft] {
		if n := &g.parts[shaft][k]; g.isDeeper(&n.Touch, out[first:]) && g.isCrest(n) {
			out = replacePatch(out, first, n.Touch)
		}
	}
	return out
}

// isDeeper reports whether a contact of the shaft is deeper than all those on the same
// patch.
func (g *gather) isDeeper(n *Touch, others []Touch) bool {
	for k := range others {
		t := &others[k]
		if t.Normal.Dot(n.Normal) > patch && n.Overlap <= t.Overlap+flush*g.reach {
			return false
		}
	}
	return true
}

// replacePatch replaces the contacts in out[first:] with the same patch by a contact of the shaft.
func replacePatch(out []Touch, first int, n Touch) []Touch {
	kept := first
	for _, t := range out[first:] {
		if t.Normal.Dot(n.Normal) <= patch {
			out[kept] = t
			kept++
		}
	}
	return append(out[:kept], n)
}
