package ui

import (
	"fmt"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/remember"
	"example.org/tumble/ui/widget"
)

// receipt is what the window has told of the run file on the screen.
type receipt struct {
	now  Receipt
	told string // verdict
}

// receiveReceipt takes the news of the run file on the screen, and tells the verdict once.
func (m *model) receiveReceipt() {
	if m.config.Receipt == nil {
		return
	}
	r := &m.receipt
	r.now = m.config.Receipt()
	told := r.now.Path + r.now.Verdict
	if r.now.Verdict == "" || told == r.told {
		return
	}
	r.told = told
	level := bridge.Info
	if !r.now.Good {
		level = bridge.Warning
	}
	m.toasts.add(level, r.now.Verdict, m.now)
}

// receiptNews reports whether the run file on the screen has come further than is shown.
func (m *model) receiptNews() bool {
	if m.config.Receipt == nil {
		return false
	}
	now, was := m.config.Receipt(), m.receipt.now
	return now.Verdict != was.Verdict || now.Path != was.Path || now.Done >= was.Done+0.01
}

// receiptPart is what the status line says of the run file on the screen; false: nothing.
func (m *model) receiptPart() (part, bool) {
	r := &m.receipt.now
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
func (m *model) see() {
	s := m.snap
	if s == nil || m.latest == nil {
		return
	}
	track := present(&s.Timeline)
	live := track != nil && s.Step >= track.Until.Step && !s.Timeline.Seeking
	look, now, k := remember.LookOf(&m.view), m.now.UnixNano(), &m.seen
	same := look == k.look && live == k.live && s.Timeline.Present == k.track && m.revision == k.of
	if look != k.wait {
		k.wait = look
		if m.paused() {
			k.at = now
		}
	}
	wait := int64(seeEvery)
	if m.paused() {
		wait = seeStill
	}
	if same || now-k.at < wait {
		return
	}
	*k = seen{look, now, look, s.Timeline.Present, live, m.revision}
	if live {
		m.send(bridge.Saw{Look: look})
	}
}

// seeStored tells the simulation of a view that the person has stored.
func (m *model) seeStored(v remember.Named) {
	as := m.view
	as.Camera = v.Camera
	look := remember.LookOf(&as)
	look.Name = v.Name
	m.send(bridge.Saw{Look: look})
}
