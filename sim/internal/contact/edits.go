package contact

import (
	"cmp"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
)

// What may be added to or changed of the materials, the law and the capsule rule that contacts follow.

// AddMaterial adds a material and returns its index. A Restitution of 0 counts as 1.
//
// Errors: a name of several lines, a number out of its range, too many materials.
func (set *Set) AddMaterial(name string, m law.Material) (int, error) {
	m = m.Completed()
	err := cmp.Or(limit.CheckName(name), m.Check())
	if err == nil {
		err = limit.Materials.Check(len(set.Materials) + 1)
	}
	if err != nil {
		return 0, err
	}
	set.Materials = append(set.Materials, Material{Name: name, Law: m})
	set.MixProperties()
	return len(set.Materials) - 1, nil
}

// AddPair gives a pair of materials numbers of its own. Of two for the same pair the later counts.
//
// Errors: an unknown material, a number out of its range, too many pairs.
func (set *Set) AddPair(d PairDef) error {
	if err := cmp.Or(d.Check(set.Materials), limit.Pairs.Check(len(set.Pairs)+1)); err != nil {
		return err
	}
	set.Pairs = append(set.Pairs, d)
	set.MixPair(&d)
	set.sumUpProperties()
	return nil
}

// Reconsider gives the contacts there are the constants of materials and of the law after an edit, so that
// the ledger can book what that did to the energy stored in them. It reports whether the pairs that may
// touch must be found anew.
func (set *Set) Reconsider() bool {
	set.Revision++
	set.remix()
	if !set.actsApart() {
		return false
	}
	set.ForgetGaps() // what was known of pairs holds for the range that contacts had
	return true
}

// SoftenBy makes contacts, those there are too, softer than their materials by a factor.
func (set *Set) SoftenBy(factor float64) {
	set.soften = factor
	set.remix()
}

// ChangeRule lets contacts follow another capsule rule from the next step on. If steps were done by the
// one that was, RuleWork says in that step what the change brings.
func (set *Set) ChangeRule(name string, stepped bool) {
	switch {
	case name == set.ruleBefore:
		set.ruleBefore = ""
	case set.ruleBefore == "" && stepped:
		set.ruleBefore = set.rule
	}
	set.SetRule(name)
}

// RuleWork returns, once in the step after the capsule rule has changed, the energy that the change
// brought [J], else 0: an edit as every other, and nothing that a rule made. Contacts are found twice at
// the positions of this moment t, by the rule that was and by the one that is. Beside the energy U of their
// springs that is the work of half a step: bodies have come here by the forces of the old rule until
// t - dt/2, and by those of the new one since (see package ledger), where the old springs would have done
// F v⁻ dt/2 with their own force.
func (set *Set) RuleWork() float64 {
	if set.ruleBefore == "" {
		return 0
	}
	was, err := RuleByName(set.ruleBefore)
	set.ruleBefore = ""
	if err != nil {
		return 0 // saved states are checked, so there is none
	}
	is, _ := RuleByName(set.rule)
	before, powerBefore := set.ruleEnergy(was)
	now, powerNow := set.ruleEnergy(is)
	return now - before + set.Clock.Dt/2*(powerNow-powerBefore)
}

// ArchiveRuleBefore takes the rule of the last step, if it is another now.
func (set *Set) ArchiveRuleBefore(a *archive.Archive) {
	a.Text(&set.ruleBefore)
	if _, err := RuleByName(set.ruleBefore); a.Reading() && set.ruleBefore != "" && err != nil {
		a.Fail("before, %w", err)
	}
}
