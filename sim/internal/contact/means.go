package contact

import (
	"math"

	"example.org/tumble/sim/internal/body"
)

// Means are what the bodies that forces move have in the mean; 0 where there are none.
type Means struct {
	// Contacts a body, and contacts of those bodies that have two or more: the mechanical coordination number of
	// Thornton (2000), Géotechnique 50(1). A contact with a wall or a mesh counts for the body that touches it.
	Coordination, Mechanical float64

	Speed, MaxSpeed float64 // of centres of mass [m/s]
}

// Means returns the means over the contacts of the last step and the speeds of bodies.
func (set *Set) Means() (m Means) {
	b := set.Bodies
	if cap(set.counts) < b.Len() {
		set.counts = make([]int32, b.Len()+b.Len()/2)
	}
	counts := set.counts[:b.Len()]
	clear(counts)
	for k := range set.Listed {
		for n := range k.Contacts.N {
			row, l := k.Contacts.Row(n)
			counts[row.BodyA[l]]++
			counts[row.BodyB[l]]++
		}
	}
	bodies, ends, carrying, carried := 0, 0, 0, 0
	for i, n := range counts {
		if b.Kind[i] != body.Dynamic {
			continue
		}
		v := b.Vel[i].Norm()
		m.Speed, m.MaxSpeed = m.Speed+v, math.Max(m.MaxSpeed, v)
		if bodies, ends = bodies+1, ends+int(n); n >= 2 {
			carrying, carried = carrying+1, carried+int(n)
		}
	}
	m.Coordination = float64(ends) / float64(max(bodies, 1))
	m.Mechanical = float64(carried) / float64(max(carrying, 1))
	m.Speed /= float64(max(bodies, 1))
	return m
}
