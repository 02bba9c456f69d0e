package ledger

import "example.org/tumble/sim/internal/archive"

// Ledger books where energy came from and went since the first step, in joules.
type Ledger struct {
	Done, Ahead Work // of all steps, and of that the half step ahead of the moment of the contacts
	Lost        Loss // in contacts

	Inlets, Outlets, Edits Flow

	Start        float64 // kinetic and potential energy of the bodies that the first step began with
	elasticStart float64 // stored in the contacts that it began with
	opened       bool    // the first step has begun
	started      bool    // ... and ended
}

// Opened reports whether the first step has begun: before, nothing is booked.
func (l *Ledger) Opened() bool { return l.opened }

// Started reports whether the first step has ended.
func (l *Ledger) Started() bool { return l.started }

// Open notes, as the first step begins, the kinetic and potential energy of all bodies [J].
func (l *Ledger) Open(bodies float64) { l.opened, l.Start = true, bodies }

// Begin notes, as the first step ends, what contacts had stored when it began, from what they store
// now [J].
func (l *Ledger) Begin(contacts float64) {
	l.started = true
	l.elasticStart = l.Done.Contact - l.Ahead.Contact + contacts
}

// BookStep books the work of a step, in the order of the portions that it comes in.
func (l *Ledger) BookStep(works []StepWork) {
	l.Ahead = Work{}
	for k := range works {
		l.Done.Add(&works[k].Done)
		l.Ahead.Add(&works[k].Ahead)
	}
}

// BookImposed books what bodies whose motion is prescribed got from contacts, and the same as brought by
// whatever moves them [J].
func (l *Ledger) BookImposed(contact float64) {
	l.Done.Contact += contact
	l.Done.Held -= contact
}

// BookHand books the work that a hand from outside did in a step, and of that the half step ahead [J]. It is
// among what BookStep took as that of contacts.
func (l *Ledger) BookHand(done, ahead float64) {
	l.Done.Contact -= done
	l.Done.Held += done
	l.Ahead.Contact -= ahead
	l.Ahead.Held += ahead
}

// Entries completes a reading that holds what bodies and contacts have: Potential, Translation and
// Rotation with the half step ahead, and the three elastic ones. Before the end of the first step it
// only adds these up.
func (l *Ledger) Entries(e *Energy) {
	e.Translation -= l.Ahead.Translation
	e.Rotation -= l.Ahead.Rotation
	e.Kinetic = e.Translation + e.Rotation
	e.Elastic = e.ElasticNormal + e.ElasticShear + e.ElasticRolling
	if l.started {
		l.balance(e)
	}
	dropNegative(e)
}

// balance completes a reading of what bodies and contacts have with where it came from and went.
func (l *Ledger) balance(e *Energy) {
	contact := l.Done.Contact - l.Ahead.Contact
	e.Damping = l.Done.Damping - l.Ahead.Damping
	e.Friction, e.Viscous, e.Rolling, e.Adhesion = l.Lost.Friction, l.Lost.Viscous, l.Lost.Rolling, l.Lost.Adhesion
	e.Dissipated = e.Damping + e.Friction + e.Viscous + e.Rolling + e.Adhesion

	e.Inlets = l.Inlets.Bodies + l.Inlets.Contacts
	e.Outlets = l.Outlets.Bodies + l.Outlets.Contacts
	e.Imposed = l.Done.Held - l.Ahead.Held
	e.Edits = l.Edits.Bodies + l.Edits.Contacts
	e.ContactRule = contact + e.Elastic + e.Friction + e.Viscous + e.Rolling + e.Adhesion -
		l.elasticStart - l.Inlets.Contacts + l.Outlets.Contacts - l.Edits.Contacts
	e.Work = e.Inlets - e.Outlets + e.Imposed + e.Edits + e.ContactRule
	e.ClosureError = e.Kinetic + e.Elastic + e.Potential + e.Dissipated - e.Work - l.Start - l.elasticStart
}

// dropNegative sets a negative kinetic energy to zero, as ½ m v⁻·v⁺ is where bodies turn round within a step. The
// difference is taken from the springs, or from gravity where no spring holds as much, since neither has given yet
// what the step will take of it. The sum of all stays.
func dropNegative(e *Energy) {
	less := min(e.Translation, 0) + min(e.Rotation, 0)
	if !(less < 0) {
		return
	}
	e.Translation, e.Rotation = max(e.Translation, 0), max(e.Rotation, 0)
	e.Kinetic = e.Translation + e.Rotation
	if e.ElasticNormal < -less {
		e.Potential += less
		return
	}
	e.ElasticNormal += less
	e.Elastic = e.ElasticNormal + e.ElasticShear + e.ElasticRolling
}

// Archive takes all entries but those of ArchiveLater.
func (l *Ledger) Archive(a *archive.Archive) {
	for _, w := range [2]*Work{&l.Done, &l.Ahead} {
		a.Numbers(&w.Contact, &w.Damping, &w.Held, &w.Translation, &w.Rotation)
	}
	a.Numbers(&l.Lost.Friction, &l.Lost.Viscous, &l.Lost.Rolling)
	for _, f := range [3]*Flow{&l.Inlets, &l.Outlets, &l.Edits} {
		a.Numbers(&f.Bodies, &f.Contacts)
	}
	a.Numbers(&l.Start, &l.elasticStart)
	a.Flag(&l.opened)
	a.Flag(&l.started)
}

// ArchiveLater takes, at the end of a state, the entries that ledgers did not always have: only if they are
// not zero or more follows, so that states of before are read, and written as they were.
func (l *Ledger) ArchiveLater(a *archive.Archive, more bool) {
	if x := &l.Lost.Adhesion; a.Reading() && a.Left() > 0 || *x != 0 || more {
		if a.Number(x); a.Reading() && *x == 0 && a.Left() == 0 {
			a.Fail("8 bytes are left over") // no state has a zero there
		}
	}
}
