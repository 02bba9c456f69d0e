package live

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/files/export/replay"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/scenetest"
)

// recorded returns a run of a scene, with an edit on its way and one at its end, as a page holds it.
func recorded(t *testing.T) []byte {
	data, _ := scenetest.Record(t, "clump", 600, 100,
		map[int64]bridge.Edit{250: bridge.Number("damping", 0.2), 600: bridge.Number("damping", 0.3)})
	return data
}

// end computes a run to its end and returns its reports.
func end(t *testing.T, e *Engine) (all []Report) {
	t.Helper()
	for {
		r, err := e.Next()
		if err != nil {
			t.Fatal(err)
		}
		if all = append(all, r); r.Done {
			return all
		}
	}
}

// Contract: a run that is done again has the author's bits at each moment, with the edits on its way and at its end;
// a variant has others from its step on, is repeated by the program from its file with the same bits, and leaves the
// author's run as it was. A variant in which nothing changed has the author's bits.
func TestRunsInPages(t *testing.T) {
	e, err := Open(recorded(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	same := func() {
		t.Helper()
		all := end(t, e)
		for _, r := range all {
			if r.Hash != r.Author {
				t.Errorf("step %d has the hash %s, the author's run %s", r.Step, r.Hash, r.Author)
			}
		}
		if n := len(all); n != 6 || all[n-1].Step != 600 {
			t.Errorf("%d moments, the last %+v", n, all[n-1])
		}
	}
	same()
	tried := []Value{{"materials.stone.tanPhi", 0.7}, {"materials.stone.restitution", 0.6}, {"gravity", 5}}
	var all []Report
	for _, from := range []int64{0, 300, 100} {
		if err := e.Try(tried, from); err != nil {
			t.Fatal(err)
		}
		all = end(t, e)
		for _, r := range all {
			if own := r.Author != ""; own != (r.Step <= from) || own && r.Hash != r.Author || r.Ahead != (r.Step < from) {
				t.Errorf("from step %d on: %+v", from, r)
			}
		}
		file, err := e.File()
		if err != nil {
			t.Fatal(err)
		}
		again, err := scene.ParseRecorded("variant.tumble", file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := again.Again(2)
		if err != nil {
			t.Fatal(err)
		}
		stop, _ := again.End()
		if err := p.Advance(stop.Moment, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		_, m, _ := p.World.Material(0)
		if got := p.World.Hash(); got != stop.Hash || m.TanPhi != 0.7 || m.Restitution != 0.6 {
			t.Errorf("from step %d on: the file gives the hash %016x, it says %016x; friction %g", from, got, stop.Hash,
				m.TanPhi)
		}
		p.World.Close()
		if d, err := e.Poses(); err != nil || !bytes.Contains(d.Head, []byte(`"kinetic":[`)) || len(d.Poses) == 0 {
			t.Errorf("poses of the variant: %v", err)
		}
	}
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	same()
	if err := e.Try(nil, 0); err != nil {
		t.Fatal(err)
	}
	if plain := end(t, e); plain[4].Hash == all[4].Hash {
		t.Error("a variant with other numbers has the bits of the author's run")
	}
}

// seeded returns a run of a scene in which bodies lie at random, and its starts with other seeds, as a page holds them.
func seeded(t *testing.T, seeds ...uint64) (own *runfile.File, data, starts []byte) {
	t.Helper()
	data, _ = scenetest.Record(t, "drum", 60, 20, nil)
	own, err := runfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	var list []replay.Start
	for _, seed := range seeds {
		sc, err := scene.Load("drum", scene.Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		err = scene.Save(&b, sc)
		sc.World.Close()
		f, bad := runfile.Parse(b.Bytes())
		if err = errors.Join(err, bad); err != nil {
			t.Fatal(err)
		}
		list = append(list, replay.Start{Seed: seed, File: f})
	}
	if starts, err = replay.PackStarts(own, list); err != nil {
		t.Fatal(err)
	}
	return own, data, starts
}

// Contract: a variant with another seed has the bits of a run of the scene with that seed, from the first step on
// whatever moment was asked for; its file is that run, with the seed and with what else was changed. Other seeds than
// the page has are refused, and so are starts that were changed. The author's run stays.
func TestSeeds(t *testing.T) {
	own, data, starts := seeded(t, 1, 7)
	e, err := Open(data, starts)
	if err != nil {
		t.Fatal(err)
	}
	for _, damping := range []float64{0, 0.3} {
		sc, err := scene.Load("drum", scene.Options{Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		tried := []Value{{"seed", 7}}
		if damping > 0 {
			tried = append(tried, Value{"damping", damping})
			if err := bridge.Number("damping", damping).Apply(sc.World); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.Try(tried, 40); err != nil {
			t.Fatal(err)
		}
		for _, r := range end(t, e) {
			for sc.World.Clock().Step < r.Step {
				sc.World.Step()
			}
			if want := fmt.Sprintf("%016x", sc.World.Hash()); r.Hash != want || r.Author != "" {
				t.Errorf("damping %g, step %d: %+v, want the hash %s", damping, r.Step, r, want)
			}
		}
		file, err := e.File()
		if err != nil {
			t.Fatal(err)
		}
		again, err := scene.LoadSaved("variant.tumble", file, scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := again.World.Hash(); got != sc.World.Hash() || again.World.Params().Seed != 7 ||
			!bytes.Contains(file, []byte(`"seed":7`)) {
			t.Errorf("the file has seed %d and gives %016x", again.World.Params().Seed, got)
		}
		again.World.Close()
		sc.World.Close()
	}
	for _, to := range []float64{2, -1, 1.5, math.NaN(), 1e300} {
		if err := e.Try([]Value{{"seed", to}}, 0); err == nil || !strings.Contains(err.Error(), "are 1, 7, got") {
			t.Errorf("seed %g: %v", to, err)
		}
	}
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	for _, r := range end(t, e) {
		if r.Hash != r.Author {
			t.Errorf("after runs with other seeds, the author's has %s at step %d, not %s", r.Hash, r.Step, r.Author)
		}
	}
	for at := 0; at < len(starts); at += len(starts) / 40 {
		bad := slices.Clone(starts)
		bad[at] ^= 0x40
		if list, err := replay.ReadStarts(own, bad); err == nil {
			t.Errorf("starts whose byte %d was changed are read: %d", at, len(list))
		}
		if list, err := replay.ReadStarts(own, starts[:at]); err == nil && at > 0 {
			t.Errorf("the first %d bytes are %d starts", at, len(list))
		}
	}
}

// Contract: of starts only that takes room in which they are other than the author's; more than a page holds are
// refused with the bound.
func TestStartsShareWhatIsEqual(t *testing.T) {
	own, _, one := seeded(t, 1)
	_, _, same := seeded(t, 1, 1, 1, 1)
	state, _ := own.On().KeyFrames[0].State()
	if len(same) > len(one)+len(one)/10 || len(one) > len(state)/4 {
		t.Errorf("a start takes %d bytes, four equal ones %d, the state %d", len(one), len(same), len(state))
	}
	random := make([]byte, replay.MostStartBytes+1000)
	rand.NewChaCha8([32]byte{}).Read(random)
	large := &runfile.File{Tracks: []runfile.Track{{KeyFrames: []runfile.KeyFrame{
		runfile.NewKeyFrame(runfile.Hash{}, 0, random, false)}}}}
	_, err := replay.PackStarts(own, []replay.Start{{Seed: 1, File: large}})
	if err == nil || !strings.Contains(err.Error(), "the starts of 1 seed take 2.1 MB, a page holds at most 2.1 MB") {
		t.Errorf("too large starts: %v", err)
	}
}

// Contract: values that no world can have and keys of no knob are refused with their names, and the page can go on;
// data that is cut off or changed gives an error.
func TestHostile(t *testing.T) {
	data := recorded(t)
	e, err := Open(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []Value{{"damping", math.NaN()}, {"damping", 7}, {"gravity", math.Inf(1)}, {"law", 1},
		{"materials.stone.tanPhi", -1}, {"materials.nobody.tanPhi", 1}, {"materials.stone", 1}, {"", 0}, {"workers", 3},
	} {
		if err := e.Try([]Value{v}, 0); err == nil || v.Key != "" && !strings.Contains(err.Error(), v.Key) {
			t.Errorf("%v: %v", v, err)
		}
	}
	if _, err := e.File(); err == nil {
		t.Error("a file of no variant")
	}
	end(t, e)
	for _, n := range []int{0, 5, 40, len(data) / 2} {
		if _, err := Open(data[:n], nil); err == nil && n < len(data)/4 {
			t.Errorf("the first %d bytes are a run", n)
		}
	}
	for at := 20; at < len(data); at += len(data) / 40 {
		bad := slices.Clone(data)
		bad[at] ^= 0x40
		if e, err := Open(bad, nil); err == nil {
			t.Errorf("a run whose byte %d was changed is read: %d moments", at, len(e.moments))
		}
	}
	if _, err := Knobs(e.now.World, []string{"damping", "damping"}); err == nil {
		t.Error("a knob is given twice")
	}
	if _, err := Knobs(e.now.World, slices.Repeat([]string{"x"}, MostKnobs+1)); err == nil {
		t.Error("too many knobs")
	}
	if list, err := Knobs(e.now.World, nil); err != nil || len(list) < 3 {
		t.Errorf("the usual knobs: %v %v", list, err)
	}
}

// Contract: the runs of readers have the sensors of the author's page: regions, and the slice in each moment.
func TestVariantsHaveSensors(t *testing.T) {
	e, err := Open(recorded(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	var of map[string]any
	if err := json.Unmarshal(e.file.Scene, &of); err != nil {
		t.Fatal(err)
	}
	of["regions"] = []string{"low=box/-1,-1,-1/1,1,0.02"}
	of["view"] = map[string]any{"Slice": "cut=box/-0.1,-0.01,0/0.1,0.01,0.1#10x1x8#gaussian/0.02#density"}
	if e.file.Scene, err = json.Marshal(of); err != nil {
		t.Fatal(err)
	}
	if err := e.Try([]Value{{"damping", 0.5}}, 0); err != nil {
		t.Fatal(err)
	}
	n := len(end(t, e))
	d, err := e.Poses()
	if err != nil || len(d.Slices) != 80*n || !bytes.Contains(d.Head, []byte(`"counts":"bodies inside"`)) {
		t.Errorf("%v: %d bytes of slices in %d moments", err, len(d.Slices), n)
	}
}
