package run

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// atRest returns a runner of a pile that is stepped by hand, and commands given to it.
func atRest(t *testing.T) *Runner { return paused(t, loadPile(t)) }

// paused is atRest for a pile that is loaded in a way of its own.
func paused(t *testing.T, load Loader) *Runner {
	first, err := load("pile", 1)
	if err != nil {
		t.Fatal(err)
	}
	r := New(first, load, bridge.NewFeed(), nil)
	t.Cleanup(func() { r.scene.World.Close() })
	r.apply(bridge.Pause{})
	return r
}

// passed does n steps and adds the hash after each to those of a track.
func passed(r *Runner, n int, hashes []uint64) []uint64 {
	for range n {
		r.apply(bridge.StepOnce{N: 1})
		hashes = append(hashes, r.scene.World.Hash())
	}
	return hashes
}

// sought goes to a moment and returns the hash there.
func sought(r *Runner, c bridge.Command) uint64 {
	r.apply(c)
	r.finishSeek()
	return r.scene.World.Hash()
}

// frequently lets key frames be taken often, whatever the clock says.
func frequently(r *Runner) { r.history.Worked(0.11) }

// Contract: whatever moment is sought, in whatever order, over edits and over tracks, the world there has the
// hash that it had when it came there first.
func TestSeekShowsWhatWas(t *testing.T) {
	r := atRest(t)
	random := rand.New(rand.NewPCG(3, 5))
	hashes := []uint64{r.scene.World.Hash()}
	edits := []bridge.Command{
		bridge.Number("damping", 0.4), bridge.Vector("gravity", vec.New(1, 0, -8)),
		bridge.SetVelocity{Body: 4, Velocity: vec.New(0.1, 0, 0.5), Spin: vec.New(0, 0, 20)},
		bridge.AddBodies{Bodies: bridge.Fresh(bridge.NewBody{Number: r.scene.World.NextBody(), Position: vec.New(0, 0, 1.5),
			Shapes: []bridge.NewShape{{Radius: 0.01, Shaft: 0.01}}})},
		bridge.RemoveBodies{Bodies: bridge.Numbers(5, 4)}, bridge.Undo{}, bridge.Redo{}, bridge.Undo{},
		bridge.Impose{Body: 0, Velocity: vec.New(0.2, 0, 0.05)},
		bridge.Push{Body: 3, Force: vec.New(0, 0, 1), Duration: 0.002}, bridge.Impose{Body: 0, Off: true}, bridge.Undo{},
		bridge.Grab{Body: 3, To: vec.New(0, 0, 0.3)}, bridge.Release{}, bridge.Undo{},
	}
	for _, c := range edits {
		hashes = passed(r, 150, hashes)
		frequently(r)
		r.apply(c)
	}
	hashes = passed(r, 150, hashes)
	tracks := map[int][]uint64{0: hashes}

	sought(r, bridge.Seek{Step: 200}) // and another future from there
	r.apply(bridge.Number("damping", 0.1))
	tracks[1] = passed(r, 300, append([]uint64{}, hashes[:201]...))
	for k := range 60 {
		track := random.IntN(2)
		if r.apply(bridge.ChooseTrack{Track: track}); r.seeking != nil {
			r.finishSeek()
		}
		step := random.IntN(len(tracks[track]))
		if got := sought(r, bridge.Seek{Step: int64(step)}); got != tracks[track][step] {
			t.Fatalf("jump %d, to step %d of track %d: hash %016x, was %016x", k, step, track, got, tracks[track][step])
		}
		if back := max(0, step-3); sought(r, bridge.StepBack{N: 3}) != tracks[track][back] {
			t.Fatalf("jump %d: three steps back from step %d is another state", k, step)
		}
	}
	r.apply(bridge.ChooseTrack{Track: 0})
	r.finishSeek()
	sought(r, bridge.Seek{Step: 100})
	if again := passed(r, 800, nil); again[799] != hashes[900] {
		t.Error("the first track, played again from step 100, ends in another state")
	}
}

// Contract: an edit of the past begins a track and leaves the old one whole; a track can be named and
// dropped, but not the present one.
func TestTracks(t *testing.T) {
	r := atRest(t)
	passed(r, 100, nil)
	sought(r, bridge.Seek{Step: 40})
	r.apply(bridge.Number("damping", 0.7))
	passed(r, 10, nil)
	var line bridge.Timeline
	r.history.Fill(&line)
	if len(line.Tracks) != 2 || line.Present != 1 || line.Tracks[0].Until.Step != 100 ||
		line.Tracks[1].From.Step != 40 || line.Tracks[1].Until.Step != 50 || line.Tracks[1].Parent != 0 {
		t.Fatalf("timeline %+v", line)
	}
	r.apply(bridge.NameTrack{Track: 0, Name: "rough"})
	r.apply(bridge.DropTrack{Track: 1})
	r.history.Fill(&line)
	if len(line.Tracks) != 2 || line.Tracks[0].Name != "rough" {
		t.Fatalf("after naming one and trying to drop the present one: %+v", line.Tracks)
	}
	r.apply(bridge.DropTrack{Track: 0})
	if r.history.Fill(&line); len(line.Tracks) != 1 {
		t.Fatalf("after dropping the other: %+v", line.Tracks)
	}
	sought(r, bridge.Seek{Step: 5})
	if n := r.scene.World.Clock().Step; n != 5 {
		t.Errorf("at step %d, want 5: the dropped track took key frames with it", n)
	}
}

// Contract: Undo takes back edits as deep as they go, and Redo gives them again; edits of one value that follow
// each other at once are one.
func TestUndo(t *testing.T) {
	r := atRest(t)
	damping := func() float64 { return r.scene.World.Params().Damping }
	gravity := func() float64 { return r.scene.World.Params().Gravity.Z }
	first := damping()
	for _, d := range []float64{0.1, 0.2, 0.3} { // one drag of a slider
		r.apply(bridge.Number("damping", d))
	}
	r.apply(bridge.Vector("gravity", vec.New(0, 0, -3)))
	r.apply(bridge.Vector("gravity", vec.New(0, 0, -3))) // changes nothing
	r.apply(bridge.Number("damping", 7))                 // refused
	var line bridge.Timeline
	if r.history.Fill(&line); len(line.Edits) != 2 || line.Edits[0].Text != fmt.Sprintf("damping %v → 0.3", first) {
		t.Errorf("edits %+v, want that of the whole drag first", line.Edits)
	}
	r.apply(bridge.Undo{})
	if r.history.Fill(&line); line.Edits[2].Text != "undo: gravity [0, 0, -3] → [0, 0, -10]" {
		t.Errorf("taking back says %q, which is not the way back", line.Edits[2].Text)
	}
	if gravity() != -10 || damping() != 0.3 {
		t.Errorf("after one undo gravity %g, damping %g; want -10, 0.3", gravity(), damping())
	}
	r.apply(bridge.Undo{})
	r.apply(bridge.Undo{}) // there is no more
	if damping() != first {
		t.Errorf("after all damping %g, want %g", damping(), first)
	}
	r.apply(bridge.Redo{})
	r.apply(bridge.Redo{})
	if gravity() != -3 || damping() != 0.3 {
		t.Errorf("given again: gravity %g, damping %g; want -3, 0.3", gravity(), damping())
	}
}

// Contract: key frames stay within their budget, and every moment can still be had.
func TestHistoryWithinItsBudget(t *testing.T) {
	r := atRest(t)
	if err := r.history.SetBudget(5); err == nil {
		t.Error("a budget of 5 bytes is taken")
	}
	if err := r.history.SetBudget(1 << 20); err != nil {
		t.Fatal(err)
	}
	var hashes []uint64
	for range 300 {
		frequently(r)
		hashes = passed(r, 3, hashes)
	}
	var line bridge.Timeline
	if r.history.Fill(&line); line.Bytes > 1<<20 || line.Frames < 10 || len(line.Kept) != line.Frames {
		t.Fatalf("%d key frames take %d bytes", line.Frames, line.Bytes)
	}
	for _, step := range []int64{1, 2, 450, 899, 900} {
		if got := sought(r, bridge.Seek{Step: step}); got != hashes[step-1] {
			t.Errorf("step %d: another hash", step)
		}
	}
}

// Contract: a run pauses at its scene's own end, once, and goes on if asked; a loop goes back to its beginning, to the
// same bits.
func TestEndAndLoop(t *testing.T) {
	r := atRest(t)
	r.scene.End = r.scene.World.Clock().Dt*20 + 1e-4
	run := func() (steps int) {
		r.apply(bridge.Resume{})
		for steps < 500 && !r.controls.Paused && r.seeking == nil {
			r.step()
			steps++
		}
		return steps
	}
	if n := run(); n >= 500 || !r.controls.Ended || !r.controls.Paused {
		t.Fatalf("not paused at the end, after %d steps", n)
	}
	if n := run(); n < 500 || r.controls.Ended {
		t.Errorf("paused a second time, after %d steps", n)
	}
	begin, hash := r.moment(), r.scene.World.Hash()
	run()
	r.apply(bridge.SetLoop{Begin: begin.Time, End: r.moment().Time + 1e-4})
	if run(); r.seeking == nil {
		t.Fatal("the loop does not go back")
	}
	if r.finishSeek(); r.scene.World.Hash() != hash || r.controls.Paused {
		t.Errorf("the loop goes back to step %d, want %d with its hash, playing", r.moment().Step, begin.Step)
	}
}

// Contract: a reset begins a run of its own only where it becomes another one: after a step, after edits at its very
// beginning and after a second reset, the run goes along its track again, with the same bits and the edits shown at
// once; after an edit on the way it does not.
func TestResetOfWhatIsUnchanged(t *testing.T) {
	r := atRest(t)
	tracks := func() int {
		var line bridge.Timeline
		r.history.Fill(&line)
		return len(line.Tracks)
	}
	hashes := passed(r, 5, nil)
	for range 3 {
		r.apply(bridge.Reset{})
	}
	if again := passed(r, 7, nil); tracks() != 1 || r.moment().Step != 7 || !slices.Equal(again[:5], hashes) {
		t.Errorf("after resets of an unchanged run: %d tracks, step %d, the same bits: %v", tracks(), r.moment().Step,
			slices.Equal(again[:5], hashes))
	}
	r.apply(bridge.Number("damping", 0.4))
	for range 3 {
		r.apply(bridge.Reset{})
		if d := r.scene.World.Params().Damping; d != 0.4 || r.moment().Step != 0 {
			t.Errorf("after a reset: damping %g at step %d, want 0.4 at 0", d, r.moment().Step)
		}
		passed(r, 2, nil)
	}
	if tracks() != 2 {
		t.Errorf("%d tracks after an edit on the way and resets, want 2", tracks())
	}
}

// Contract: a scene that is opened plays, also where the one before was paused; a reset leaves the clock as it is.
func TestOpenedScenesPlay(t *testing.T) {
	r := atRest(t)
	if r.apply(bridge.Reset{}); !r.controls.Paused {
		t.Error("a reset lets a paused run go on")
	}
	if r.apply(bridge.LoadScene{Name: "pile"}); r.controls.Paused {
		t.Error("a scene that is opened is paused")
	}
}
