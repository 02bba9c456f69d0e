package state

import (
	"testing"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/law"
)

// Contract: a number of two materials is found where the scene says it: at their pair, as that is written, or at the
// material whose number they share.
func TestOrigin(t *testing.T) {
	p := Plan{
		Materials: []contact.Material{
			{Name: "big", Law: law.Material{RollingFriction: 0.2, Restitution: 0.5}},
			{Name: "small", Law: law.Material{RollingFriction: 0.1, Restitution: 0.8}},
		},
		Given: []contact.PairDef{{A: 1, B: 0, Given: []law.Given{{Name: "restitution", Value: 0.3}}}},
	}
	for _, a := range p.Materials {
		for _, b := range p.Materials {
			p.Pairs = append(p.Pairs, contact.Properties{PairProperties: law.MixPair(a.Law, b.Law)})
		}
	}
	for _, c := range []struct {
		a, b         int
		number, want string
	}{
		{0, 0, "rollingFriction", "materials.big.rollingFriction"}, {0, 1, "restitution", "pairs.small+big.restitution"},
		{0, 1, "rollingFriction", "materials.small.rollingFriction"}, {1, 1, "restitution", "materials.small.restitution"},
	} {
		if got := p.Origin(c.a, c.b, c.number); got != c.want {
			t.Errorf("%s of %d and %d is said at %s, want %s", c.number, c.a, c.b, got, c.want)
		}
	}
}
