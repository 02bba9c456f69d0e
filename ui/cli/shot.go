//go:build !headless

package cli

import (
	"errors"
	"fmt"
	"runtime"

	"example.org/tumble/render"
	"example.org/tumble/render/video"
	"example.org/tumble/render/view"
	"example.org/tumble/sim"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/run"
)

var shotCommand = command{
	name: "shot", args: "SCENE",
	does:    "makes one picture of a scene; needs no display",
	example: "tumble shot bottle --at 2.4s --overlays forces --size 1920x1080 -o pouring.png",
	prepare: func(f *flags) action {
		s := &shotFlags{at: atOnce}
		f.text("at", "TIME", "simulated time of the picture (where the scene begins, or a run file ends)",
			func(text string) (err error) {
				if text == "0" || text == "0s" {
					s.at = 0
					return nil
				}
				s.at, err = parseTime(text)
				return err
			})
		f.file("output", "name of the picture, a .png (SCENE.png); - is standard output", &s.output)
		s.declareScene(f, 0)
		s.pictureFlags.declare(f, view.Best)
		s.besideFlags.declare(f)
		f.toggle("json", "what was drawn, as one JSON object on standard output", &s.json)
		return s.run
	},
}

type shotFlags struct {
	simFlags
	pictureFlags
	besideFlags
	at     float64 // [s]; atOnce: where the scene begins
	output string
	json   bool
}

// atOnce stands for the time at which a scene or state begins.
const atOnce = -1

func (o *shotFlags) run(c *call) error {
	name, err := c.one("shot", "SCENE")
	if err != nil {
		return err
	}
	output, err := outputName(o.output, name, ".png")
	if err != nil {
		return err
	}
	if err := c.tryAll("shot", []wanted{{flag: "-o", name: output}}, o.json, name); err != nil {
		return err
	}
	if o.at != atOnce {
		o.moment = &o.at
	}
	if err := o.check("shot", name); err != nil {
		return err
	}
	scenes, err := await(c, func() ([]run.Scene, error) { return o.besideFlags.load(&o.simFlags, name) })
	if err != nil {
		return err
	}
	defer closeAll(scenes)
	sc := scenes[0]
	at := goal{begin: now(sc.World), until: sc.World.Clock().Time}
	if o.at != atOnce {
		if at, err = timeGoal("shot", "--at", sc, o.at); err != nil {
			return err
		}
	}
	// Before the run, so that a machine that cannot draw says so at once.
	s, err := openStudio(&o.pictureFlags, &o.besideFlags, scenes...)
	if err != nil {
		return err
	}
	defer s.close()
	p := newProgress(c.env)
	err = c.marchWatched(sc.World, at, at, p, s.trail(at.until))
	p.clear()
	if err != nil {
		return err
	}
	if err := s.draw(); err != nil {
		return err
	}
	if err := video.PNG(output, s.renderer.Image(), s.texts()...); err != nil {
		return err
	}
	r := s.result(output)
	if o.json {
		return printJSON(c.env.Stdout, r)
	}
	_, err = fmt.Fprintf(c.say(), "%s: %dx%d, %s at %s\n", r.File, r.Width, r.Height, r.Scene, formatTime(r.Time))
	return errors.Join(err, s.worlds.say(c.say()))
}

// canDraw reports whether a picture can be drawn.
func canDraw() bool {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	context, err := render.OpenOffscreen()
	if err != nil {
		return false
	}
	context.Close()
	return true
}

// savePicture draws a world as it is.
func savePicture(p *pictureFlags, sc run.Scene, path string) error {
	s, err := openStudio(p, &besideFlags{}, sc)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.draw(); err != nil {
		return err
	}
	return video.PNG(path, s.renderer.Image(), s.texts()...)
}

// studio draws a world without a display.
type studio struct {
	flags    *pictureFlags
	scene    run.Scene // the first one
	worlds   *beside
	context  *render.Offscreen
	renderer *render.Tiles
	snapshot bridge.Snapshot
	view     view.View
	cameras  []view.Camera // of several views of one world
	framed   bool
}

// openStudio opens a context on the calling thread, which stays locked until close.
func openStudio(p *pictureFlags, b *besideFlags, scenes ...run.Scene) (*studio, error) {
	runtime.LockOSThread()
	p.follow(scenes[0].View)
	p.view.Beside.Wipe = b.wipe
	s := &studio{flags: p, scene: scenes[0], worlds: newBeside(b, scenes), view: p.view}
	s.snapshot.Wanted = p.view.Wanted()
	p.groups.Wants(&s.snapshot.Wanted)
	var err error
	if s.context, err = render.OpenOffscreen(); err == nil {
		s.renderer, err = render.NewTiles()
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
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
func (s *studio) draw() error {
	n := &s.snapshot
	n.Scene, n.Title, n.End, n.View = s.scene.Name, s.scene.Title, s.scene.End, s.scene.View
	n.Seq++
	s.worlds.fill(n)
	if !s.framed {
		s.view.Camera, s.cameras = s.flags.camera(n), s.worlds.cameras(s.flags, n)
		s.framed = true
	}
	if !s.flags.groups.Idle() {
		s.flags.groups.Apply(n, &s.view)
		if why := s.flags.groups.Trouble(); why != "" {
			return errors.New(why)
		}
	}
	if len(s.cameras) > 0 {
		_, err := s.renderer.DrawParts(s.worlds.viewParts(n, &s.view, s.cameras), s.flags.width, s.flags.height, nil)
		return err
	}
	return s.renderer.Draw(n, &s.view, s.flags.width, s.flags.height)
}

// Trails of a picture begin trailTime before it and have a place every trailEvery [s].
const (
	trailTime  = 0.25
	trailEvery = 0.002
)

// trail returns what brings the worlds beside along, and takes the places of bodies for the trails of a picture at a
// time [s].
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
		return s.renderer.Watch(&s.snapshot)
	}
}

// texts are what files of pictures say of themselves.
func (s *studio) texts() [][2]string {
	o := s.scene.Origin()
	return o.Fields()
}

// result says what was drawn last.
func (s *studio) result(file string) PictureResult {
	return PictureResult{
		Origin: s.scene.Origin(), File: file, Width: s.flags.width, Height: s.flags.height,
		Beside: s.worlds.results(), Frames: 1, Step: s.snapshot.Step, Time: s.snapshot.Time,
		Hash: fmt.Sprintf("%016x", s.scene.World.Hash()),
	}
}
