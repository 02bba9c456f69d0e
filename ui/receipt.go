package ui

import (
	"fmt"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/remember"
	"example.org/tumble/ui/widget"
)

// receipt tells whether the run file on the screen is the same when it is done again.
type receipt struct {
	*shared
	state Receipt
	told  string // verdict
}

// receiveReceipt takes the news of the run file on the screen, and tells the verdict once.
func (rc *receipt) receiveReceipt() {
	if rc.config.Receipt == nil {
		return
	}
	rc.state = rc.config.Receipt()
	told := rc.state.Path + rc.state.Verdict
	if rc.state.Verdict == "" || told == rc.told {
		return
	}
	rc.told = told
	level := bridge.Info
	if !rc.state.Good {
		level = bridge.Warning
	}
	rc.toasts.add(level, rc.state.Verdict, rc.now)
}

// receiptNews reports whether the run file on the screen has come further than is shown.
func (rc *receipt) receiptNews() bool {
	if rc.config.Receipt == nil {
		return false
	}
	now, was := rc.config.Receipt(), rc.state
	return now.Verdict != was.Verdict || now.Path != was.Path || now.Done >= was.Done+0.01
}

// receiptPart is what the status line says of the run file on the screen; false: nothing.
func (rc *receipt) receiptPart() (part, bool) {
	r := &rc.state
	p := part{id: "receipt", color: widget.ColorSecondary, rank: 1}
	switch {
	case r.Path == "":
		return p, false
	case r.Verdict == "":
		p.text = fmt.Sprintf("reproducing %2.0f %%", 100*r.Done)
	case r.Good:
		p.text, p.color = "reproduced", widget.ColorAccentHi
	default:
		p.text, p.color = "not reproduced", widget.ColorWarning
	}
	return p, true
}

// observer tells the simulation how the person sees the run, so that its file can show it again.
type observer struct {
	*shared
	seen seen
}

// seen is what the simulation was told last of what the person sees.
type seen struct {
	look  bridge.Look
	at    int64 // wall time when it was told, or when it began to be another while nothing runs [ns]
	wait  bridge.Look
	track int
	live  bool
	of    uint64 // revision of the world
}

// Looks are told so far apart [ns]; while the run stands, only after they have not changed for so long.
const (
	seeEvery = 50e6
	seeStill = 300e6
)

// see tells the simulation what the person sees, if that is the run as it is computed first.
func (ob *observer) see() {
	s := ob.snap
	if s == nil || ob.latest == nil {
		return
	}
	track := present(&s.Timeline)
	live := track != nil && s.Step >= track.Until.Step && !s.Timeline.Seeking
	look, now, k := remember.LookOf(&ob.view), ob.now.UnixNano(), &ob.seen
	same := look == k.look && live == k.live && s.Timeline.Present == k.track && ob.revision == k.of
	if look != k.wait {
		k.wait = look
		if ob.paused() {
			k.at = now
		}
	}
	wait := int64(seeEvery)
	if ob.paused() {
		wait = seeStill
	}
	if same || now-k.at < wait {
		return
	}
	*k = seen{look, now, look, s.Timeline.Present, live, ob.revision}
	if live {
		ob.send(bridge.Saw{Look: look})
	}
}

// seeStored tells the simulation of a view that the person has stored.
func (ob *observer) seeStored(v remember.Named) {
	as := ob.view
	as.Camera = v.Camera
	look := remember.LookOf(&as)
	look.Name = v.Name
	ob.send(bridge.Saw{Look: look})
}
