package law

// Surface holds the numbers that two materials have together where they touch, whatever
// the law.
type Surface struct {
	TanPhi           float64 // friction coefficient [1]
	Restitution      float64 // speed after over speed before an impact [1]; 1: no dashpot
	RollingFriction  float64 // couple that resists rolling, over reduced radius and normal force [1]
	TwistingFriction float64 // the same about the normal [1]
}

// MixSurface returns what two materials have together unless a scene says otherwise for
// the pair: of each number the smaller.
func MixSurface(a, b Material) Surface {
	return Surface{
		TanPhi:           smaller(a.TanPhi, b.TanPhi),
		Restitution:      smaller(a.Restitution, b.Restitution),
		RollingFriction:  smaller(a.RollingFriction, b.RollingFriction),
		TwistingFriction: smaller(a.TwistingFriction, b.TwistingFriction),
	}
}

// Check returns an error for the first number that is out of the range that a material's
// number of the same name has.
func (s Surface) Check() error {
	m := Default
	m.TanPhi, m.Restitution, m.RollingFriction, m.TwistingFriction = s.TanPhi, s.Restitution, s.RollingFriction, s.TwistingFriction
	return m.Check()
}

func smaller(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}
