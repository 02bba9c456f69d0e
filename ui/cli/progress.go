package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// progress tells a person at a terminal how far long work has come: one line that is written again
// ten times a second. Where nobody looks, as in a file or a pipe, it tells nothing, unless lines for a program are
// asked for.
type progress struct {
	out      io.Writer
	terminal bool
	lines    bool // Progress as JSON, a line each, in place of that
	now      func() time.Time
	extra    string     // what else to tell, such as a count of frames
	part     [2]float64 // of all the work, that which is told of: from 0 to 1 if it is all

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
		lines: env.ProgressLines, now: time.Now, part: [2]float64{0, 1}}
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
	if !p.terminal && !p.lines || now.Sub(p.told) < 100*time.Millisecond {
		return
	}
	p.told = now
	s.done = p.part[0] + s.done*(p.part[1]-p.part[0])
	if p.lines {
		line, _ := json.Marshal(Progress{s.done, s.left(now.Sub(p.began)).Seconds(), p.extra}) // of numbers and a text
		fmt.Fprintf(p.out, "%s\n", line)
		return
	}
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
		parts = append(parts, s.left(elapsed).Round(time.Second).String()+" left")
	}
	return strings.Join(parts, "  ")
}

// left is how long the rest takes, if it goes on as until now; 0 if that is not known.
func (s progressState) left(elapsed time.Duration) time.Duration {
	if s.done <= 0 {
		return 0
	}
	return time.Duration(float64(elapsed) * max(1-s.done, 0) / s.done)
}
