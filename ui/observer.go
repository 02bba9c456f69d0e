package ui

import (
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/remember"
)

// observer reports to the simulation how the person sees the run, so that the file of the run can show it again.
type observer struct {
	*shared
	last reported
}

// reported is the last report.
type reported struct {
	saved bridge.SavedView
	at    int64 // wall time of the report, or of the last change of the view while the run is paused [ns]
	wait  bridge.SavedView
	track int
	live  bool
	of    uint64 // revision of the world
}

// Least times between reports [ns]. While the run is paused, a view is reported only after it has not changed for
// reportIdle.
const (
	reportEvery = 50e6
	reportIdle  = 300e6
)

// report reports the view of the person, if the part of the run on the screen is being computed for the first
// time.
func (ob *observer) report() {
	s := ob.snap
	if s == nil || ob.latest == nil {
		return
	}
	track := present(&s.Timeline)
	live := track != nil && s.Step >= track.Until.Step && !s.Timeline.Seeking
	saved, now, k := remember.SavedViewOf(&ob.view), ob.now.UnixNano(), &ob.last
	same := saved == k.saved && live == k.live && s.Timeline.Present == k.track && ob.revision == k.of
	if saved != k.wait {
		k.wait = saved
		if ob.paused() {
			k.at = now
		}
	}
	wait := int64(reportEvery)
	if ob.paused() {
		wait = reportIdle
	}
	if same || now-k.at < wait {
		return
	}
	*k = reported{saved, now, saved, s.Timeline.Present, live, ob.revision}
	if live {
		ob.send(bridge.SaveView{View: saved})
	}
}

// reportStored reports a view that the person has stored.
func (ob *observer) reportStored(v remember.Named) {
	as := ob.view
	as.Camera = v.Camera
	saved := remember.SavedViewOf(&as)
	saved.Name = v.Name
	ob.send(bridge.SaveView{View: saved})
}
