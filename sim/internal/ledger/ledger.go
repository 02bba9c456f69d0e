package ledger

import "example.org/tumble/sim/internal/archive"

// Ledger books where energy came from and went since the first step, in joules.
type Ledger struct {
	Done, Ahead Work // work of all steps, and the part of it in the half step ahead of the moment of the contacts
	Lost        Loss // energy that contacts turned into heat
	External    External

	Inlets, Outlets, Edits Flow

	Start        float64 // kinetic and potential energy of the bodies that the first step began with
	elasticStart float64 // stored in the contacts that the first step began with
	opened       bool    // the first step has begun
	started      bool    // ... and ended
}

// Opened reports whether the first step has begun: before, nothing is booked.
func (l *Ledger) Opened() bool { return l.opened }

// Started reports whether the first step has ended.
func (l *Ledger) Started() bool { return l.started }

// Open records, as the first step begins, the kinetic and potential energy of all bodies [J].
func (l *Ledger) Open(bodies float64) { l.opened, l.Start = true, bodies }

// Begin records, as the first step ends, the energy that contacts had stored when it began, from the energy that
// they store now [J].
func (l *Ledger) Begin(contacts float64) {
	l.started = true
	l.elasticStart = l.Done.Contact - l.Ahead.Contact + contacts
}

// BookStep books the work of a step, in the order of its portions.
func (l *Ledger) BookStep(works []StepWork) {
	l.Ahead = Work{}
	for k := range works {
		l.Done.Add(&works[k].Done)
		l.Ahead.Add(&works[k].Ahead)
	}
}

// BookImposed books the work of contacts on bodies whose motion is prescribed, and the opposite work as brought by
// whatever moves these bodies [J].
func (l *Ledger) BookImposed(contact float64) {
	l.Done.Contact += contact
	l.Done.Held -= contact
}

// BookHand books the work of a hand from outside in a step, and the part of it in the half step ahead [J].
// BookStep has booked this work as that of contacts, so it is moved to the right entry.
func (l *Ledger) BookHand(done, ahead float64) {
	l.Done.Contact -= done
	l.Done.Held += done
	l.Ahead.Contact -= ahead
	l.Ahead.Held += ahead
}

// BookExternal books the work of forces from outside in a step, in the order of its portions. BookStep has booked this
// work as that of contacts, so it is moved to the right entries.
func (l *Ledger) BookExternal(works []External) {
	l.External.Ahead = ExternalWork{}
	for i := range works {
		w := &works[i]
		l.Done.Contact -= w.Done.net()
		l.Ahead.Contact -= w.Ahead.net()
		l.External.Done.Add(w.Done, 1)
		l.External.Ahead.Add(w.Ahead, 1)
	}
}

// Entries completes a reading that holds the energies of bodies and contacts: Potential, Translation and Rotation
// with the half step ahead, and the three elastic entries. Before the end of the first step it only adds these up.
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

// balance completes a reading with the entries that say where the energy of bodies and contacts came from and
// went.
func (l *Ledger) balance(e *Energy) {
	contact := l.Done.Contact - l.Ahead.Contact
	e.Damping = l.Done.Damping - l.Ahead.Damping
	e.Friction, e.Viscous, e.Rolling, e.Adhesion = l.Lost.Friction, l.Lost.Viscous, l.Lost.Rolling, l.Lost.Adhesion
	e.Drag = l.External.Done.Drag - l.External.Ahead.Drag
	e.Dissipated = e.Damping + e.Friction + e.Viscous + e.Rolling + e.Adhesion + e.Drag

	e.Inlets = l.Inlets.Bodies + l.Inlets.Contacts
	e.Outlets = l.Outlets.Bodies + l.Outlets.Contacts
	e.Imposed = l.Done.Held - l.Ahead.Held
	e.External = l.External.Done.Work - l.External.Ahead.Work
	e.Edits = l.Edits.Bodies + l.Edits.Contacts
	e.ContactRule = contact + e.Elastic + e.Friction + e.Viscous + e.Rolling + e.Adhesion -
		l.elasticStart - l.Inlets.Contacts + l.Outlets.Contacts - l.Edits.Contacts
	e.Work = e.Inlets - e.Outlets + e.Imposed + e.External + e.Edits + e.ContactRule
	e.ClosureError = e.Kinetic + e.Elastic + e.Potential + e.Dissipated - e.Work - l.Start - l.elasticStart
}

// dropNegative sets a negative kinetic energy to zero: ½ m v⁻·v⁺ is negative where bodies turn round within a
// step. The difference is taken from the springs, or from gravity where no spring holds as much, since neither has
// given yet the energy that the step will take from it. The sum of all energies stays the same.
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

// Archive archives all entries but those of ArchiveLater and ArchiveExternal.
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

// ArchiveExternal archives the work of forces from outside.
func (l *Ledger) ArchiveExternal(a *archive.Archive) {
	for _, w := range [2]*ExternalWork{&l.External.Done, &l.External.Ahead} {
		a.Numbers(&w.Work, &w.Drag)
	}
}

// ArchiveLater archives, at the end of a state, the entries that later versions added: only if they are not zero
// or more follows, so that states of older versions can be read, and are written as they were.
func (l *Ledger) ArchiveLater(a *archive.Archive, more bool) {
	if x := &l.Lost.Adhesion; a.Reading() && a.Left() > 0 || *x != 0 || more {
		if a.Number(x); a.Reading() && *x == 0 && a.Left() == 0 {
			a.Fail("8 bytes are left over") // no state has a zero there
		}
	}
}
