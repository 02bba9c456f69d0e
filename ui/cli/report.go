package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/report"
	"example.org/tumble/ui/report/page"
	"example.org/tumble/ui/studio"
)

var reportCommand = command{
	name: "report", args: "SCENE|FILE.tumble|DIR",
	reports: true,
	does:    "writes what came of a run, or of a sweep, as one HTML file to read, print and send",
	more: "Of a run it has pictures, the replay, scene and materials with what follows from them, charts, what tells\n" +
		"whether to trust it, and how to make it again. The numbers of the charts are those of run --csv --every.\n" +
		"Pictures are on a light ground, unless --theme says otherwise. Of a run file the whole run is done again,\n" +
		"and goes on if --until is later than its end.\n" +
		"DIR is the folder of a sweep: its report has the table, plots of all results over all parameters and the\n" +
		"pictures of the rows. Nothing is run for it, unless --at asks for a moment: then each row is, until then.\n" +
		"It has no date: the same run gives the same report.",
	example: "tumble report bottle -o pour.html\ntumble report pour.tumble --at 0.5s,1.2s,2.6s --overlays forces\n" +
		"tumble sweep bottle --table friction.csv -o friction && tumble report friction",
	prepare: func(f *flags) action {
		r := &reportFlags{flags: f}
		f.file("output", "name of the report, an .html (SCENE-report.html); - is standard output", &r.output)
		f.text("at", "LIST", "simulated times of the pictures: 0.5s,1s,2s (begin, two in between, end)", r.setAt)
		f.text("every", "TIME", "distance between points of the charts, as a time or as in 500steps (about a 400th of the "+
			"run)", func(s string) (err error) {
			r.report.Every, err = parseInterval(s)
			return err
		})
		f.text("poses", "TIME", "distance between poses of the replay, as a time or as in 500steps (1/60 s, or a 200th of a "+
			"short run)", func(s string) (err error) {
			r.report.Poses, err = parseInterval(s)
			return err
		})
		f.file("video", "a film to have in place of the replay, .mp4 or .webm", &r.video)
		f.toggle("still", "leaves the replay out", &r.report.NoReplay)
		f.toggle("forces", "takes the forces of contacts along in the replay", &r.report.Forces)
		r.declareEnd(f)
		r.declareScene(f)
		r.pictureFlags.declare(f, view.Best)
		r.declareSensors(f)
		return r.run
	},
}

type reportFlags struct {
	simFlags
	pictureFlags
	flags         *flags
	report        report.Options
	output, video string
}

// setAt reads --at.
func (r *reportFlags) setAt(text string) error {
	r.report.At = nil
	for _, part := range splitList(text) {
		at, err := parseMoment(part)
		if err != nil {
			return err
		}
		r.report.At = append(r.report.At, at)
	}
	if len(r.report.At) == 0 || len(r.report.At) > report.MostPictures {
		return fmt.Errorf("must have 1 to %d times, got %s", report.MostPictures, spell.Quote(text))
	}
	slices.Sort(r.report.At)
	r.report.At = slices.Compact(r.report.At)
	return nil
}

// run carries the command out. After Ctrl-C, or when the simulation stops, the report covers the run until then.
func (r *reportFlags) run(c *call) error {
	name, err := c.one("report", "SCENE")
	if err != nil {
		return err
	}
	if !r.flags.given("theme") {
		r.View.Theme = view.Light
	}
	output, err := outputName(r.output, filepath.Clean(name), "-report.html")
	if err != nil {
		return err
	}
	if ext := strings.ToLower(filepath.Ext(output)); ext != ".html" && ext != ".htm" && !outfile.IsStream(output) {
		return &usageError{"report", "report: -o: must end in .html, got " + spell.Quote(output)}
	}
	if err := c.tryAll("report", []wanted{{flag: "-o", name: output}}, false, name, r.video); err != nil {
		return err
	}
	made, err := r.make(c, name)
	if made == nil {
		return ofOption("report", err)
	}
	return errors.Join(err, writeReport(c, output, made))
}

// make makes the report of a run or of the folder of a sweep.
func (r *reportFlags) make(c *call, name string) (*page.Page, error) {
	o := &r.report
	o.Album = func(sc run.Scene) (report.Album, error) { return studio.OpenAlbum(r.picture(), sc) }
	o.Light, o.Workers, o.AllowRead = r.View.Theme == view.Light, int(r.workers), r.readable.folders
	if info, e := os.Stat(name); e == nil && info.IsDir() {
		if err := r.refuseForSweep(); err != nil {
			return nil, err
		}
		progress := newProgress(c.env)
		defer progress.clear()
		return report.OfSweep(c, name, *o, progress.show)
	}
	if err := r.readFilm(); err != nil {
		return nil, err
	}
	p, err := r.prepare(c, "report", name)
	if err != nil {
		return nil, err
	}
	defer p.Scene.World.Close()
	if r.flags.given("slice") {
		p.Scene.View.Slice = r.View.Measured.Slice
	}
	progress := newProgress(c.env)
	defer progress.clear()
	return report.OfRun(c, p, *o, progress.show)
}

// writeReport writes a report completely or not at all, and prints its name and size.
func writeReport(c *call, output string, made *page.Page) error {
	var text bytes.Buffer
	if err := made.Write(&text); err != nil {
		return err
	}
	if err := outfile.Write(output, func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	}); err != nil {
		return err
	}
	if outfile.IsStream(output) {
		return nil
	}
	_, err := fmt.Fprintf(c.messages(), "%s: %.2f MB\n", output, float64(text.Len())/1e6)
	return err
}

// readFilm reads the film of --video for the report, if there is one.
func (r *reportFlags) readFilm() (err error) {
	if r.video == "" {
		return nil
	}
	if r.report.NoReplay || r.report.Forces || r.report.Poses != (run.Interval{}) {
		return &usageError{"report", "report: --video stands in place of the replay: it goes without --still, --forces and " +
			"--poses"}
	}
	if r.report.Film, err = report.ReadFilm(r.video); err != nil {
		return fmt.Errorf("--video: %w", err)
	}
	return nil
}

// refuseForSweep refuses flags that have no effect on the report of a sweep.
func (r *reportFlags) refuseForSweep() error {
	var err error
	r.flags.set.Visit(func(f *pflag.Flag) {
		switch name := f.Name; {
		case err != nil, slices.Contains([]string{"output", "at", "workers", "allow-read", "quiet"}, name):
		case slices.Contains([]string{"every", "poses", "video", "still", "forces", "until", "steps", "seed", "set"}, name):
			err = &usageError{"report", fmt.Sprintf("report: %s is for the report of a run, and the rows of a sweep have run",
				dashed(f))}
		case len(r.report.At) == 0:
			err = &usageError{"report", fmt.Sprintf("report: %s goes with --at: without it the pictures are those that the "+
				"sweep has made", dashed(f))}
		}
	})
	return err
}
