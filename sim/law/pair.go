package law

import "fmt"

// PairProperties holds the numbers of a contact between two materials that do not depend on the law.
type PairProperties struct {
	TanPhi           float64 // friction coefficient [1]
	Restitution      float64 // speed after over speed before an impact [1]; 1: no dashpot
	RollingFriction  float64 // couple that resists rolling, over reduced radius and normal force [1]
	TwistingFriction float64 // couple that resists twisting, over reduced radius and normal force [1]
	SurfaceEnergy    float64 // work of adhesion [J/m²]
}

// MixPair returns the numbers of a pair of materials for which the scene gives none; see Field.Mix.
func MixPair(a, b Material) (s PairProperties) {
	for i := range Fields {
		switch f := &Fields[i]; {
		case f.Shared == nil:
		case f.Mix != nil:
			*f.Shared(&s) = f.Mix(*f.Of(&a), *f.Of(&b))
		default:
			*f.Shared(&s) = min(*f.Of(&a), *f.Of(&b))
		}
	}
	return s
}

// Given is a number that a scene gives to a pair of materials, with its name in Fields.
type Given struct {
	Name  string
	Value float64
}

// Put sets a number of the pair.
//
// Errors: a name that no shared number has, a value out of its range.
func (s *PairProperties) Put(g Given) error {
	for i := range Fields {
		if f := &Fields[i]; f.Name == g.Name && f.Shared != nil {
			*f.Shared(s) = g.Value
			return f.Check(g.Value)
		}
	}
	return fmt.Errorf("pairs of materials have no number %q", g.Name)
}
