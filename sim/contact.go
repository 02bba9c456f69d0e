package sim

import (
	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// contact is one touching contact of one step. Contacts are kept in contact order: by
// list (pair of kinds), then by the indices of the shapes, then as the kernel found
// them. A contact that continues is renewed in place: until its law is applied it tells
// of the step before.
//
// This is how all but vector kernels see it; contactTable is where it is kept.
type contact struct {
	springs
	resistance
	point, normal vec.Vec3 // normal from a to b
	shear         vec.Vec3 // shear force on a [N]
	overlap       float64  // [m]
	normalForce   float64  // of spring and dashpot, negative where they pull [N]
	bodyA, bodyB  int32
	a, b          int32 // shapes, in the slices of their kinds
	feature       int32
	kindA, kindB  shape.Kind
	fresh         bool // it began in this step
	sliding       bool
}

// springs are the constants of the contacts of one pair.
type springs struct {
	kn, kt  float64 // law.Springs: what they mean depends on the law
	mu      float64 // friction coefficient [1]
	smaller float64 // the smaller radius, for the overlap ratio [m]
	mass    float64 // ma mb/(ma + mb) of the bodies; what forces do not move is infinitely heavy [kg]
	damping float64 // ratio of the dashpot [1]
	pull    float64 // law.Springs [N]
	surface int32   // in World.surfaces
}

// law returns the springs as the laws take them.
func (s *springs) law() law.Springs { return law.Springs{Kn: s.kn, Kt: s.kt, Pull: s.pull} }

// resistance is what a contact has beside its springs where World.elastic is false.
type resistance struct {
	couple vec.Vec3 // on a, against rolling and twisting [N·m]
	drag   float64  // of the dashpot, part of the normal force [N]
}

// force returns the whole force on a [N].
func (c *contact) force() vec.Vec3 { return c.shear.AddScaled(-c.normalForce, c.normal) }

// mix returns the constants of the contacts of a pair, from its two materials.
func (w *contactSet) mix(l *pairList, pair *candidate) springs {
	a, b := w.shapes.Info(l.kindA, pair.a), w.shapes.Info(l.kindB, pair.b)
	n := a.Material*int32(len(w.materials)) + b.Material
	s := &w.surfaces[n]
	m := law.Kinds[w.law].Mix(w.materials[a.Material].law, w.materials[b.Material].law, s.Surface, a.Radius, b.Radius)
	la, lb, _ := law.Lengths(a.Radius, b.Radius)
	return springs{m.Kn, m.Kt, s.TanPhi, lower(la, lb), w.reducedMass(pair), s.damping, m.Pull, n}
}

func (w *contactSet) reducedMass(pair *candidate) float64 {
	b := w.bodies
	var inv float64
	for _, i := range [2]int32{pair.bodyA, pair.bodyB} {
		if b.Kind[i] == bridge.Dynamic {
			inv += b.Mass[i].Inv
		}
	}
	return 1 / inv
}

// radius returns the reduced radius of a contact [m].
func (c *contact) radius(w *contactSet) float64 {
	return law.Reduced(w.shapes.Info(c.kindA, c.a).Radius, w.shapes.Info(c.kindB, c.b).Radius)
}

// touching calls yield for all contacts of the last step, in contact order. Each lies in the
// same memory, until the next: loops over it are not nested.
func (w *contactSet) touching(yield func(*contact) bool) {
	for k := range w.listed {
		for i := range k.contacts.n {
			k.read(i, &w.seen)
			if !yield(&w.seen) {
				return
			}
		}
	}
}

// sameDirection is the cosine of the largest angle between the normals of one contact in
// two successive steps. Normals turn by far less in a step; contacts of one pair in
// different places (a groove) differ by more.
const sameDirection = 0.86 // 30°

// continued finds, among the n contacts from number first on that a pair had in the
// previous step, the one that a touch continues: of those not yet taken, the one whose
// normal is nearest. Returns -1 for a new contact.
func (t *contactTable) continued(first, n int, touch *narrow.Touch, taken *uint32) int {
	var best float64
	found := -1
	for i := range n {
		if i == 32 || *taken&(1<<i) != 0 {
			continue
		}
		b, l := t.row(first + i)
		d := b.normal.at(l).Dot(touch.Normal)
		if !(d > sameDirection) {
			continue
		}
		if b.feature[l] == touch.Feature {
			d += 1e-3 // of two equally near, the one of the same feature
		}
		if d > best {
			best, found = d, i
		}
	}
	if found >= 0 {
		*taken |= 1 << found
	}
	return found
}
