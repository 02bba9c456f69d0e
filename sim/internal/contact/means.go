package contact

import (
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/run/bridge"
)

// Means returns what the bodies that forces move have in the mean, of the contacts of the last step and of their
// speeds.
func (set *Set) Means() (m bridge.Means) {
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
