package ui

import (
	"context"
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"example.org/tumble/render/figure"
	"example.org/tumble/render/video"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/pacing"
)

// savedPicture is the result of saving a picture.
type savedPicture struct {
	path          string
	width, height int
	err           error
}

// savePicture saves a picture, without panels, and writes it off the main thread.
func (w *window) savePicture() {
	s, p := w.m.pictured(), &w.m.pictures
	if s == nil || p.making || w.drawn.snap == nil {
		return
	}
	width, height, dpi := p.size(w.drawn.of[0], w.drawn.of[1])
	if why := whyNotSize(width, height); why != "" {
		w.m.toasts.add(bridge.Warning, "No picture: "+why, w.m.now)
		return
	}
	p.making, p.started, p.share, p.written, p.stop = true, time.Now(), 0, false, false
	made, err := w.renderPicture(s, width, height)
	switch {
	case err != nil:
		w.m.toasts.add(bridge.Warning, err.Error(), w.m.now)
	case made.Picture == nil:
		w.m.toasts.add(bridge.Info, "No picture: stopped", w.m.now)
	default:
		made.Texts, made.DPI = pictureTexts(s), dpi
		w.writePicture(made, w.m.names.next(w.m.snap.Scene)+pictureFormats[p.format])
		return
	}
	p.making = false
}

// writePicture writes a picture off the main thread.
func (w *window) writePicture(made figure.Figure, path string) {
	w.saving++
	w.m.pictures.written = true
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

// shownPicture returns the picture on the screen. If it was drawn in a lower quality than wanted to save time, it
// is drawn again first.
func (w *window) shownPicture(s *bridge.Snapshot) (image.Image, error) {
	if wanted := pacing.WantedRung(w.m.view.Quality); w.drawn.rung != wanted {
		next := w.drawn
		next.snap, next.seq, next.view.Quality, next.view.Resolution = s, s.Seq, w.m.view.Quality, 0
		next.rung, next.width, next.height = wanted, w.drawn.of[0], w.drawn.of[1]
		if err := w.draw(w.m.now, next); err != nil {
			return nil, err
		}
	}
	return w.lastPicture(s)
}

// lastPicture returns the picture on the screen. If pictures of other sizes were drawn since, as of videos while the
// window changes its size, it is drawn again.
func (w *window) lastPicture(s *bridge.Snapshot) (image.Image, error) {
	if !w.drawer.Recall(w.drawn.width, w.drawn.height) {
		if err := w.drawAgain(s); err != nil {
			return nil, err
		}
	}
	return imageOf(w.drawer, w.drawn.width, w.drawn.height), nil
}

// presentPicture returns the picture of the present, as the window should show it.
func (w *window) presentPicture() (image.Image, error) {
	s := w.m.pictured()
	width, height := w.viewSize()
	if s == nil || width == 0 {
		return nil, errors.New("the window shows no picture now")
	}
	if next := w.wanted(s, width, height); next != w.drawn {
		if err := w.draw(w.m.now, next); err != nil {
			return nil, err
		}
	}
	return w.lastPicture(s)
}

// renderPicture draws a picture of a snapshot with the choices of the panel in the best quality, while the panels
// go on. The result has no picture if the person cancelled it. Afterwards the picture of the view is drawn again.
func (w *window) renderPicture(s *bridge.Snapshot, width, height int) (made figure.Figure, err error) {
	p := &w.m.pictures
	if p.plain() {
		made.Picture, err = w.shownPicture(s)
		return made, err
	}
	defer w.redraw(s)
	v := w.m.pictures.pictureView(width)
	grounds := []view.Ground{v.Ground}
	if p.ground == groundClear {
		grounds = []view.Ground{view.GroundBlack, view.GroundWhite}
	}
	var on [2]*image.RGBA
	for i, ground := range grounds {
		v.Ground = ground
		if on[i], err = w.renderPass(s, &v, width, height, i, len(grounds)); err != nil || on[i] == nil {
			return made, err
		}
	}
	made.Flat, made.Picture = w.drawer.Layout().Flat, on[0]
	if len(grounds) > 1 {
		made.Picture = figure.Matte(on[0], on[1])
	}
	return made, nil
}

// renderPass draws one of n pictures that are combined into one, such as on black and on white; it returns nil if
// the person cancelled it.
func (w *window) renderPass(s *bridge.Snapshot, v *view.View, width, height, i, n int) (*image.RGBA, error) {
	w.drawer.Recall(w.drawn.width, w.drawn.height) // shown in the meantime
	whole, err := w.drawer.DrawUnless(s, v, width, height, func(done float64) bool {
		w.m.pictures.share = (float64(i) + done) / float64(n)
		return w.keepResponsive()
	})
	if err != nil || !whole {
		return nil, err
	}
	return imageOf(w.drawer, width, height), nil
}

// drawAgain draws the picture on the screen again after others were drawn.
func (w *window) drawAgain(s *bridge.Snapshot) error {
	_, err := w.drawer.DrawUnless(s, &w.drawn.view, w.drawn.width, w.drawn.height, nil)
	return err
}

// redraw is drawAgain, but shows what went wrong.
func (w *window) redraw(s *bridge.Snapshot) {
	if err := w.drawAgain(s); err != nil {
		w.m.toasts.add(bridge.Warning, err.Error(), w.m.now)
	}
}

// keepResponsive updates the panels while a picture is drawn that is not for the screen, and reports whether to
// abandon that picture.
func (w *window) keepResponsive() bool {
	finish()
	glfw.PollEvents()
	m := w.m
	if now := time.Now(); w.panelsDue(now) && !w.outgrown() {
		m.now = now
		w.panels(now)
		m.out.flush()
		w.compose()
	}
	return m.pictures.stop || m.quit || w.win.ShouldClose()
}

// reportPictures shows messages about pictures that were saved.
func (w *window) reportPictures() {
	for {
		select {
		case q := <-w.pictures:
			w.saving--
			w.m.pictures.making = false
			if q.err != nil {
				w.m.toasts.add(bridge.Warning, q.err.Error(), w.m.now)
				continue
			}
			about := fmt.Sprintf("%s, %d × %d", pictureKind(filepath.Ext(q.path)), q.width, q.height)
			w.m.toasts.addFile(about, q.path, w.m.now)
		default:
			return
		}
	}
}
