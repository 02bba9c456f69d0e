package ui

import (
	"fmt"
	"time"

	"example.org/tumble/render/figure"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
)

// pictures holds how pictures are saved: like the view, or as figures for print. In figure mode the view has the
// shape of the paper and is drawn like the figure, so that the person sees what will be saved.
type pictures struct {
	*shared
	viewport *viewport

	figure        bool
	width, height float64 // of a figure on paper [mm]
	dpi           float64
	times         int        // size of a picture that is no figure, in sizes of the view
	ground        background // behind the scene
	format        int        // index into pictureFormats
	free          [4]float32 // room of legend and card of keys at the left, right, top and bottom, as parts of the view
	left          struct {   // the view before figure mode
		overlays view.Overlay
		ortho    bool
	}

	making  bool // a picture is being drawn or written
	started time.Time
	share   float64 // share of the picture that is drawn
	written bool    // the picture is drawn, and is being written
	stop    bool    // the person has cancelled the picture
}

// background is the background of the scene in a picture.
type background uint8

const (
	groundSeen  background = iota // as in the view
	groundWhite                   // paper
	groundClear                   // nothing
)

// pictureFormats are the file extensions of the formats of pictures.
var pictureFormats = []string{".png", figure.Formats[0].Ext, figure.Formats[1].Ext}

// mostPixels is the most pixels that a side of a picture may have.
const mostPixels = 16384

func newPictures(s *shared, v *viewport) pictures {
	return pictures{shared: s, viewport: v, times: 1, width: figure.UsualPaper,
		height: figure.UsualAspect * figure.UsualPaper,
		dpi:    figure.UsualDPI}
}

// toggleFigure begins figure mode: orthographic, on white, with a scale bar and without grid and axes, which a
// person can change; or ends it and restores the view.
func (p *pictures) toggleFigure() {
	v := &p.view
	p.figure = !p.figure
	if p.figure {
		p.left.overlays, p.left.ortho = v.Overlays, v.Camera.Ortho
		p.ground = groundWhite
		v.Overlays = v.Overlays&^(view.OverlayGrid|view.OverlayAxes) | view.OverlayScale
		v.Camera.Ortho = true
		return
	}
	const ours = view.OverlayGrid | view.OverlayAxes | view.OverlayScale
	v.Overlays = v.Overlays&^ours | p.left.overlays&ours
	v.Camera.Ortho, p.ground = p.left.ortho, groundSeen
}

// sheet returns the rectangle of the picture in a view: the whole view, or in figure mode the largest rectangle
// with the shape of the paper, below the strip over the view.
func (p *pictures) sheet(in layout.Rect, margin, top float32) layout.Rect {
	if !p.figure {
		return in
	}
	width, height := in.Width-2*margin, in.Height-top-2*margin
	if width < 16 || height < 16 {
		return in
	}
	aspect := float32(p.width / p.height)
	w, h := width, width/aspect
	if h > height {
		w, h = height*aspect, height
	}
	w, h = max(float32(int(w)), 16), max(float32(int(h)), 16)
	return layout.Box(float32(int(in.X+(in.Width-w)/2)), float32(int(in.Y+top+margin+(height-h)/2)), w, h)
}

// fit moves a camera so that all balls just fit into the clear part of the view, or in figure mode into the part
// of the picture beside legend and card of keys.
func (p *pictures) fit(c *view.Camera, list []view.Ball) {
	if !p.figure {
		p.viewport.compose(c, func(c *view.Camera, aspect float32) { c.Fit(list, aspect) })
		return
	}
	room, tile := p.free, p.viewport.tile() // room of legend and keys, as parts of the picture
	c.Shift = [2]float32{}
	if room[0]+room[1] > 0.5 || room[2]+room[3] > 0.5 {
		room = [4]float32{}
	}
	wide, high := 1-room[0]-room[1], 1-room[2]-room[3]
	c.Fit(list, tile.Aspect()*wide/high)
	c.Distance /= high
	c.Pan(0.5*(room[0]-room[1])*tile.Width, 0.5*(room[2]-room[3])*tile.Height, tile.Height)
}

// drawnView returns the view to draw with so many pixels across: in figure mode in the style of the figure.
func (p *pictures) drawnView(pixels int) view.View {
	v := p.view
	v.Camera = p.viewport.camera()
	if p.figure {
		figure.Dress(&v, float64(pixels)/(p.width/25.4))
		if p.ground != groundSeen {
			v.Theme, v.Ground = view.Print, view.GroundWhite
		}
	}
	return v
}

// pictureView returns the view of a picture that differs from the one on the screen (see plain), with so many
// pixels across.
func (p *pictures) pictureView(pixels int) view.View {
	v := p.drawnView(pixels)
	if !p.figure {
		v.Scale = p.view.Scale * float32(p.times)
	}
	v.Quality, v.Resolution, v.Hover = view.Best, 0, bridge.Thing{}
	v.FlatApart = pictureFormats[p.format] != ".png"
	v.MarksApart = v.FlatApart
	return v
}

// size returns the size of the next picture in pixels, for a view of a size, and its pixels per inch; 0: not
// stated in the file.
func (p *pictures) size(width, height int) (w, h int, dpi float64) {
	if p.figure {
		return figure.Pixels(p.width, p.dpi), figure.Pixels(p.height, p.dpi), p.dpi
	}
	if pictureFormats[p.format] != ".png" {
		dpi = figure.ScreenDPI * float64(p.times)
	}
	return width * p.times, height * p.times, dpi
}

// whyNotSize says why there cannot be a picture of a size; empty: there can.
func whyNotSize(w, h int) string {
	if max(w, h) > mostPixels || min(w, h) < 16 {
		return fmt.Sprintf("A side has 16 to %d pixels; this is %d × %d", mostPixels, w, h)
	}
	return ""
}

// plain reports whether the next picture is the picture of the view, as it is on the screen.
func (p *pictures) plain() bool {
	return !p.figure && p.times == 1 && p.ground == groundSeen && pictureFormats[p.format] == ".png"
}
