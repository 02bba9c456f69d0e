//go:build !headless

package studio

import (
	"context"

	"example.org/tumble/render"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// cell is one picture of a contact sheet.
type cell struct {
	snapshot bridge.Snapshot
	view     view.View
	hash     string
}

// keep adds the present state as a cell to the contact sheet, labelled with a time [s].
func (s *studio) keep(at float64) error {
	m := &cell{view: s.view}
	n := &m.snapshot
	n.Wanted = s.snapshot.Wanted
	s.describe(n)
	s.worlds.fill(n)
	s.sense(n)
	n.Comparison = bridge.Comparison{Place: len(s.moments), Label: spell.Time(at)}
	m.hash = s.hash()
	s.moments = append(s.moments, m)
	return s.group(n, &m.view)
}

// drawSheet draws all moments as one picture, from one camera, with one range of colours and one scale of arrows.
func (s *studio) drawSheet(ctx context.Context) error {
	if !s.framed {
		s.view.Camera, s.framed = s.sheetCamera(), true
	}
	var list []render.Part
	for i, m := range s.moments {
		own := s.view
		own.Hidden, own.Wired, own.Clear = m.view.Hidden, m.view.Wired, m.view.Clear
		own.NoLegend = own.NoLegend || s.view.Split.Side > 0 || i < len(s.moments)-1
		list = append(list, render.Part{Snapshot: &m.snapshot, View: &own})
	}
	if s.view.Split.Side > 0 {
		list = append(list, s.legendPart())
	}
	return s.drawParts(ctx, list)
}

// legendPart returns a tile that contains only the legend of all moments.
func (s *studio) legendPart() render.Part {
	of, own := &s.moments[0].snapshot, s.view
	own.Overlays, own.Caption = 0, false
	return render.Part{Snapshot: &bridge.Snapshot{Scene: of.Scene, Revision: of.Revision, Materials: of.Materials,
		Comparison: bridge.Comparison{Place: len(s.moments)}}, View: &own}
}

// sheetCamera returns a camera whose picture contains the scenes of all moments.
func (s *studio) sheetCamera() view.Camera {
	all := s.moments[0].snapshot
	for _, m := range s.moments[1:] {
		for k := range 3 {
			all.Bounds.Core[0][k] = min(all.Bounds.Core[0][k], m.snapshot.Bounds.Core[0][k])
			all.Bounds.Core[1][k] = max(all.Bounds.Core[1][k], m.snapshot.Bounds.Core[1][k])
		}
	}
	tile := s.view.Split.Tiles(len(s.moments)+min(s.view.Split.Side, 1), s.options.Width, s.options.Height)[0]
	f := s.frame()
	f.width, f.height = tile.Width, tile.Height
	return s.options.camera(&all, f)
}

// momentsOf describes the moments that the cells of a contact sheet show.
func (s *studio) momentsOf() (list []Moment) {
	for _, m := range s.moments {
		list = append(list, Moment{Step: m.snapshot.Step, Time: m.snapshot.Time, Hash: m.hash})
	}
	return list
}
