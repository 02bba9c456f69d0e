package scene

import (
	"fmt"

	"tumble/sim"
	"tumble/sim/bridge"
)

// defaultLook is how many steps an outlet that says nothing else lets go by between two
// looks.
const defaultLook = 100

func (b *builder) addOutlet(d Outlet) error {
	v, err := volume(d.Cylinder, d.Box, d.HalfSpace)
	if err != nil {
		return err
	}
	if d.Every == 0 {
		d.Every = defaultLook
	}
	return b.world.AddOutlet(sim.OutletDef{Name: d.Name, Volume: v, Keep: d.Inside != nil && !*d.Inside, Every: d.Every})
}

// volume returns the one volume that is given.
func volume(c *EndedTube, b *Box, h *HalfSpace) (v sim.Volume, err error) {
	given := 0
	if c != nil {
		given++
		v = sim.Volume{Kind: bridge.VolumeCylinder, Origin: c.Origin.Vec(), Axis: c.Axis.Vec(), Radius: c.Radius, Height: c.Height}
	}
	if b != nil {
		given++
		v = sim.Volume{Kind: bridge.VolumeBox, Origin: b.Center.Vec(), Half: b.Size.Vec().Scale(0.5), Orientation: b.Orientation.quat()}
	}
	if h != nil {
		given++
		v = sim.Volume{Kind: bridge.VolumeHalfSpace, Origin: h.Point.Vec(), Axis: h.Normal.Vec()}
	}
	if given != 1 {
		return v, fmt.Errorf("must have exactly one volume (cylinder, box, halfSpace), got %d", given)
	}
	return v, nil
}
