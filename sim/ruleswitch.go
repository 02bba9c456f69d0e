package sim

import (
	"tumble/sim/law"
	"tumble/sim/narrow"
)

// bookRule books, in the step after the capsule rule has changed, what that changed: under
// edits, as for every other edit, and not as something that a rule made. Contacts are found
// twice at the positions of this moment t, by the rule that was and by the one that is. Beside
// the energy U of their springs that is the work of half a step: bodies have come here by the
// forces of the old rule until t - dt/2, and by those of the new one since (see the head of
// energy.go), where the old springs would have done F v⁻ dt/2 with their own force.
func (w *World) bookRule() {
	if w.ruleBefore == "" {
		return
	}
	was, err := capsuleRule(w.ruleBefore)
	w.ruleBefore = ""
	if err != nil {
		return // checkpoints are checked, so there is none
	}
	is, _ := capsuleRule(w.params.CapsuleRule)
	before, powerBefore := w.springs(was)
	now, powerNow := w.springs(is)
	w.ledger.Edits.Contacts += now - before + w.clock.dt/2*(powerNow-powerBefore)
}

// springs returns the energy that normal springs hold where a rule finds contacts [J], and the
// power with which they push bodies [W]. It looks at every candidate, with the plain kernels:
// what the search for contacts remembers of them stays as it is.
func (w *contactSet) springs(rule *CapsuleRule) (energy, power float64) {
	space := &w.spaces[0]
	for i := range w.lists {
		l := w.lists[i]
		l.cell = rule.cell(l.kindA, l.kindB)
		for _, k := range l.chunks {
			for n := range k.pairs {
				e, p := w.springsOf(&l, k, k.pairs[n], space)
				energy, power = energy+e, power+p
			}
		}
	}
	return energy, power
}

// springsOf is springs for a candidate of a chunk, with the cell of a list.
func (w *contactSet) springsOf(l *pairList, k *chunkOfPairs, c candidate, space *workspace) (energy, power float64) {
	found, _ := w.findWithin(&l.cell, l, &c, space, space.found[:0])
	if w.actsApart() {
		found, _ = w.leaveOut(k, &c, found, 0)
	}
	for i := range found {
		d := &found[i]
		e, p := w.spring(l, &c, &d.Touch, &spread{d.Share, d.Turn})
		energy, power = energy+e, power+p
	}
	space.found = found
	return energy, power
}

// spring is springs for one touch of a pair.
func (w *contactSet) spring(l *pairList, pair *candidate, t *narrow.Touch, how *spread) (energy, power float64) {
	c := contact{springs: w.mix(l, pair), bodyA: pair.bodyA, bodyB: pair.bodyB, a: pair.a, b: pair.b, kindA: l.kindA, kindB: l.kindB}
	r, s := &law.Kinds[w.law], c.law()
	push, grade := r.Force(s, t.Overlap)
	return r.Energy(s, t.Overlap, grade), -push * w.closing(&c, t, how)
}
