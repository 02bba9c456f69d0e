//go:build !headless

package cli

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"runtime"
	"strings"

	"example.org/tumble/render"
	"example.org/tumble/render/view"
	"example.org/tumble/sim"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/contact"
	"example.org/tumble/sim/replayer"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/source"
	"example.org/tumble/sim/spell"
)

var shotCommand = command{
	name: "shot", args: "SCENE",
	reports: true,
	does:    "makes one picture of a scene; needs no display",
	example: "tumble shot bottle --at 2.4s --overlays forces --size 1920x1080 -o pouring.png",
	prepare: func(f *flags) action {
		s := &shotFlags{}
		f.text("at", "TIME", "simulated time of the picture; several that ascend, as 0.5,1,1.5s, make one picture with a "+
			"cell for each (where the scene begins, or a run file ends)", func(text string) (err error) {
			s.at, err = parseTimes(text)
			return err
		})
		f.file("output", "name of the picture, a .png, .svg or .pdf (SCENE.png); - is standard output", &s.output)
		s.declareScene(f, 0)
		s.pictureFlags.declare(f, view.Best)
		s.printFlags.declare(f)
		s.besideFlags.declare(f)
		s.play.declare(f)
		f.toggle("json", "what was drawn, as one JSON object on standard output", &s.json)
		return s.run
	},
}

type shotFlags struct {
	simFlags
	pictureFlags
	printFlags
	besideFlags
	play   playFlags
	at     []float64 // [s]; none: where the scene begins
	output string
	json   bool
}

func (o *shotFlags) run(c *call) error {
	name, err := c.one("shot", "SCENE")
	if err != nil {
		return err
	}
	played := source.IsDumps(name)
	output, err := shotName(o.output, resultName(name, played))
	if err != nil {
		return err
	}
	if err := c.tryAll("shot", []wanted{{flag: "-o", name: output}}, o.json, name); err != nil {
		return err
	}
	if len(o.at) > 0 {
		o.moment = &o.at[0]
	}
	if err := o.checkFlags(name, output); err != nil {
		return err
	}
	if played {
		return o.shotPlayed(c, name, output)
	}
	scenes, err := batch.Await(c, func() ([]run.Scene, error) { return o.besideFlags.load(&o.simFlags, name) })
	if err != nil {
		return err
	}
	defer closeAll(scenes)
	goals, err := o.goals(scenes[0])
	if err != nil {
		return err
	}
	// Before the run, so that a machine that cannot draw says so at once.
	s, err := openStudio(&o.pictureFlags, &o.besideFlags, scenes...)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.march(c, goals); err != nil {
		return err
	}
	return o.give(c, s, output)
}

// give saves the picture, and tells what it is.
func (o *shotFlags) give(c *call, s *studio, output string) error {
	if err := s.save(&o.printFlags, output); err != nil {
		return err
	}
	r := s.result(output)
	if o.json {
		return printJSON(c.env.Stdout, r)
	}
	_, err := fmt.Fprintf(c.say(), "%s: %dx%d, %s at %s\n", r.File, r.Width, r.Height, r.Scene, s.times())
	return errors.Join(err, s.worlds.say(c.say()))
}

// march steps the world to each of the goals, and keeps what is to be seen there if they are several.
func (s *studio) march(c *call, goals []batch.Goal) error {
	p := newProgress(c.env)
	defer p.clear()
	w, last := s.scene.World, goals[len(goals)-1]
	if len(goals) == 1 {
		return batch.March(c, w, last, last, p.tell, s.trail(last.Until))
	}
	way := replayer.Of(s.scene.Past, w)
	for _, g := range goals {
		if err := batch.Along(c, way, g, last, p.tell, s.trail(g.Until)); err != nil {
			return err
		}
		if err := s.keep(g.Until); err != nil {
			return err
		}
	}
	return nil
}

// times writes the times of the moments that the picture shows.
func (s *studio) times() string {
	if len(s.moments) == 0 {
		return spell.Time(s.snapshot.Time)
	}
	var list []string
	for _, m := range s.moments {
		list = append(list, spell.Time(m.snapshot.Time))
	}
	return strings.Join(list, ", ")
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
	return s.save(&printFlags{}, path)
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
	logo     *logo       // nil: none
	path     *cameraPath // of the eye of a video, or nil
	turn     float64     // of a turntable [°]
	time     float64     // of the frame to draw [s], which goes on where the world stands still
	moments  []*cell     // of a contact sheet
}

// openStudio opens a context on the calling thread, which stays locked until close.
func openStudio(p *pictureFlags, b *besideFlags, scenes ...run.Scene) (*studio, error) {
	runtime.LockOSThread()
	p.follow(scenes[0].View)
	p.view.Beside.Wipe = b.wipe
	p.view.Note = p.noteOf(b.common(scenes[0]))
	s := &studio{flags: p, scene: scenes[0], worlds: newBeside(b, scenes), view: p.view}
	s.snapshot.Wanted = p.view.Wanted()
	p.groups.Wants(&s.snapshot.Wanted)
	var err error
	if s.logo, err = openLogo(p.logo, p.logoHeight/100); err != nil {
		s.close()
		return nil, err
	}
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
	if len(s.moments) > 0 {
		return s.drawSheet()
	}
	n := &s.snapshot
	s.describe(n)
	s.worlds.fill(n)
	if !s.framed {
		s.view.Camera, s.cameras = s.flags.camera(n), s.worlds.cameras(s.flags, n)
		s.framed = true
		if s.path != nil {
			if err := s.path.place(s.flags, n, s.turn); err != nil {
				return err
			}
		}
	}
	if s.path != nil {
		s.view.Camera = s.path.at(s.time)
	}
	if err := s.group(n, &s.view); err != nil {
		return err
	}
	if len(s.cameras) > 0 {
		_, err := s.renderer.DrawParts(s.worlds.viewParts(n, &s.view, s.cameras), s.flags.width, s.flags.height, nil)
		return err
	}
	return s.renderer.Draw(n, &s.view, s.flags.width, s.flags.height)
}

// stamp lays the logo over a picture that was drawn last.
func (s *studio) stamp(to draw.Image) {
	s.logo.over(to, s.renderer.Room(), s.view.MarkScale(s.flags.height))
}

// picture returns what was drawn last, with the logo.
func (s *studio) picture() *image.RGBA {
	p := s.renderer.Image()
	s.stamp(p)
	return p
}

// describe fills in what a snapshot says of its scene.
func (s *studio) describe(n *bridge.Snapshot) {
	n.Scene, n.Title, n.End, n.View = s.scene.Name, s.scene.Title, s.scene.End, s.scene.View
	n.Seq++
}

// group lets groups of bodies be drawn in other ways.
func (s *studio) group(n *bridge.Snapshot, v *view.View) error {
	if s.flags.groups.Idle() {
		return nil
	}
	s.flags.groups.Apply(n, v)
	if why := s.flags.groups.Trouble(); why != "" {
		return errors.New(why)
	}
	return nil
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
		return s.renderer.Watch(&s.snapshot, len(s.moments))
	}
}

// texts are what files of pictures say of themselves.
func (s *studio) texts() [][2]string {
	o := s.scene.Origin()
	return o.Fields()
}

// momentTexts are texts, with the moments that the picture shows and the hashes of their states.
func (s *studio) momentTexts() [][2]string {
	steps, hashes := []string{fmt.Sprint(s.snapshot.Step)}, []string{s.hash()}
	if len(s.moments) > 0 {
		steps, hashes = nil, nil
	}
	for _, m := range s.momentsOf() {
		steps, hashes = append(steps, fmt.Sprint(m.Step)), append(hashes, m.Hash)
	}
	for _, w := range s.worlds.results()[min(1, len(s.worlds.results())):] {
		hashes = append(hashes, w.Hash)
	}
	return append(s.texts(), [2]string{"Time", s.times()}, [2]string{"Step", strings.Join(steps, ", ")},
		[2]string{"Hash", strings.Join(hashes, ", ")})
}

// hash is that of the state as it is now; dumps of another program have none.
func (s *studio) hash() string {
	if s.worlds.moment != nil {
		return ""
	}
	return fmt.Sprintf("%016x", s.scene.World.Hash())
}

// clock says which moment it is now.
func (s *studio) clock() contact.Clock {
	if m := s.worlds.moment; m != nil {
		return m.Clock()
	}
	return s.scene.World.Clock()
}

// result says what was drawn last.
func (s *studio) result(file string) PictureResult {
	r := PictureResult{
		Origin: s.scene.Origin(), File: file, Width: s.flags.width, Height: s.flags.height,
		Beside: s.worlds.results(), Frames: 1, Step: s.snapshot.Step, Time: s.snapshot.Time, Hash: s.hash(),
		Moments: s.momentsOf(), FullForce: float64(s.view.FullForce),
	}
	if len(s.moments) > 0 { // which have snapshots of their own
		r.Step, r.Time = s.clock().Step, s.clock().Time
	}
	return r
}
