package body

import "example.org/tumble/sim/vec"

// common is what many bodies share: those of one product have the same mass properties and, most often, one name.
type common struct {
	mass *Mass
	name string
}

// commons is what all bodies have in common with others.
type commons struct {
	of  []uint32 // of each body, its number in all
	all []common
}

// ID returns the number of a body.
func (b *Set) ID(i int) ID { return ID(b.number[i]) }

// Name returns the name of a body.
func (b *Set) Name(i int) string { return b.commons.all[b.commons.of[i]].name }

// Mass returns the mass properties of a body.
func (b *Set) Mass(i int) *Mass { return b.commons.all[b.commons.of[i]].mass }

// Weigh lets nothing but gravity [m/s²] act on the bodies [first, last).
func (b *Set) Weigh(first, last int, gravity vec.Vec3) {
	var weight vec.Vec3
	of, kinds := b.commons.of[first:last], b.Kind[first:last]
	weighed := -1 // the number of those with that weight
	for i, n := range of {
		if int(n) != weighed {
			weighed, weight = int(n), gravity.Scale(b.commons.all[n].mass.Mass)
		}
		w := &b.Wrench[first+i]
		if *w = (Wrench{}); kinds[i] == Dynamic {
			w.Force = weight
		}
	}
}

// setMass gives a body other mass properties.
func (b *Set) setMass(i int, m *Mass) { b.commons.put(i, common{m, b.Name(i)}) }

// put says what body i has in common with others. It lets go of what no body has any more once there is more of that
// than there are bodies.
func (c *commons) put(i int, one common) {
	if !c.has(one) && len(c.all) > 2*len(c.of) {
		used := commons{of: c.of}
		for k, n := range c.of {
			used.of[k] = used.add(c.all[n])
		}
		*c = used
	}
	c.of[i] = c.add(one)
}

// has reports whether the mass knows that one is there.
func (c *commons) has(one common) bool {
	n := one.mass.common
	return int(n) < len(c.all) && c.all[n] == one
}

// add returns the number of one in all. There may be several if bodies of one mass have several names.
func (c *commons) add(one common) uint32 {
	if c.has(one) {
		return one.mass.common
	}
	n := uint32(len(c.all))
	one.mass.common, c.all = n, append(c.all, one)
	return n
}
