package collisions

import (
	"slices"

	"example.org/tumble/sim/run/bridge"
)

// Counter follows the collisions of a world, as its Sensor does, and counts those that have ended by each of Numbers.
type Counter struct {
	Sensor  Sensor
	spectra []Spectra
}

// NewCounter returns a counter that has not counted.
func NewCounter() *Counter {
	c := &Counter{spectra: make([]Spectra, len(Numbers))}
	for i := range c.spectra {
		c.spectra[i].By = i
	}
	c.Sensor.Ended = func(one *Collision) {
		for i := range c.spectra {
			c.spectra[i].Add(one)
		}
	}
	return c
}

// Spectra returns copies of all bins, by each of Numbers.
func (c *Counter) Spectra() (list [][]bridge.CollisionBin) {
	for i := range c.spectra {
		list = append(list, c.spectra[i].Bins())
	}
	return list
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
