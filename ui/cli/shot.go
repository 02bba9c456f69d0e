//go:build !headless

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/studio"
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
		s.declareScene(f)
		s.pictureFlags.declare(f, view.Best)
		s.declareSensors(f)
		s.printFlags.declare(f)
		s.comparisonFlags.declare(f)
		s.play.declare(f)
		f.toggle("json", "what was drawn, as one JSON object on standard output", &s.json)
		return s.run
	},
}

type shotFlags struct {
	simFlags
	pictureFlags
	printFlags
	comparisonFlags
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
	output, err := outputName(o.output, resultName(name, played), ".png")
	if err != nil {
		return err
	}
	shot := studio.Shot{Options: o.picture(), Comparison: o.Comparison, At: o.at, Output: output}
	if shot.Print, err = o.print(&o.pictureFlags); err != nil {
		return err
	}
	if err := shot.Check(); err != nil {
		return ofOption("shot", err)
	}
	if len(o.at) > 1 && o.Path != "" {
		return &usageError{"shot", "shot: --at: several moments are of one world and one view: leave --beside out"}
	}
	if err := o.check("shot", name); err != nil {
		return err
	}
	if err := c.tryAll("shot", []wanted{{flag: "-o", name: output}}, o.json, name); err != nil {
		return err
	}
	r, err := o.make(c, &shot, name, played)
	if err != nil {
		return ofOption("shot", err)
	}
	if o.json {
		return printJSON(c.env.Stdout, r)
	}
	_, err = fmt.Fprintf(c.messages(), "%s: %dx%d, %s at %s\n", r.File, r.Width, r.Height, r.Scene, r.Times())
	return errors.Join(err, printPartings(c.messages(), &r))
}

// make makes the picture of a scene or of dumps.
func (o *shotFlags) make(c *call, shot *studio.Shot, name string, played bool) (studio.Result, error) {
	progress := newProgress(c.env)
	defer progress.clear()
	if !played {
		return shot.Make(c, o.scene(name), progress.show)
	}
	if err := errors.Join(o.refusePlayed("shot", o.flags), o.refuseWorlds("shot")); err != nil {
		return studio.Result{}, err
	}
	r, err := o.play.open(c, name)
	if err != nil {
		return studio.Result{}, err
	}
	return shot.Play(c, r, progress.show)
}

// scene returns the source of the worlds of a picture.
func (s *simFlags) scene(name string) studio.Scene {
	load := func(name string, o scene.Options) (run.Scene, error) {
		if err := checkSeed(name, o.Seed); err != nil {
			return run.Scene{}, err
		}
		return source.Load(name, o)
	}
	return studio.Scene{Name: name, Options: s.options(uint64(s.seed)), Load: load}
}

// printPartings prints when the worlds of a comparison began to differ.
func printPartings(to io.Writer, r *studio.Result) (err error) {
	for _, line := range r.Partings() {
		_, e := fmt.Fprintln(to, line)
		err = errors.Join(err, e)
	}
	return err
}

// parseTimes reads one time ≥ 0, or several that ascend: "0.5,1.0,1.5".
func parseTimes(text string) (times []float64, err error) {
	parts := strings.Split(text, ",")
	if len(parts) > studio.MostMoments {
		return nil, fmt.Errorf("must be at most %d times, got %d", studio.MostMoments, len(parts))
	}
	for i, part := range parts {
		t, err := parseMoment(part)
		if err != nil {
			return nil, err
		}
		if i > 0 && t <= times[i-1] {
			return nil, fmt.Errorf("must be times that ascend, got %s", spell.Quote(text))
		}
		times = append(times, t)
	}
	return times, nil
}

// drawing returns a function that draws the present state of a world into a file.
func drawing(o studio.Options) func(context.Context, run.Scene, string) error {
	return func(ctx context.Context, sc run.Scene, path string) error {
		_, err := studio.Shot{Options: o, Output: path}.Of(ctx, sc)
		return ofOption("sweep", err)
	}
}
