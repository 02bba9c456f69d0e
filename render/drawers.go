package render

import "example.org/tumble/render/internal/gpu"

// drawer draws one kind of things in the scene. Overlays, which lie over the scene, are drawn by glyphs.
type drawer interface {
	// prepare is called once per picture and uploads the data that draw needs.
	prepare(f *frame)
	// draw is called once per pass, with the picture's target bound.
	draw(f *frame)
	close()
}

// casts is implemented by drawers whose things cast shadows.
type casts interface {
	cast(f *frame, to caster)
}

// glass is implemented by drawers of things through which bodies are seen.
type glass interface{ glass() }

// caster says which of the light's maps is being drawn.
type caster int

// castDepth is the map of depth; castVeil the map of the light that meshes leave on the
// floor; castFloor the map of soft shadow on the floor, which includes the veil.
const (
	castDepth caster = iota
	castVeil
	castFloor
)

// drawers lists all drawers in the order in which they draw.
var drawers = []struct {
	name string
	open func(*programs) (drawer, error)
}{
	{"backdrop", newBackdrop},
	{"shadows on the floor", newShade},
	{"contact shadows on the floor", newContactShadows},
	{"cylinders", newCylinders},
	{"cut faces of meshes", newCaps},
	{"capsules", newCapsules},
	{"capsule lines", newWires},
	{"meshes", newMeshes},
	{"meshes seen through, under bodies", newGlassBelow},
	{"bodies and meshes seen through", newClearBodies},
	{"walls in front", newPanes},
	{"cylinders in front", newTubePanes},
	{"rims of meshes", newRims},
	{"cut lines of meshes", newCutLines},
}

// orders returns two orders in which drawers draw: plain is the order of the list; data is for pictures whose
// bodies have the colours of a legend, where glass is drawn before the bodies, so that it does not tint them.
func orders(list []drawer) (plain, data []int) {
	var through []int
	for i, d := range list {
		if _, ok := d.(glass); ok {
			through = append(through, i)
		}
	}
	for i, d := range list {
		plain = append(plain, i)
		if _, ok := d.(*capsules); ok {
			data = append(data, through...)
		}
		if _, ok := d.(glass); !ok {
			data = append(data, i)
		}
	}
	return plain, data
}

// scenery draws the scene of a tile: bodies, walls and meshes with their shadows.
type scenery struct {
	drawers          []drawer
	order, dataOrder []int // of drawers
	shadow           shadowPass
	copying          copying
	average          average
}

func (c *scenery) open(k *programs) error {
	if err := c.copying.open(k); err != nil {
		return err
	}
	if err := c.shadow.open(k); err != nil {
		return err
	}
	for _, row := range drawers {
		d, err := row.open(k)
		if err != nil {
			return err
		}
		c.drawers = append(c.drawers, d)
	}
	c.order, c.dataOrder = orders(c.drawers)
	return nil
}

func (c *scenery) prepare(f *frame) {
	for _, d := range c.drawers {
		d.prepare(f)
	}
}

// draw draws the scene once, the light's maps first.
func (c *scenery) draw(f *frame) error {
	if f.shadows {
		if err := c.shadow.draw(f, c.drawers); err != nil {
			return err
		}
	}
	f.scene.Bind()
	gpu.State{}.Apply()
	gpu.ClearDepth()
	order := c.order
	if f.Data {
		order = c.dataOrder
	}
	for _, i := range order {
		if !f.stopped() {
			c.drawers[i].draw(f)
		}
	}
	return nil
}

func (c *scenery) close() {
	for _, d := range c.drawers {
		d.close()
	}
	c.shadow.close()
	c.average.close()
	c.copying.close()
}
