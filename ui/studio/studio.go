//go:build !headless

package studio

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"runtime"

	"example.org/tumble/render"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
)

// studio draws a world without a display.
type studio struct {
	options  Options
	scene    run.Scene // the first one of a comparison
	worlds   *worlds
	context  *render.Offscreen
	renderer *render.Renderer
	snapshot bridge.Snapshot
	view     view.View
	cameras  []view.Camera // cameras of several views of one world
	framed   bool
	room     [4]float32 // margins at the left, right, top and bottom that the scene should leave free [pixels]
	groups   grouping.Set
	logo     *logo   // nil: none
	flight   *flight // path of the eye in a video, or nil
	time     float64 // time of the frame to draw [s]; it goes on also while the world stands still
	moments  []*cell // cells of a contact sheet
	flat     []byte  // pixels of a picture with flat labels
}

// open opens a context on the calling thread, which stays locked until close.
func open(o Options, b *Comparison, scenes ...run.Scene) (*studio, error) {
	runtime.LockOSThread()
	o.Follow(scenes[0].View)
	o.View.Split.Wipe = b.Wipe
	o.View.Note = o.noteOf(b.common(scenes[0]))
	s := &studio{options: o, scene: scenes[0], worlds: newWorlds(b, scenes), view: o.View}
	err := s.furnish()
	if world := s.scene.World; err == nil && world != nil {
		world.Fill(&s.snapshot)
		if err = checkShown(s.snapshot.Missing, &s.view); err == nil {
			err = s.checkSensors()
		}
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// furnish compiles the rules of the groups, reads the logo, and creates the context and the renderer.
func (s *studio) furnish() (err error) {
	s.snapshot.Wanted = overlay.Wanted(&s.view)
	for _, g := range s.options.Groups {
		if err := s.groups.Give(g.Rule, g.Style); err != nil {
			return about(grouping.StyleNames[g.Style], err)
		}
	}
	s.groups.Wants(&s.snapshot.Wanted)
	if s.logo, err = openLogo(s.options.Logo, s.options.LogoHeight); err != nil {
		return &batch.OptionError{Option: "logo", Err: err, File: true}
	}
	if s.context, err = render.OpenOffscreen(); err != nil {
		return err
	}
	s.renderer, err = render.New()
	return err
}

func (s *studio) close() {
	if s.renderer != nil {
		s.renderer.Close()
	}
	if s.context != nil {
		s.context.Close()
	}
	runtime.UnlockOSThread()
}

// draw draws the world as it is now. The camera is placed at the first picture and stays.
// When the context ends the picture is abandoned.
func (s *studio) draw(ctx context.Context) error {
	if len(s.moments) > 0 {
		return s.drawSheet(ctx)
	}
	n := &s.snapshot
	s.describe(n)
	s.worlds.fill(n)
	s.sense(n)
	if !s.framed {
		o := &s.options
		s.view.Camera = o.camera(n, s.frame())
		s.cameras = s.worlds.cameras(o, n, s.room)
		s.framed = true
		if s.flight != nil {
			if err := s.flight.place(o, n); err != nil {
				return about("view", err)
			}
		}
	}
	if s.flight != nil {
		s.view.Camera = s.flight.at(s.time)
	}
	if err := s.group(n, &s.view); err != nil {
		return err
	}
	if len(s.cameras) > 0 {
		return s.drawParts(ctx, s.worlds.viewParts(n, &s.view, s.cameras))
	}
	whole, err := s.renderer.DrawUnless(n, &s.view, s.options.Width, s.options.Height, ended(ctx))
	return outcome(ctx, whole, err)
}

// checkSensors lets a view that shows regions show named planes, too.
//
// Errors: there are neither.
func (s *studio) checkSensors() error {
	m := &s.view.Measured
	if m.Through = m.Regions; m.Regions && len(s.scene.Regions)+len(s.snapshot.Through) == 0 {
		return about("sensors", errors.New("the scene has no regions and no named planes"))
	}
	return nil
}

// sense adds what the view shows of sensors, in the first world.
func (s *studio) sense(n *bridge.Snapshot) {
	if s.worlds.moment == nil {
		s.senseIn(n, s.scene.World)
	}
}

// senseIn adds what the view shows of sensors in a world.
func (s *studio) senseIn(n *bridge.Snapshot, w *sim.World) {
	m := &s.view.Measured
	if !m.On() {
		return
	}
	var plane *bridge.Plane
	if m.Flow {
		plane = &m.Plane
	}
	run.FillSensors(n, w, s.scene.Regions, plane)
}

// drawParts draws a picture of tiles.
func (s *studio) drawParts(ctx context.Context, list []render.Part) error {
	whole, err := s.renderer.DrawParts(list, s.options.Width, s.options.Height, ended(ctx))
	return outcome(ctx, whole, err)
}

// ended returns a function that reports to the renderer whether a context has ended.
func ended(ctx context.Context) func(float64) bool {
	return func(float64) bool { return ctx.Err() != nil }
}

// outcome returns the error of drawing a picture, or the cause of the context's end if the picture is incomplete.
func outcome(ctx context.Context, whole bool, err error) error {
	if err == nil && !whole {
		return batch.Interrupted(ctx)
	}
	return err
}

// frame returns the frame of the whole picture.
func (s *studio) frame() frame {
	return frame{eye: s.options.Eye, width: s.options.Width, height: s.options.Height, room: s.room}
}

// stamp lays the logo over the picture that was drawn last.
func (s *studio) stamp(to draw.Image) {
	s.logo.over(to, s.renderer.Layout().Room, s.view.MarkScale(s.options.Height))
}

// picture returns the picture that was drawn last, with the logo.
func (s *studio) picture() *image.RGBA {
	p := s.renderer.Image()
	s.stamp(p)
	return p
}

// describe fills in the fields of a snapshot that describe its scene.
func (s *studio) describe(n *bridge.Snapshot) {
	n.Scene, n.Title, n.End, n.View = s.scene.Name, s.scene.Title, s.scene.End, s.scene.View
	n.Seq++
}

// group gives the groups of bodies their styles in a snapshot and a view.
func (s *studio) group(n *bridge.Snapshot, v *view.View) error {
	if s.groups.Idle() {
		return nil
	}
	s.groups.Apply(n, v)
	if why := s.groups.Trouble(); why != "" {
		return errors.New(why)
	}
	return nil
}

// Trails of a picture begin trailTime [s] before the picture and have a point every trailEvery [s].
const (
	trailTime  = 0.25
	trailEvery = 0.002
)

// trail returns a function to call after each step. The function steps the other worlds of a comparison to the
// same time, and adds the positions of bodies to the trails of a picture at a time [s].
func (s *studio) trail(at float64) func(*sim.World) error {
	next := at - trailTime
	return func(w *sim.World) error {
		if err := s.worlds.follow(w); err != nil {
			return err
		}
		if s.view.Overlays&view.OverlayTrails == 0 || w.Clock().Time < next {
			return nil
		}
		next = w.Clock().Time + trailEvery
		s.worlds.fill(&s.snapshot)
		return s.renderer.Watch(&s.snapshot, len(s.moments))
	}
}

// hash returns the hash of the present state; empty for dumps of another program, which have none.
func (s *studio) hash() string {
	if s.worlds.moment != nil {
		return ""
	}
	return fmt.Sprintf("%016x", s.scene.World.Hash())
}

// clock returns the present step and time.
func (s *studio) clock() sim.Clock {
	if m := s.worlds.moment; m != nil {
		return m.Clock()
	}
	return s.scene.World.Clock()
}

// result describes the picture that was drawn last.
func (s *studio) result(file string) Result {
	r := Result{
		Origin: s.scene.Origin(), File: file, Width: s.options.Width, Height: s.options.Height,
		Worlds: s.worlds.results(), Frames: 1, Step: s.snapshot.Step, Time: s.snapshot.Time, Hash: s.hash(),
		Moments: s.momentsOf(), FullForce: float64(s.view.FullForce),
	}
	if len(s.moments) > 0 { // the cells have snapshots of their own
		r.Step, r.Time = s.clock().Step, s.clock().Time
	}
	return r
}

// CanDraw reports whether a picture can be drawn.
func CanDraw() bool {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := render.OpenOffscreen()
	if err != nil {
		return false
	}
	c.Close()
	return true
}
