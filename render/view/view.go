// Package view holds the camera and the display options: plain data that panels and keys
// edit and drawers read. It knows nothing of OpenGL nor of the window.
package view

import (
	"math"

	"example.org/tumble/sim/run/bridge"
)

// View is everything that decides how a snapshot is drawn.
type View struct {
	Camera     Camera
	Style      Style
	Overlays   Overlay
	Marks      Marks // contacts that overlays mark
	ColorBy    ColorBy
	ColorRange [2]float32 // of ColorBy; both zero: from the data, growing only
	Filmed     bool       // ColorRange is locked because a video is made; the legend says so
	ColorMap   ColorMap
	ColorScale ColorScale
	ColorFit   uint32  // another number fits the range to the data anew
	Reference  uint32  // another number counts displacements from this moment
	NoLegend   bool    // bodies are coloured, but the picture does not say how
	Cuts       [3]Cut  // planes that cut bodies and meshes open
	Opacity    float32 // of meshes, 0 to 1
	GlyphScale float32 // 1: the longest arrow is 80 pixels
	FullForce  float32 // force that arrows and tubes of the full size stand for [N]; 0: the strongest force
	KeepScales bool    // the scales of arrows and tubes only grow, as ranges of colours do: for pictures of one series
	Quality    Quality
	Vision     Vision // of the window alone
	Theme      Theme
	Caption    bool    // print title, time and counts at the lower left
	Note       string  // lines that are printed at the upper left; {time} in them is the time of the picture
	Lift       float32 // how much of the height below the card of keys is left free, for what lies over it in a window
	Scale      float32 // of marks and text; 0: by the height of the picture
	Ground     Ground  // what is behind the scene
	Figure     Figure  // whether the picture is one for print
	FlatApart  bool    // what lies flat over the picture is left out of it: Flat has it
	MarksApart bool    // with FlatApart, marks of overlays that are over everything are left out, and flat, too
	Resolution float32 // part of the points along each side that the scene is drawn with; text always has all. 0: all

	Hover    bridge.Thing // what the pointer is over, with a thin outline
	Selected *Things      // with a thick outline
	Hidden   *Things      // bodies that are not drawn
	Wired    *Things      // bodies that are drawn as lines, whatever the style
	Clear    *Things      // bodies that are seen through
	Explain  bool         // draw how the selected contact came about
	Tinted   *Things      // bodies in one colour of their own, while the scene's colours are shown
	KeyFrame KeyFrame     // that is chosen
	Split    Split        // how worlds beside each other share the picture
}

// KeyFrame names a key frame of a motion, if one is chosen.
type KeyFrame struct {
	Chosen      bool
	Motion, Key int // indices into Snapshot.Motions and its Keys
}

// Default returns the view a new window starts with; the camera still has to be framed.
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

// Solid draws lit surfaces, Wire only lines, HiddenLine lines of what is in front, as a
// technical drawing.
const (
	Solid Style = iota
	Wire
	HiddenLine
	NumStyles
)

// StyleNames are the styles as the command line and menus name them.
var StyleNames = [NumStyles]string{"solid", "wire", "hidden-line"}

// Overlay is a set of overlays, one bit each. What is known of each stands in a row of overlay.Table.
type Overlay uint32

// The overlays.
const (
	OverlayContacts Overlay = 1 << iota // contact points and normals
	OverlayForces                       // contact forces as cylinders, radius by normal force
	OverlayNetwork                      // force network through both bodies' centres
	OverlayVelocity                     // velocity arrows
	OverlayInlets                       // volumes of the inlets
	OverlayTrails                       // where bodies have been
	OverlayLabels                       // numbers of bodies
	OverlayBoxes                        // bounding boxes
	OverlayMotions                      // ways of bodies through key frames
	OverlayGrid                         // grid of the floor, with its step printed
	OverlayAxes                         // axes tripod in the corner
	OverlayScale                        // scale bar
)

// Marks chooses the contacts that overlays mark.
type Marks uint8

// MarkAll marks all contacts, MarkSliding those at their friction limit, MarkStrong those whose
// force is above the mean, MarkSelected the contacts of selected bodies.
const (
	MarkAll Marks = iota
	MarkSliding
	MarkStrong
	MarkSelected
	NumMarks
)

// MarkNames are the choices as the command line and menus name them.
var MarkNames = [NumMarks]string{"all", "sliding", "strong", "selection"}

// Quality trades looks for frames per second.
type Quality uint8

// Fast has no shadows but where bodies stand, and a guess of what bodies hide of the sky from each other. Plain adds
// that up, for up to a few thousand bodies, Good adds shadows, Best supersampling and larger shadow maps.
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

// Ground is what is behind the scene.
type Ground uint8

// GroundTheme is the theme's background with the floor; GroundBlack and GroundWhite are all of one colour, where the
// floor is only what shadows fall on. Two pictures that differ in those tell how much of the ground is seen where.
const (
	GroundTheme Ground = iota
	GroundBlack
	GroundWhite
)

// Figure makes a picture one for print: the legend says what readers need and no more, nothing lies behind keys, and
// lengths of samples are in millimetres.
type Figure struct {
	DPI float32 // points of the picture per inch of paper; 0: no figure
}

// On reports whether the picture is one for print.
func (f Figure) On() bool { return f.DPI > 0 }

// TextSize is the height of text at scale 1 [px].
const TextSize = 13

// MostScale bounds how much larger than designed marks and text are. Text of that scale is 416 pixels high, as no
// picture needs it whose sides have 16,384; its letters take 70 MB of memory, which grow with the square of the scale.
const MostScale = 32

// MarkScale returns how much larger than designed marks and text are, at most MostScale: as the view asks, else as
// suits the height of a picture, relative to 900 pixels, in steps.
func (v *View) MarkScale(height int) float32 {
	if v.Scale > 0 {
		return min(v.Scale, MostScale)
	}
	return max(1, float32(math.Floor(float64(height)/900*4))/4)
}
