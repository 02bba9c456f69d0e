package live

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
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
	e, err := Open(recorded(t))
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

// Contract: values that no world can have and keys of no knob are refused with their names, and the page can go on;
// data that is cut off or changed gives an error.
func TestHostile(t *testing.T) {
	data := recorded(t)
	e, err := Open(data)
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
		if _, err := Open(data[:n]); err == nil && n < len(data)/4 {
			t.Errorf("the first %d bytes are a run", n)
		}
	}
	for at := 20; at < len(data); at += len(data) / 40 {
		bad := slices.Clone(data)
		bad[at] ^= 0x40
		if e, err := Open(bad); err == nil {
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
