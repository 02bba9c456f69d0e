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
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/studio"
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

// A moment may also be the beginning, in whichever unit.
func TestParseMoment(t *testing.T) {
	for s, want := range map[string]float64{"0": 0, "0s": 0, "0.0": 0, " 0 ms ": 0, "200ms": 0.2} {
		if got, err := parseMoment(s); err != nil || got != want {
			t.Errorf("parseMoment(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "s", "-1", "NaN", "1e-300"} {
		if got, err := parseMoment(s); err == nil {
			t.Errorf("parseMoment(%q) = %v, want an error", s, got)
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
		if w, h, err := parseSize(s); err == nil && (w < studio.MinSide || h > studio.MaxSide) {
			t.Errorf("parseSize(%q) = %d, %d", s, w, h)
		}
		if e, err := parseEye(s); err == nil && !(e.Elevation >= -90 && e.Elevation <= 90 && e.Distance >= 0) {
			t.Errorf("parseEye(%q) = %+v", s, e)
		}
		if v, err := parseSetting(s); err == nil && v.path == "" {
			t.Errorf("parseSetting(%q) = %+v", s, v)
		}
		parseOverlays(s)
		spell.DidYouMean(s, view.ColorByNames())
	})
}

func TestParseOverlays(t *testing.T) {
	type read struct {
		set   view.Overlay
		alone bool
	}
	for s, want := range map[string]read{
		"forces": {view.OverlayForces, false}, "none": {0, true},
		"axes,none,grid,network": {view.OverlayGrid | view.OverlayNetwork, true},
	} {
		if set, alone, err := parseOverlays(s); err != nil || (read{set, alone}) != want {
			t.Errorf("parseOverlays(%q) = %b, %v, %v, want %+v", s, set, alone, err, want)
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
		p.began, p.shownAt = clock, clock
		for i := 1; i <= 250; i++ {
			clock = clock.Add(100 * time.Millisecond)
			p.show(batch.Progress{Done: float64(i) / 500, Time: float64(i) / 100, Until: 5})
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

// Sizes of files are powers of 1000, at least a kilobyte.
func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{"8MB": 8e6, "500 kB": 5e5, "1.5GB": 15e8, "2000": 2000, "0.5kB": 0, "-1MB": 0,
		"8MiB": 0, "1e400": 0, "": 0, "NaN": 0} {
		if got, err := parseBytes(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
}
