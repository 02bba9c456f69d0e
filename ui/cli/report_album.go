//go:build !headless

package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"

	"example.org/tumble/render/view"
	"example.org/tumble/sim"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/report/page"
)

// album keeps moments of a run, and draws them when it is over: with one camera, which has all of them in the picture.
type album struct {
	flags   *pictureFlags
	scene   run.Scene
	studio  *studio // nil: this machine cannot draw
	why     error   // then
	moments []*bridge.Snapshot
}

// openAlbum begins an album. A machine that cannot draw gives an empty one.
func openAlbum(p *pictureFlags, sc run.Scene) (*album, error) {
	a := &album{flags: p, scene: sc}
	if a.studio, a.why = openStudio(p, &besideFlags{}, sc); a.why != nil {
		a.studio = nil
		return a, nil
	}
	if a.studio.view.Overlays&view.OverlayTrails != 0 {
		a.Close()
		return nil, errors.New("--overlays: trails show the time before a picture, which a report does not keep: tumble " +
			"shot --overlays trails has them")
	}
	return a, nil
}

// Why is why it cannot draw, nil if it can.
func (a *album) Why() error { return a.why }

func (a *album) Close() {
	if a.studio != nil {
		a.studio.close()
		a.studio = nil
	}
}

// Take keeps the world as it is now.
func (a *album) Take(w *sim.World) {
	if a.studio == nil {
		return
	}
	n := &bridge.Snapshot{Seq: uint64(len(a.moments) + 1), Wanted: a.studio.snapshot.Wanted}
	n.Scene, n.Title, n.End, n.View = a.scene.Name, a.scene.Title, a.scene.End, a.scene.View
	w.Fill(n)
	n.Share()
	a.moments = append(a.moments, n)
}

// Draw returns the pictures, and why there are none.
func (a *album) Draw(_ context.Context, tell batch.Tell) (list []page.Picture, why error) {
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
	s.view.Camera = a.flags.camera(&all)
	for i, n := range a.moments {
		tell.Of(batch.Progress{Done: float64(i) / float64(len(a.moments)),
			About: fmt.Sprintf("picture %d of %d", i+1, len(a.moments))})
		if !a.flags.groups.Idle() {
			a.flags.groups.Apply(n, &s.view)
			if why := a.flags.groups.Trouble(); why != "" {
				return nil, errors.New(why)
			}
		}
		if err := s.renderer.Draw(n, &s.view, a.flags.width, a.flags.height); err != nil {
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

// joined returns the box of two boxes; one that has nothing in it counts not.
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
