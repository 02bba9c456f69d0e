package cli

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/tumble/assets"
	"example.org/tumble/sim/files/export/replay/live"
)

// Contract: the text of each lesson is HTML without a rest of Markdown; what it offers can be changed in its run, its
// links give these numbers, within the ranges of their sliders, or lead to a page of the course.
func TestLessons(t *testing.T) {
	links := regexp.MustCompile(`<a href="([^"]*)">`)
	for _, l := range lessons {
		text, err := assets.Course.ReadFile("course/" + l.name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		w, keys := readLesson(string(text))
		m := regexp.MustCompile("```|\\]\\(|\\*|&amp;amp;").FindString(w.html)
		if m != "" || !strings.HasPrefix(w.title, "Lesson ") {
			t.Errorf("%s: title %q, and there is %q in %s", l.name, w.title, m, w.html)
		}
		sc, err := l.load()
		if err != nil {
			t.Fatal(err)
		}
		knobs, err := live.Knobs(sc.World, keys)
		sc.World.Close()
		if err != nil || len(knobs) == 0 {
			t.Errorf("%s: %d knobs, %v", l.name, len(knobs), err)
		}
		for _, m := range links.FindAllStringSubmatch(w.html, -1) {
			set, inPage := strings.CutPrefix(m[1], "#set=")
			known := slices.ContainsFunc(lessons, func(o lesson) bool { return o.name+".html" == m[1] })
			if inPage {
				key, number, _ := strings.Cut(set, "=")
				x, err := strconv.ParseFloat(number, 64)
				known = err == nil && slices.ContainsFunc(knobs, func(k live.Knob) bool {
					return k.Key == key && k.Min <= x && x <= k.Max
				})
			}
			if !known {
				t.Errorf("%s: %s leads nowhere", l.name, m[1])
			}
		}
	}
	if got := inline(`<b> & "x" [y](javascript:z) [*w*](#set=a=1)`); got !=
		`&lt;b&gt; &amp; &#34;x&#34; [y](javascript:z) <a href="#set=a=1"><strong>w</strong></a>` {
		t.Errorf("got %s", got)
	}
}

// Contract: a lesson opens with its text and its engine, what can be tried stands in the text, and a link of the text
// computes the run with its number; nothing is asked of a network.
func TestLessonInChromium(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser and builds the engine for pages")
	}
	b := openBrowser(t)
	buildEngine(t)
	all, dir := lessons, t.TempDir()
	defer func() { lessons = all }()
	lessons = all[2:]
	if o := tumble("course", "-o", dir, "--quiet"); o.status != 0 || o.stdout+o.stderr != "" {
		t.Fatal(o)
	}
	b.call("/url", map[string]string{"url": "file://" + filepath.Join(dir, "step.html")}, nil)
	b.wait("the engine is ready", "return document.body.dataset.engine === 'ready'")
	var stands bool
	b.script(`const at = (s) => document.querySelector('#lesson ' + s);
		return !!at('#whole') && !at('#energy') && at('input').max === '1000' &&
			replay.width + document.getElementById('try').offsetWidth === innerWidth`, &stands)
	if !stands {
		t.Error("the chart or the slider of the lesson is not in its text, or its panel is over the picture")
	}
	b.script("document.querySelector('#lesson a[href*=\"=20000000\"]').click()", nil)
	b.wait("its run is computed", "return !!document.body.dataset.attempt")
	var most []float64
	b.script("const l = replay.live; return [l.author, l.variant].map((r) => Math.max(...r.head.whole))", &most)
	if len(most) != 2 || most[1] < 1.3*most[0] {
		t.Errorf("the largest energies are %v: too large a step makes none", most)
	}
	b.isQuiet()
}
