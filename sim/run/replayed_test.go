package run_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
)

// Contract: a run with edits, at its first step, at its last one, several in one step, and with key frames between
// them, is the same at every step however it is done again: by a person who goes back and forth, from its file, and by
// the check of the file. A moment has had the edits of the steps before, and at the end of its track all. With
// TUMBLE_LONG there are 200 runs.
func TestReplayedAlike(t *testing.T) {
	seeded(t, 12, 200, 34, replayedAlike)
}

func replayedAlike(t *testing.T, r *rand.Rand) {
	l := live(t, r)
	for range 2 + r.IntN(12) {
		for range r.IntN(4) {
			l.Do(l.edit(r))
			l.observe()
		}
		if r.IntN(4) == 0 { // which takes a key frame after the edits that fall here
			l.Do(bridge.BeginTwin{})
			l.observe()
			l.Do(bridge.EndTwin{Place: 1})
		}
		l.act(r)
	}
	if r.IntN(2) == 0 {
		l.end()
		l.Do(l.edit(r))
		l.observe()
	}
	l.Work(0)
	path := l.saved(t)
	file, err := scene.ReadRecorded(path)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := file.Reproduce(1, func(done, all int64) error { return nil }); err != nil || !v.Reproduced {
		t.Errorf("check: %+v, %v", v, err)
	}
	l.fromFile(t, file, path)
	l.backAndForth(t, r)
}

// live begins the run of a scene with all that can be edited.
func live(t *testing.T, r *rand.Rand) *lived {
	own := filepath.Join(t.TempDir(), "s.yaml")
	if err := os.WriteFile(own, []byte(everything), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scene.Load(own, scene.Options{Workers: 1, Seed: r.Uint64()})
	if err != nil {
		t.Fatal(err)
	}
	l := &lived{Runner: run.New(s, nil, bridge.NewFeed(), nil), hashes: map[place]uint64{}, tracks: map[int]bridge.Track{}}
	t.Cleanup(func() { l.World().Close() })
	l.SaveRunsWith(scene.WriteRun)
	l.Do(bridge.Pause{})
	l.observe()
	return l
}

// end goes to the end of the present track.
func (l *lived) end() {
	l.Do(bridge.Seek{Step: 1 << 40})
	l.observe()
}

// saved writes the run as a person does.
func (l *lived) saved(t *testing.T) (path string) {
	path = filepath.Join(t.TempDir(), "r"+scene.SavedExt)
	l.Do(bridge.SaveRun{Path: path})
	return path
}

// track returns what the file of the run knows of its present track.
func (l *lived) track(t *testing.T) *runfile.Track {
	data, err := os.ReadFile(l.saved(t))
	if err != nil {
		t.Fatal(err)
	}
	file, err := runfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return file.On()
}

// at returns the hash that a moment of a track has, which goes until a step.
func (l *lived) at(t *testing.T, on *runfile.Track, step, until int64) uint64 {
	t.Helper()
	had := 0
	for _, c := range on.Commands {
		if c.Step < step || c.Step == step && step == until {
			had++
		}
	}
	hash, known := l.hash(place{on.ID, step, had})
	if !known {
		t.Fatalf("step %d of track %d after %d commands was never seen", step, on.ID, had)
	}
	return hash
}

// fromFile does the run of a file again, as commands do.
func (l *lived) fromFile(t *testing.T, file *scene.Recorded, path string) {
	on, times := l.track(t), map[int64]float64{}
	p, err := file.Again(1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.World.Close()
	for ; ; p.Step() {
		p.ApplyLast()
		c := p.World.Clock()
		if times[c.Step] = c.Time; p.World.Hash() != l.at(t, on, c.Step, on.Until.Step) {
			t.Errorf("again: step %d has another hash", c.Step)
		}
		if c.Step == on.Until.Step {
			break
		}
	}
	for step := on.Begin.Step; step <= on.Until.Step; step += 1 + int64(len(times))/40 {
		time := times[step]
		s, err := scene.Load(path, scene.Options{Workers: 1, At: &time})
		if err != nil {
			t.Fatal(err)
		}
		if s.World.Clock().Step != step || s.World.Hash() != l.at(t, on, step, on.Until.Step) {
			t.Errorf("the moment of step %d is step %d, and has another hash", step, s.World.Clock().Step)
		}
		s.World.Close()
	}
}

// backAndForth goes to moments of all tracks in any order.
func (l *lived) backAndForth(t *testing.T, r *rand.Rand) {
	for range 6 {
		l.others(r)
		l.Do(bridge.EndTwin{Place: 0})
		on := l.track(t)
		edited := []int64{on.Begin.Step, on.Until.Step}
		for _, c := range on.Commands {
			edited = append(edited, c.Step)
		}
		for range 30 {
			step := on.Begin.Step + r.Int64N(on.Until.Step-on.Begin.Step+1)
			if r.IntN(2) == 0 {
				step = edited[r.IntN(len(edited))]
			}
			l.Do(bridge.Seek{Step: step})
			if c := l.World().Clock(); c.Step != step || l.World().Hash() != l.at(t, on, step, l.tracks[on.ID].Until.Step) {
				t.Fatalf("step %d of track %d is sought, step %d is shown, with another hash", step, on.ID, c.Step)
			}
		}
	}
}
