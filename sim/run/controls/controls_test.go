package controls

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// calls notes what is asked of something that is played.
type calls []string

func (a *calls) note(format string, args ...any)     { *a = append(*a, fmt.Sprintf(format, args...)) }
func (a *calls) Play(on bool)                        { a.note("play %v", on) }
func (a *calls) Move(n int)                          { a.note("move %d", n) }
func (a *calls) Seek(to bridge.Moment)               { a.note("seek %d %g", to.Step, to.Time) }
func (a *calls) ToEvent()                            { a.note("event") }
func (a *calls) Record(fps, speed float64)           { a.note("record %g %g", fps, speed) }
func (a *calls) EndRecording()                       { a.note("end") }
func (a *calls) Refuse(field, _ string, args ...any) { a.note("refuse %s %v", field, args) }

// Contract: each command for all that is played is asked of it once, with numbers that are in their ranges, or refused
// with those that are not; others are left alone, and counted.
func TestTake(t *testing.T) {
	last, nan := End.Step, math.NaN()
	list := []struct {
		do   bridge.Command
		asks string // empty: it changes the controls alone
	}{
		{bridge.Pause{}, "play false"}, {bridge.Resume{}, "play true"}, {bridge.RunToEvent{}, "event"},
		{bridge.StepOnce{N: 3}, "move 3"}, {bridge.StepOnce{N: -3}, "move 0"}, {bridge.StepBack{N: 2}, "move -2"},
		{bridge.Seek{Step: 7}, "seek 7 +Inf"}, {bridge.Seek{Step: -7}, "seek 0 +Inf"},
		{bridge.SeekTime{Time: 0.5}, fmt.Sprintf("seek %d 0.5", last)},
		{bridge.StartRecording{FPS: 60, Speed: 0.5}, "record 60 0.5"}, {bridge.StopRecording{}, "end"},
		{bridge.StartRecording{FPS: 0, Speed: 1}, "refuse recording [0 1]"},
		{bridge.SetSpeed{Factor: 2}, ""}, {bridge.SetSpeed{Factor: nan}, "refuse speed [NaN]"},
		{bridge.SetLoop{Begin: 1, End: 2}, ""}, {bridge.SetLoop{Begin: 2, End: 1}, "refuse loop [2 1]"},
		{bridge.SetLoop{Begin: 0, End: nan}, "refuse loop [0 NaN]"},
		{bridge.SetWanted{Wanted: bridge.Wanted{Contacts: true}}, ""},
	}
	var k Controls
	for i, c := range list {
		var got, want calls
		if c.asks != "" {
			want = calls{c.asks}
		}
		if known := k.Handle(c.do, &got); !known || !slices.Equal(got, want) || k.Applied != uint64(i+1) {
			t.Errorf("%+v asks %q, want %q (known %v, %d counted)", c.do, got, want, known, k.Applied)
		}
	}
	if k.Handle(bridge.Undo{}, nil) || k.Applied != uint64(len(list)+1) {
		t.Errorf("an edit is taken, or not counted: %d", k.Applied)
	}
	var s bridge.Snapshot
	k.Fill(&s)
	if s.Seq != 1 || s.Speed != 2 || s.Timeline.Loop != [2]float64{1, 2} || !k.Wanted.Contacts {
		t.Errorf("the snapshot says speed %g, loop %v, number %d", s.Speed, s.Timeline.Loop, s.Seq)
	}
	if !k.Loops(1.9, 2) || k.Loops(2, 3) || k.Loops(1, 1.5) {
		t.Error("a loop goes back where a step goes over its end, and nowhere else")
	}
}
