package serve

import (
	"errors"

	"example.org/tumble/sim"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/measure/collisions"
)

// colliding keeps the collisions of a world that have ended, since somebody asked for them.
type colliding struct {
	sensor collisions.Sensor
	ended  []collisions.Collision
	full   bool // there were more than limit.Collisions
}

// follow begins to follow the collisions of a world, at its present moment.
func (h *own) follow() {
	c := &colliding{}
	c.sensor.Ended = func(one *collisions.Collision) {
		if c.full = c.full || len(c.ended) >= limit.Collisions.Most; !c.full {
			c.ended = append(c.ended, *one)
		}
	}
	h.colliding = c
	h.collide(h.past.World)
}

// collide observes the last step, if somebody asked for collisions.
func (h *own) collide(w *sim.World) {
	if h.colliding != nil {
		w.Contacts().Collide(&h.colliding.sensor)
	}
}

// errWindowCollides refuses to follow collisions in a window.
var errWindowCollides = errors.New("the window follows collisions by itself: Follow collisions in its dock Measure")

// followCollisions begins to follow collisions anew, or ends it.
func followCollisions(_ *call, h *world, p *colliders) (any, error) {
	of, is := h.leader.(*own)
	if !is {
		return nil, errWindowCollides
	}
	if of.colliding = nil; !p.Off {
		of.follow()
	}
	return struct{}{}, nil
}

// readCollisions reads the collisions that have ended since somebody asked for them.
func readCollisions(c *call, h *world, _ *About) (any, error) {
	of, is := h.leader.(*own)
	switch {
	case !is:
		return nil, errWindowCollides
	case of.colliding == nil:
		return nil, errors.New("collisions are not followed: ask for it before the steps in which they are")
	case of.colliding.full:
		return nil, limit.Collisions.Check(limit.Collisions.Most + 1)
	}
	list, names, result := of.colliding.ended, h.past.World.Contacts().Materials(), map[string]any{}
	for i := range collisions.Columns {
		column := &collisions.Columns[i]
		if column.Material != nil {
			words := make([]string, len(list))
			for k := range list {
				words[k] = names[column.Material(&list[k])]
			}
			result[column.Name] = words
			continue
		}
		numbers := make([]float64, len(list))
		for k := range list {
			numbers[k] = column.Of(&list[k])
		}
		result[column.Name] = c.array(numbers, column.Whole, len(list))
	}
	return result, nil
}
