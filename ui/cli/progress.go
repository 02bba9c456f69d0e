package cli

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// progress tells a person at a terminal how far long work has come: one line that is written again
// ten times a second. Where nobody looks, as in a file or a pipe, it tells nothing.
type progress struct {
	out      io.Writer
	terminal bool
	now      func() time.Time
	extra    string // what else to tell, such as a count of frames

	began, told time.Time
	shown       int // length of the line on the terminal
}

func newProgress(env Env) *progress {
	p := &progress{out: env.Stderr, terminal: env.Terminal, now: time.Now}
	p.began = p.now()
	p.told = p.began
	return p
}

// progressState is what there is to tell.
type progressState struct {
	done  float64 // of the work, 0 to 1
	time  float64 // simulated [s]; 0 with until 0: not told
	begin float64 // simulated time at which the work began [s]
	until float64 // simulated time at the end [s], 0 if not known
}

// tell writes a line if it is time for one.
func (p *progress) tell(s progressState) {
	now := p.now()
	if !p.terminal || now.Sub(p.told) < 100*time.Millisecond {
		return
	}
	p.told = now
	line := s.line(now.Sub(p.began), p.extra)
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
func (s progressState) line(elapsed time.Duration, extra string) string {
	parts := []string{fmt.Sprintf("%3.0f %%", 100*s.done)}
	at := formatTime(s.time)
	if s.until > 0 {
		at += " of " + formatTime(s.until)
	}
	if s.time > 0 || s.until > 0 {
		parts = append(parts, at)
	}
	if sec := elapsed.Seconds(); sec > 0 && s.time > 0 {
		parts = append(parts, fmt.Sprintf("%.3gx real time", (s.time-s.begin)/sec))
	}
	if extra != "" {
		parts = append(parts, extra)
	}
	if s.done > 0 {
		left := time.Duration(float64(elapsed) * (1 - s.done) / s.done)
		parts = append(parts, left.Round(time.Second).String()+" left")
	}
	return strings.Join(parts, "  ")
}
