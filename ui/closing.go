package ui

import (
	"slices"
	"time"

	"example.org/tumble/sim/run/bridge"
)

// closes reports whether the window closes now; asked says that it was asked to since the last frame. It first stays
// open for a video of what the person saw, which is made beside the window and would be lost. Whoever asks again gives
// the video up.
func (m *model) closes(asked bool) bool {
	if asked {
		m.recorder.leaveRun()
	}
	making := slices.ContainsFunc(m.jobs.list, isRealTime)
	switch {
	case m.stopRequested():
		return true
	case asked && making && !m.recorder.leaving:
		m.recorder.leaving = true
		m.toasts.add(bridge.Info, "The window closes when the video is made. Close it again to give the video up.", m.now)
		return false
	}
	return asked || m.recorder.leaving && !making
}

// stopRequested reports whether the program was asked to end by something other than its window.
func (m *model) stopRequested() bool {
	select {
	case <-m.config.Stop:
		return true
	default:
		return false // also if Stop is nil
	}
}

// closeVideos finishes a running video and waits for the videos that are being finished. The simulation may be
// waiting until a frame is received: that frame is received first. Jobs end without a result.
func (m *model) closeVideos() {
	if m.recorder.state == recording {
		m.recorder.stopRecording()
	}
	for end := time.Now().Add(time.Second); m.recorder.state == draining && time.Now().Before(end); {
		m.out.flush()
		m.poll()
		m.recorder.pumpFrames(nil, time.Millisecond)
		time.Sleep(time.Millisecond)
	}
	for ; m.recorder.closing > 0; m.recorder.closing-- {
		<-m.recorder.done
	}
	m.jobs.endJobs()
}
