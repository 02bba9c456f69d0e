package cli

import (
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
		sc, err := l.load(0)
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
