package insertion

import (
	"math"

	"example.org/tumble/sim/run/bridge"
)

// Pass begins to tell what has gone through a plane: how many bodies, and how much of them, outlets have taken beyond
// it more than inlets have made there. What reaches across the plane counts for neither side.
func (f *Flow) Pass(to *bridge.Passed) {
	p := to.Plane
	*to = bridge.Passed{Plane: p, Across: to.Across[:0]}
	other := bridge.Plane{Axis: p.Axis, Negative: !p.Negative, At: p.At}
	add := func(kind, name string, r reach, bodies int64, mass float64) {
		switch {
		case r.beyond(p):
			to.Bodies, to.Mass = to.Bodies+bodies, to.Mass+mass
		case !r.beyond(other):
			to.Across = append(to.Across, kind+name)
		}
	}
	for i := range f.Outlets {
		o := &f.Outlets[i]
		add("outlet ", o.Def.Name, o.Def.Volume.reach(p.Axis, o.Def.Keep), o.Bodies, o.Mass)
	}
	for i := range f.Inlets {
		in := &f.Inlets[i]
		add("inlet ", in.Def.Name, in.Def.Volume.reach(p.Axis, false), -in.Bodies, -in.Mass)
	}
}

// reach is where something begins and ends along an axis [m].
type reach struct{ lo, hi float64 }

// beyond reports whether all of it is beyond a plane.
func (r reach) beyond(p bridge.Plane) bool {
	return p.Negative && r.hi <= p.At || !p.Negative && r.lo >= p.At
}

// reach returns where a volume, or all that is not in it, begins and ends along an axis.
func (v *Volume) reach(axis int, outside bool) reach {
	inf := math.Inf(1)
	if v.Kind != bridge.VolumeHalfSpace {
		if outside {
			return reach{-inf, inf}
		}
		b := v.Bounds()
		return reach{b.Lo.Component(axis), b.Hi.Component(axis)}
	}
	at, out := v.Origin.Component(axis), v.Axis.Component(axis) // which is -1, 0 or 1 for one across the axis
	if outside {
		out = -out
	}
	switch out {
	case 1:
		return reach{-inf, at}
	case -1:
		return reach{at, inf}
	}
	return reach{-inf, inf}
}
