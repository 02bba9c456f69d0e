//go:build !headless

package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/studio"
)

var recordCommand = command{
	name: "record", args: "SCENE",
	reports: true,
	does:    "makes a video of a scene at an exact rate of simulated time; needs no display",
	more: "A video follows simulated time; one as you saw it, by the clock on the wall, is made in the window (F9).\n" +
		"The name tells the format: .mp4 is H.264 through ffmpeg (an .avi in Motion JPEG where that is not\n" +
		"installed), .webm VP9, .gif a picture that moves, both through ffmpeg too, and a name such as\n" +
		"frame-%04d.png gives numbered pictures. A video of a saved\n" +
		"state begins at its time; one of a run file (run --run-file, Ctrl+S) at its beginning, with all edits,\n" +
		"and ends where the run did. Its --view is run, what the person saw, the name of a view that was\n" +
		"stored in it, or all for a video of each, OUTPUT-NAME.mp4; the slow motion of its time line is kept.\n" +
		"The eye moves with ranges in --view, as 0..360,15, and with key frames TIME:VIEW;TIME:VIEW at simulated\n" +
		"times; azimuths are taken as they are.",
	example: "tumble record bottle --speed 0.5 --overlays network -o bottle.mp4\n" +
		"tumble record bottle --from 2.2s --still 6s --turn 360 -o turntable.mp4\n" +
		"tumble record bottle --view '0s:front;1.4s:-60,15;4s:120,30,0.35' -o path.mp4",
	prepare: func(f *flags) action {
		r := &recordFlags{Film: studio.Film{FPS: 60, Speed: 1, Partial: true}}
		f.file("output", "name of the video: .mp4, .webm, .gif, .avi, or .png with a number such as %04d (SCENE.mp4); - is "+
			"standard output", &r.output)
		f.number("fps", "frames per second of video (60)", 1, 1000, &r.FPS)
		f.number("speed", "simulated seconds per second of video (1)", 1e-6, 1e6, &r.Speed)
		f.text("blur", "N", "makes each frame the mean of N moments of the time since the one before, as a shutter does (1)",
			func(s string) (err error) {
				if r.Blur, err = strconv.Atoi(s); err != nil || r.Blur < 2 || r.Blur > 64 {
					return fmt.Errorf("must be a whole number from 2 to 64, got %s", spell.Quote(s))
				}
				return nil
			})
		f.time("from", "simulated time at which the video begins (that of the scene or run)", &r.From)
		f.time("still", "how long the video is in which the world stands still, at --from", &r.Hold)
		f.text("turn", "DEGREES", "how far the eye goes round in the whole video: 360 for a turntable (0)",
			func(s string) (err error) {
				r.Turn, err = parseTurn(s)
				return err
			})
		f.text("max-size", "SIZE", "most that the file may have, such as 8MB or 500kB: quality, then rate and size of the "+
			"pictures give way", func(s string) (err error) {
			r.Most, err = parseBytes(s)
			return err
		})
		f.text("slow", "STRETCH", "stretch of time that has a speed of its own, as 0.5s..0.8s:0.1; none for the --speed "+
			"throughout (that of the run file)", func(s string) (err error) {
			r.Slow, err = parseSlow(s)
			return err
		})
		r.declareEnd(f)
		r.declareScene(f)
		r.film = true
		r.pictureFlags.declare(f, view.Good)
		r.declareSensors(f)
		r.comparisonFlags.declare(f)
		r.play.declare(f)
		f.toggle("json", "what was recorded, as one JSON object on standard output", &r.json)
		r.declareInput(f)
		return r.run
	},
}

type recordFlags struct {
	simFlags
	pictureFlags
	comparisonFlags
	studio.Film
	play   playFlags
	output string
	json   bool
	inputFlag
}

// run carries the command out. After Ctrl-C, or when the simulation stops, the video holds
// the frames until then.
func (r *recordFlags) run(c *call) (err error) {
	name, err := c.one("record", "SCENE")
	if err != nil {
		return err
	}
	stop, err := r.inputFlag.begin(c, "record", name)
	if err != nil {
		return err
	}
	defer stop()
	played := source.IsDumps(name)
	output, err := outputName(r.output, resultName(name, played), ".mp4")
	if err != nil {
		return err
	}
	if err := c.tryAll("record", []wanted{r.wanted(output)}, r.json, name); err != nil {
		return err
	}
	if err := cmp.Or(r.check("record", name), r.checkEye(), r.checkEnd("record")); err != nil {
		return err
	}
	film := r.Film
	film.Options, film.Comparison, film.Output = r.picture(), r.comparisonFlags.Comparison, output
	film.Shown, film.Path, film.Survey = r.named, r.path, r.survey
	film.Until, film.Steps = r.until, r.steps
	film.Note = func(text string) { fmt.Fprintf(c.note(), "tumble: %s\n", text) }
	if err := film.Check(); err != nil {
		return ofOption("record", err)
	}
	results, err := r.make(c, &film, name, played)
	return errors.Join(r.wrong(err), r.printSummary(c, results))
}

// wrong rewrites an error of a film so that it names the flags of the command.
func (r *recordFlags) wrong(err error) error {
	var o *batch.OptionError
	switch {
	case !errors.As(err, &o):
		return r.ofEnd("record", err)
	case errors.Is(o.Err, studio.ErrNoViews):
		o.Err = fmt.Errorf("%w: %w", o.Err, badEye(r.named))
	case errors.Is(o.Err, studio.ErrNoEnd):
		o.Err = fmt.Errorf("%w: give --until instead of --steps", o.Err)
	}
	return ofOption("record", err)
}

// make makes the videos of a scene or of dumps.
func (r *recordFlags) make(c *call, film *studio.Film, name string, played bool) ([]studio.Result, error) {
	progress := newProgress(c.env)
	defer progress.clear()
	if !played {
		return film.Make(c, r.scene(name), progress.show)
	}
	if err := errors.Join(r.refusePlayed("record", r.flags), r.refuseWorlds("record"), r.refuseEye()); err != nil {
		return nil, err
	}
	from, err := r.play.open(c, name)
	if err != nil {
		return nil, err
	}
	return film.Play(c, from, progress.show)
}

// printSummary prints the name and the contents of each video.
func (r *recordFlags) printSummary(c *call, list []studio.Result) (err error) {
	for i := range list {
		v := &list[i]
		if v.Reduction != "" {
			fmt.Fprintf(c.env.Stderr, "tumble: %s: %s, to be within --max-size\n", v.File, v.Reduction)
		}
		if r.json {
			err = errors.Join(err, printJSON(c.env.Stdout, v))
			continue
		}
		_, e := fmt.Fprintf(c.messages(), "%s: %s of %dx%d at %g frames/s, %s to %s\n", v.File,
			spell.Count(v.Frames, "frame", "frames"), v.Width, v.Height, v.FPS, v.Scene, spell.Time(v.Time))
		err = errors.Join(err, e, printPartings(c.messages(), v))
	}
	return err
}

// checkEye refuses flags that do not go with a moving eye or with a world that stands still.
func (r *recordFlags) checkEye() error {
	bad := func(text string) error { return &usageError{"record", "record: " + text} }
	switch moves := r.Turn != 0 || r.path != nil; {
	case r.Turn != 0 && r.path != nil:
		return bad("--turn and a path in --view each move the eye: give one of them")
	case moves && r.named != "":
		return bad("--turn: the views of a run file have their own eye")
	case moves && r.comparisonFlags.Path == "view":
		return bad("--beside view: has an eye for each view; --turn and paths in --view are for one")
	case r.Hold > 0 && (r.until > 0 || r.steps > 0):
		return bad("--still: the world stands still; --until and --steps would let it go on")
	case r.Hold > 0 && r.Slow != nil:
		return bad("--still: the world stands still and has no --slow")
	case r.Hold > 0 && r.Speed != 1:
		return bad("--still: the world stands still and has no --speed")
	}
	return nil
}

// refuseEye refuses flags that have no effect on dumps, because each moment of dumps is drawn only once.
func (r *recordFlags) refuseEye() error {
	if r.Turn != 0 || r.Hold > 0 || r.Blur > 0 || r.path != nil {
		return &usageError{"record", "record: --turn, --still, --blur and paths in --view are for scenes: each moment of " +
			"dumps is drawn once"}
	}
	return nil
}

// wanted returns the file that is tried before the run. For numbered pictures it is their folder, which is then
// created.
func (r *recordFlags) wanted(output string) wanted {
	if strings.EqualFold(filepath.Ext(output), ".png") {
		return wanted{flag: "-o", name: filepath.Dir(output), folder: true}
	}
	return wanted{flag: "-o", name: output}
}
