package contact

import (
	"math"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Stiffness is what the contacts of one body oppose to its motion.
type Stiffness struct {
	linear  vec.Vec3 // along each global axis [N/m]
	angular vec.Vec3 // about each global axis [N·m]
	Drag    vec.Vec3 // of dashpots, along each global axis [N·s/m]
}

// Softest is the body whose contacts limit the time step most.
type Softest struct {
	Crit2 float64 // its least m/k and I/kr [s²], infinite if nothing limits any body
	Index int     // of the body, the first of several; -1 without one
}

// stiffMemory is what Critical works with.
type stiffMemory struct {
	sums  [][]Stiffness // of some bodies, for each worker
	found []Softest     // in each piece of the bodies
}

// Critical returns the body whose contacts limit the time step most.
func (set *Set) Critical() Softest {
	m, n := &set.stiff, set.Bodies.Len()
	m.found = slices.Grow(m.found[:0], n/stiffPiece+1)[:(n+stiffPiece-1)/stiffPiece]
	m.sums = slices.Grow(m.sums[:0], set.Team.Workers())[:set.Team.Workers()]
	set.Team.Run(n, stiffPiece, perStiffBody, nil, func(worker, first, last int) {
		own := Span{int32(first), int32(last)}
		m.sums[worker] = set.SumStiffness(own, m.sums[worker])
		m.found[first/stiffPiece] = set.Softest(own, m.sums[worker])
	})
	least := Softest{math.Inf(1), -1}
	for _, f := range m.found {
		if f.Crit2 < least.Crit2 {
			least = f
		}
	}
	return least
}

const (
	// stiffPiece is for how many bodies at a time stiffness is summed, which takes little memory then; contacts
	// between two pieces are looked at twice.
	stiffPiece = 16 * parallel.Chunk
	// perStiffBody is the work [ns] per body.
	perStiffBody = 200
)

// Softest is Critical of some bodies, whose stiffness was summed.
func (set *Set) Softest(own Span, stiff []Stiffness) Softest {
	crit2, index := math.Inf(1), -1
	b := set.Bodies
	for i := own.First; i < own.Last; i++ {
		s := &stiff[i-own.First]
		if b.Kind[i] != body.Dynamic || s.linear == (vec.Vec3{}) && b.Block[i] != body.BlockAll {
			continue
		}
		before, blocked := crit2, b.Block[i]
		if j := b.Joint(int(i)); j != nil {
			blocked = 0 // what can move in one way only is never stiffer than what can move in all
			crit2 = math.Min(crit2, quotient(b.Inertia(j), j.Stiffness))
		}
		for axis := 0; axis < 3; axis++ {
			if blocked&(body.BlockX<<axis) == 0 {
				crit2 = math.Min(crit2, dampedLimit(b.Mass(int(i)).Mass, s.linear.Component(axis), s.Drag.Component(axis)))
			}
			if blocked&(body.BlockRotX<<axis) == 0 {
				crit2 = math.Min(crit2, quotient(b.Mass(int(i)).Inertia.Component(axis), s.angular.Component(axis)))
			}
		}
		if crit2 < before {
			index = int(i)
		}
	}
	return Softest{crit2, index}
}

// SumStiffness returns the stiffness of some bodies, one entry for each, in the memory of a list if there is enough.
func (set *Set) SumStiffness(own Span, stiff []Stiffness) []Stiffness {
	n := int(own.Last - own.First)
	stiff = slices.Grow(stiff[:0], n)[:n]
	clear(stiff)
	for _, k := range set.Chunks {
		if !own.meets(k.BodiesA) && !own.meets(k.BodiesB) {
			continue
		}
		for i := range k.Contacts.N {
			if c := k.Contact(i); own.Has(c.BodyA) || own.Has(c.BodyB) {
				set.addStiffness(&c, own, stiff)
			}
		}
	}
	return stiff
}

// addStiffness adds the stiffness of a contact to its bodies, as far as they are among some.
func (set *Set) addStiffness(c *Contact, own Span, stiff []Stiffness) {
	la, lb, _ := law.Lengths(set.radii(c.KindA, c.A, c.KindB, c.B))
	l, s := &law.Kinds[set.Law], c.law()
	grade := l.Grade(s, c.Overlap)
	kn, kt := math.Max(l.Slope(s, c.Overlap, grade), c.Kn*grade), c.Kt*grade
	n2 := c.Normal.Mul(c.Normal)
	flat := vec.New(n2.Y+n2.Z, n2.Z+n2.X, n2.X+n2.Y) // 1 - n²
	linear := n2.Scale(kn - kt).Add(vec.New(kt, kt, kt))
	angular := flat.Scale(kt)
	add := func(i int32, length float64) {
		if own.Has(i) {
			s := &stiff[i-own.First]
			s.linear, s.angular = s.linear.Add(linear), s.angular.AddScaled(length*length, angular)
		}
	}
	add(c.BodyA, la)
	add(c.BodyB, lb)
	for _, on := range [2]body.ShapeRef{{Kind: c.KindA, Index: c.A}, {Kind: c.KindB, Index: c.B}} {
		if on.Kind == shape.KindMesh && set.Shapes.Meshes[on.Index].FilledMesh != nil {
			set.addLever(c, set.Shapes.Info(on.Kind, on.Index).Body, kn, own, stiff)
		}
	}
	if c.Damping > 0 || c.resists() {
		set.addResistance(c, n2, flat, own, stiff)
	}
}

// addLever adds to the stiffness of a body, if it is among some, what a contact opposes to its rotation by a normal
// force with a lever. Spheres give none, and capsules little; on a block it is most of what there is.
func (set *Set) addLever(c *Contact, on int32, kn float64, own Span, stiff []Stiffness) {
	if own.Has(on) {
		lever := c.Point.Sub(set.Bodies.Pos[on]).Norm2() * kn
		s := &stiff[on-own.First]
		s.angular = s.angular.Add(vec.New(lever, lever, lever))
	}
}

// addResistance adds to the stiffness of the bodies of a contact, of those among some, what
// dashpots and the springs against rolling and twisting oppose.
func (set *Set) addResistance(c *Contact, n2, flat vec.Vec3, own Span, stiff []Stiffness) {
	l := &law.Kinds[set.Law]
	kn := c.Kn * l.Grade(c.law(), c.Overlap)
	drag := n2.Scale(l.Viscosity(c.Damping, kn, c.Mass))
	angular := flat.Scale(law.RollingStiffness(c.Rolling, kn)).AddScaled(law.RollingStiffness(c.Twisting, kn), n2)
	for _, i := range [2]int32{c.BodyA, c.BodyB} {
		if own.Has(i) {
			s := &stiff[i-own.First]
			s.Drag, s.angular = s.Drag.Add(drag), s.angular.Add(angular)
		}
	}
}

// dampedLimit returns half the square of the longest stable step [s²] of a mass m on a
// spring k with a dashpot c whose velocity is half a step old: the positive root of
// k dt² + 2 c dt = 2 m. Without dashpot that is m/k.
func dampedLimit(m, k, c float64) float64 {
	if c == 0 || k == 0 {
		return quotient(m, k)
	}
	dt := 2 * m / (c + math.Sqrt(c*c+2*k*m))
	return dt * dt / 2
}

// quotient returns a/b, or infinity if either says nothing.
func quotient(a, b float64) float64 {
	if !(a > 0) || !(b > 0) {
		return math.Inf(1)
	}
	return a / b
}
