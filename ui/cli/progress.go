package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/spell"
)

// progress shows at a terminal how far long work has come: one line that is rewritten ten times a second. Where
// the output is no terminal but a file or a pipe, it shows nothing.
type progress struct {
	out      io.Writer
	terminal bool
	now      func() time.Time

	began, shownAt time.Time
	shown          int // length of the line on the terminal
}

func newProgress(env Env) *progress {
	p := &progress{out: cmp.Or(env.screen, env.Stderr), terminal: env.Terminal, now: time.Now}
	p.began = p.now()
	p.shownAt = p.began
	return p
}

// show writes a line if it is time for one.
func (p *progress) show(s batch.Progress) {
	now := p.now()
	if !p.terminal || now.Sub(p.shownAt) < 100*time.Millisecond {
		return
	}
	p.shownAt = now
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

// line returns the text of the line: percent, simulated time, real-time factor, remaining time.
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
		parts = append(parts, p.Left(elapsed).Round(time.Second).String()+" left")
	}
	return strings.Join(parts, "  ")
}
