package sim

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// busy returns a world with everything in it that a state can hold: all shapes, materials
// with pairs, dashpots and rolling resistance, inlets of all kinds, outlets, motions of all
// kinds that wait for one another.
func busy(t testing.TB, workers int) *World {
	w := stream(t, workers)
	m := w.contacts.Materials[0].Law
	m.Restitution, m.RollingFriction, m.TwistingFriction = 0.7, 0.1, 0.05
	rough, err := w.Build().AddMaterial("rough", m)
	if err == nil {
		err = w.Build().AddPair(contact.PairDef{A: 0, B: rough, Given: []law.Given{{Name: "tanPhi", Value: 0.6}}})
	}
	if err != nil {
		t.Fatal(err)
	}
	sizes := &insertion.Sizes{Diameters: []float64{0.016, 0.03}, Passing: []float64{0, 1}}
	rods := capsuleDef(0.009, 0.01)
	rods[0].Material = rough
	q := vec.FromAxisAngle(vec.AxisZ, 1)
	for _, d := range []insertion.InletDef{
		{Name: "rods", Every: 9, Attempts: 30, PerBody: 10, Products: []insertion.Product{{Shapes: rods, Sizes: sizes,
			ShaftRatio: [2]float64{0.5, 2}}}, MaxBodies: 40,
			Volume: insertion.Volume{Origin: vec.New(0, 0, 0.2), Axis: vec.AxisZ, Radius: 0.1, Height: 0.1}},
		{Name: "late", Every: 5, Attempts: 30, PerBody: 10, Products: []insertion.Product{{Shapes: sphereDef(0.01),
			Weight: 1}, {Shapes: rods, Weight: 3}}, Orientation: &q, MassRate: 1, When: schedule.When{After: "lift"},
			Volume: insertion.Volume{Origin: vec.New(0, 0, 0.2), Axis: vec.AxisZ, Radius: 0.1, Height: 0.1}},
	} {
		if err := w.Build().AddInlet(d); err != nil {
			t.Fatal(err)
		}
	}
	add(t, w, body.Def{Name: "tray", Shapes: []body.ShapeDef{{Kind: shape.KindMesh, Mesh: cup(0.2, 0.02),
		Material: rough}}, Blocked: body.BlockAll, Position: vec.New(0, 0, -0.02)})
	about := vec.New(0, 0, 0.05)
	shake := motion.Sum{motion.Harmonic{Shift: vec.New(0.002, 0, 0), Frequency: 30},
		motion.Constant{Spin: vec.New(0, 0, 1), About: &about}}
	for _, d := range []kinematic.Def{
		{Name: "shake", Body: "tray", Path: shake},
		{Name: "lift", Body: "cup", Path: motion.Constant{Velocity: vec.New(0, 0, 0.2)}, When: schedule.When{Start: 0.05},
			Duration: 0.05},
		{Name: "back", Body: "cup", When: schedule.When{After: "lift", Delay: 0.02}, Path: motion.Interpolated{
			Times: []float64{0, 0.1}, Poses: []motion.Pose{{Position: vec.New(0, 0, 0.01), Orientation: vec.Identity},
				{Orientation: vec.Identity}}}},
	} {
		if err := w.Build().AddMotion(d); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.motions.CheckEvents(); err != nil {
		t.Fatal(err)
	}
	return w
}

// Contract: a world restored from a checkpoint goes on with the same bits as the one it was
// taken of, step by step, for any number of workers, edits included, and everything that it
// says of itself is the same.
func TestRestoredWorldGoesOnAlike(t *testing.T) {
	t.Parallel()
	const steps = 200
	for _, at := range []int{0, 1, 1500, 2600} {
		w := busy(t, 1)
		for range at {
			w.Step()
		}
		data := w.Checkpoint()
		var twins []*World
		for _, workers := range []int{1, 2, 3, 7} {
			r, err := Restore(data, workers)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(r.Close)
			r.contacts.Team.InlineBelow = 0
			twins = append(twins, r)
			sameWorld(t, "restored", r, w)
		}
		for i := range steps {
			if i == steps/2 {
				m := w.contacts.Materials[0].Law
				m.Young *= 1.5
				m.Density *= 1.1
				for _, x := range append(twins, w) {
					bridge.MakeEdit(x, bridge.SetMaterial{Index: 0, Material: m})
				}
			}
			w.Step()
			for _, r := range twins {
				r.Step()
				if r.Hash() != w.Hash() {
					t.Fatalf("taken after %d steps: %d workers differ %d steps later", at, r.contacts.Team.Workers(), i+1)
				}
			}
		}
		for _, r := range twins {
			sameWorld(t, "later", r, w)
		}
	}
}

// sameWorld compares everything that two worlds say of themselves, but for wall times and
// the search for candidates.
func sameWorld(t *testing.T, when string, got, want *World) {
	t.Helper()
	if !reflect.DeepEqual(got.State(), want.State()) {
		t.Errorf("%s: another state", when)
	}
	if got.Energy() != want.Energy() {
		t.Errorf("%s: energy %+v, want %+v", when, got.Energy(), want.Energy())
	}
	var a, b bridge.Snapshot
	a.Wanted.Contacts, b.Wanted.Contacts = true, true
	got.Fill(&a)
	want.Fill(&b)
	for i := range a.Meshes { // a geometry is known by its address
		if !reflect.DeepEqual(a.Meshes[i].Geometry, b.Meshes[i].Geometry) {
			t.Errorf("%s: mesh %d is another", when, i)
		}
		a.Meshes[i].Geometry, b.Meshes[i].Geometry = nil, nil
	}
	a.Stats = bridge.Stats{Contacts: a.Stats.Contacts, MaxOverlapRatio: a.Stats.MaxOverlapRatio}
	b.Stats = bridge.Stats{Contacts: b.Stats.Contacts, MaxOverlapRatio: b.Stats.MaxOverlapRatio}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%s: another snapshot", when)
	}
	if len(got.Checkpoint()) != len(want.Checkpoint()) {
		t.Errorf("%s: its own checkpoint is another", when)
	}
}

// Contract: taking a checkpoint changes nothing, and that of a restored world is the same,
// byte by byte.
func TestCheckpointIsExact(t *testing.T) {
	w, alone := busy(t, 1), busy(t, 1)
	for i := range 900 {
		if i%100 == 0 {
			w.Checkpoint()
		}
		w.Step()
		alone.Step()
	}
	if w.Hash() != alone.Hash() {
		t.Error("taking a checkpoint changed the world")
	}
	data := w.Checkpoint()
	r, err := Restore(data, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if again := r.Checkpoint(); string(again) != string(data) {
		t.Error("the checkpoint of the restored world differs")
	}
}

// Contract: no field of what a checkpoint holds is forgotten. Of a world in which as much
// as possible is not zero, contacts, bodies, inlets, outlets and motions come back whole.
func TestCheckpointForgetsNothing(t *testing.T) {
	t.Parallel()
	w := busy(t, 1)
	for range 2700 {
		w.Step()
	}
	r, err := Restore(w.Checkpoint(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var got, want []contact.Contact
	for c := range r.contacts.All {
		got = append(got, *c)
	}
	for c := range w.contacts.All {
		want = append(want, *c)
	}
	if len(want) < 10 || !reflect.DeepEqual(got, want) {
		t.Errorf("contacts differ (%d, want %d)", len(got), len(want))
	}
	names := func(w *World) (all []string) {
		for i := range w.bodies.Len() {
			all = append(all, fmt.Sprint(w.bodies.ID(i), w.bodies.Name(i)))
		}
		return all
	}
	masses := func(w *World) (all []string) {
		for i := range w.bodies.Len() {
			m := w.bodies.Mass(i)
			all = append(all, fmt.Sprint(m.Mass, m.Inv, m.Inertia, m.InvInertia, m.Round, m.Reach, m.Template.Print))
		}
		return all
	}
	births := func(w *World) (all []float64) {
		for i := range w.bodies.Len() {
			all = append(all, w.bodies.Born(i))
		}
		return all
	}
	if late := slices.Max(births(w)); late == 0 {
		t.Error("no body came after the start")
	}
	for i := range w.flow.Inlets {
		a, b := r.flow.Inlets[i], w.flow.Inlets[i]
		if a.Bodies != b.Bodies || a.Mass != b.Mass || a.Done != b.Done || a.DoneAt != b.DoneAt || a.Rate() != b.Rate() ||
			a.Makes() != b.Makes() || !reflect.DeepEqual(a.Def, b.Def) {
			t.Errorf("inlet %d is\n%+v\nwant\n%+v", i, a, b)
		}
	}
	for what, pair := range map[string][2]any{
		"outlets": {r.flow.Outlets, w.flow.Outlets}, "motions": {r.motions.List, w.motions.List},
		"materials": {r.contacts.Materials, w.contacts.Materials},
		"pairs":     {r.contacts.Pairs, w.contacts.Pairs}, "surfaces": {r.contacts.Properties, w.contacts.Properties},
		"ledger": {r.ledger, w.ledger}, "clock": {r.clock, w.clock},
		"names": {names(r), names(w)}, "starts": {r.bodies.Start, w.bodies.Start},
		"births":  {births(r), births(w)},
		"notices": {r.Log().All(), w.Log().All()},
		"masses":  {masses(r), masses(w)},
		"blocks":  {r.bodies.Block, w.bodies.Block},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%s: got %+v, want %+v", what, pair[0], pair[1])
		}
	}
}

// Contract: the forces and torques of contacts, couples included, are the same at once after
// a restore, for bodies and for each of their shapes, under both capsule rules.
func TestRestoredWorldTellsTheSameForces(t *testing.T) {
	t.Parallel()
	for _, rule := range contact.CapsuleRules {
		w := pile(t, 1, 3, 120)
		m := w.contacts.Materials[0].Law
		m.RollingFriction, m.TwistingFriction = 0.1, 0.1
		bridge.MakeEdit(w, bridge.SetMaterial{Material: m})
		bridge.MakeEdit(w, bridge.Word("capsuleRule", rule.Name))
		for range 3000 {
			w.Step()
		}
		spread := 0
		for _, turn := range w.contacts.LineContacts {
			if turn != (vec.Vec3{}) {
				spread++
			}
		}
		if (spread > 20) != (rule.Name == integral) {
			t.Errorf("%s: %d contacts with a couple from their spread", rule.Name, spread)
		}
		r, err := Restore(w.Checkpoint(), 1)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Close)
		for i := range w.bodies.Len() {
			id := w.bodies.ID(i)
			force, torque := w.Contacts().ForceOn(id)
			if f, m := r.Contacts().ForceOn(id); f != force || m != torque {
				t.Errorf("%s: body %d feels %v and %v after the restore, %v and %v before", rule.Name, id, f, m, force, torque)
			}
			for k := range w.bodies.Template(i).Shapes {
				force, torque := w.Contacts().ForceOnShape(id, k)
				if f, m := r.Contacts().ForceOnShape(id, k); f != force || m != torque {
					t.Errorf("%s: shape %d of body %d feels %v and %v after the restore, %v and %v before", rule.Name, k, id, f, m,
						force, torque)
				}
			}
		}
		w.Step()
		if r.Step(); r.Hash() != w.Hash() {
			t.Errorf("%s: another step after the restore", rule.Name)
		}
	}
}

// Contract: what is no checkpoint is refused with the reason.
func TestRestoreRefuses(t *testing.T) {
	w := busy(t, 1)
	for range 20 {
		w.Step()
	}
	good := w.Checkpoint()
	change := func(at int, to byte) []byte {
		d := append([]byte(nil), good...)
		d[at] = to
		return d
	}
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, "no saved state"}, {[]byte("title: scene"), "no saved state"}, {change(0, 'x'), "no saved state"},
		{change(7, 99), "format 99, this program reads format"}, {change(100, 0xff), "damaged"},
		{good[:len(good)-9], "damaged"},
		{sealed(good[:len(good)/2]), "ends"}, {sealed(append(good[:len(good)-8:len(good)-8], make([]byte, 8)...)),
			"left over"},
	} {
		if r, err := Restore(c.data, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want an error with %q", err, c.want)
			if r != nil {
				r.Close()
			}
		}
	}
}

// sealed returns data with the checksum that belongs to it.
func sealed(data []byte) []byte {
	return binary.LittleEndian.AppendUint64(append([]byte(nil), data...), checksum(data))
}

// hostile are numbers that a saved state should not have, or not everywhere.
var hostile = []uint64{
	math.Float64bits(math.NaN()), math.Float64bits(math.Inf(1)), math.Float64bits(math.Inf(-1)), math.Float64bits(1e300),
	math.Float64bits(-1e300), math.Float64bits(1e155), math.Float64bits(1e99), math.Float64bits(-1e20),
	math.Float64bits(-1), math.Float64bits(1e-300), math.Float64bits(5e-324), 0, 1, 2, 5, math.MaxUint64, math.MaxInt64,
	1 << 63, 1 << 31, 1<<31 - 1, 1 << 40,
}

// states are good ones, without their checksums.
func states(t testing.TB) (list [][]byte) {
	for _, steps := range []int{0, 40} {
		w := small(t)
		for range steps {
			w.Step()
		}
		data := w.Checkpoint()
		list = append(list, data[:len(data)-8])
	}
	return list
}

// tryState restores data: an error, or a world that can be saved, looked at and stepped.
func tryState(t testing.TB, data []byte) error {
	w, err := Restore(sealed(data), 1)
	if err != nil {
		return err
	}
	defer w.Close()
	if r, err := Restore(w.Checkpoint(), 1); err != nil {
		t.Errorf("a restored world saves what cannot be restored: %v", err)
	} else {
		r.Close()
	}
	var s bridge.Snapshot
	w.Fill(&s)
	for i := range w.flow.Inlets { // an inlet may ask for any number of trials
		w.flow.Inlets[i].Def.Attempts = min(w.flow.Inlets[i].Def.Attempts, 10)
		w.flow.Inlets[i].Def.MaxBodies = 5
	}
	for range 3 {
		w.Step()
	}
	return nil
}

// Contract: whatever number of a state is replaced by a hostile one, the state is refused or
// can be stepped. Of three numbers in a row of the state each meets another third of the hostile ones,
// which are listed such that each third has some of every sort; with TUMBLE_LONG=1 each meets them all.
func TestRestoreHostileNumbers(t *testing.T) {
	every, thirds := 1, 3
	if testing.Short() {
		every = 11
	}
	if os.Getenv("TUMBLE_LONG") != "" {
		thirds = 1
	}
	for i, good := range states(t) {
		t.Run(fmt.Sprint("state ", i), func(t *testing.T) {
			t.Parallel()
			refused, tried := 0, 0
			for word := 1; 8*word < len(good); word += every {
				for k := (word + i) % thirds; k < len(hostile); k += thirds {
					data := slices.Clone(good)
					binary.LittleEndian.PutUint64(data[8*word:], hostile[k])
					if tried++; tryState(t, data) != nil {
						refused++
					}
				}
			}
			t.Logf("%d of %d states are refused", refused, tried)
		})
	}
}

// Contract: a body out of bounds, or one whose mass or size cannot be, is named with its bound.
func TestRestoreBounds(t *testing.T) {
	for want, change := range map[string]func(w *World, b *body.Set){
		"body 3: position must be within ±1e+15 m":   func(w *World, b *body.Set) { b.Pos[3].X = 1e16 },
		"body 3: velocity must be within ±3e+08 m/s": func(w *World, b *body.Set) { b.Vel[3].Y = -4e8 },
		"body 3: spin must be within ±1e+15 rad/s":   func(w *World, b *body.Set) { b.Spin[3].Z = 1e16 },
		"a template has mass -1 kg":                  func(w *World, b *body.Set) { b.Template(3).Mass = -1 },
		"a template: mass must be within ±1e+31 kg":  func(w *World, b *body.Set) { b.Template(3).Mass = 1e32 },
		"radius must be within ±1e+15 m, got 1e+16": func(w *World, b *body.Set) {
			b.Template(3).Shapes[0].Radius = 1e16
		},
		"radius must be > 0 m, got NaN": func(w *World, b *body.Set) {
			b.Template(3).Shapes[0].Radius = math.NaN()
		},
		`inlet "feed": it has made -1 bodies`:             func(w *World, b *body.Set) { w.flow.Inlets[0].Bodies = -1 },
		"its position, velocity or orientation is out of": func(w *World, b *body.Set) { b.Ori[3].W = 7 },
	} {
		w := small(t)
		change(w, &w.bodies)
		if r, err := Restore(w.Checkpoint(), 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
			if r != nil {
				r.Close()
			}
		}
	}
}

// FuzzRestore: whatever words of a good state are replaced, Restore returns an error or a world
// that can be saved, looked at and stepped. The checksum is made right, so that damage gets
// through to what looks at values. An edit is ten bytes: a place, and the number to put there.
// Inputs are edits, not states, for inputs of thousands of bytes are shortened for a minute each.
func FuzzRestore(f *testing.F) {
	good := states(f)
	for _, x := range hostile {
		for at := uint16(1); at < 500; at += 100 {
			f.Add(byte(at), binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint16(nil, at), x))
		}
	}
	f.Fuzz(func(t *testing.T, which byte, edits []byte) {
		data := slices.Clone(good[int(which)%len(good)])
		words := (len(data) - 8) / 8
		for n := 0; len(edits) >= 10 && n < 20; n++ {
			at := 8 + 8*(int(binary.LittleEndian.Uint16(edits))%words)
			copy(data[at:at+8], edits[2:])
			edits = edits[10:]
		}
		tryState(t, data)
	})
}

// small returns a world of a few bodies of all kinds, so that a fuzzer reaches all of it.
func small(t testing.TB) *World {
	w := newWorld(t, 1e-3, law.Material{Young: 1e5, KtDivKn: 0.2, TanPhi: 0.3, Density: 1000})
	w.params.Gravity = vec.New(0, 0, -10)
	add(t, w, floorDef())
	add(t, w, body.Def{Name: "bar", Shapes: []body.ShapeDef{{Kind: shape.KindCylinder, Radius: 0.2,
		Position: vec.New(0, 1, 0.1)}}, Blocked: body.BlockAll})
	add(t, w, body.Def{Name: "cup", Shapes: []body.ShapeDef{{Kind: shape.KindMesh, Mesh: cup(0.5, 0.1),
		HalfThickness: 0.01}}, Blocked: body.BlockAll})
	add(t, w, body.Def{Shapes: sphereDef(0.1), Position: vec.New(0, 0, 0.12)})
	add(t, w, body.Def{Shapes: capsuleDef(0.1, 0.2), Position: vec.New(0.15, 0, 0.12), Velocity: vec.New(0, 1, 0)})
	in := insertion.InletDef{Name: "feed", Every: 1, Attempts: 5, PerBody: 2, MaxBodies: 3,
		Products: []insertion.Product{{Shapes: capsuleDef(0.05, 0.05), ShaftRatio: [2]float64{1, 2},
			Sizes:  &insertion.Sizes{Diameters: []float64{0.05, 0.1}, Passing: []float64{0, 1}},
			Weight: 2}, {Shapes: sphereDef(0.04), Weight: 1}}, Volume: insertion.Volume{Kind: insertion.VolumeBox,
			Half: vec.New(1, 1, 0.3), Origin: vec.New(0, 0, 1)}}
	out := insertion.OutletDef{Name: "out", Every: 1, MaxBodies: 3,
		Volume: insertion.Volume{Kind: insertion.VolumeHalfSpace, Origin: vec.New(0, 0, -1), Axis: vec.AxisZ}}
	lift := kinematic.Def{Name: "lift", Body: "cup", Path: motion.Sum{motion.Constant{Velocity: vec.New(0, 0, 0.1)},
		motion.Harmonic{Frequency: 1}}}
	if w.Build().AddInlet(in) != nil || w.Build().AddOutlet(out) != nil || w.Build().AddMotion(lift) != nil {
		t.Fatal("refused")
	}
	watch(t, w, "floor=@floor", "cup=@cup#triangles", "half=box/-9,-9,-9/0,9,9@cup")
	count(t, w, []string{"drop=disc/0,0,0.5/0,0,-1/1", "side=rectangle/0.1,0,0/0,1,0/0,0,1"},
		[]string{"low=box/-9,-9,-9/9,9,0.2#time#power", "over=sphere/0,0,0.1/0.3@cup#time"})
	w.Build().FollowCollisions()
	return w
}

// Contract: a state that an earlier build wrote is read and goes on with the same bits, and one of this format is
// written again byte by byte alike. The files are that of the world of busy after 2600 steps, from 17 on with sums in
// regions and at planes, and with collisions; the last is the one before it as this build has it. Whoever gives the
// format another version adds one.
func TestStateOfAnEarlierBuild(t *testing.T) {
	for version, file := range map[int]string{8: "testdata/state8.gz", 9: "testdata/state9.gz",
		10: "testdata/state10.gz", 11: "testdata/state11.gz", 12: "testdata/state12.gz",
		13: "testdata/state13.gz", 14: "testdata/state14.gz",
		15: "testdata/state15.gz", 16: "testdata/state16.gz", 17: "testdata/state17.gz",
		18: "testdata/state18.gz", 19: "testdata/state19.gz"} {
		data := unpacked(t, file)
		w, err := Restore(data, 2)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if version == 19 && !bytes.Equal(w.Checkpoint(), data) {
			t.Error("the state is written in another form")
		}
		if h := w.Hash(); h != 0xb19e321b42c0e6a3 {
			t.Errorf("format %d: the hash is %016x", version, h)
		}
		for range 100 {
			w.Step()
		}
		if h := w.Hash(); h != 0xeb7c1234b02c88ce {
			t.Errorf("format %d: the hash is %016x after 100 steps", version, h)
		}
	}
}

// unpacked returns the content of a file that is packed.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Contract: where a clump comes among spheres, so that their contacts get points of their own, a state saved before the
// next step goes on with the same bits.
func TestStateOfSpheresWithTheirFirstClump(t *testing.T) {
	w := block(t, [3]int{5, 5, 5})
	for range 3 {
		w.Step()
	}
	two := append(sphereDef(0.01), sphereDef(0.01)...)
	two[1].Position = vec.New(0.01, 0, 0)
	if _, err := w.Build().AddBody(body.Def{Shapes: two, Position: vec.New(1, 1, 1)}); err != nil {
		t.Fatal(err)
	}
	state := w.Checkpoint()
	v, err := Restore(state, 1)
	if err != nil {
		t.Fatal(err)
	}
	if w.contacts.Count < 100 || v.Hash() != w.Hash() || !bytes.Equal(v.Checkpoint(), state) {
		t.Errorf("%d contacts, and after saving another hash or state", w.contacts.Count)
	}
	for range 100 {
		v.Step()
		if w.Step(); v.Hash() != w.Hash() {
			t.Fatalf("step %d differs", w.clock.Step)
		}
	}
}

// Contract: of each body and each contact, restoring allocates about what the world then has: a state of a million
// bodies must fit into the memory that the world needed. Before, it took four times as much.
func TestRestoreNeedsLittleMemory(t *testing.T) {
	w := grounded(t, 1, 1)
	const side, radius = 16, 0.01
	for i := range side * side * side {
		at := vec.New(float64(i%side), float64(i/side%side), float64(i/side/side)).Scale(1.99 * radius)
		add(t, w, body.Def{Name: "grain", Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: radius}},
			Position: at.Add(vec.New(0, 0, 2*radius))})
	}
	w.Step()
	state := w.Checkpoint()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	restored, err := Restore(state, 1)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	if n := after.TotalAlloc - before.TotalAlloc; w.contacts.Count < 2*side*side*side || n > 2*uint64(len(state)) {
		t.Errorf("%d bytes for a state of %d, with %d contacts", n, len(state), w.contacts.Count)
	}
}
