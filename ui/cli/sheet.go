//go:build !headless

package cli

import (
	"fmt"
	"strings"

	"example.org/tumble/render"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/spell"
)

// mostMoments is the most moments of a contact sheet.
const mostMoments = 24

// parseTimes reads one time ≥ 0, or several that ascend: "0.5,1.0,1.5".
func parseTimes(text string) (times []float64, err error) {
	parts := strings.Split(text, ",")
	if len(parts) > mostMoments {
		return nil, fmt.Errorf("must be at most %d times, got %d", mostMoments, len(parts))
	}
	for i, part := range parts {
		t := 0.0
		if part = strings.TrimSpace(part); part != "0" && part != "0s" {
			if t, err = parseTime(part); err != nil {
				return nil, err
			}
		}
		if i > 0 && t <= times[i-1] {
			return nil, fmt.Errorf("must be times that ascend, got %s", spell.Quote(text))
		}
		times = append(times, t)
	}
	return times, nil
}

// cell is one picture of a contact sheet.
type cell struct {
	snapshot bridge.Snapshot
	view     view.View
	hash     string
}

// keep takes what is to be seen now as a cell of the contact sheet, which is labelled with a time [s].
func (s *studio) keep(at float64) error {
	m := &cell{view: s.view}
	n := &m.snapshot
	n.Wanted = s.snapshot.Wanted
	s.describe(n)
	s.worlds.fill(n)
	n.Beside = bridge.Beside{Place: len(s.moments), Label: spell.Time(at)}
	m.hash = s.hash()
	s.moments = append(s.moments, m)
	return s.group(n, &m.view)
}

// drawSheet draws all moments as one picture, from one camera, with one range of colours and one scale of arrows.
func (s *studio) drawSheet() error {
	if !s.framed {
		s.view.Camera, s.framed = s.sheetCamera(), true
	}
	var list []render.Part
	for i, m := range s.moments {
		own := s.view
		own.Hidden, own.Wired, own.Clear = m.view.Hidden, m.view.Wired, m.view.Clear
		own.NoLegend = own.NoLegend || s.view.Beside.Side > 0 || i < len(s.moments)-1
		list = append(list, render.Part{Snapshot: &m.snapshot, View: &own})
	}
	if s.view.Beside.Side > 0 {
		list = append(list, s.legendPart())
	}
	_, err := s.renderer.DrawParts(list, s.flags.width, s.flags.height, nil)
	return err
}

// legendPart is a tile with nothing in it but the legend of all moments.
func (s *studio) legendPart() render.Part {
	of, own := &s.moments[0].snapshot, s.view
	own.Overlays, own.Caption = 0, false
	return render.Part{Snapshot: &bridge.Snapshot{Scene: of.Scene, Revision: of.Revision, Materials: of.Materials,
		Beside: bridge.Beside{Place: len(s.moments)}}, View: &own}
}

// sheetCamera returns a camera that has in the picture what any of the moments shows.
func (s *studio) sheetCamera() view.Camera {
	all := s.moments[0].snapshot
	for _, m := range s.moments[1:] {
		for k := range 3 {
			all.Bounds.Core[0][k] = min(all.Bounds.Core[0][k], m.snapshot.Bounds.Core[0][k])
			all.Bounds.Core[1][k] = max(all.Bounds.Core[1][k], m.snapshot.Bounds.Core[1][k])
		}
	}
	tile := s.view.Beside.Tiles(len(s.moments)+min(s.view.Beside.Side, 1), s.flags.width, s.flags.height)[0]
	own := *s.flags
	own.width, own.height = tile.Width, tile.Height
	return own.camera(&all)
}

// momentsOf says what the cells of a contact sheet show.
func (s *studio) momentsOf() (list []MomentResult) {
	for _, m := range s.moments {
		list = append(list, MomentResult{Step: m.snapshot.Step, Time: m.snapshot.Time, Hash: m.hash})
	}
	return list
}

// checkFlags refuses flags that do not go together, and lets those of print decide what no other does.
func (o *shotFlags) checkFlags(name, output string) error {
	if len(o.at) > 1 && o.path != "" {
		return &usageError{"shot", "shot: --at: several moments are of one world and one view: leave --beside out"}
	}
	if err := o.check("shot", name); err != nil {
		return err
	}
	return o.apply(&o.pictureFlags, output)
}

// goals returns where the run is to stop for the moments of a picture.
func (o *shotFlags) goals(sc run.Scene) (list []batch.Goal, err error) {
	for _, t := range o.at {
		g, err := timeGoal("shot", "--at", sc, t)
		if err != nil {
			return nil, err
		}
		list = append(list, g)
	}
	if list == nil {
		list = []batch.Goal{{Begin: batch.Now(sc.World), Until: sc.World.Clock().Time}}
	}
	return list, nil
}
