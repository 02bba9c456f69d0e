package sim

import (
	"fmt"

	"tumble/sim/law"
	"tumble/sim/narrow"
	"tumble/sim/shape"
)

// kernel appends the touching contacts of one candidate pair to out and returns them with
// a lower bound of the distance between the shapes' surfaces [m], which counts only if
// they do not touch.
type kernel func(w *World, c *candidate, out []narrow.Touch) ([]narrow.Touch, float64)

// kernels is the pair matrix: which function finds the contacts of which two kinds. Of a
// pair the kind with the smaller number comes first; empty cells never touch.
type kernels [len(shape.Kinds)][len(shape.Kinds)]kernel

// CapsuleRule is a way to turn the overlap of capsules into one contact.
type CapsuleRule struct {
	Name    string
	About   string
	kernels kernels
}

// CapsuleRules lists the rules a scene can choose from; the first is the default.
var CapsuleRules = []CapsuleRule{
	{
		Name:  "documented",
		About: "minimum distance, with point and normal weighted over all overlapping ends (seed page Capsule)",
		kernels: kernels{
			shape.KindWall:     {shape.KindSphere: wallSphere, shape.KindCapsule: wallCapsule},
			shape.KindMesh:     {shape.KindSphere: meshSphere, shape.KindCapsule: meshCapsule},
			shape.KindCylinder: {shape.KindSphere: cylinderSphere, shape.KindCapsule: cylinderCapsule},
			shape.KindSphere:   {shape.KindSphere: sphereSphere, shape.KindCapsule: sphereCapsule},
			shape.KindCapsule:  {shape.KindCapsule: capsuleCapsule},
		},
	},
}

func capsuleRule(name string) (*CapsuleRule, error) {
	for i := range CapsuleRules {
		if CapsuleRules[i].Name == name {
			return &CapsuleRules[i], nil
		}
	}
	names := CapsuleRules[0].Name
	for _, r := range CapsuleRules[1:] {
		names += ", " + r.Name
	}
	return nil, fmt.Errorf("capsuleRule must be one of %s, got %q", names, name)
}

// setRule makes one list for each cell of the rule's matrix that is not empty. Histories
// of contacts stay: a rule only changes what comes next.
func (w *World) setRule(name string) {
	rule, err := capsuleRule(name)
	if err != nil {
		panic("sim: capsule rule was not checked")
	}
	w.params.CapsuleRule = name
	old := w.lists
	w.lists, w.spare.pairs = nil, nil
	for a := range rule.kernels {
		for b, k := range rule.kernels[a] {
			if k == nil {
				continue
			}
			l := pairList{number: int32(len(w.lists)), kindA: shape.Kind(a), kindB: shape.Kind(b), kernel: k}
			for i := range old {
				if old[i].kindA == l.kindA && old[i].kindB == l.kindB {
					l.pairs = old[i].pairs
				}
			}
			w.lists = append(w.lists, l)
			w.spare.pairs = append(w.spare.pairs, nil)
		}
	}
	w.stale = true
}

// list returns the candidates of a pair of kinds, nil if they never touch.
func (w *World) list(a, b shape.Kind) *pairList {
	for i := range w.lists {
		if w.lists[i].kindA == a && w.lists[i].kindB == b {
			return &w.lists[i]
		}
	}
	return nil
}

// findTouching turns candidates into the contacts of this step.
func (w *World) findTouching() {
	w.contacts, w.previous = w.previous[:0], w.contacts
	for i := range w.lists {
		w.current = &w.lists[i]
		n := len(w.current.pairs)
		for len(w.chunks)*chunk < n {
			w.chunks = append(w.chunks, touchBuffer{})
		}
		w.team.run(n, w.tasks.touch)
		for k := 0; k*chunk < n; k++ {
			w.contacts = append(w.contacts, w.chunks[k].contacts...)
		}
	}
	// Tell each pair where its contacts are now.
	for i := range w.contacts {
		c := &w.contacts[i]
		if i == 0 || w.contacts[i-1].list != c.list || w.contacts[i-1].pair != c.pair {
			w.lists[c.list].pairs[c.pair].contact = int32(i)
		}
	}
}

// touchBuffer is the memory in which one chunk of candidates becomes contacts.
type touchBuffer struct {
	contacts []contact
	touches  []narrow.Touch // of one pair
}

// touchChunk finds the contacts of candidates [first, last) of the current list.
func (w *World) touchChunk(first, last int) {
	l := w.current
	buffer := &w.chunks[first/chunk]
	out, touches := buffer.contacts[:0], buffer.touches
	travel := w.bodies.travel
	for i := first; i < last; i++ {
		c := &l.pairs[i]
		infoA, infoB := w.shapes.info(l.kindA, c.a), w.shapes.info(l.kindB, c.b)
		moved := travel[infoA.body] + travel[infoB.body]
		if moved < c.until && c.count == 0 {
			continue
		}
		var gap float64
		touches, gap = l.kernel(w, c, touches[:0])
		out = w.record(out, l, int32(i), touches, infoA, infoB)
		c.count = int32(len(touches))
		if c.count == 0 {
			c.until = moved + gap
		}
	}
	buffer.contacts, buffer.touches = out, touches
}

// record appends the contacts of one pair, each with the history it continues.
func (w *World) record(out []contact, l *pairList, pair int32, touches []narrow.Touch, infoA, infoB *shapeInfo) []contact {
	c := &l.pairs[pair]
	var taken uint32
	for i := range touches {
		t := &touches[i]
		n := contact{
			point: t.Point, normal: t.Normal, overlap: t.Overlap, feature: t.Feature,
			bodyA: infoA.body, bodyB: infoB.body, a: c.a, b: c.b, kindA: l.kindA, kindB: l.kindB,
			list: l.number, pair: pair,
			from: continued(w.previous, c.contact, c.count, t, &taken),
		}
		revision := w.materials[infoA.material].revision + w.materials[infoB.material].revision
		if n.from >= 0 && w.previous[n.from].revision == revision {
			p := &w.previous[n.from]
			n.kn, n.kt, n.mu, n.smaller = p.kn, p.kt, p.mu, p.smaller
		} else {
			n.mix(w, infoA, infoB, revision)
		}
		n.revision = revision
		out = append(out, n)
	}
	return out
}

// mix sets the stiffness and friction of a contact from its two materials.
func (c *contact) mix(w *World, infoA, infoB *shapeInfo, revision uint32) {
	la, lb, area := law.Lengths(infoA.radius, infoB.radius)
	m := law.Mix(w.materials[infoA.material].law, w.materials[infoB.material].law, la, lb, area)
	c.kn, c.kt, c.mu, c.smaller, c.revision = m.Kn, m.Kt, m.Mu, lower(la, lb), revision
}

func lower(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}
