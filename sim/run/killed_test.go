package run_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// inMemory keeps a run in memory.
type inMemory struct{ bytes.Buffer }

func (k *inMemory) Begin(s run.Scene) (*runfile.Writer, error) {
	k.Reset()
	return scene.NewFile(k, s), nil
}

func (k *inMemory) Finish() error { return nil }

// place is somewhere on the ways of a run.
type place struct {
	track   int
	step    int64
	applied int // commands
}

// lived is a run with all that is known of it: the hash of each place, and where tracks come from.
type lived struct {
	*run.Runner
	kept   inMemory
	hashes map[place]uint64
	tracks map[int]bridge.Track
}

// observe notes the hash of the place where each world is.
func (l *lived) observe() {
	l.EachWorld(func(t bridge.Track, step int64, applied int, hash uint64) {
		l.tracks[t.ID] = t
		l.hashes[place{t.ID, step, applied}] = hash
	})
}

// hash returns that of a place, which a track may have in common with the one that it left.
func (l *lived) hash(p place) (hash uint64, known bool) {
	for {
		if hash, known = l.hashes[p]; known {
			return hash, true
		}
		t := l.tracks[p.track]
		if p.track = t.Parent; t.Parent < 0 || p.step > t.From.Step {
			return 0, false
		}
	}
}

// act does something that a person may do.
func (l *lived) act(r *rand.Rand) {
	_, step, _ := l.Place()
	switch r.IntN(12) {
	case 0, 1, 2, 3:
		for range 1 + r.IntN(60) {
			l.Do(bridge.StepOnce{N: 1})
			l.observe()
			if r.IntN(8) == 0 {
				l.Work(1.5 * r.Float64())
			}
		}
	case 4, 5:
		l.Do(bridge.Seek{Step: r.Int64N(step + 100)})
		l.Work(0.2 * r.Float64())
	case 6:
		l.Do(bridge.StepBack{N: 1 + r.IntN(20)})
	case 7, 8:
		l.Do(l.edit(r))
	case 9:
		l.Do([]bridge.Command{bridge.Undo{}, bridge.Redo{}}[r.IntN(2)])
	case 10:
		l.Do(bridge.SaveView{View: bridge.SavedView{Camera: [9]float32{float32(step)}}})
	case 11:
		l.others(r)
	}
	l.observe()
}

// edit returns an edit of any kind.
func (l *lived) edit(r *rand.Rand) bridge.Command {
	var s bridge.Snapshot
	l.World().Fill(&s)
	key := bridge.MotionKey{Time: float64(r.IntN(5)), Position: vec.New(0, 0.1*r.Float64(), 1), Orientation: vec.Identity}
	material := s.Materials[0].Law
	material.TanPhi = r.Float64()
	edits := []bridge.Command{
		bridge.Number("damping", 0.5*r.Float64()), bridge.Vector("gravity", vec.New(r.Float64(), 0, -9)),
		bridge.SetMaterial{Material: material}, bridge.Number("timeStep.safety", 0.1+0.4*r.Float64()),
		bridge.SetMotionKey{Key: r.IntN(2), To: key}, bridge.AddMotionKey{To: key},
		bridge.RemoveMotionKey{Time: key.Time}, bridge.SetInlet{Flow: bridge.InletFlow{MaxBodies: 1 + r.IntN(50)}},
		bridge.SetSeed{Seed: r.Uint64()}, bridge.Word("law", law.Kinds[r.IntN(len(law.Kinds))].Name),
		bridge.Word("capsuleRule", contact.CapsuleRules[r.IntN(len(contact.CapsuleRules))].Name),
		bridge.SetVelocity{Body: 1 + r.Int64N(50), Velocity: vec.New(r.Float64(), 0, 1), Spin: vec.New(0, r.Float64(), 0)},
		bridge.AddBodies{Bodies: bridge.Fresh(bridge.NewBody{Number: l.World().NextBody(),
			Position: vec.New(r.Float64()-0.5, r.Float64()-0.5, 1+r.Float64()),
			Shapes:   []bridge.NewShape{{Radius: 0.01 + 0.02*r.Float64(), Shaft: 0.02 * float64(r.IntN(2))}}})},
		bridge.Impose{Body: 0, Velocity: vec.New(r.Float64()-0.5, 0, 0), Off: r.IntN(3) == 0},
		bridge.Push{Body: 1 + r.Int64N(50), Force: vec.New(0, 0, 0.01*r.Float64()), Duration: 0.01 * float64(r.IntN(2))},
		bridge.RemoveBodies{Bodies: bridge.Numbers(1 + r.Int64N(50))},
		bridge.Grab{Body: 1, To: vec.New(0, 0, r.Float64())}, bridge.Release{},
	}
	return edits[r.IntN(len(edits))]
}

// others does something with tracks, or with a twin.
func (l *lived) others(r *rand.Rand) {
	ids := make([]int, 0, len(l.tracks))
	for id := range 64 {
		if _, ok := l.tracks[id]; ok {
			ids = append(ids, id)
		}
	}
	switch one := ids[r.IntN(len(ids))]; r.IntN(6) {
	case 0, 1, 2:
		l.Do(bridge.ChooseTrack{Track: one})
	case 3:
		l.Do(bridge.DropTrack{Track: one})
	case 4:
		l.Do(bridge.BeginTwin{})
		l.Do(bridge.ChooseTwin{Place: r.IntN(2), Both: r.IntN(2) == 0})
	case 5:
		l.Do(bridge.EndTwin{Place: r.IntN(2)})
	}
}

// everything is a scene with what a person can edit: a motion with key frames, an inlet, bodies to drag.
const everything = `
gravity: [0, 0, -10]
materials: [{name: m, young: 1e6, ktDivKn: 0.2, tanPhi: 0.4, density: 1000}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: ball, sphere: {radius: 0.01}, position: [0, 0, 0.03]}
  - {name: stick, capsule: {radius: 0.01, shaft: 0.03}, position: [0, 0.005, 0.055]}
  - {name: lid, sphere: {radius: 0.02}, position: [0, 0, 1], blocked: xyzXYZ}
inlets:
  - {name: rain, origin: [0.2, 0, 0.2], axis: [0, 0, -1], radius: 0.05, height: 0.1, every: 20, maxBodies: 8,
     sphere: {radius: 0.008}}
motions:
  - {name: way, body: lid, keys: [{time: 0, position: [0, 0, 1]}, {time: 2, position: [0, 0.1, 1]}]}
`

// Contract: whatever a person does, going back and forth, editing, branching and taking back, a program that is killed
// at any byte that it writes leaves a file of the run that opens whole, and goes on at a place of the run with the hash
// that it had there. With TUMBLE_LONG there are 1,000 runs.
func TestKilledAnywhere(t *testing.T) {
	seeded(t, 40, 1000, 33, killed)
}

// seeded runs a test with random numbers so many times, with TUMBLE_LONG many times. Each run has the seed that is its
// name, in the series of the test.
func seeded(t *testing.T, few, many int, series uint64, test func(*testing.T, *rand.Rand)) {
	if os.Getenv("TUMBLE_LONG") != "" {
		few = many
	}
	for seed := range few {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { test(t, rand.New(rand.NewPCG(series, uint64(seed)))) })
	}
}

// killed lives a random run and kills it several times at what it has written by then.
func killed(t *testing.T, r *rand.Rand) {
	path := filepath.Join(t.TempDir(), "r"+scene.SavedExt)
	own := filepath.Join(filepath.Dir(path), "s.yaml")
	if err := os.WriteFile(own, []byte(everything), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scene.Load(own, scene.Options{Workers: 1, Seed: r.Uint64()})
	if err != nil {
		t.Fatal(err)
	}
	l := &lived{Runner: run.New(s, nil, bridge.NewFeed(), nil), hashes: map[place]uint64{}, tracks: map[int]bridge.Track{}}
	defer func() { l.World().Close() }()
	l.Do(bridge.Pause{})
	l.observe()
	l.KeepWith(&l.kept)
	for range 5 + r.IntN(40) {
		before := l.kept.Len()
		l.act(r)
		time.Sleep(time.Duration(r.IntN(200)) * time.Microsecond) // key frames are packed meanwhile
		l.Work(0)
		if after := l.kept.Len(); r.IntN(6) == 0 && after > before {
			l.resume(t, r, path, l.kept.Bytes()[:before+r.IntN(after-before+1)])
		}
	}
	l.resume(t, r, path, l.kept.Bytes())
}

// resume goes on with the bytes of a file.
func (l *lived) resume(t *testing.T, r *rand.Rand, path string, data []byte) {
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := runfile.Parse(data)
	if err != nil {
		t.Fatalf("of %d bytes: %v", len(data), err)
	}
	if file.Damage != nil {
		t.Fatalf("of %d bytes is left out: %q", len(data), file.Damage)
	}
	s, err := scene.Load(path, scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	again := run.New(s, nil, bridge.NewFeed(), nil)
	defer func() { again.World().Close() }()
	_, end, _ := again.Place()
	for _, c := range []bridge.Command{bridge.Pause{}, bridge.Seek{Step: r.Int64N(end + 1)}, bridge.Seek{Step: end}} {
		again.Do(c)
		track, step, applied := again.Place()
		want, known := l.hash(place{track.ID, step, applied})
		if got := again.World().Hash(); !known || got != want {
			t.Fatalf("of %d bytes, %T: track %d, step %d after %d commands: hash %016x, was %016x (%v)", len(data), c, track.ID,
				step, applied, got, want, known)
		}
	}
}
