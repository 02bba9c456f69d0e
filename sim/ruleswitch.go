package sim

import "tumble/sim/contact"

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
	was, err := contact.RuleByName(w.ruleBefore)
	w.ruleBefore = ""
	if err != nil {
		return // checkpoints are checked, so there is none
	}
	is, _ := contact.RuleByName(w.params.CapsuleRule)
	before, powerBefore := w.contacts.RuleEnergy(was)
	now, powerNow := w.contacts.RuleEnergy(is)
	w.ledger.Edits.Contacts += now - before + w.clock.Dt/2*(powerNow-powerBefore)
}
