//go:build !headless

package studio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"

	"example.org/tumble/render/view"
	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/report/page"
)

// Album keeps moments of a run, and draws them at the end of the run with one camera, which shows all of them. An
// album belongs to the goroutine that opened it.
type Album struct {
	scene   run.Scene
	studio  *studio // nil if this machine cannot draw
	why     error   // the reason why studio is nil
	moments []*bridge.Snapshot
}

// OpenAlbum begins an album of the run of a scene. On a machine that cannot draw, the album keeps
// nothing; see Why. The caller closes it, from the same goroutine.
//
// Errors: a batch.OptionError of overlays for trails, which an album cannot show.
func OpenAlbum(o Options, sc run.Scene) (*Album, error) {
	a := &Album{scene: sc}
	if a.studio, a.why = open(o, &Comparison{}, sc); a.why != nil {
		a.studio = nil
		return a, nil
	}
	if a.studio.view.Overlays&view.OverlayTrails != 0 {
		a.Close()
		return nil, about("overlays", errors.New("trails show the time before a picture, which an album does not keep"))
	}
	return a, nil
}

// Why returns the reason why there will be no pictures, or nil.
func (a *Album) Why() error { return a.why }

// Close frees the renderer.
func (a *Album) Close() {
	if a.studio != nil {
		a.studio.close()
		a.studio = nil
	}
}

// Capture keeps the present state of the world.
func (a *Album) Capture(w *sim.World) {
	if a.studio == nil {
		return
	}
	n := &bridge.Snapshot{Seq: uint64(len(a.moments) + 1), Wanted: a.studio.snapshot.Wanted}
	n.Scene, n.Title, n.End, n.View = a.scene.Name, a.scene.Title, a.scene.End, a.scene.View
	w.Fill(n)
	a.studio.senseIn(n, w)
	n.Share()
	a.moments = append(a.moments, n)
}

// Draw returns the pictures of the moments in order, or why there are none.
func (a *Album) Draw(ctx context.Context, progress batch.ProgressFunc) (list []page.Picture, why error) {
	if a.studio == nil {
		return nil, a.why
	}
	s := a.studio
	all := bridge.Snapshot{View: a.scene.View}
	for i, n := range a.moments {
		if all.Bounds.Core = joined(all.Bounds.Core, n.Bounds.Core); i == 0 {
			all.Bounds.Core = n.Bounds.Core
		}
	}
	s.view.Camera = s.options.camera(&all, s.frame())
	for i, n := range a.moments {
		progress.Of(batch.Progress{Done: float64(i) / float64(len(a.moments)),
			About: fmt.Sprintf("picture %d of %d", i+1, len(a.moments))})
		if err := s.group(n, &s.view); err != nil {
			return nil, err
		}
		whole, err := s.renderer.DrawUnless(n, &s.view, s.options.Width, s.options.Height, ended(ctx))
		if err := outcome(ctx, whole, err); err != nil {
			return nil, err
		}
		var data bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&data, s.picture()); err != nil {
			return nil, err
		}
		list = append(list, page.Picture{Type: "image/png", Data: data.Bytes(),
			Alt: fmt.Sprintf("%s at %s", a.scene.Name, spell.Time(n.Time)),
			Caption: fmt.Sprintf("%s: %s, %s", spell.Time(n.Time), page.Counted(n.Stats.Bodies, "body", "bodies"),
				page.Counted(n.Stats.Contacts, "contact", "contacts"))})
	}
	return list, nil
}

// joined returns the box around two boxes; it ignores an empty one.
func joined(a, b [2][3]float32) [2][3]float32 {
	if !bounded(b[0], b[1]) {
		return a
	}
	if !bounded(a[0], a[1]) {
		return b
	}
	for k := range a[0] {
		a[0][k], a[1][k] = min(a[0][k], b[0][k]), max(a[1][k], b[1][k])
	}
	return a
}
