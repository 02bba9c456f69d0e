package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/spell"
)

// progress tells a person at a terminal how far long work has come: one line that is written again
// ten times a second. Where nobody looks, as in a file or a pipe, it tells nothing, unless lines for a program are
// asked for.
type progress struct {
	out      io.Writer
	terminal bool
	lines    bool // Progress as JSON, a line each, in place of that
	now      func() time.Time

	began, told time.Time
	shown       int // length of the line on the terminal
}

// Progress is a line of --progress.
type Progress struct {
	Done  float64 `json:"done"`            // share of the work, 0 to 1
	Left  float64 `json:"left"`            // time that the rest will take [s], if it goes on as until now; 0: not known
	About string  `json:"about,omitempty"` // what is being done
}

func newProgress(env Env) *progress {
	p := &progress{out: cmp.Or(env.screen, env.Stderr), terminal: env.Terminal && !env.ProgressLines,
		lines: env.ProgressLines, now: time.Now}
	p.began = p.now()
	p.told = p.began
	return p
}

// tell writes a line if it is time for one.
func (p *progress) tell(s batch.Progress) {
	now := p.now()
	if !p.terminal && !p.lines || now.Sub(p.told) < 100*time.Millisecond {
		return
	}
	p.told = now
	if p.lines {
		line, _ := json.Marshal(Progress{s.Done, left(s.Done, now.Sub(p.began)).Seconds(), s.About}) // of numbers and a text
		fmt.Fprintf(p.out, "%s\n", line)
		return
	}
	line := line(s, now.Sub(p.began))
	pad := max(p.shown-len(line), 0)
	p.shown = len(line)
	fmt.Fprint(p.out, "\r", line, strings.Repeat(" ", pad))
}

// clear removes the line from the terminal.
func (p *progress) clear() {
	if p.shown > 0 {
		fmt.Fprint(p.out, "\r", strings.Repeat(" ", p.shown), "\r")
		p.shown = 0
	}
}

// line is the text: percent, simulated time, real-time factor, time left.
func line(p batch.Progress, elapsed time.Duration) string {
	parts := []string{fmt.Sprintf("%3.0f %%", 100*p.Done)}
	at := spell.Time(p.Time)
	if p.Until > 0 {
		at += " of " + spell.Time(p.Until)
	}
	if p.Time > 0 || p.Until > 0 {
		parts = append(parts, at)
	}
	if sec := elapsed.Seconds(); sec > 0 && p.Time > 0 {
		parts = append(parts, fmt.Sprintf("%.3gx real time", (p.Time-p.Begin)/sec))
	}
	if p.About != "" {
		parts = append(parts, p.About)
	}
	if p.Done > 0 {
		parts = append(parts, left(p.Done, elapsed).Round(time.Second).String()+" left")
	}
	return strings.Join(parts, "  ")
}

// left is how long the rest of some work takes, if it goes on as until now; 0 if that is not known.
func left(done float64, elapsed time.Duration) time.Duration {
	if done <= 0 {
		return 0
	}
	return time.Duration(float64(elapsed) * max(1-done, 0) / done)
}
