package bridge

// Missing says what a snapshot cannot tell, as what it shows is not computed here but comes from dumps of another
// program, which do not have everything. With the zero value nothing is missing, as of a world.
type Missing struct {
	Edits    bool // nothing can be edited: it has happened
	Contacts bool
	Velocity bool
	Spin     bool
	Force    bool
	Mass     bool
	Turn     bool // how bodies are turned
}

// Why these are not there, in words for people.
const (
	WhyNoEdits    = "these are dumps of another program, which are played: what happened in them cannot be changed"
	WhyNoContacts = "the dumps have atoms, and no contacts between them"
	WhyNoVelocity = "the dumps have no columns vx vy vz"
	WhyNoSpin     = "the dumps have no columns omegax omegay omegaz"
	WhyNoForce    = "the dumps have no columns fx fy fz"
	WhyNoMass     = "the dumps have no column mass"
)

// Reason says why something is not there that needs what is given here; empty if nothing is missing.
func (l Missing) Reason(needs Missing) string {
	for _, one := range []struct {
		off bool
		why string
	}{
		{l.Contacts && needs.Contacts, WhyNoContacts}, {l.Velocity && needs.Velocity, WhyNoVelocity},
		{l.Spin && needs.Spin, WhyNoSpin}, {l.Force && needs.Force, WhyNoForce}, {l.Mass && needs.Mass, WhyNoMass},
		{l.Edits && needs.Edits, WhyNoEdits},
	} {
		if one.off {
			return one.why
		}
	}
	return ""
}
