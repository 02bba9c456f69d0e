package cli

import (
	"errors"
	"fmt"
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.org/tumble/assets"
	"example.org/tumble/assets/manual"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
)

// lesson is a page of the course. Its text is assets/course/NAME.md, and its scene NAME.yaml beside it, or the
// built-in scene of that name.
type lesson struct {
	name string
	set  []string // values of the scene that are other than in its file
}

// lessons are the pages of the course, in the order in which they are read.
// The pills of the first one are softer than those of the scene, and its run is shorter: so it takes a page seconds.
var lessons = []lesson{
	{"bottle", []string{"end=2.4", "materials.pill.young=1e6", "timeStep.initial=0"}}, {name: "hopper"}, {name: "step"},
}

var courseCommand = command{
	name:    "course",
	reports: true,
	does:    "writes three lessons as pages: text, questions, and a run that the reader's browser computes anew",
	more: "Each page is one HTML file, with the engine in it, as of replay --live: it needs no network and no program.\n" +
		"They are the pill bottle, a hopper that bridges or flows, and what a time step too large does.",
	example: "tumble course -o course",
	prepare: func(f *flags) action {
		l := &courseFlags{folder: "course"}
		f.text("output", "DIR", "folder for the pages (course)", func(s string) error {
			l.folder = s
			return nil
		})
		return l.run
	},
}

type courseFlags struct{ folder string }

func (l *courseFlags) run(c *call) error {
	if len(c.args) > 0 {
		return &usageError{"course", "course: takes no argument, got " + strings.Join(c.args, " ")}
	}
	if err := c.tryAll("course", []wanted{{flag: "-o", name: l.folder, folder: true}}, false); err != nil {
		return err
	}
	if _, _, err := engine(); err != nil {
		return err
	}
	if err := outfile.MakeFolder(l.folder); err != nil {
		return err
	}
	for _, of := range lessons {
		if err := of.write(c, filepath.Join(l.folder, of.name+".html")); err != nil {
			return err
		}
	}
	return nil
}

// write writes the page of a lesson.
func (l *lesson) write(c *call, path string) error {
	text, err := assets.Course.ReadFile("course/" + l.name + ".md")
	if err != nil {
		return err
	}
	sc, err := l.load(0)
	if err != nil {
		return err
	}
	defer sc.World.Close()
	r := &batch.Run{Scene: sc}
	if r.Goal, err = batch.To(sc, 0, 0); err != nil {
		return err
	}
	page := (&replayFlags{every: run.Interval{Time: 1.0 / 60}}).page(&sc, path)
	written, keys := readLesson(string(text))
	if page.Live, err = (&liveFlags{on: true, knobs: keys}).of(r, l.load); err != nil {
		return err
	}
	page.Title, page.Live.Lesson = written.title, written.html
	w, err := batch.Outputs{Series: []run.Output{page}, Alone: true}.Open(r)
	if err != nil {
		return err
	}
	progress := newProgress(c.env)
	defer progress.clear()
	ended := r.March(c, w, progress.show)
	return errors.Join(append(w.Failed, ended, printPage(c, path, w.Result.Steps))...)
}

// load makes the world of the lesson for a seed.
func (l *lesson) load(seed uint64) (run.Scene, error) {
	text, err := assets.Course.ReadFile("course/" + l.name + ".yaml")
	if err != nil {
		return scene.Load(l.name, scene.Options{Seed: seed, Set: l.set})
	}
	return scene.LoadText(l.name, text, scene.Options{Seed: seed, Set: l.set})
}

// charts are the charts that a lesson can show, by their names in pages.
var charts = []string{"energy", "whole", "flow"}

// written is the text of a lesson as a page shows it.
type written struct{ title, html string }

// readLesson reads the text of a lesson: Markdown with a title, in which each line of a block of code stands for what
// can be tried there: check, a chart, or the key of a knob. It also returns these keys, some with
// the range of its slider. A paragraph that begins with
// *Answer* is hidden until the reader asks for it.
func readLesson(text string) (w written, keys []string) {
	blocks := manual.Blocks(text)
	var b strings.Builder
	for i, block := range blocks[1:] {
		switch item := block.Kind == manual.Item; {
		case item && blocks[i].Kind != manual.Item:
			b.WriteString("<ul>\n")
		case !item && blocks[i].Kind == manual.Item:
			b.WriteString("</ul>\n")
		}
		answer, hidden := strings.CutPrefix(block.Text, "*Answer* ")
		switch {
		case block.Kind == manual.Heading:
			fmt.Fprintf(&b, "<h2>%s</h2>\n", inline(block.Text))
		case block.Kind == manual.Item:
			fmt.Fprintf(&b, "<li>%s</li>\n", inline(block.Text))
		case block.Kind == manual.Code:
			for line := range strings.Lines(block.Text) {
				name := strings.TrimSpace(line)
				if name != "check" && !slices.Contains(charts, name) {
					keys = append(keys, name)
				}
				name, _, _ = strings.Cut(name, "=")
				fmt.Fprintf(&b, "<div data-control=\"%s\"></div>\n", html.EscapeString(name))
			}
		case hidden:
			fmt.Fprintf(&b, "<details><summary>Answer</summary><p>%s</p></details>\n", inline(answer))
		default:
			fmt.Fprintf(&b, "<p>%s</p>\n", inline(block.Text))
		}
	}
	return written{blocks[0].Text, b.String()}, keys
}

// marks are what a text may have within a line: a link to another state of the page, or to another page of the course;
// a strong word.
var marks = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`\[([^\]]*)\]\((#?[a-zA-Z0-9.=,&;]*)\)`), `<a href="$2">$1</a>`},
	{regexp.MustCompile(`\*([^*]+)\*`), `<strong>$1</strong>`},
}

// inline returns the text of a block as HTML.
func inline(text string) string {
	text = html.EscapeString(text)
	for _, m := range marks {
		text = m.from.ReplaceAllString(text, m.to)
	}
	return text
}
