//go:build !headless

package cli

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/source"
	"example.org/tumble/sim/spell"
)

var recordCommand = command{
	name: "record", args: "SCENE",
	reports: true,
	does:    "makes a video of a scene at an exact rate of simulated time; needs no display",
	more: "The name tells the format: .mp4 is H.264 through ffmpeg (an .avi in Motion JPEG where that is not\n" +
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
		r := &recordFlags{fps: 60, speed: 1}
		f.file("output", "name of the video: .mp4, .webm, .gif, .avi, or .png with a number such as %04d (SCENE.mp4); - is "+
			"standard output", &r.output)
		f.number("fps", "frames per second of video (60)", 1, 1000, &r.fps)
		f.number("speed", "simulated seconds per second of video (1)", 1e-6, 1e6, &r.speed)
		f.text("blur", "N", "makes each frame the mean of N moments of the time since the one before, as a shutter does (1)",
			func(s string) (err error) {
				if r.blur, err = strconv.ParseInt(s, 10, 64); err != nil || r.blur < 2 || r.blur > 64 {
					return fmt.Errorf("must be a whole number from 2 to 64, got %s", spell.Quote(s))
				}
				return nil
			})
		f.time("from", "simulated time at which the video begins (that of the scene or run)", &r.from)
		f.time("still", "how long the video is in which the world stands still, at --from", &r.still)
		f.text("turn", "DEGREES", "how far the eye goes round in the whole video: 360 for a turntable (0)",
			func(s string) (err error) {
				r.turn, err = parseTurn(s)
				return err
			})
		f.text("max-size", "SIZE", "most that the file may have, such as 8MB or 500kB: quality, then rate and size of the "+
			"pictures give way", func(s string) (err error) {
			r.most, err = parseBytes(s)
			return err
		})
		f.text("slow", "STRETCH", "stretch of time that has a speed of its own, as 0.5s..0.8s:0.1; none for the --speed "+
			"throughout (that of the run file)", func(s string) (err error) {
			r.slow, err = parseSlow(s)
			return err
		})
		r.declareEnd(f)
		r.declareScene(f, 0)
		r.look.ofRun = true
		r.pictureFlags.declare(f, view.Good)
		r.besideFlags.declare(f)
		r.play.declare(f)
		f.toggle("json", "what was recorded, as one JSON object on standard output", &r.json)
		return r.run
	},
}

type recordFlags struct {
	simFlags
	pictureFlags
	besideFlags
	play       playFlags
	fps, speed float64
	from       float64         // [s]
	still      float64         // [s] of video; 0: the world goes on
	turn       float64         // [°]
	most       int64           // [bytes]; 0: any
	blur       int64           // pictures of a frame; 0: one
	flat       []byte          // a picture with what lies flat over it
	slow       *bridge.SetSlow // nil: that of the scene
	output     string
	json       bool
}

// slowOf returns the stretch of a scene's video that has a speed of its own.
func (r *recordFlags) slowOf(sc *run.Scene) *bridge.SetSlow {
	switch {
	case r.still > 0: // all of it is one moment
		return &bridge.SetSlow{}
	case r.slow != nil:
		return r.slow
	}
	return &sc.Slow
}

// run carries the command out. After Ctrl-C, or when the simulation stops, the video holds
// the frames until then.
func (r *recordFlags) run(c *call) (err error) {
	name, err := c.one("record", "SCENE")
	if err != nil {
		return err
	}
	played := source.IsDumps(name)
	output, err := outputName(r.output, resultName(name, played), ".mp4")
	if err != nil {
		return err
	}
	if err := c.tryAll("record", []wanted{r.wanted(output)}, r.json, name); err != nil {
		return err
	}
	if err := cmp.Or(r.check("record", name), r.checkEye()); err != nil {
		return err
	}
	if played {
		return r.recordPlayed(c, name, output)
	}
	if r.worlds() == 1 {
		r.moment = &r.from
	}
	scenes, err := batch.Await(c, func() ([]run.Scene, error) { return r.besideFlags.load(&r.simFlags, name) })
	if err != nil {
		return err
	}
	defer closeAll(scenes)
	g, err := r.whole(scenes[0])
	if err != nil {
		return err
	}
	takes, err := r.takes(scenes[0], output)
	if err != nil {
		return err
	}
	if err := r.surveyForces(c, name, g); err != nil {
		return err
	}
	r.view.KeepScales = true
	eye, err := r.eye(scenes[0], g)
	if err != nil {
		return err
	}
	s, err := openStudio(&r.pictureFlags, &r.besideFlags, scenes...)
	if err != nil {
		return err
	}
	defer s.close()
	s.path, s.turn = eye, r.turn
	if err := r.openTakes(c, s, takes); err != nil {
		return err
	}
	return r.finish(c, s, takes, r.film(c, s, g, takes))
}

// finish closes the videos and tells what they are, also of those that ended early.
func (r *recordFlags) finish(c *call, s *studio, takes []take, ended error) error {
	frames := takes[0].out.Frames()
	if err := closeTakes(takes); err != nil {
		if ended != nil && ended.Error() == err.Error() {
			return err
		}
		return errors.Join(ended, err)
	}
	return errors.Join(ended, r.tell(c, s, takes, frames))
}

// tell says of each take what was made.
func (r *recordFlags) tell(c *call, s *studio, takes []take, frames int) (err error) {
	for _, t := range takes {
		if t.gave != "" {
			fmt.Fprintf(c.env.Stderr, "tumble: %s: %s, to be within --max-size\n", t.output, t.gave)
		}
		result := s.result(t.output)
		result.Frames, result.FPS, result.Speed, result.View = frames, r.fps, r.speed, t.name
		err = errors.Join(err, r.print(c, s, result))
	}
	return err
}

// whole is goal, but that of a run file is the end of the run if nothing else is said.
func (r *recordFlags) whole(sc run.Scene) (batch.Goal, error) {
	if r.from > 0 && sc.Past != nil && r.from > sc.Past.On().Until.Time {
		return batch.Goal{}, fmt.Errorf("--from: the run of %s ends at %s, got %s", sc.Name,
			spell.Time(sc.Past.On().Until.Time), spell.Time(r.from))
	}
	if r.still > 0 {
		return timeGoal("record", "--from", sc, max(r.from, sc.World.Clock().Time))
	}
	if sc.Past != nil && r.until == 0 && r.steps == 0 {
		if last := sc.Past.On().Last().Step; last > sc.World.Clock().Step {
			return batch.Goal{Begin: batch.Now(sc.World), Steps: last}, nil
		}
	}
	return r.goal("record", sc)
}

// eye returns the path of the eye; nil: it stands still.
func (r *recordFlags) eye(sc run.Scene, g batch.Goal) (*cameraPath, error) {
	p := r.look.path
	if p == nil && r.turn != 0 {
		p = turning(r.look)
	}
	if p == nil {
		return nil, nil
	}
	p.begin = max(g.Begin.Time, r.from)
	switch {
	case r.still > 0:
		p.end = p.begin + r.still
	case g.Until > 0:
		p.end = g.Until
	case sc.Past != nil:
		p.end = sc.Past.On().Until.Time
	case p.whole:
		return nil, &usageError{"record", "record: --turn and ranges in --view need the time at which the video ends: " +
			"give --until instead of --steps"}
	}
	if p.whole && !(p.end > p.begin) {
		return nil, fmt.Errorf("record: the eye cannot move in a video from %s to %s", spell.Time(p.begin), spell.Time(p.end))
	}
	return p, nil
}

// checkEye refuses what does not go with an eye that moves, or a world that stands still.
func (r *recordFlags) checkEye() error {
	bad := func(text string) error { return &usageError{"record", "record: " + text} }
	switch moves := r.turn != 0 || r.look.path != nil; {
	case r.turn != 0 && r.look.path != nil:
		return bad("--turn and a path in --view each move the eye: give one of them")
	case moves && r.look.named != "":
		return bad("--turn: the views of a run file have their own eye")
	case moves && r.besideFlags.path == "view":
		return bad("--beside view: has an eye for each view; --turn and paths in --view are for one")
	case r.still > 0 && (r.until > 0 || r.steps > 0):
		return bad("--still: the world stands still; --until and --steps would let it go on")
	case r.still > 0 && r.slow != nil:
		return bad("--still: the world stands still and has no --slow")
	case r.still > 0 && r.speed != 1:
		return bad("--still: the world stands still and has no --speed")
	case r.still*r.fps > mostStill:
		return bad(fmt.Sprintf("--still: %s at %g frames per second are %g frames, at most %g", spell.Time(r.still), r.fps,
			math.Ceil(r.still*r.fps), float64(mostStill)))
	}
	return nil
}

// mostStill is how many frames a world can stand still: an hour at 60 a second.
const mostStill = 216_000

// wanted is what is to be tried before the run. Numbered pictures get their folder made.
func (r *recordFlags) wanted(output string) wanted {
	if strings.EqualFold(filepath.Ext(output), ".png") {
		return wanted{flag: "-o", name: filepath.Dir(output), folder: true}
	}
	return wanted{flag: "-o", name: output}
}

// film draws one frame every speed/fps simulated seconds, from where the scene or state
// begins to the goal.
// Each shows the first step at or after its time.
func (r *recordFlags) film(c *call, s *studio, g batch.Goal, takes []take) error {
	p := newProgress(c.env)
	defer p.clear()
	var pix []byte
	frames, moments := 0, int64(0)
	tell := batch.Tell(p.tell).About(func() string { return fmt.Sprintf("%d frames", frames) })
	return r.eachFrame(c, s.scene, s.worlds, g, tell, func(time float64) (err error) {
		s.time = time
		shown := moments%max(r.blur, 1) == 0 // the first frame has nothing before it
		moments++
		if pix, err = r.frame(s, takes, pix, shown); shown {
			frames++
		}
		return err
	})
}

func (r *recordFlags) print(c *call, s *studio, result PictureResult) error {
	if r.json {
		return printJSON(c.env.Stdout, result)
	}
	_, err := fmt.Fprintf(c.say(), "%s: %d frames of %dx%d at %g frames/s, %s to %s\n", result.File,
		result.Frames, result.Width, result.Height, result.FPS, result.Scene, spell.Time(result.Time))
	return errors.Join(err, s.worlds.say(c.say()))
}
