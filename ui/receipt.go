package ui

import (
	"fmt"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/widget"
)

// receipt shows whether the run of a run file gives the same result when it is computed again.
type receipt struct {
	*shared
	state    Receipt
	reported string // the verdict that was shown
	of       opened // the run as it came from the file
}

// opened identifies a run as it came from its file.
type opened struct {
	path     string
	revision uint64 // of the world
	track    int
	edits    int // number of edits on the track
}

// opening identifies the run that is shown, in its present state.
func (rc *receipt) opening() opened {
	t := &rc.snap.Timeline
	return opened{rc.state.Path, rc.revision, t.Present, len(t.Edits)}
}

// edited reports whether the run differs from the run of the file by now.
func (rc *receipt) edited() bool { return rc.of.path != "" && rc.of != rc.opening() }

// update reads how far the check of the run file on the screen is, and shows the verdict once.
func (rc *receipt) update() {
	if rc.config.Receipt == nil {
		return
	}
	rc.state = rc.config.Receipt()
	if s := rc.snap; s != nil && s.Scene == rc.state.Path && rc.of.path != rc.state.Path {
		rc.of = rc.opening()
	} else if rc.state.Path == "" {
		rc.of = opened{}
	}
	told := rc.state.Path + rc.state.Verdict
	if rc.state.Verdict == "" || told == rc.reported {
		return
	}
	rc.reported = told
	level := bridge.Info
	if !rc.state.Good {
		level = bridge.Warning
	}
	rc.toasts.add(level, rc.state.Verdict, rc.now)
}

// hasUpdate reports whether the check of the run file on the screen is further than the window shows.
func (rc *receipt) hasUpdate() bool {
	if rc.config.Receipt == nil {
		return false
	}
	now, was := rc.config.Receipt(), rc.state
	return now.Verdict != was.Verdict || now.Path != was.Path || now.Done >= was.Done+0.01
}

// receiptPart returns the part of the status line about the run file on the screen; false: there is none.
func (rc *receipt) receiptPart() (part, bool) {
	r := &rc.state
	p := part{id: "receipt", color: widget.ColorSecondary, rank: 1}
	switch {
	case r.Path == "":
		return p, false
	case r.Verdict == "":
		p.text = fmt.Sprintf("reproducing %2.0f %%", 100*r.Done)
	case rc.edited():
		p.text = "edited since"
	case r.Preview:
		p.text, p.color = "preview reproduced", widget.ColorWarning
	case r.Good:
		p.text, p.color = "reproduced", widget.ColorAccentHi
	default:
		p.text, p.color = "not reproduced", widget.ColorWarning
	}
	return p, true
}
