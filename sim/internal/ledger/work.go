package ledger

// Work is the work booked in a step or in all steps, in joules.
type Work struct {
	Contact               float64 // forces and couples of contacts gave to bodies
	Damping               float64 // Cundall damping took
	Held                  float64 // whatever keeps blocked degrees of freedom going, or a hand, brought
	Translation, Rotation float64 // forces other than weight gave to the kinetic energy; only ahead
}

// Add adds other work, entry by entry.
func (a *Work) Add(b *Work) {
	a.Contact += b.Contact
	a.Damping += b.Damping
	a.Held += b.Held
	a.Translation += b.Translation
	a.Rotation += b.Rotation
}

// StepWork is the work on some bodies in one step: all of it, and the part in the half step ahead.
type StepWork struct{ Done, Ahead Work }

// Tally adds up the work on some bodies in one step. Every eighth body is added to the same sum of each entry, so
// that vector kernels can add eight bodies at a time and every kernel gives the same bits.
type Tally struct{ Done, Ahead LaneWork }

// LaneWork is Work with Lanes sums of each entry: sum l is for the bodies with the indices l, l+8, l+16 and so on.
type LaneWork struct{ Contact, Damping, Held, Translation, Rotation [Lanes]float64 }

// Lanes is how many sums there are of each entry: as many as the widest vector kernel does at a time.
const Lanes = 8

// Sum returns the work of all lanes.
func (t *Tally) Sum() (s StepWork) {
	s.Done.addLanes(&t.Done)
	s.Ahead.addLanes(&t.Ahead)
	return s
}

func (a *Work) addLanes(b *LaneWork) {
	for l := range Lanes {
		a.Add(&Work{b.Contact[l], b.Damping[l], b.Held[l], b.Translation[l], b.Rotation[l]})
	}
}

// Loss is energy that contacts turned into heat, in joules.
type Loss struct{ Friction, Viscous, Rolling, Adhesion float64 }

// Add adds another loss, entry by entry.
func (a *Loss) Add(b *Loss) {
	a.Friction += b.Friction
	a.Viscous += b.Viscous
	a.Rolling += b.Rolling
	a.Adhesion += b.Adhesion
}

// Heat is Loss while it is added up contact by contact.
type Heat struct{ Friction, Viscous, Rolling, Adhesion Sum }

// Join adds another heat, entry by entry.
func (h *Heat) Join(o *Heat) {
	h.Friction.Join(&o.Friction)
	h.Viscous.Join(&o.Viscous)
	h.Rolling.Join(&o.Rolling)
	h.Adhesion.Join(&o.Adhesion)
}

// Loss returns the sums, in joules.
func (h *Heat) Loss() Loss {
	return Loss{h.Friction.Value(), h.Viscous.Value(), h.Rolling.Value(), h.Adhesion.Value()}
}

// Total returns the sum of all entries, in joules.
func (h *Heat) Total() float64 {
	return h.Friction.Value() + h.Viscous.Value() + h.Rolling.Value() + h.Adhesion.Value()
}

// Sum adds up numbers with about twice as many digits as one number has. Rounded at the end, the sum has the same
// bits whatever the portions and the order of the numbers: the portions of contacts depend on when the search for
// candidates was last begun anew, which a restored world does at once. Error-free addition of D. E. Knuth, The Art
// of Computer Programming 2, section 4.2.2, theorem B.
type Sum struct{ high, low float64 }

// Add adds a number.
func (s *Sum) Add(x float64) {
	sum := s.high + x
	part := sum - s.high
	s.low += s.high - (sum - part) + (x - part)
	s.high = sum
}

// Join adds the numbers of another sum.
func (s *Sum) Join(o *Sum) {
	s.Add(o.high)
	s.low += o.low
}

// LaneHeat is Heat while kernels add it up, eight contacts at a time.
type LaneHeat struct{ Friction, Viscous, Rolling LaneSum }

// LaneSum is Lanes sums side by side, as Sum has them.
type LaneSum struct{ High, Low [Lanes]float64 }

// Total returns the sum of all lanes.
func (s *LaneSum) Total() Sum {
	var sums [Lanes]Sum
	for l := range sums {
		sums[l] = Sum{s.High[l], s.Low[l]}
	}
	for half := Lanes / 2; half > 0; half /= 2 { // in halves, so that few additions wait for others
		for l := range half {
			sums[l].Join(&sums[l+half])
		}
	}
	return sums[0]
}

// Value returns the sum, rounded to one number.
func (s *Sum) Value() float64 { return s.high + s.low }

// External is the work of forces from outside in a step or in all steps: all of it, and the part in the half step
// ahead.
type External struct{ Done, Ahead ExternalWork }

// ExternalWork is what forces from outside brought and what drag took, in joules.
type ExternalWork struct {
	Work float64 // of all forces but drag, and of drag at the velocity of its fluid
	Drag float64 // taken by drag, at the velocity of bodies in their fluid
}

// Add adds a power for a time [s].
func (w *ExternalWork) Add(power ExternalWork, time float64) {
	w.Work += time * power.Work
	w.Drag += time * power.Drag
}

// net is what bodies got.
func (w *ExternalWork) net() float64 { return w.Work - w.Drag }

// Flow is energy that came or went with bodies or edits, in joules: the part that bodies have, and
// the part stored in contacts.
type Flow struct{ Bodies, Contacts float64 }
