package bridge

// Missing lists the quantities that a snapshot does not have because it was read from the dumps of another
// program, which do not contain everything. In the snapshot of a world nothing is missing but what has to be asked for.
type Missing struct {
	Edits    bool // nothing can be edited: the run was computed by another program
	Contacts bool
	Velocity bool
	Spin     bool
	Force    bool
	Mass     bool
	Turn     bool // the orientations of bodies

	Triangles bool // what contacts did to the triangles of meshes: no surface keeps that
}

// The reasons why these quantities are missing, in words for people.
const (
	WhyNoEdits    = "these are dumps of another program, which are played: what happened in them cannot be changed"
	WhyNoContacts = "the dumps have atoms, and no contacts between them"
	WhyNoVelocity = "the dumps have no columns vx vy vz"
	WhyNoSpin     = "the dumps have no columns omegax omegay omegaz"
	WhyNoForce    = "the dumps have no columns fx fy fz"
	WhyNoMass     = "the dumps have no column mass"

	WhyNoTriangles = "no surface is written with #triangles, as worn=@drum#triangles is"
)

// Reason says why something that needs the given parts is not available; it is empty if none of them is
// missing.
func (l Missing) Reason(needs Missing) string {
	for _, one := range []struct {
		off bool
		why string
	}{
		{l.Contacts && needs.Contacts, WhyNoContacts}, {l.Velocity && needs.Velocity, WhyNoVelocity},
		{l.Spin && needs.Spin, WhyNoSpin}, {l.Force && needs.Force, WhyNoForce}, {l.Mass && needs.Mass, WhyNoMass},
		{l.Edits && needs.Edits, WhyNoEdits}, {l.Triangles && needs.Triangles, WhyNoTriangles},
	} {
		if one.off {
			return one.why
		}
	}
	return ""
}
