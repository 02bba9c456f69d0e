package studio

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"unicode"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
)

// Sizes of pictures [pixels].
const (
	MinSide = 16
	MaxSide = 16384
)

// Options describe how a picture looks.
type Options struct {
	Width, Height int // [pixels]

	// View is how the scene is drawn. The wishes of the scene are added, except for the fields in Chosen.
	View   view.View
	Chosen view.Fields
	Added  view.Overlay // overlays in addition to the overlays of View
	Alone  bool         // Added replaces the overlays of View

	Eye    Eye
	Framed bool // keeps the camera of View where Eye chooses nothing, instead of the wish of the scene

	Groups []Group // bodies with a style of their own

	Note       string  // lines at the upper left; {title}, {time}, {seed} and {set} are replaced by the picture's values
	Logo       string  // a PNG or JPEG file for the lower right; empty: none
	LogoHeight float64 // height of the logo over the height of the picture
}

// Group is the bodies that a rule selects, and their style; see package grouping.
type Group struct {
	Rule  string
	Style grouping.Style
}

// Eye is the direction from which a scene is seen. The zero value leaves it to the scene.
type Eye struct {
	Given     bool
	Axis      int     // direction of view, 0 to 2; -1: the angles count
	Side      float32 // side of the axis on which the eye is, 1 or -1
	Azimuth   float32 // [°]
	Elevation float32 // [°]
	Distance  float32 // [m]; 0: far enough to see everything
}

// Default returns the default options of a picture of 1280 by 720 pixels.
func Default() Options {
	return Options{Width: 1280, Height: 720, View: view.Default(), LogoHeight: 0.08}
}

// noteOf returns the lines of the note for a scene; the renderer fills in the time.
func (o *Options) noteOf(sc *run.Scene) string {
	set := strings.Join(sc.Set, ", ")
	if set == "" {
		set = "as the scene is"
	}
	text := strings.NewReplacer("{title}", cmp.Or(sc.Title, sc.Name), "{set}", set, "{seed}",
		strconv.FormatUint(sc.Origin().Seed, 10)).Replace(o.Note) // dumps have no world
	return strings.Map(func(r rune) rune {
		if r != '\n' && unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// Follow sets the fields of the view that the scene wishes and that nobody has chosen. It ignores impossible
// wishes.
func (o *Options) Follow(h bridge.ViewHint) {
	if o.Alone {
		o.View.Overlays = 0
	}
	o.View.Overlays |= o.Added
	if o.Chosen.Has(view.FieldOverlays) {
		h.Overlays = ""
	}
	if o.Chosen.Has(view.FieldStyle) {
		h.Style = ""
	}
	if o.Chosen.Has(view.FieldColorBy) {
		h.ColorBy = ""
	}
	if o.Chosen.Has(view.FieldSlice) {
		h.Slice = bridge.SliceOf{}
	}
	overlay.Follow(&o.View, h)
}

// frame is the part of a picture into which a camera must fit a scene.
type frame struct {
	eye           Eye
	width, height int        // [pixels]
	room          [4]float32 // margins at the left, right, top and bottom that the scene should leave free [pixels]
}

// Camera returns the camera for a scene: the camera of the options, otherwise the camera that the scene wishes,
// otherwise a camera that shows everything.
func (o *Options) Camera(s *bridge.Snapshot) view.Camera {
	return o.camera(s, frame{eye: o.Eye, width: o.Width, height: o.Height})
}

// camera is like Camera, but for a part of a picture or for another eye.
func (o *Options) camera(s *bridge.Snapshot, f frame) view.Camera {
	c := o.View.Camera
	if o.Framed && !f.eye.Given {
		return c
	}
	lo, hi := s.Bounds.Core[0], s.Bounds.Core[1]
	if s.View.Given {
		lo, hi = s.View.Frame[0], s.View.Frame[1]
		c.Azimuth, c.Elevation = s.View.Azimuth, s.View.Elevation
	}
	if !bounded(lo, hi) { // the scene is still empty
		lo, hi = [3]float32{-0.1, -0.1, 0}, [3]float32{0.1, 0.1, 0.1}
	}
	e := f.eye
	switch {
	case e.Given && e.Axis >= 0:
		c.Look(e.Axis, e.Side)
	case e.Given:
		c.Azimuth, c.Elevation = e.Azimuth, e.Elevation
	}
	room := f.free()
	wide, high := float32(f.width)-room[0]-room[1], float32(f.height)-room[2]-room[3]
	c.Frame(lo, hi, wide/high)
	c.Distance *= float32(f.height) / high
	if e.Given && e.Distance > 0 {
		c.Distance = e.Distance
	}
	c.Pan(0.5*(room[0]-room[1]), 0.5*(room[2]-room[3]), float32(f.height))
	return c
}

// free returns the margins, unless they take more than half of the picture.
func (f *frame) free() [4]float32 {
	r := f.room
	if 2*(r[0]+r[1]) > float32(f.width) {
		r[0], r[1] = 0, 0
	}
	if 2*(r[2]+r[3]) > float32(f.height) {
		r[2], r[3] = 0, 0
	}
	return r
}

func bounded(lo, hi [3]float32) bool {
	for i := range lo {
		if d := float64(hi[i]) - float64(lo[i]); !(d >= 0) || math.IsInf(d, 0) {
			return false
		}
	}
	return true
}
