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

	"example.org/tumble/render/view"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/report/page"
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
			r.every, err = parseInterval(s)
			return err
		})
		f.text("poses", "TIME", "distance between poses of the replay, as a time or as in 500steps (1/60 s, or a 200th of a "+
			"short run)", func(s string) (err error) {
			r.poses, err = parseInterval(s)
			return err
		})
		f.file("video", "a film to have in place of the replay, .mp4 or .webm", &r.video)
		f.toggle("still", "leaves the replay out", &r.still)
		f.toggle("forces", "takes the forces of contacts along in the replay", &r.forces)
		r.declareEnd(f)
		r.declareScene(f, 0)
		r.pictureFlags.declare(f, view.Best)
		return r.run
	},
}

type reportFlags struct {
	simFlags
	pictureFlags
	flags         *flags
	output        string
	at            []float64 // [s]
	every, poses  run.Interval
	video         string
	still, forces bool
}

// pictureShare is about what drawing a picture of a report takes, as a share of what the run of a scene takes: it
// decides how far the work is told to have come.
const pictureShare = 0.05

// mostPictures is how many pictures a report of a run may have: more make it larger than mail takes.
const mostPictures = 24

// setAt reads --at.
func (r *reportFlags) setAt(text string) error {
	r.at = nil
	for _, part := range splitList(text) {
		at := 0.0
		if part != "0" && part != "0s" {
			var err error
			if at, err = parseTime(part); err != nil {
				return err
			}
		}
		r.at = append(r.at, at)
	}
	if len(r.at) == 0 || len(r.at) > mostPictures {
		return fmt.Errorf("must have 1 to %d times, got %s", mostPictures, spell.Quote(text))
	}
	slices.Sort(r.at)
	r.at = slices.Compact(r.at)
	return nil
}

// run carries the command out. After Ctrl-C, or when the simulation stops, the report is of the run until then.
func (r *reportFlags) run(c *call) error {
	name, err := c.one("report", "SCENE")
	if err != nil {
		return err
	}
	if !r.pictureFlags.flags.given("theme") {
		r.view.Theme = view.Light
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
	var made *page.Page
	if info, e := os.Stat(name); e == nil && info.IsDir() {
		made, err = r.ofSweep(c, name)
	} else {
		made, err = r.ofRun(c, name)
	}
	if made == nil {
		return err
	}
	return errors.Join(err, writeReport(c, output, made))
}

// writeReport writes a report, whole or not at all, and says so.
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
	_, err := fmt.Fprintf(c.say(), "%s: %.2f MB\n", output, float64(text.Len())/1e6)
	return err
}

// ofRun does a run and returns its report; without one if there was nothing to report.
func (r *reportFlags) ofRun(c *call, name string) (*page.Page, error) {
	film, err := r.film()
	if err != nil {
		return nil, err
	}
	p, err := r.perform(c, "report", name)
	if err != nil {
		return nil, err
	}
	defer p.Scene.World.Close()
	w, err := newReporter(r, p)
	if err != nil {
		return nil, err
	}
	defer w.album.close()
	told := newProgress(c.env)
	defer told.clear()
	running := 1 / (1 + pictureShare*float64(len(w.moments)))
	ended := p.March(c, w, batch.Tell(told.tell).Part(0, running))
	if !w.over {
		return nil, ended
	}
	made, err := w.page(film, ended, batch.Tell(told.tell).Part(running, 1))
	return made, errors.Join(ended, err)
}

// film reads the film that is to be in the report; nil if there is none.
func (r *reportFlags) film() (*page.Picture, error) {
	if r.video == "" {
		return nil, nil
	}
	if r.still || r.forces || r.poses != (run.Interval{}) {
		return nil, &usageError{"report", "report: --video stands in place of the replay: it goes without --still, " +
			"--forces and --poses"}
	}
	data, err := input.Read(r.video, limit.FilmBytes)
	if err != nil {
		return nil, fmt.Errorf("--video: %w", err)
	}
	switch {
	case len(data) > 12 && string(data[4:8]) == "ftyp":
		return &page.Picture{Type: "video/mp4", Data: data}, nil
	case bytes.HasPrefix(data, []byte{0x1a, 0x45, 0xdf, 0xa3}):
		return &page.Picture{Type: "video/webm", Data: data}, nil
	}
	return nil, fmt.Errorf("--video: must be an .mp4 or a .webm, which browsers play, got %s, which is neither", r.video)
}

// moments returns how far on the way to its goal a run is to be for each picture, and whether these are times [s].
func (r *reportFlags) moments(p *batch.Run) (list []float64, times bool, err error) {
	if r.at == nil {
		return []float64{0, 1.0 / 3, 2.0 / 3, 1}, false, nil
	}
	slack := batch.Tolerance(p.Scene.World)
	for _, at := range r.at {
		if at < p.Goal.Begin.Time-slack || p.Goal.Steps == 0 && at > p.Goal.Until+slack {
			return nil, true, &usageError{"report", fmt.Sprintf("report: --at: must be within the run, from %.9g s "+
				"to %.9g s, got %.9g s", p.Goal.Begin.Time, p.Goal.Until, at)}
		}
	}
	return r.at, true, nil
}

// intervalText writes an interval as --every takes it.
func intervalText(i run.Interval) string {
	if i.Steps > 0 {
		return fmt.Sprintf("%dsteps", i.Steps)
	}
	return strings.ReplaceAll(strings.ReplaceAll(spell.Time(i.Time), " ", ""), "µ", "u")
}
