package run_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// driven is a run on its own goroutine, as a window drives it: by commands and snapshots alone.
type driven struct {
	t        *testing.T
	load     func() run.Scene // its first moment
	feed     *bridge.Feed
	commands chan bridge.Command
	s        *bridge.Snapshot
	sent     uint64
	longest  time.Duration // between two snapshots, or from a command to the next one
	tracks   []way
}

// way is what is known of a track: the commands that were given on it, and how far it goes.
type way struct {
	given []given
	until int64
}

type given struct {
	step    int64
	command bridge.Edit
}

// drive begins a run that is paused at its first moment and as fast as it can be when it goes on.
func drive(t *testing.T, name string, set ...string) *driven {
	t.Helper()
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("runs of minutes, only with TUMBLE_LONG=1")
	}
	load := func() run.Scene {
		s, err := scene.Load(name, scene.Options{Workers: 2, Set: set})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	d := &driven{t: t, load: load, feed: bridge.NewFeed(), commands: make(chan bridge.Command), tracks: make([]way, 1)}
	r := run.New(load(), nil, d.feed, d.commands)
	done := make(chan struct{})
	go func() { defer close(done); r.Run(context.Background()) }()
	t.Cleanup(func() { close(d.commands); <-done })
	d.do(bridge.Pause{}, paused)
	d.do(bridge.SetSpeed{}, paused)
	return d
}

func paused(s *bridge.Snapshot) bool { return s.Paused && !s.Timeline.Seeking }

// do gives a command and returns how long it takes until a snapshot shows what is waited for.
func (d *driven) do(c bridge.Command, ok func(*bridge.Snapshot) bool) time.Duration {
	begin := time.Now()
	d.commands <- c
	d.sent++
	d.await(begin, ok)
	return time.Since(begin)
}

func (d *driven) await(last time.Time, ok func(*bridge.Snapshot) bool) {
	d.t.Helper()
	for seq := uint64(0); ; time.Sleep(200 * time.Microsecond) {
		if d.s = d.feed.Latest(d.s); d.s == nil || d.s.Seq == seq {
			continue
		}
		seq = d.s.Seq
		d.longest, last = max(d.longest, time.Since(last)), time.Now()
		switch {
		case d.s.Fault != "":
			d.t.Fatal(d.s.Fault)
		case d.s.Applied >= d.sent && ok(d.s):
			return
		}
	}
}

// play lets the run go on until it has come to a time [s] or has done so many steps, and pauses it.
func (d *driven) play(time float64, steps int64) {
	d.do(bridge.Resume{}, func(s *bridge.Snapshot) bool { return s.Time >= time || s.Step >= steps })
	d.do(bridge.Pause{}, paused)
	d.tracks[d.s.Timeline.Present].until = d.s.Step
}

// edit gives a command that changes the physics where the paused run is: on its track, or on a new one in the past.
func (d *driven) edit(c bridge.Edit) {
	on, at := d.tracks[d.s.Timeline.Present], d.s.Step
	if d.do(c, paused); d.s.Timeline.Present == len(d.tracks) {
		on.given = slices.Clone(on.given)
		on.given = slices.DeleteFunc(on.given, func(g given) bool { return g.step >= at })
		d.tracks = append(d.tracks, way{})
	}
	on.given = append(on.given, given{at, c})
	d.tracks[d.s.Timeline.Present] = on
}

// jump goes to a step of a track, and returns how long it takes until the picture of it comes.
func (d *driven) jump(track int, step int64) (took time.Duration) {
	d.t.Helper()
	if d.s.Timeline.Present != track {
		took = d.do(bridge.ChooseTrack{Track: track}, paused)
	}
	took += d.do(bridge.Seek{Step: step}, paused)
	if d.s.Step != step || d.s.Readings.Step != step || d.s.Timeline.Present != track {
		d.t.Fatalf("step %d of track %d is shown, with the hash of step %d, want step %d of track %d", d.s.Step,
			d.s.Timeline.Present, d.s.Readings.Step, step, track)
	}
	return took
}

// target is a moment to jump to, with the hash that was seen there and the least time of the jumps.
type target struct {
	track int
	step  int64
	hash  uint64
	least time.Duration
}

// jumps goes to random moments of all tracks, to each so many times from another one, and compares their hashes with
// those of worlds that are stepped from the beginning, without a history.
func (d *driven) jumps(count, tries int) {
	d.t.Helper()
	random := rand.New(rand.NewPCG(19, 30))
	list := make([]target, count)
	for i := range list {
		track := random.IntN(len(d.tracks))
		list[i] = target{track: track, step: random.Int64N(d.tracks[track].until), least: time.Hour}
	}
	for range tries {
		for i := range list {
			g := &list[i]
			if took := d.jump(g.track, g.step); took < g.least {
				g.least = took
			}
			if h := d.s.Readings.Hash; g.hash != 0 && h != g.hash {
				d.t.Errorf("step %d of track %d has hash %016x, and had %016x", g.step, g.track, h, g.hash)
			}
			g.hash = d.s.Readings.Hash
		}
	}
	for track, w := range d.tracks {
		for at, want := range d.hashes(w, track, list) {
			for _, g := range list {
				if g.track == track && g.step == at && g.hash != want {
					d.t.Errorf("step %d of track %d has hash %016x, the first pass had %016x", at, track, g.hash, want)
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b target) int { return int(a.least - b.least) })
	l := d.s.Timeline
	d.t.Logf("%d bodies, %d tracks of %v; %d key frames of %.1f MB; %d jumps, least of %d tries each: median %v, most "+
		"%v; longest between two pictures %v", len(d.s.Bodies), len(d.tracks), d.tracks, l.Frames, float64(l.Bytes)/1e6,
		count, tries, list[count/2].least.Round(time.Millisecond), list[count-1].least.Round(time.Millisecond),
		d.longest.Round(time.Millisecond))
}

// hashes steps a world of its own along a track, and returns its hashes where the jumps to that track go.
func (d *driven) hashes(w way, track int, list []target) map[int64]uint64 {
	last := int64(-1)
	had := map[int64]uint64{}
	for _, g := range list {
		if g.track == track {
			had[g.step], last = 0, max(last, g.step)
		}
	}
	world := d.load().World
	defer world.Close()
	for next := 0; world.Clock().Step <= last; world.Step() {
		at := world.Clock().Step
		if _, asked := had[at]; asked {
			had[at] = world.Hash()
		}
		for ; next < len(w.given) && w.given[next].step == at; next++ {
			bridge.MakeEdit(world, w.given[next].command)
		}
	}
	return had
}

// Contract: after 4 s of the bottle any moment of them is had again, with the hash of the first pass.
func TestJumpsInTheBottle(t *testing.T) {
	d := drive(t, "bottle")
	d.play(4, 1<<40)
	d.jumps(30, 3)
}

// Contract: the same holds for a drum of 2,000 capsules with edits on the way, and over the tracks that edits of the
// past have begun.
func TestJumpsInTheDrum(t *testing.T) {
	d := drive(t, "drum", "inlets.capsules.maxBodies=2000", "inlets.capsules.capsule.radius=0.0022",
		"inlets.capsules.capsule.shaft=0.0035", "inlets.capsules.attempts=100000")
	d.play(9, 3000)
	d.edit(bridge.Number("damping", 0.3))
	d.play(9, 5000)
	d.edit(bridge.Vector("gravity", vec.New(2, 0, -9)))
	d.play(9, 7000)
	d.edit(bridge.Grab{Body: 40, To: vec.New(0, 0, 0.05)})
	d.play(9, 7500)
	d.edit(bridge.Release{})
	d.play(9, 9000)
	d.jump(0, 4000)
	d.edit(bridge.Vector("gravity", vec.New(-3, 0, -9)))
	d.play(9, 8000)
	d.jump(1, 6000)
	d.edit(bridge.Number("damping", 0.05))
	d.play(9, 8000)
	d.jumps(30, 3)
}

// crowd is a scene of 20,000 capsules that fall into a box, on a lattice, turned at random.
const crowd = `title: Crowd
gravity: [0, 0, -9.81]
damping: 0.2
timeStep: {safety: 0.5, every: 100}
materials: [{name: capsule, young: 1e7, ktDivKn: 0.2, tanPhi: 0.4, density: 1500}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: left, wall: {axis: x, position: -0.22, sense: 1}}
  - {name: right, wall: {axis: x, position: 0.22, sense: -1}}
  - {name: front, wall: {axis: y, position: -0.22, sense: 1}}
  - {name: back, wall: {axis: y, position: 0.22, sense: -1}}
  - name: capsule
    capsule: {radius: 0.005, shaft: 0.01}
    position: [-0.195, -0.195, 0.02]
    copies: {lattice: {counts: [20, 20, 50], spacing: [0.0205, 0.0205, 0.0205]}, turned: true}
`

// Contract: with 20,000 capsules key frames stay within their budget of 512 MB, any step can be had again, and the
// pictures go on coming while it is sought.
func TestJumpsAmong20000Capsules(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crowd.yaml")
	if err := os.WriteFile(path, []byte(crowd), 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, path)
	d.do(bridge.SetHistoryBudget{Bytes: 512 << 20}, paused)
	begin := time.Now()
	for n := int64(1); time.Since(begin) < 90*time.Second; n++ {
		d.play(9, 200*n)
	}
	d.t.Logf("the first pass: longest between two pictures %v", d.longest.Round(time.Millisecond))
	d.longest = 0
	d.jumps(12, 1)
	if l := d.s.Timeline; l.Bytes > 512<<20 {
		t.Errorf("%d key frames take %d bytes", l.Frames, l.Bytes)
	}
}
