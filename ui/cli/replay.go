package cli

import (
	"errors"
	"fmt"
	"os"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/spell"
)

var replayCommand = command{
	name: "replay", args: "SCENE|FILE.tumble",
	reports: true,
	does:    "writes a run as a page that plays it in any browser: one HTML file, without network",
	more: "Of a run file the whole run is done again, with what was edited in it, and goes on if --until is later than\n" +
		"its end. Pictures are --every apart; of a run of more than four million poses every other one is left out\n" +
		"until it fits.\n" +
		"With --live the page also holds the engine: Try it, in its foot, computes the run in the browser, says up to\n" +
		"which moment the bits are those of the author's run, and runs it again with other numbers, beside the author's.\n" +
		"The reader's run can be downloaded as a run file, and its numbers be sent as a link.",
	example: "tumble replay bottle -o pour.html\ntumble replay pour.tumble --forces -o pour.html",
	prepare: func(f *flags) action {
		r := &replayFlags{every: run.Interval{Time: 1.0 / 60}}
		f.file("output", "name of the page, an .html (SCENE.html); - is standard output", &r.output)
		f.text("every", "TIME", "distance between poses, as a time or as in 500steps (1/60 s)", func(s string) (err error) {
			r.every, err = parseInterval(s)
			return err
		})
		f.toggle("forces", "takes the forces of contacts along; the page grows by about their number", &r.forces)
		declareSlice(f, &r.slice)
		r.live.declare(f)
		r.declareEnd(f)
		r.declareScene(f)
		r.play.declare(f)
		r.declareInput(f)
		r.flags = f
		return r.run
	},
}

type replayFlags struct {
	simFlags
	play   playFlags
	live   liveFlags
	flags  *flags
	every  run.Interval
	forces bool
	slice  bridge.SliceOf
	output string
	inputFlag
}

// run carries the command out. After Ctrl-C, or when the simulation stops, the page holds the run until then.
func (r *replayFlags) run(c *call) error {
	name, err := c.one("replay", "SCENE")
	if err != nil {
		return err
	}
	stop, err := r.inputFlag.begin(c, "replay", name)
	if err != nil {
		return err
	}
	defer stop()
	if r.flags.given("knobs") && !r.live.on {
		return &usageError{"replay", "replay: --knobs: only a page with --live has sliders"}
	}
	played := source.IsDumps(name)
	output, err := outputName(r.output, resultName(name, played), ".html")
	if err != nil {
		return err
	}
	if err := c.tryAll("replay", []wanted{{flag: "-o", name: output}}, false, name); err != nil {
		return err
	}
	if played {
		return r.replayPlayed(c, name, output)
	}
	p, err := r.prepare(c, "replay", name)
	if err != nil {
		return err
	}
	defer p.Scene.World.Close()
	page := r.page(&p.Scene, output)
	if page.Live, err = r.live.of(p, func(seed uint64) (run.Scene, error) { return r.loadSeed(name, seed) }); err != nil {
		return err
	}
	w, err := batch.Outputs{Series: []run.Output{page}, Alone: true}.Open(p)
	if err != nil {
		return err
	}
	progress := newProgress(c.env)
	defer progress.clear()
	ended := p.March(c, w, progress.show)
	return errors.Join(append(w.Failed, ended, printPage(c, output, w.Result.Steps))...)
}

// page returns the replay page as a series of outputs, and gives the scene the slice that was asked for.
func (r *replayFlags) page(sc *run.Scene, path string) run.Output {
	o := run.Output{Format: "replay", Path: path, Every: r.every}
	if r.flags != nil && r.flags.given("slice") { // lessons of a course have no flags
		sc.View.Slice = r.slice
	}
	sc.Complete(&o)
	if r.forces {
		o.Parts = []string{export.Forces}
	}
	return o
}

// printPage prints the name and the size of the page.
func printPage(c *call, output string, steps int64) error {
	if outfile.IsStream(output) {
		return nil
	}
	info, err := os.Stat(output)
	if err != nil {
		return nil // an earlier error says why there is no file
	}
	_, err = fmt.Fprintf(c.messages(), "%s: %.2f MB, %s\n", output, float64(info.Size())/1e6,
		spell.Count(steps, "step", "steps"))
	return err
}
