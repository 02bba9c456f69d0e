package batch

import (
	"fmt"
	"math"
	"strings"

	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/run/bridge"
)

// Collisions are those that have ended since a moment.
type Collisions struct {
	Since float64        `json:"since"` // [s]
	Pairs []CollidedPair `json:"pairs"` // first all together, then those of each pair of materials that have met
}

// CollidedPair holds the collisions of two materials: in SI units, the numbers of bridge.CollisionNumbers by their
// names, nil of no collisions, and their spectra by the names of collisions.Numbers.
type CollidedPair struct {
	Name    string                      `json:"name"` // glass+steel, or all
	Numbers map[string]*float64         `json:"numbers"`
	Spectra map[string][]CollisionRange `json:"spectra"`
}

// CollisionRange has the collisions of which a number is from one value on and below another, in SI units.
type CollisionRange struct {
	From       float64 `json:"from"` // 0 for the least, also of those that are negative by rounding
	To         float64 `json:"to"`
	Collisions int64   `json:"collisions"`
	Lost       float64 `json:"energyLost"` // by them [J]
}

// Text writes the numbers, a line for each pair.
func (c *Collisions) Text() string {
	text := ""
	for i := range c.Pairs {
		p := &c.Pairs[i]
		var list []string
		for k := range bridge.CollisionNumbers {
			n := &bridge.CollisionNumbers[k]
			if x := p.Numbers[n.Name]; x != nil {
				list = append(list, strings.TrimSpace(fmt.Sprintf("%s %.5g %s", n.Name, *x, n.Unit)))
			}
		}
		text += fmt.Sprintf("between %s: %s\n", p.Name, strings.Join(list, ", "))
	}
	return text
}

// collidedOf returns what was counted; nil if collisions are not followed.
func collidedOf(c *bridge.Collisions) *Collisions {
	if !c.Followed {
		return nil
	}
	r := &Collisions{Since: c.Since}
	for _, pair := range append([]bridge.MaterialPair{bridge.AllMaterials}, c.Met()...) {
		r.Pairs = append(r.Pairs, pairOf(c, pair))
	}
	return r
}

// pairOf returns the collisions of two materials, or of all.
func pairOf(c *bridge.Collisions, pair bridge.MaterialPair) CollidedPair {
	p := CollidedPair{pair.Name(c.Materials), map[string]*float64{}, map[string][]CollisionRange{}}
	for i, bins := range c.Spectra {
		ranges := []CollisionRange{}
		if pair == bridge.AllMaterials {
			bins = collisions.Joined(bins)
		}
		for _, b := range bins {
			if pair == bridge.AllMaterials || pair == (bridge.MaterialPair{b.MaterialA, b.MaterialB}) {
				ranges = append(ranges, CollisionRange{b.From, b.To, b.Count, b.LostNormal + b.LostTangential})
			}
		}
		p.Spectra[collisions.Numbers[i].Name] = ranges
	}
	sum := c.Sum(pair)
	for k := range bridge.CollisionNumbers {
		n := &bridge.CollisionNumbers[k]
		p.Numbers[n.Name] = nil
		if x := n.Of(&sum, c.Until-c.Since); !math.IsNaN(x) {
			p.Numbers[n.Name] = &x
		}
	}
	return p
}
