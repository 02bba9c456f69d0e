package render

import "example.org/tumble/render/view"

// drawer draws one kind of thing.
type drawer interface {
	// prepare is called once per picture: it uploads what is drawn and adds to the key.
	prepare(f *frame)
	// draw is called once per pass, with the picture's target bound.
	draw(f *frame)
	close()
}

// casts is what a drawer also has whose things cast shadows.
type casts interface {
	cast(f *frame, to caster)
}

// glass is what a drawer also has through whose things bodies are seen.
type glass interface{ glass() }

// caster tells which of the light's maps is being drawn.
type caster int

// castDepth is the map of depth, castVeil that of what meshes leave of the light on the
// floor, castFloor that of soft shadow on the floor, into which the veil has gone.
const (
	castDepth caster = iota
	castVeil
	castFloor
)

// drawerRow is a row of drawers.
type drawerRow struct {
	name    string
	overlay view.Overlay // 0: always
	open    func(*kit) (drawer, error)
}

// shown reports whether a picture has what a row draws.
func (r *drawerRow) shown(f *frame) bool { return r.overlay == 0 || f.view.Overlays&r.overlay != 0 }

// drawers lists all drawers in the order they draw. A row with an overlay is skipped while
// the view does not ask for it. To add an overlay, write overlay_<name>.go and add a row.
var drawers = []drawerRow{
	{"backdrop", 0, newBackdrop},
	{"caption", 0, newCaption},
	{"shadows on the floor", 0, newShade},
	{"feet on the floor", 0, newFeet},
	{"cylinders", 0, newCylinders},
	{"cut faces of meshes", 0, newCaps},
	{"capsules", 0, newCapsules},
	{"capsule lines", 0, newWires},
	{"meshes", 0, newMeshes},
	{"meshes seen through, under bodies", 0, newGlassBelow},
	{"bodies and meshes seen through", 0, newClearBodies},
	{"walls in front", 0, newPanes},
	{"cylinders in front", 0, newTubePanes},
	{"rims of meshes", 0, newRims},
	{"cut lines of meshes", 0, newCutLines},
	{"inlets", view.OverlayInlets, newInlets},
	{"boxes", view.OverlayBoxes, newBoxes},
	{"trails", view.OverlayTrails, newTrails},
	{"depth of bodies off", 0, newXRay}, // what follows is seen through bodies
	{"network", view.OverlayNetwork, newNetwork},
	{"forces", view.OverlayForces, newForces},
	{"contacts", view.OverlayContacts, newContacts},
	{"velocity", view.OverlayVelocity, newVelocity},
	{"labels", view.OverlayLabels, newLabels},
	{"motions", view.OverlayMotions, newMotions},
	{"forecast", 0, newForecast},
	{"hand", 0, newHand},
	{"explained contact, ruler", 0, newExplain},
	{"axes", view.OverlayAxes, newAxes},
	{"grid", view.OverlayGrid, newGrid},
	{"scale bar", view.OverlayScale, newScaleBar},
	{"legend", 0, newLegend},
	{"card of keys", 0, newCard}, // after all that adds to it
}

// orders returns the orders in which drawers draw: as they stand, and for pictures whose bodies have
// the colours of a legend, where what is seen through is drawn under them, so that it does not tint them.
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
