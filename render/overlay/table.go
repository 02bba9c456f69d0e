package overlay

import (
	"cmp"
	"slices"
	"strings"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Overlay is a row of Table.
type Overlay struct {
	Bit   view.Overlay   // switches the overlay on; 0 for an overlay that is always on
	Name  string         // as in --overlays
	Label string         // for people
	Over  bool           // its glyphs lie over the bodies, which do not hide them
	Needs bridge.Missing // the data without which the overlay has nothing to show
	draw  func(f *Frame, to *glyph.List)
}

// Needs of overlays.
var (
	needsContacts = bridge.Missing{Contacts: true}
	needsVelocity = bridge.Missing{Velocity: true}
)

// Table lists all overlays in the order in which they are drawn.
var Table = []Overlay{
	{0, "caption", "", false, bridge.Missing{}, caption},
	{view.OverlayInlets, "inlets", "Inlets", false, bridge.Missing{}, inlets},
	{view.OverlayBoxes, "boxes", "Bounding boxes", false, bridge.Missing{}, boxes},
	{view.OverlayTrails, "trails", "Trails of bodies", false, bridge.Missing{}, trails},
	{view.OverlayNetwork, "network", "Force network", true, needsContacts, network},
	{view.OverlayForces, "forces", "Contact forces", true, needsContacts, forces},
	{view.OverlayContacts, "contacts", "Contact points and normals", true, needsContacts, contacts},
	{view.OverlayVelocity, "velocity", "Velocity", true, needsVelocity, velocity},
	{view.OverlayLabels, "labels", "Numbers of bodies", true, bridge.Missing{}, labels},
	{view.OverlayMotions, "motions", "Key frames, hinges and sliders", true, bridge.Missing{}, motions},
	{0, "forecast", "", true, bridge.Missing{}, forecast},
	{0, "hand", "", true, bridge.Missing{}, hand},
	{0, "explanation", "", true, bridge.Missing{}, explanation},
	{0, "slice", "", true, bridge.Missing{}, slice},
	{0, "plane", "", true, bridge.Missing{}, plane},
	{0, "regions", "", true, bridge.Missing{}, regions},
	{0, "ruler", "", true, bridge.Missing{}, ruler},
	{view.OverlayAxes, "axes", "Axes", true, bridge.Missing{}, axes},
	{view.OverlayGrid, "grid", "Grid", true, bridge.Missing{}, grid},
	{view.OverlayScale, "scale", "Scale bar", true, bridge.Missing{}, scaleBar},
	{0, "legend", "", true, bridge.Missing{}, legend},
	{0, "lens", "", true, bridge.Missing{}, lens}, // after the legend, because it lies beside the legend
	{0, "keys", "", true, bridge.Missing{}, card}, // after all overlays that add keys to the card
}

// Shown reports whether a view shows the overlay.
func (o *Overlay) Shown(v *view.View) bool { return o.Bit == 0 || v.Overlays&o.Bit != 0 }

// Draw adds the overlay's glyphs of a frame to a list.
func (o *Overlay) Draw(f *Frame, to *glyph.List) { o.draw(f, to) }

// Choices returns the overlays that a person can switch, in the order of menus, which is the order of their bits.
func Choices() []Overlay {
	list := slices.DeleteFunc(slices.Clone(Table), func(o Overlay) bool { return o.Bit == 0 })
	slices.SortFunc(list, func(a, b Overlay) int { return cmp.Compare(a.Bit, b.Bit) })
	return list
}

// Of returns the row of the overlay with a bit. Each bit of package view has a row.
func Of(bit view.Overlay) *Overlay {
	return &Table[slices.IndexFunc(Table, func(o Overlay) bool { return o.Bit == bit })]
}

// Follow changes a view as the hint of a scene suggests. The overlays of the hint are added to the shown overlays
// ("none" removes all overlays before it); an empty or unknown name and a glyph scale of 0 change nothing.
func Follow(v *view.View, h bridge.ViewHint) {
	for _, name := range strings.Split(h.Overlays, ",") {
		name = strings.TrimSpace(name)
		if name == "none" {
			v.Overlays = 0
		}
		for i := range Table {
			if Table[i].Name == name {
				v.Overlays |= Table[i].Bit
			}
		}
	}
	if i := slices.Index(view.StyleNames[:], h.Style); i >= 0 {
		v.Style = view.Style(i)
	}
	if i := slices.Index(view.ColorByNames(), h.ColorBy); i >= 0 {
		v.ColorBy = view.ColorBy(i)
	}
	if h.GlyphScale > 0 {
		v.GlyphScale = h.GlyphScale
	}
	if h.Slice.Given() {
		v.Measured.Slice = h.Slice
	}
}

// ShowsContacts reports whether a view shows an overlay that draws contacts.
func ShowsContacts(v *view.View) bool {
	for i := range Table {
		if o := &Table[i]; o.Needs.Contacts && o.Shown(v) {
			return true
		}
	}
	return false
}

// Wanted returns the data that snapshots must hold for the overlays and the colours of a view.
func Wanted(v *view.View) bridge.Wanted {
	w := v.Quantity().Asks
	w.Contacts = w.Contacts || ShowsContacts(v)
	w.Slice = v.Measured.Slice
	if w.Regions = v.Measured.Regions; w.Regions {
		w.Heaps = bridge.RegionCharts()[v.Measured.Chart][0].Part == bridge.Heaps
	}
	return w
}
