package ui

import (
	"context"
	"fmt"
	"image"
	"path/filepath"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"example.org/tumble/render/figure"
	"example.org/tumble/render/video"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
)

// photo is how pictures are saved: as the view is, or as figures for print. In figure mode the view has the shape of
// the paper and is drawn as the figure will be, so that what is seen is what is saved.
type photo struct {
	*shared
	viewport *viewport

	figure        bool
	width, height float64 // of a figure on paper [mm]
	dpi           float64
	times         int        // how many times as large as the view a picture is that is no figure
	ground        backing    // behind the scene
	format        int        // index into photoFormats
	free          [4]float32 // how far what is flat reaches in from the left, right, top and bottom, as parts of the view
	left          struct {   // what the view was before figure mode
		overlays view.Overlay
		ortho    bool
	}

	making  bool // a picture is being drawn or written
	begun   time.Time
	share   float64 // of it that is drawn
	written bool    // it is drawn, and being written
	stop    bool    // the person wants no more of it
}

// backing is what is behind the scene in a picture.
type backing uint8

const (
	groundSeen  backing = iota // what the view shows
	groundWhite                // paper
	groundClear                // nothing
)

// photoFormats are the endings of the files of pictures.
var photoFormats = []string{".png", figure.Formats[0].Ext, figure.Formats[1].Ext}

// mostPixels is the most that a side of a picture has.
const mostPixels = 16384

func newPhoto(s *shared, v *viewport) photo {
	return photo{shared: s, viewport: v, times: 1, width: figure.UsualPaper,
		height: figure.UsualAspect * figure.UsualPaper,
		dpi:    figure.UsualDPI}
}

// toggleFigure begins figure mode, as figures are at first: orthographic, on white, with a scale bar and without grid
// and axes; or ends it, with the view as it was. All of that can be changed meanwhile.
func (p *photo) toggleFigure() {
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

// sheet returns where in a view the picture lies: all of it, or in figure mode as much as has the shape of the paper,
// below what floats over it.
func (p *photo) sheet(in layout.Rect, margin, top float32) layout.Rect {
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

// fit moves a camera so that all balls are just in a tile of the picture, in figure mode beside legend and keys.
func (p *photo) fit(c *view.Camera, list []view.Ball, tile layout.Rect) {
	room := p.free // as parts of the picture
	if !p.figure || room[0]+room[1] > 0.5 || room[2]+room[3] > 0.5 {
		room = [4]float32{}
	}
	wide, high := 1-room[0]-room[1], 1-room[2]-room[3]
	c.Fit(list, tile.Aspect()*wide/high)
	c.Distance /= high
	c.Pan(0.5*(room[0]-room[1])*tile.Width, 0.5*(room[2]-room[3])*tile.Height, tile.Height)
}

// drawnView returns how the view is drawn in so many pixels across: in figure mode as the figure will be.
func (p *photo) drawnView(pixels int) view.View {
	v := p.view
	if p.figure {
		figure.Dress(&v, float64(pixels)/(p.width/25.4))
		if p.ground != groundSeen {
			v.Theme, v.Ground = view.Print, view.GroundWhite
		}
	}
	return v
}

// photoView returns how a picture that is not just that of the view is drawn in so many pixels across.
func (p *photo) photoView(pixels int) view.View {
	v := p.drawnView(pixels)
	if !p.figure {
		v.Scale = p.view.Scale * float32(p.times)
	}
	v.Quality, v.Resolution, v.Hover = view.Best, 0, bridge.Thing{}
	v.FlatApart = photoFormats[p.format] != ".png"
	v.MarksApart = v.FlatApart
	return v
}

// size returns the size of the next picture in pixels, of a view of a size, and its pixels per inch; 0: not said.
func (p *photo) size(width, height int) (w, h int, dpi float64) {
	if p.figure {
		return figure.Pixels(p.width, p.dpi), figure.Pixels(p.height, p.dpi), p.dpi
	}
	if photoFormats[p.format] != ".png" {
		dpi = figure.ScreenDPI * float64(p.times)
	}
	return width * p.times, height * p.times, dpi
}

// whyNot says why there cannot be a picture of a size, empty if there can.
func whyNotSize(w, h int) string {
	if max(w, h) > mostPixels || min(w, h) < 16 {
		return fmt.Sprintf("A side has 16 to %d pixels; this is %d × %d", mostPixels, w, h)
	}
	return ""
}

// plain reports whether the next picture is that of the view, as it is on the screen.
func (p *photo) plain() bool {
	return !p.figure && p.times == 1 && p.ground == groundSeen && photoFormats[p.format] == ".png"
}

// savedPicture is what came of a picture that was saved.
type savedPicture struct {
	path          string
	width, height int
	err           error
}

// shoot saves a picture, without panels, and writes it off the main thread.
func (w *window) shoot() {
	s, p := w.m.pictured(), &w.m.photo
	if s == nil || p.making || w.drawn.snap == nil {
		return
	}
	width, height, dpi := p.size(w.drawn.of[0], w.drawn.of[1])
	if why := whyNotSize(width, height); why != "" {
		w.m.toasts.add(bridge.Warning, "No picture: "+why, w.m.now)
		return
	}
	p.making, p.begun, p.share, p.written, p.stop = true, time.Now(), 0, false, false
	made, err := w.develop(s, width, height)
	switch {
	case err != nil:
		w.m.toasts.add(bridge.Warning, err.Error(), w.m.now)
	case made.Picture == nil:
		w.m.toasts.add(bridge.Info, "No picture: stopped", w.m.now)
	default:
		made.Texts, made.DPI = pictureTexts(s), dpi
		w.write(made, w.m.names.next(w.m.snap.Scene)+photoFormats[p.format])
		return
	}
	p.making = false
}

// write writes a picture off the main thread.
func (w *window) write(made figure.Figure, path string) {
	w.saving++
	w.m.photo.written = true
	go func() {
		size := made.Picture.Bounds().Size()
		out := savedPicture{path: path, width: size.X, height: size.Y}
		if figure.Is(path) {
			out.err = made.Write(path)
		} else {
			out.err = video.PNG(context.Background(), path, made.Picture, made.DPI, made.Texts...)
		}
		w.pictures <- out
	}()
}

// asDrawn returns the picture as it is drawn. One that was drawn plainer than wanted, for want of time, is drawn again
// first.
func (w *window) asDrawn(s *bridge.Snapshot) (image.Image, error) {
	if wanted := wantedRung(w.m.view.Quality); w.drawn.rung != wanted {
		next := w.drawn
		next.snap, next.seq, next.view.Quality, next.view.Resolution = s, s.Seq, w.m.view.Quality, 0
		next.rung, next.width, next.height = wanted, w.drawn.of[0], w.drawn.of[1]
		if err := w.draw(w.m.now, next); err != nil {
			return nil, err
		}
	}
	w.drawer.Recall(w.drawn.width, w.drawn.height)
	return w.drawer.Image(), nil
}

// develop draws a picture of a snapshot as the panel wants it, of the best quality, while the panels go on; one without
// a picture if the person stopped it. The view is as it was afterwards.
func (w *window) develop(s *bridge.Snapshot, width, height int) (made figure.Figure, err error) {
	p := &w.m.photo
	if p.plain() {
		made.Picture, err = w.asDrawn(s)
		return made, err
	}
	defer w.redraw(s)
	v := w.m.photo.photoView(width)
	grounds := []view.Ground{v.Ground}
	if p.ground == groundClear {
		grounds = []view.Ground{view.GroundBlack, view.GroundWhite}
	}
	var on [2]*image.RGBA
	for i, ground := range grounds {
		v.Ground = ground
		if on[i], err = w.expose(s, &v, width, height, i, len(grounds)); err != nil || on[i] == nil {
			return made, err
		}
	}
	made.Flat, made.Picture = w.drawer.Flat(), on[0]
	if len(grounds) > 1 {
		made.Picture = figure.Matte(on[0], on[1])
	}
	return made, nil
}

// expose draws one of n pictures that together make one; nil if the person stopped it.
func (w *window) expose(s *bridge.Snapshot, v *view.View, width, height, i, n int) (*image.RGBA, error) {
	w.drawer.Recall(w.drawn.width, w.drawn.height) // is to be shown meanwhile
	whole, err := w.drawer.DrawUnless(s, v, width, height, func() bool {
		w.m.photo.share = (float64(i) + w.drawer.Share()) / float64(n)
		return w.aside()
	})
	if err != nil || !whole {
		return nil, err
	}
	return w.drawer.Image(), nil
}

// redraw draws the picture of the view again after others were drawn.
func (w *window) redraw(s *bridge.Snapshot) {
	if err := w.drawer.Draw(s, &w.drawn.view, w.drawn.width, w.drawn.height); err != nil {
		w.m.toasts.add(bridge.Warning, err.Error(), w.m.now)
	}
}

// aside lets the panels go on while a picture is drawn that is not for the view, and reports whether to abandon it.
func (w *window) aside() bool {
	finish()
	glfw.PollEvents()
	m := w.m
	if now := time.Now(); w.panelsDue(now) && !w.outgrown() {
		m.now = now
		w.panels(now)
		m.out.flush()
		w.compose()
	}
	return m.photo.stop || m.quit || w.win.ShouldClose()
}

// reportPictures tells what came of pictures that were saved.
func (w *window) reportPictures() {
	for {
		select {
		case q := <-w.pictures:
			w.saving--
			w.m.photo.making = false
			if q.err != nil {
				w.m.toasts.add(bridge.Warning, q.err.Error(), w.m.now)
				continue
			}
			w.m.toasts.addFile(fmt.Sprintf("%s, %d × %d", photoKind(filepath.Ext(q.path)), q.width, q.height), q.path, w.m.now)
		default:
			return
		}
	}
}
