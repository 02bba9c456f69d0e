package contact

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// ruleEnergy returns the energy that normal springs hold where a rule finds contacts [J], and the
// power with which they push bodies [W]. It looks at every pair, with the plain kernels:
// what the search for contacts remembers of them stays as it is.
func (set *Set) ruleEnergy(rule *CapsuleRule) (energy, power float64) {
	space := &set.Spaces[0]
	for i := range set.Lists {
		l := set.Lists[i]
		l.cell = rule.cell(l.KindA, l.KindB)
		for _, k := range l.Chunks {
			for n := range k.Pairs {
				e, p := set.springsOf(&l, k, n, space)
				energy, power = energy+e, power+p
			}
		}
	}
	return energy, power
}

// springsOf is springs for a pair of a chunk, with the cell of a list.
func (set *Set) springsOf(l *List, k *Chunk, pair int, space *Workspace) (energy, power float64) {
	q, c := set.ask(space), &k.Pairs[pair]
	space.lookAt(k, pair)
	x := set.extent(l, c)
	set.findWithin(l.find, l, c, x.end, space)
	if set.actsApart() {
		set.leaveOut(k, pair, x.begin, q, 0)
	}
	for i := range q.Contacts {
		d := &q.Contacts[i]
		e, p := set.springEnergy(l, c, &d.Touch, &Line{d.Share, d.Arm})
		energy, power = energy+e, power+p
	}
	return energy, power
}

// springEnergy is springs for one touch of a pair.
func (set *Set) springEnergy(l *List, pair *Pair, t *narrow.Touch, how *Line) (energy, power float64) {
	c := Contact{Springs: set.mix(l, pair), A: pair.A, B: pair.B, KindA: l.KindA, KindB: l.KindB}
	c.BodyA, c.BodyB = set.BodiesOf(l, pair)
	r, s := &law.Kinds[set.Law], c.law()
	push, grade := r.Force(s, t.Overlap)
	return r.Energy(s, t.Overlap, grade), -push * set.closing(&c, t, how)
}

// remix does so for those of the set.
func (set *Set) remix() {
	for k := range set.Listed {
		t := &k.Contacts
		set.remixChunk(k)
		t.relax(set)
		t.within(&law.Kinds[set.Law])
	}
}

// remixChunk does so for those of a chunk.
func (set *Set) remixChunk(k *Chunk) {
	t := &k.Contacts
	t.keepOverlaps() // as they were
	t.Springs, k.extents = t.Springs[:0], k.extents[:0]
	for i := range t.N {
		pair := t.PairOf(i)
		t.link(i, pair, t.put(set.mix(k.List, &k.Pairs[pair])))
	}
}

// Springs are the constants of the contacts of one pair.
type Springs struct {
	Kn, Kt   float64 // law.Springs: what they mean depends on the law
	Mu       float64 // friction coefficient [1]
	Smaller  float64 // the smaller radius, for the overlap ratio [m]
	Mass     float64 // ma mb/(ma + mb) of the bodies; what forces do not move is infinitely heavy [kg]
	Damping  float64 // ratio of the dashpot [1]
	Rolling  float64 // the largest couple that opposes rolling over the load: coefficient times reduced radius [m]
	Twisting float64 // the same about the normal [m]
	RadiusA  float64 // of the shapes of a central contact, else 0 [m]
	RadiusB  float64 // [m]
	Softness float64 // 1/Kn
	pull     float64 // law.Springs [N]
}

// mix returns the constants of the contacts of a pair, from its two materials.
func (set *Set) mix(l *List, pair *Pair) Springs {
	a, b := set.Shapes.Info(l.KindA, pair.A), set.Shapes.Info(l.KindB, pair.B)
	first, second := set.Bodies.Part(a).Def.Material, set.Bodies.Part(b).Def.Material
	s := &set.Properties[first*len(set.Materials)+second]
	ra, rb := set.radii(l.KindA, pair.A, l.KindB, pair.B)
	m := law.Kinds[set.Law].Mix(set.elastic(first), set.elastic(second), s.PairProperties, ra, rb)
	la, lb, _ := law.Lengths(ra, rb)
	r := law.Reduced(ra, rb)
	mixed := Springs{Kn: m.Kn, Kt: m.Kt, Mu: s.TanPhi, Smaller: vec.Lower(la, lb), Mass: set.reducedMass(a.Body, b.Body),
		Damping: s.Damping, Rolling: s.RollingFriction * r, Twisting: s.TwistingFriction * r, Softness: 1 / m.Kn,
		pull: m.Pull}
	if l.central {
		mixed.RadiusA, mixed.RadiusB = ra, rb
	}
	return mixed
}

// radii returns the radii of the shapes of a pair [m]: 0 for a flat one, for which the side of a cylinder counts that a
// servo moves, and for a mesh that comes second, whose
// corners touch, that of the sphere that a corner is as stiff as.
func (set *Set) radii(kindA shape.Kind, a int32, kindB shape.Kind, b int32) (ra, rb float64) {
	if ra, rb = set.Shapes.Part(kindA, a).Radius, set.Shapes.Part(kindB, b).Radius; kindB == shape.KindMesh {
		rb = set.Shapes.Meshes[b].Radius
	}
	if kindA == shape.KindCylinder && set.Shapes.Cylinders[a].Held {
		ra = 0
	}
	return ra, rb
}

func (set *Set) reducedMass(bodyA, bodyB int32) float64 {
	b := set.Bodies
	var inv float64
	for _, i := range [2]int32{bodyA, bodyB} {
		if b.Kind[i] == body.Dynamic {
			inv += b.Mass(int(i)).Inv
		}
	}
	return 1 / inv
}

// dropLostForces takes out of contacts what is not finite, so that nobody draws it.
func (set *Set) dropLostForces() {
	set.EditContacts(func(c *Contact) {
		if !c.Force.Add(c.Couple).AddScaled(c.NormalForce(), c.Tangential()).IsFinite() {
			c.Force, c.Overlap, c.Resistance = vec.Vec3{}, 0, Resistance{} // the overlap may follow from the force
		}
	})
}
