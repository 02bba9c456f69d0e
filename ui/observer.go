package ui

import (
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/remember"
)

// observer tells the simulation how the person sees the run, so that its file can show it again.
type observer struct {
	*shared
	last reported
}

// reported is what the simulation was told last of what the person sees.
type reported struct {
	look  bridge.SavedView
	at    int64 // wall time when it was told, or when it began to be another while nothing runs [ns]
	wait  bridge.SavedView
	track int
	live  bool
	of    uint64 // revision of the world
}

// Looks are told so far apart [ns]; while the run stands, only after they have not changed for so long.
const (
	reportEvery = 50e6
	reportIdle  = 300e6
)

// report tells the simulation what the person sees, if that is the run as it is computed first.
func (ob *observer) report() {
	s := ob.snap
	if s == nil || ob.latest == nil {
		return
	}
	track := present(&s.Timeline)
	live := track != nil && s.Step >= track.Until.Step && !s.Timeline.Seeking
	look, now, k := remember.LookOf(&ob.view), ob.now.UnixNano(), &ob.last
	same := look == k.look && live == k.live && s.Timeline.Present == k.track && ob.revision == k.of
	if look != k.wait {
		k.wait = look
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
	*k = reported{look, now, look, s.Timeline.Present, live, ob.revision}
	if live {
		ob.send(bridge.SaveView{View: look})
	}
}

// reportStored tells the simulation of a view that the person has stored.
func (ob *observer) reportStored(v remember.Named) {
	as := ob.view
	as.Camera = v.Camera
	look := remember.LookOf(&as)
	look.Name = v.Name
	ob.send(bridge.SaveView{View: look})
}
