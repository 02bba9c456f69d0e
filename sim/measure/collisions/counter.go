package collisions

import (
	"slices"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/run/bridge"
)

// Counter follows the collisions of a world, as its Sensor does, and counts those that have ended by each of Numbers.
// The zero value follows none, and costs nothing.
type Counter struct {
	sensor  Sensor
	since   float64   // [s]
	spectra []Spectra // nil: none are followed
}

// Follow begins to follow collisions at the present moment, unless they are followed.
func (c *Counter) Follow(set *contact.Set) {
	if c.spectra == nil {
		c.begin(set.Clock.Time)
		c.sensor.Observe(set)
	}
}

// begin begins to count at a time [s].
func (c *Counter) begin(time float64) {
	*c = Counter{since: time, spectra: make([]Spectra, len(Numbers))}
	for i := range c.spectra {
		c.spectra[i].By = i
	}
	c.sensor.Ended = c.add
}

func (c *Counter) add(one *Collision) {
	for i := range c.spectra {
		c.spectra[i].Add(one)
	}
}

// Follows reports whether collisions are followed.
func (c *Counter) Follows() bool { return c.spectra != nil }

// Observe reads the contacts of the last step; it is called after each.
func (c *Counter) Observe(set *contact.Set) {
	if c.spectra != nil {
		c.sensor.Observe(set)
	}
}

// Counted returns copies of what was counted until the moment of a set; nothing if collisions are not followed.
func (c *Counter) Counted(set *contact.Set) (list bridge.Collisions) {
	if c.spectra == nil {
		return list
	}
	list = bridge.Collisions{Followed: true, Since: c.since, Until: set.Clock.Time}
	for i := range set.Materials {
		list.Materials = append(list.Materials, set.Materials[i].Name)
	}
	for i := range c.spectra {
		list.Spectra = append(list.Spectra, c.spectra[i].Bins())
	}
	return list
}

// Number returns a number of the collisions of two materials, or of all, until the moment of a set; NaN if it is
// unknown.
func (c *Counter) Number(set *contact.Set, of bridge.MaterialPair, n *bridge.CollisionNumber) float64 {
	var bins []bridge.CollisionBin
	if c.spectra != nil {
		bins = c.spectra[0].bins
	}
	sum := of.Sum(bins)
	return n.Of(&sum, set.Clock.Time-c.since)
}

// Joined returns the bins of one of Spectra with those of all materials together, from the least number up.
func Joined(bins []bridge.CollisionBin) (list []bridge.CollisionBin) {
	for i := range bins {
		b := bins[i]
		k, there := slices.BinarySearchFunc(list, b.From, func(o bridge.CollisionBin, from float64) int {
			switch {
			case o.From < from:
				return -1
			case o.From > from:
				return 1
			}
			return 0
		})
		if there {
			list[k].Add(&b)
			continue
		}
		b.MaterialA, b.MaterialB = 0, 0
		list = slices.Insert(list, k, b)
	}
	return list
}
