//go:build !headless

package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"example.org/tumble/render/video"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
)

var recordCommand = command{
	name: "record", args: "SCENE",
	does: "makes a video of a scene at an exact rate of simulated time; needs no display",
	more: "The name tells the format: .mp4 is H.264 through ffmpeg (an .avi in Motion JPEG where that is not\n" +
		"installed), and a name such as frame-%04d.png gives numbered pictures. A video of a saved\n" +
		"state begins at its time.",
	example: "tumble record bottle --speed 0.5 --overlays network -o bottle.mp4",
	prepare: func(f *flags) action {
		r := &recordFlags{fps: 60, speed: 1}
		f.file("output", "name of the video: .mp4, .avi, or .png with a number such as %04d (SCENE.mp4); - is standard "+
			"output", &r.output)
		f.number("fps", "frames per second of video (60)", 1, 1000, &r.fps)
		f.number("speed", "simulated seconds per second of video (1)", 1e-6, 1e6, &r.speed)
		r.declareEnd(f)
		r.declareScene(f, 0)
		r.pictureFlags.declare(f, view.Good)
		r.besideFlags.declare(f)
		f.toggle("json", "what was recorded, as one JSON object on standard output", &r.json)
		return r.run
	},
}

type recordFlags struct {
	simFlags
	pictureFlags
	besideFlags
	fps, speed float64
	output     string
	json       bool
}

// run carries the command out. After Ctrl-C, or when the simulation stops, the video holds
// the frames until then.
func (r *recordFlags) run(c *call) (err error) {
	name, err := c.one("record", "SCENE")
	if err != nil {
		return err
	}
	output, err := outputName(r.output, name, ".mp4")
	if err != nil {
		return err
	}
	if err := c.tryAll("record", []wanted{r.wanted(output)}, r.json, name); err != nil {
		return err
	}
	if err := r.check("record", name); err != nil {
		return err
	}
	scenes, err := await(c, func() ([]run.Scene, error) { return r.besideFlags.load(&r.simFlags, name) })
	if err != nil {
		return err
	}
	defer closeAll(scenes)
	g, err := r.goal("record", scenes[0])
	if err != nil {
		return err
	}
	s, err := openStudio(&r.pictureFlags, &r.besideFlags, scenes...)
	if err != nil {
		return err
	}
	defer s.close()
	out, note, err := video.Open(output, r.width, r.height, r.fps, s.texts()...)
	if err != nil {
		return err
	}
	if note != "" {
		fmt.Fprintf(c.env.Stderr, "tumble: %s\n", note)
	}
	ended := r.film(c, s, g, out)
	path, err := out.Close()
	if err != nil {
		return errors.Join(ended, err)
	}
	result := s.result(path)
	result.Frames, result.FPS, result.Speed = out.Frames(), r.fps, r.speed
	return errors.Join(ended, r.print(c, s, result))
}

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
func (r *recordFlags) film(c *call, s *studio, g goal, out *video.Writer) error {
	p := newProgress(c.env)
	defer p.clear()
	w := s.scene.World
	var pix []byte
	for k := 0; ; k++ {
		next := goal{begin: g.begin, until: g.begin.Time + float64(k)*r.speed/r.fps}
		p.extra = fmt.Sprintf("%d frames", k)
		if err := c.marchWatched(w, next, g, p, s.worlds.follow); err != nil {
			return err
		}
		if !next.reached(w) {
			return nil // the goal comes before the next frame
		}
		if err := s.draw(); err != nil {
			return err
		}
		pix = s.renderer.Pixels(pix)
		if err := out.Write(pix); err != nil {
			return err
		}
	}
}

func (r *recordFlags) print(c *call, s *studio, result PictureResult) error {
	if r.json {
		return printJSON(c.env.Stdout, result)
	}
	_, err := fmt.Fprintf(c.say(), "%s: %d frames of %dx%d at %g frames/s, %s to %s\n", result.File,
		result.Frames, result.Width, result.Height, result.FPS, result.Scene, formatTime(result.Time))
	return errors.Join(err, s.worlds.say(c.say()))
}
