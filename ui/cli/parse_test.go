package cli

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/spell"
)

// Times are read to the last bit: 200ms is the number that 0.2 is.
func TestParseTime(t *testing.T) {
	for s, want := range map[string]float64{
		"1e12": 1e12, "4.1s": 4.1, "4.1": 4.1,
		"200ms": 0.2, "50us": 50e-6, "50µs": 50e-6, "2min": 120, "1h": 3600, "1e-3": 1e-3, "1 s": 1,
	} {
		if got, err := parseTime(s); err != nil || got != want {
			t.Errorf("parseTime(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "s", "0", "-1", "4m", "1e400", "NaN", "Inf", "4.1 parsecs", "1sms",
		"1e308", "1e308h", "1e-300", "1.1e12", "1e-16s"} {
		if got, err := parseTime(s); err == nil {
			t.Errorf("parseTime(%q) = %v, want an error", s, got)
		}
	}
}

// No text makes the readers of flags panic or return what is out of bounds.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"4.1s", "1280x720", "30,45,0.5", "top", "none,forces", "a=b", "1e308h", "0x0", ",,", "=",
		"-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if v, err := parseTime(s); err == nil && !(v > 0 && !math.IsInf(v, 0)) {
			t.Errorf("parseTime(%q) = %v", s, v)
		}
		if w, h, err := parseSize(s); err == nil && (w < minSide || h > maxSide) {
			t.Errorf("parseSize(%q) = %d, %d", s, w, h)
		}
		if l, err := parseLook(s); err == nil && !(l.elevation >= -90 && l.elevation <= 90 && l.distance >= 0) {
			t.Errorf("parseLook(%q) = %+v", s, l)
		}
		if v, err := parseSetting(s); err == nil && v.path == "" {
			t.Errorf("parseSetting(%q) = %+v", s, v)
		}
		parseOverlays(s, 0)
		spell.DidYouMean(s, view.ColorByNames())
	})
}

func TestParseOverlays(t *testing.T) {
	start := view.OverlayGrid | view.OverlayAxes
	for s, want := range map[string]view.Overlay{
		"forces": start | view.OverlayForces, "none": 0, "none,grid,network": view.OverlayGrid | view.OverlayNetwork,
	} {
		if got, err := parseOverlays(s, start); err != nil || got != want {
			t.Errorf("parseOverlays(%q) = %b, %v, want %b", s, got, err, want)
		}
	}
}

// The nearest name is one that a slip of the fingers leads to, or none.
func TestDidYouMean(t *testing.T) {
	known := []string{"run", "record", "scenes", "shot", "check"}
	for s, want := range map[string]string{"rnu": "run", "recrod": "record", "scene": "scenes", "Shot": "shot",
		"bottle": "", "": ""} {
		got := spell.DidYouMean(s, known)
		if got != "" && (want == "" || !strings.Contains(got, want)) || got == "" && want != "" {
			t.Errorf("spell.DidYouMean(%q) = %q, want %q", s, got, want)
		}
	}
}

// Flags may stand before, between and behind arguments; nothing behind -- is a flag.
func TestFlagsAnywhere(t *testing.T) {
	cmd := &cobra.Command{}
	f := newFlags("x", cmd)
	var on bool
	var n int64
	f.toggle("on", "", &on)
	f.integer("n", "", 0, &n)
	err := cmd.ParseFlags(strings.Fields("a --n 3 b --on c -- --n -- d"))
	rest := cmd.Flags().Args()
	if want := []string{"a", "b", "c", "--n", "--", "d"}; err != nil || !on || n != 3 || !slices.Equal(rest, want) {
		t.Errorf("rest %q, on %v, n %d, %v", rest, on, n, err)
	}
}

// Contract: progress is one line, rewritten ten times a second, with the time that is left, and cleared
// at the end; it is for a terminal only: logs of a file or a pipe stay free of it.
func TestProgress(t *testing.T) {
	clock := time.Unix(0, 0)
	for _, terminal := range []bool{true, false} {
		var out bytes.Buffer
		p := newProgress(Env{Stderr: &out, Terminal: terminal})
		p.now = func() time.Time { return clock }
		p.began, p.told = clock, clock
		for i := 1; i <= 250; i++ {
			clock = clock.Add(100 * time.Millisecond)
			p.tell(batch.Progress{Done: float64(i) / 500, Time: float64(i) / 100, Until: 5})
		}
		p.clear()
		lines, rewrites := strings.Count(out.String(), "\n"), strings.Count(out.String(), "\r")
		if terminal && (lines != 0 || rewrites != 252) || !terminal && out.Len() > 0 {
			t.Errorf("terminal %v: %d lines, %d rewrites", terminal, lines, rewrites)
		}
		if want := " 20 %  1 s of 5 s  0.1x real time  40s left"; terminal && !strings.Contains(out.String(), want) {
			t.Errorf("%q not in %q", want, out.String()[:200])
		}
	}
}

// Contract: for a program, progress is lines of JSON.
func TestProgressLines(t *testing.T) {
	var out bytes.Buffer
	clock := time.Unix(0, 0)
	p := newProgress(Env{Stderr: &out, Terminal: true, ProgressLines: true})
	p.now, p.began, p.told = func() time.Time { return clock }, clock, clock
	clock = clock.Add(6 * time.Second)
	p.tell(batch.Progress{Done: 0.75, About: "picture 2 of 4"})
	if want := `{"done":0.75,"left":2,"about":"picture 2 of 4"}` + "\n"; out.String() != want {
		t.Errorf("said %q, want %q", out.String(), want)
	}
}

// The camera shows the box the scene wishes for, else everything, else a default box; from the side of a named view
// just so far away that all of it is seen: the box is 2 m along all axes, so its corners are nearer from above.
func TestCamera(t *testing.T) {
	p := &pictureFlags{width: 200, height: 100, view: view.Default()}
	var s bridge.Snapshot
	s.Bounds.Core = [2][3]float32{{float32(math.Inf(1)), 0, 0}, {float32(math.Inf(-1)), 0, 0}}
	if c := p.camera(&s); math.IsInf(float64(c.Distance), 0) || !(c.Distance > 0) {
		t.Errorf("of nothing: distance %v", c.Distance)
	}
	s.View = bridge.ViewHint{Given: true, Azimuth: 35, Elevation: 14, Frame: [2][3]float32{{-1, -1, 0}, {1, 1, 2}}}
	wished := p.camera(&s)
	if wished.Azimuth != 35 || wished.Pivot[2] != 1 {
		t.Errorf("the scene's wish: %+v", wished)
	}
	p.look = look{given: true, axis: 2, side: 1}
	if c := p.camera(&s); c.Elevation != 90 || c.Pivot != wished.Pivot || !(c.Distance < wished.Distance) {
		t.Errorf("from the top: %+v", c)
	}
}

// Sizes of files are powers of 1000, at least a kilobyte.
func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{"8MB": 8e6, "500 kB": 5e5, "1.5GB": 15e8, "2000": 2000, "0.5kB": 0, "-1MB": 0,
		"8MiB": 0, "1e400": 0, "": 0, "NaN": 0} {
		if got, err := parseBytes(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
}
