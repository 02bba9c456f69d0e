// Package view holds the camera and the display options: plain data that panels and keys
// edit and drawers read. It depends neither on OpenGL nor on the window.
package view

import (
	"math"

	"example.org/tumble/sim/run/bridge"
)

// View holds all settings that decide how a snapshot is drawn.
type View struct {
	Camera     Camera
	Style      Style
	Overlays   Overlay
	Marks      Marks // contacts that overlays mark
	ColorBy    ColorBy
	ColorRange [2]float32 // range of ColorBy; both zero: the range of the data so far, which only grows
	Filmed     bool       // ColorRange is locked because a video is made; the legend says so
	ColorMap   ColorMap
	ColorScale ColorScale
	ColorFit   uint32  // a changed number fits the range to the present data
	Reference  uint32  // a changed number makes displacements count from the present positions
	NoLegend   bool    // bodies are coloured, but the picture has no legend
	Cuts       [3]Cut  // planes that cut bodies and meshes open
	Opacity    float32 // of meshes, 0 to 1
	GlyphScale float32 // 1: arrows of the full size have at most 80 pixels at scale 1
	FullForce  float32 // force that is drawn with arrows and tubes of the full size [N]; 0: follow the data
	KeepScales bool    // the scales of arrows and tubes only grow, as ranges of colours do: for series of pictures
	Quality    Quality
	Vision     Vision // only for the window
	Theme      Theme
	Caption    bool    // print title, time and counts at the lower left
	Note       string  // lines that are printed at the upper left; {time} in them is the time of the picture
	Lift       float32 // part of the height that is free below the card of keys, for panels of the window
	Scale      float32 // of marks and text; 0: by the height of the picture
	Ground     Ground  // the background of the scene
	Figure     Figure  // whether the picture is one for print
	FlatApart  bool    // the picture is drawn without its flat parts, which overlay.Layout.Flat then holds
	MarksApart bool    // with FlatApart, also marks of overlays over everything become flat parts
	Resolution float32 // part of the points along each side with which the scene, but not text, is drawn; 0: all

	Hover    bridge.Thing // the thing under the pointer, drawn with a thin outline
	Selected *Things      // drawn with a thick outline
	Hidden   *Things      // bodies that are not drawn
	Wired    *Things      // bodies that are drawn as lines, whatever the style
	Clear    *Things      // bodies that are drawn as transparent
	Explain  bool         // draw how the selected contact was found
	Tinted   *Things      // bodies that are drawn in one colour of their own, while the scene's colours are shown
	KeyFrame KeyFrame     // the chosen key frame
	Measured Measured     // sensors that are drawn
	Split    Split        // how worlds beside each other share the picture
}

// KeyFrame names a key frame of a motion, if one is chosen.
type KeyFrame struct {
	Chosen      bool
	Motion, Key int // indices into Snapshot.Motions and its Keys
}

// Measured says which sensors are drawn, as far as the snapshot has them.
type Measured struct {
	Slice   bridge.SliceOf // a field in a slice
	Flow    bool           // the plane through which flow is counted ...
	Plane   bridge.Plane   // ... is this one
	Through bool           // discs and rectangles through which flow is counted
	Part    int            // index of the one that is drawn brighter
	Regions bool
	Region  int // index of the one that is drawn brighter
	Chart   int // an index into bridge.RegionCharts: labels of regions have a number of it
}

// On reports whether any is drawn.
func (m *Measured) On() bool { return m.HasSlice() || m.Flow || m.Through || m.Regions }

// HasSlice reports whether a field in a slice is drawn.
func (m *Measured) HasSlice() bool { return m.Slice.Given() }

// Default returns the view with which a new window starts; the camera still has to be framed.
func Default() View {
	return View{
		Camera:     Camera{Azimuth: -60, Elevation: 18, Fov: 35, Distance: 1},
		Overlays:   OverlayGrid | OverlayAxes,
		Opacity:    0.25,
		GlyphScale: 1,
		Quality:    Good,
		Split:      Split{Line: 0.5},
	}
}

// Style is how solids are drawn.
type Style uint8

// Solid draws lit surfaces, Wire only lines, HiddenLine only the lines that no surface hides, as
// in a technical drawing.
const (
	Solid Style = iota
	Wire
	HiddenLine
	NumStyles
)

// StyleNames are the styles as the command line and menus name them.
var StyleNames = [NumStyles]string{"solid", "wire", "hidden-line"}

// Overlay is a set of overlays, one bit for each. overlay.Table describes each overlay in a row.
type Overlay uint32

// The overlays.
const (
	OverlayContacts Overlay = 1 << iota // contact points and normals
	OverlayForces                       // contact forces as arrows
	OverlayNetwork                      // force network through both bodies' centres
	OverlayVelocity                     // velocity arrows
	OverlayInlets                       // volumes of the inlets
	OverlayTrails                       // last places of bodies
	OverlayLabels                       // numbers of bodies
	OverlayBoxes                        // bounding boxes
	OverlayMotions                      // paths of bodies through key frames
	OverlayGrid                         // grid of the floor and of walls behind the scene, with its step printed
	OverlayAxes                         // axes tripod in the corner
	OverlayScale                        // scale bar
)

// Marks chooses the contacts that overlays mark.
type Marks uint8

// MarkAll marks all contacts, MarkSliding the contacts at their friction limit, MarkStrong the
// contacts with a force above the mean, MarkSelected the contacts of selected bodies.
const (
	MarkAll Marks = iota
	MarkSliding
	MarkStrong
	MarkSelected
	NumMarks
)

// MarkNames are the choices as the command line and menus name them.
var MarkNames = [NumMarks]string{"all", "sliding", "strong", "selection"}

// Quality is the quality of pictures; a higher one gives fewer frames per second.
type Quality uint8

// Fast has shadows only where bodies stand on the floor, and a coarse estimate of the part of the sky that bodies
// hide from each other. Plain computes this part from all neighbours, for up to a few thousand bodies, Good adds
// shadows, Best supersampling and larger shadow maps.
const (
	Fast Quality = iota
	Plain
	Good
	Best
	NumQualities
)

// QualityNames are the qualities as the command line and menus name them.
var QualityNames = [NumQualities]string{"fast", "plain", "good", "best"}

// Theme is the set of background and line colours.
type Theme uint8

// Dark is the default; Light and Print are for slides and paper.
const (
	Dark Theme = iota
	Light
	Print
	NumThemes
)

// ThemeNames are the themes as the command line and menus name them.
var ThemeNames = [NumThemes]string{"dark", "light", "print"}

// Ground is the background of the scene.
type Ground uint8

// GroundTheme is the theme's background with the floor. GroundBlack and GroundWhite are backgrounds of one colour,
// on which only the shadows and the grid of the floor are drawn. From two pictures, one with each of them,
// figure.Matte computes how much of the background each pixel shows.
const (
	GroundTheme Ground = iota
	GroundBlack
	GroundWhite
)

// Figure makes a picture one for print: the legend leaves out everything that belongs to one moment or to the
// window, keys have no pane behind them, and lengths of samples are in millimetres.
type Figure struct {
	DPI float32 // points of the picture per inch of paper; 0: no figure
}

// On reports whether the picture is one for print.
func (f Figure) On() bool { return f.DPI > 0 }

// TextSize is the height of text at scale 1 [px].
const TextSize = 13

// MostScale is the greatest scale of marks and text. Text of this scale is 416 pixels high, more than a picture
// with sides of 16,384 pixels needs; its letters take 70 MB of memory, which grow with the square of the scale.
const MostScale = 32

// MarkScale returns the scale of marks and text, at most MostScale: the scale that the view sets, else the height
// of the picture over 900 pixels, at least 1 and in steps of a quarter.
func (v *View) MarkScale(height int) float32 {
	if v.Scale > 0 {
		return min(v.Scale, MostScale)
	}
	return max(1, float32(math.Floor(float64(height)/900*4))/4)
}
