package run

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/controls"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/vec"
)

// kept keeps runs in memory; full says after how many bytes nothing more can be written.
type kept struct {
	bytes.Buffer
	full int

	finished bool
}

func (k *kept) Begin(Scene) (*runfile.Writer, error) {
	k.Reset()
	return runfile.NewWriter(k, "pile"), nil
}

func (k *kept) Finish() error {
	k.finished = true
	return nil
}

func (k *kept) Write(b []byte) (int, error) {
	if k.full > 0 && k.Len()+len(b) > k.full {
		return 0, errors.New("no space left on device")
	}
	return k.Buffer.Write(b)
}

// resumed returns a runner that goes on with the run of a file.
func resumed(t *testing.T, file *runfile.File) *Runner {
	t.Helper()
	p := replayer.Of(file, nil)
	if _, err := p.Go(controls.End, true, 1); err != nil {
		t.Fatal(err)
	}
	p.Advance(controls.End, func() error { return nil })
	r := New(Scene{World: p.World, Name: "pile", Past: file}, loadPile(t), bridge.NewFeed(), nil)
	t.Cleanup(func() { r.scene.World.Close() })
	r.apply(bridge.Pause{})
	return r
}

// Contract: a run with edits, undo and branches is kept with all of its tracks; who goes on with the file has every
// moment of each with the hash it had, and edits can be taken back.
func TestKeptRunIsWhole(t *testing.T) {
	r, k := atRest(t), &kept{}
	r.KeepWith(k)
	hashes := []uint64{r.scene.World.Hash()}
	for _, c := range []bridge.Command{bridge.Number("damping", 0.4), bridge.Vector("gravity", vec.New(1, 0, -8)),
		bridge.Grab{Body: 3, To: vec.New(0, 0, 0.3)}, bridge.Release{}, bridge.Undo{}} {
		hashes = passed(r, 150, hashes)
		frequently(r)
		r.apply(c)
		r.apply(bridge.SaveView{View: bridge.SavedView{Camera: [9]float32{float32(len(hashes))}}})
	}
	hashes = passed(r, 150, hashes)
	r.keepEvent(bridge.Warning, "something")
	r.apply(bridge.StartRecording{FPS: 100, Speed: 1})
	r.history.Filmed(bridge.Film{Begin: r.controls.Recording.First, End: r.controls.Recording.First + 1})
	r.apply(bridge.StopRecording{})
	sought(r, bridge.Seek{Step: 200})
	r.apply(bridge.Number("damping", 0.1))
	other := passed(r, 230, append([]uint64{}, hashes[:201]...))
	r.apply(bridge.ChooseTrack{Track: 0})
	sought(r, bridge.Seek{Step: 900})
	hashes = passed(r, 100, hashes) // and the first one goes on
	file, err := runfile.Parse(k.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(file.Tracks); n != 2 || file.Present != 0 || len(file.On().Views) != 5 {
		t.Fatalf("%d tracks, number %d present, %d views", n, file.Present, len(file.On().Views))
	}
	again := resumed(t, file)
	var had, has bridge.Timeline
	r.history.Fill(&had)
	again.history.Fill(&has)
	if len(had.Events) != 1 || len(had.Films) != 1 || !reflect.DeepEqual(had.Events, has.Events) ||
		!reflect.DeepEqual(had.Films, has.Films) || len(had.Series[0].Samples) < 5 ||
		!reflect.DeepEqual(had.Series, has.Series) {
		t.Errorf("events, videos and charts\n%+v\nare read as\n%+v", had, has)
	}
	tracks, random := [][]uint64{hashes, other}, rand.New(rand.NewPCG(3, 5))
	for range 30 {
		track := random.IntN(2)
		again.apply(bridge.ChooseTrack{Track: track})
		again.finishSeek()
		last := file.Tracks[track].Until.Step
		step := random.Int64N(last + 1)
		if got := sought(again, bridge.Seek{Step: step}); got != tracks[track][step] {
			t.Fatalf("step %d of track %d: hash %016x, was %016x", step, track, got, tracks[track][step])
		}
	}
	again.apply(bridge.ChooseTrack{Track: 0})
	sought(again, bridge.Seek{Step: 1000})
	var line bridge.Timeline
	if again.history.Fill(&line); line.Undo != "damping 0 → 0.4" || len(line.Edits) != 5 {
		t.Errorf("to be undone: %q; edits %+v", line.Undo, line.Edits)
	}
	again.apply(bridge.Reset{})
	if again.scene.World.Clock().Step != 0 {
		t.Error("a reset does not go to the beginning of the run")
	}
}

// Contract: who is told to end has kept the run up to the last step that it did.
func TestKeptUntilTheEnd(t *testing.T) {
	load := loadPile(t)
	first, err := load("pile", 1)
	if err != nil {
		t.Fatal(err)
	}
	commands, k := make(chan bridge.Command, 4), &kept{}
	r := New(first, load, bridge.NewFeed(), commands)
	r.KeepWith(k)
	for _, c := range []bridge.Command{bridge.Pause{}, bridge.StepOnce{N: 137}} {
		commands <- c
	}
	close(commands)
	r.Run(context.Background())
	file, err := runfile.Parse(k.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if last := file.On().Last(); last.Step != 137 || !k.finished {
		t.Errorf("kept up to step %d of 137; finished: %v", last.Step, k.finished)
	}
}

// Contract: a run whose file cannot be written goes on to the same bits, and says so once; what was written can be
// read, until the person closes the run.
func TestFullDisk(t *testing.T) {
	r, k := atRest(t), &kept{}
	r.KeepWith(k)
	k.full = k.Len() + 100
	free := atRest(t)
	want := passed(free, 500, nil)[499]
	if got := passed(r, 500, nil)[499]; got != want {
		t.Errorf("hash %016x, want %016x", got, want)
	}
	told := 0
	for _, n := range r.scene.World.Log().All() {
		if n.Level == bridge.Warning {
			told++
		}
	}
	if _, err := runfile.Parse(k.Bytes()); told != 1 || err != nil {
		t.Errorf("told %d times; the file: %v", told, err)
	}
	if r.finishKeeping(); !k.finished {
		t.Error("a run that was closed is still kept")
	}
}
