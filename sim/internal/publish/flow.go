package publish

import (
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/run/bridge"
)

// fillFlow copies inlets and outlets into a snapshot.
func fillFlow(f *insertion.Flow, s *bridge.Snapshot) {
	s.Inlets = s.Inlets[:0]
	s.Outlets = slices.Grow(s.Outlets[:0], len(f.Outlets))[:len(f.Outlets)]
	for i := range f.Inlets {
		in := &f.Inlets[i]
		v := &in.Def.Volume
		s.Inlets = append(s.Inlets, bridge.Inlet{
			Name: in.Def.Name, Makes: in.Makes(), Bodies: in.Bodies, Mass: in.Mass,
			Flow: in.Def.Flow(), Done: in.Done, DoneAt: in.DoneAt, Rate: in.Rate(),
			Position: v.Origin.Float32(), Axis: v.Axis.Float32(), Radius: float32(v.Radius), Height: float32(v.Height),
			Volume: volume(v),
		})
	}
	for i := range f.Outlets {
		o := &f.Outlets[i]
		v := &o.Def.Volume
		to := &s.Outlets[i]
		o.Ages.CopyTo(&to.Ages)
		*to = bridge.Outlet{
			Name: o.Def.Name, Bodies: o.Bodies, Mass: o.Mass, Rate: o.Rate(), Energy: o.Energy, Keep: o.Def.Keep,
			Ages: to.Ages, Done: o.Done, DoneAt: o.DoneAt,
			Position: v.Origin.Float32(), Axis: v.Axis.Float32(), Radius: float32(v.Radius), Height: float32(v.Height),
			Volume: volume(v),
		}
	}
}

func volume(v *insertion.Volume) bridge.Volume {
	return bridge.Volume{Kind: bridge.VolumeKind(v.Kind), Half: v.Half.Float32(), Rotation: v.Orientation.Float32()}
}

// fillPlane counts the bodies that have gone through a plane: those beyond it, and those that outlets have taken
// beyond it less those that inlets have made there.
func fillPlane(to *bridge.Passed, f *insertion.Flow, b *body.Set) {
	addFlow(to, f)
	for _, i := range b.Created { // in their order, so that the sum always has the same bits
		if b.Kind[i] == body.Dynamic && to.Plane.Beyond(b.Pos[i].Component(to.Plane.Axis)) {
			to.Bodies, to.Mass = to.Bodies+1, to.Mass+b.Mass(int(i)).Mass
		}
	}
}

// addFlow begins the count with the bodies of inlets and outlets. An inlet or outlet across the plane counts for
// neither side.
func addFlow(to *bridge.Passed, f *insertion.Flow) {
	p := to.Plane
	*to = bridge.Passed{Plane: p, Across: to.Across[:0]}
	add := func(kind, name string, v *insertion.Volume, outside bool, bodies int64, mass float64) {
		lo, hi := v.Extent(p.Axis, outside)
		at := p.At
		if p.Negative {
			lo, hi, at = -hi, -lo, -at
		}
		switch {
		case lo >= at:
			to.Bodies, to.Mass = to.Bodies+bodies, to.Mass+mass
		case hi > at:
			to.Across = append(to.Across, kind+name)
		}
	}
	for i := range f.Outlets {
		o := &f.Outlets[i]
		add("outlet ", o.Def.Name, &o.Def.Volume, o.Def.Keep, o.Bodies, o.Mass)
	}
	for i := range f.Inlets {
		in := &f.Inlets[i]
		add("inlet ", in.Def.Name, &in.Def.Volume, false, -in.Bodies, -in.Mass)
	}
}
