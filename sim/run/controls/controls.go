// Package controls holds the controls of a player: pause, speed, loop and video, whether it steps worlds
// or shows recorded moments. It carries out the commands that mean the same for both, and reports in
// snapshots how the run is played.
package controls

import (
	"math"

	"example.org/tumble/sim/run/bridge"
)

// Played is what the controls play. Its methods are called between steps.
type Played interface {
	Play(on bool)              // continues, or pauses
	Move(n int)                // pauses n steps or moments later, or earlier if n is negative
	Seek(to bridge.Moment)     // pauses at a number of steps or at a time
	ToEvent()                  // continues until the next event
	Record(fps, speed float64) // begins a video: frames per second of video, simulated seconds per second of video
	EndRecording()
	Refuse(field, format string, args ...any) // tells the person why a command is not carried out
}

// Controls is how a run is played now.
type Controls struct {
	bridge.Counts
	Paused    bool
	Ended     bool    // the run has paused at its end
	Speed     float64 // requested [simulated s / s]; 0: as fast as possible
	Loop      bridge.SetLoop
	Wanted    bridge.Wanted
	Recording *FrameTimes // of a video locked to simulated time; nil: no video
}

// End stands for the last moment of a run.
var End = bridge.Moment{Step: math.MaxInt64, Time: math.Inf(1)}

// Handle counts a command and carries it out if it is one of the controls. It reports whether it is.
func (k *Controls) Handle(c bridge.Command, p Played) (known bool) {
	k.Applied++
	switch c := c.(type) {
	case bridge.Pause:
		p.Play(false)
	case bridge.Resume:
		p.Play(true)
	case bridge.StepOnce:
		p.Move(max(c.N, 0))
	case bridge.StepBack:
		p.Move(-max(c.N, 0))
	case bridge.Seek:
		p.Seek(bridge.Moment{Step: max(c.Step, 0), Time: End.Time})
	case bridge.SeekTime:
		p.Seek(bridge.Moment{Step: End.Step, Time: c.Time})
	case bridge.RunToEvent:
		p.ToEvent()
	case bridge.SetSpeed:
		k.setSpeed(c, p)
	case bridge.SetLoop:
		k.setLoop(c, p)
	case bridge.SetWanted:
		k.Wanted = c.Wanted
	case bridge.StartRecording:
		record(c, p)
	case bridge.StopRecording:
		p.EndRecording()
	default:
		return false
	}
	return true
}

func (k *Controls) setSpeed(c bridge.SetSpeed, p Played) {
	if !(c.Factor >= 0 && c.Factor <= 1e6) {
		p.Refuse("speed", "speed must be in [0, 1e6], got %g", c.Factor)
		return
	}
	k.Speed = c.Factor
}

func (k *Controls) setLoop(c bridge.SetLoop, p Played) {
	if !(c.Begin >= 0 && c.End >= c.Begin && c.End <= 1e9) {
		p.Refuse("loop", "a loop must have 0 ≤ begin ≤ end ≤ 1e9 s, got %g and %g", c.Begin, c.End)
		return
	}
	k.Loop = c
}

func record(c bridge.StartRecording, p Played) {
	if !(c.FPS > 0 && c.FPS <= 1000 && c.Speed > 0 && c.Speed <= 1e6) {
		p.Refuse("recording", "frames per second must be in (0, 1000] and speed in (0, 1e6], got %g and %g", c.FPS, c.Speed)
		return
	}
	p.Record(c.FPS, c.Speed)
}

// Fill numbers a snapshot, and adds how the run is played.
func (k *Controls) Fill(s *bridge.Snapshot) {
	k.Seq++
	s.Seq, s.Revision, s.Applied = k.Seq, k.Revision, k.Applied
	s.Paused, s.Speed, s.Recording = k.Paused, k.Speed, k.Recording != nil && s.Fault == ""
	s.Timeline.Ended, s.Timeline.Loop = k.Ended, [2]float64{k.Loop.Begin, k.Loop.End}
}

// Loops reports whether a step from one time to another crosses the end of the loop.
func (k *Controls) Loops(before, now float64) bool {
	return k.Loop.End > k.Loop.Begin && before < k.Loop.End && now >= k.Loop.End
}
