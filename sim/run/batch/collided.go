package batch

import (
	"fmt"
	"math"
	"strings"

	"example.org/tumble/sim"
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

// AllCollisions is the name of the collisions of all materials together.
const AllCollisions = "all"

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

// collided counts the collisions of a run.
type collided struct {
	*collisions.Counter
	since float64 // [s]
	begun bool
	step  int64 // the last that was observed
}

func newCollided(w *sim.World) *collided {
	return &collided{Counter: collisions.NewCounter(), since: w.Clock().Time}
}

// add observes the last step, once.
func (c *collided) add(w *sim.World) {
	if step := w.Clock().Step; !c.begun || step != c.step {
		c.begun, c.step = true, step
		w.Contacts().Collide(&c.Sensor)
	}
}

// result returns what was counted.
func (c *collided) result(w *sim.World) *Collisions {
	r, materials, time := &Collisions{Since: c.since}, w.Contacts().Materials(), w.Clock().Time-c.since
	spectra := c.Spectra()
	r.Pairs = append(r.Pairs, pairOf(AllCollisions, spectra, time, collisions.Joined))
	last := [2]int{-1, -1}
	for _, b := range spectra[0] {
		pair := [2]int{b.MaterialA, b.MaterialB}
		if pair == last {
			continue
		}
		last = pair
		r.Pairs = append(r.Pairs, pairOf(materials[pair[0]]+"+"+materials[pair[1]], spectra, time,
			func(bins []bridge.CollisionBin) (own []bridge.CollisionBin) {
				for _, b := range bins {
					if pair == [2]int{b.MaterialA, b.MaterialB} {
						own = append(own, b)
					}
				}
				return own
			}))
	}
	return r
}

// pairOf returns the collisions that a function chooses of spectra over a time [s].
func pairOf(name string, spectra [][]bridge.CollisionBin, time float64,
	choose func([]bridge.CollisionBin) []bridge.CollisionBin) CollidedPair {
	p := CollidedPair{Name: name, Numbers: map[string]*float64{}, Spectra: map[string][]CollisionRange{}}
	for i := range spectra {
		var all bridge.CollisionBin
		ranges := []CollisionRange{}
		for _, b := range choose(spectra[i]) {
			all.Add(&b)
			ranges = append(ranges, CollisionRange{b.From, b.To, b.Count, b.LostNormal + b.LostTangential})
		}
		if p.Spectra[collisions.Numbers[i].Name] = ranges; i > 0 {
			continue
		}
		for k := range bridge.CollisionNumbers {
			n := &bridge.CollisionNumbers[k]
			p.Numbers[n.Name] = nil
			if x := n.Of(&all, time); !math.IsNaN(x) {
				p.Numbers[n.Name] = &x
			}
		}
	}
	return p
}
