package replay

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// played is a world that plays states that it was given.
type played struct {
	state.Source
	now state.State
}

func (p *played) State() state.State      { return p.now }
func (p *played) Fill(s *bridge.Snapshot) { s.Time = p.now.Time }

// arrivals returns states in which bodies come, go, turn through all orientations and fly off far.
func arrivals() (list []state.State) {
	ball := body.ShapeDef{Kind: shape.KindCapsule, Radius: 0.003, Shaft: 0.01, Orientation: vec.Identity}
	for k := range 40 {
		s := state.State{Time: float64(k) / 60, Step: int64(100 * k), Materials: []string{"pill"}, Hash: "0123456789abcdef"}
		for id := range 12 {
			if k < id || k > 30+id && id%2 == 0 {
				continue
			}
			x, a := float64(k-id), 0.4*float64(k)+float64(id)
			q := vec.FromAxisAngle(vec.New(math.Sin(x), 1, float64(id%3)-1).Unit(), a)
			if id%3 == 0 {
				q = vec.Quat{W: -q.W, X: -q.X, Y: -q.Y, Z: -q.Z} // the same orientation
			}
			b := state.Body{ID: body.ID(id), Kind: "dynamic", Mass: 0.001, Orientation: [4]float64{q.W, q.X, q.Y, q.Z},
				Position: [3]float64{0.01 * x, 0.1 - 0.001*x*x, math.Exp(float64(id))},
				Velocity: [3]float64{0.3 * x, 0, 1}, Spin: [3]float64{0, float64(id), 40}}
			b.Shapes = []state.Shape{{Kind: "capsule", Radius: ball.Radius, Shaft: ball.Shaft, Def: &ball}}
			s.Bodies = append(s.Bodies, b)
		}
		s.Contacts = []state.Contact{{BodyA: 0, BodyB: 1, Point: [3]float64{0, 0.1, 0.02 * float64(k)},
			Normal: [3]float64{0, 0, 1}, NormalForce: 0.5 + float64(k), Force: [3]float64{0.25, 0, -0.5 - float64(k)}}}
		list = append(list, s)
	}
	return list
}

// page records states and returns the page.
func page(t *testing.T, r *Recording, states []state.State) string {
	t.Helper()
	for i := range states {
		if err := r.Add(&played{now: states[i]}); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := r.Page(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// partOf returns the data of a part of a page.
func partOf(t *testing.T, page, id string) []byte {
	t.Helper()
	m := regexp.MustCompile(`id="` + id + `">([^<]*)<`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("the page has no part %s", id)
	}
	z, err := zlib.NewReader(ascii85.NewDecoder(strings.NewReader(strings.ReplaceAll(m[1], "v", "<"))))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// reader reads records whose bytes of one meaning stand together.
type reader struct {
	data    []byte
	records int
}

func (r reader) signed(record, plane, bytes int) int32 {
	var b [4]byte
	for k := range bytes {
		b[k] = r.data[(plane+k)*r.records+record]
	}
	x := binary.LittleEndian.Uint32(b[:])
	return int32(x>>1) ^ -int32(x&1)
}

// decoded is a pose as a reader of the page has it.
type decoded struct {
	position, small [3]int32
	largest         int
	speed, spin     uint16
}

// next reads the pose of a record of a body, given the last two.
func (r reader) next(record, age int, a, b decoded) (d decoded) {
	for k := range d.position {
		guess := []int32{0, a.position[k], 2*a.position[k] - b.position[k]}[min(age, 2)]
		d.position[k] = guess + r.signed(record, 4*k, 4)
	}
	d.largest = int(r.data[18*r.records+record]) ^ a.largest
	for k := range d.small {
		guess := int32(4095)
		if age > 0 && d.largest == a.largest {
			guess = a.small[k]
			if age > 1 && a.largest == b.largest {
				guess = 2*a.small[k] - b.small[k]
			}
		}
		d.small[k] = (guess + r.signed(record, 12+2*k, 2)) & 0xffff
	}
	d.speed = a.speed + uint16(r.signed(record, 19, 2))
	d.spin = a.spin + uint16(r.signed(record, 21, 2))
	return d
}

// check compares a pose with the body that it is of.
func (d decoded) check(t *testing.T, b *state.Body, q Quantum) {
	t.Helper()
	for k, x := range b.Position {
		if off := math.Abs(float64(d.position[k])*q.Position - x); off > q.Position*0.5001+1e-7*math.Abs(x) {
			t.Fatalf("body %d: position %g is off by %g, the quantum is %g", b.ID, x, off, q.Position)
		}
	}
	var o [4]float64
	rest, n := 1.0, 0
	for k := range o {
		if k != d.largest {
			o[k] = float64(d.small[n]-4095) / (4095 * math.Sqrt2)
			rest -= o[k] * o[k]
			n++
		}
	}
	o[d.largest] = math.Sqrt(rest)
	dot := 0.0
	for k := range o {
		dot += o[k] * b.Orientation[k]
	}
	if angle := 2 * math.Acos(min(math.Abs(dot), 1)); angle > 6e-4 {
		t.Fatalf("body %d: orientation is off by %g rad", b.ID, angle)
	}
	if off := math.Abs(float64(d.speed)*q.Speed - length(b.Velocity)); off > q.Speed*0.5001+1e-6*length(b.Velocity) {
		t.Fatalf("body %d: speed is off by %g m/s, the quantum is %g", b.ID, off, q.Speed)
	}
	if off := math.Abs(float64(d.spin)*q.Spin - length(b.Spin)); off > q.Spin*0.5001+1e-6*length(b.Spin) {
		t.Fatalf("body %d: spin is off by %g rad/s, the quantum is %g", b.ID, off, q.Spin)
	}
}

// Contract: what a page holds is the run to half a quantum, also of bodies that come and go, turn and fly far;
// whatever was skipped, bodies are in the moments that their range says, also where those that come later are first.
func TestPagesHoldTheRun(t *testing.T) {
	for _, most := range []int{MaxPoses, 150} {
		states := arrivals()
		r := New("a <b> & {{poses}}", run.Origin{Scene: "made up"}, bridge.ViewHint{}, true)
		r.most = most
		given := arrivals()
		for k := range given {
			if most == MaxPoses {
				slices.Reverse(given[k].Bodies)
			}
		}
		text := page(t, r, given)
		var h head
		if err := json.Unmarshal(partOf(t, text, "head"), &h); err != nil {
			t.Fatal(err)
		}
		from := reader{partOf(t, text, "poses"), h.Poses}
		memory := map[body.ID][2]decoded{}
		record, kept := 0, 0
		for i := range states {
			if kept == len(h.Times) || states[i].Time != h.Times[kept] {
				continue
			}
			for k := range states[i].Bodies {
				b := &states[i].Bodies[k]
				first := h.Bodies[k].First
				for n := range h.Bodies {
					if h.Bodies[n].ID == int64(b.ID) {
						first = h.Bodies[n].First
					}
				}
				m := memory[b.ID]
				d := from.next(record, kept-first, m[0], m[1])
				d.check(t, b, h.Quantum)
				memory[b.ID] = [2]decoded{d, m[0]}
				record++
			}
			kept++
		}
		if kept != len(h.Times) || record != h.Poses || most < MaxPoses && (h.Poses > most || kept < 5) {
			t.Errorf("%d of %d moments and %d of %d poses were read", kept, len(h.Times), record, h.Poses)
		}
		forces := reader{partOf(t, text, "contacts"), len(h.Contacts)}
		last := states[0].Contacts[0]
		z := float64(int16(forces.signed(0, 16, 2))) * h.Quantum.Force
		x := float64(int16(forces.signed(0, 18, 2))) * h.Quantum.Force
		if math.Abs(z+last.NormalForce) > h.Quantum.Force || math.Abs(x-0.25) > h.Quantum.Force {
			t.Errorf("normal force %g and tangential force %g, want %g and 0.25 N", z, x, -last.NormalForce)
		}
		if !strings.Contains(text, "<h1>a &lt;b&gt; &amp; {{poses}}</h1>") || strings.Contains(text, "{{head}}") {
			t.Error("the page's title is not the scene's, or places in it are left")
		}
	}
}

// Contract: a page shows a cylinder whose side moves with its radius of each moment, to a thousandth.
func TestPagesShowSidesThatMove(t *testing.T) {
	var states []state.State
	radius := func(k int) float64 { return 0.02 + 1e-6*float64(max(k-10, 0)*k) }
	for k := range 40 {
		side := body.ShapeDef{Kind: shape.KindCylinder, Radius: radius(k), Orientation: vec.Identity}
		states = append(states, state.State{Time: float64(k), Step: int64(k), Materials: []string{"m"}, Hash: "0",
			Bodies: []state.Body{{ID: 3, Kind: "kinematic", Orientation: [4]float64{1},
				Shapes: []state.Shape{{Kind: "cylinder", Radius: radius(k), Def: &side}}}}})
	}
	var h head
	text := page(t, New("cell", run.Origin{}, bridge.ViewHint{}, false), states)
	if err := json.Unmarshal(partOf(t, text, "head"), &h); err != nil {
		t.Fatal(err)
	}
	next := 0
	for _, b := range h.Bodies {
		if b.First != next || b.Last < b.First {
			t.Fatalf("moments %d to %d come after those before %d", b.First, b.Last, next)
		}
		for next = b.First; next <= b.Last; next++ {
			if got := h.Templates[b.Template][0].Radius; math.Abs(got/radius(next)-1) > 1e-3 {
				t.Errorf("moment %d has the radius %g m, want %g", next, got, radius(next))
			}
		}
	}
	if next != len(states) || h.Bodies[0].Last != 11 {
		t.Errorf("the page ends with moment %d, and has the first radius up to %d", next, h.Bodies[0].Last)
	}
}

// Contract: a page whose run comes to have more bodies than a page computes plays it, and says why it only does so.
func TestPagesWithTooManyBodiesOnlyPlay(t *testing.T) {
	for most, last := range map[int]bool{MostLiveBodies: true, MostLiveBodies + 1: false} {
		states := arrivals()[11:13]
		one := states[1].Bodies[0]
		for id := len(states[1].Bodies); id < most; id++ {
			one.ID = body.ID(id)
			states[1].Bodies = append(states[1].Bodies, one)
		}
		r := New("", run.Origin{Scene: "s"}, bridge.ViewHint{}, false)
		r.Live = &run.Live{Engine: []byte("an engine"), File: &runfile.File{Scene: []byte("{}"),
			Tracks: []runfile.Track{{KeyFrames: []runfile.KeyFrame{{}}}}}}
		text := page(t, r, states)
		says := strings.Contains(string(partOf(t, text, "head")), "5001 bodies, more than the 5000 that a page computes")
		if holds := !strings.Contains(text, `id="engine"><`); holds != last || says == last {
			t.Errorf("%d bodies: the page holds the engine: %v, says why not: %v", most, holds, says)
		}
	}
}

// Contract: a page names nothing outside of itself, and its scripts are one that a browser reads.
func TestPagesNeedNoNetwork(t *testing.T) {
	text := page(t, New("", run.Origin{Scene: "s"}, bridge.ViewHint{}, false), arrivals()[:1])
	for _, m := range regexp.MustCompile(`(?:src|href)=|https?://[^\s"'<>)]+|@import`).FindAllString(text, -1) {
		t.Errorf("the page names %q", m)
	}
	const parts = "title about style licence core module shaders head meshes forces slices poses scripts"
	for name := range strings.FieldsSeq(parts) {
		if strings.Contains(text, "{{"+name+"}}") {
			t.Errorf("the page has no %s", name)
		}
	}
}

// Contract: the scripts of the page read what Encode writes: the same poses as the run had. Where node is
// not installed only the Go reader has looked.
func TestScriptsReadPages(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the scripts were not run")
	}
	sc, err := scene.Load("bottle", scene.Options{Workers: 2, Set: []string{
		`regions=["own=box/0,0,0/0.02,0.02,0.05@bottle"]`,
		`view.slice="cut=box/-0.05,-0.01,0/0.05,0.01,0.2#10x1x12#gaussian/0.01#velocity#arrows"`}})
	if err != nil {
		t.Fatal(err)
	}
	defer sc.World.Close()
	r := New(sc.Title, sc.Origin(), sc.View, true)
	r.Regions = sc.Regions
	var last state.State
	for sc.World.Clock().Step < 3000 {
		for range 300 {
			sc.World.Step()
		}
		if err := r.Add(sc.World); err != nil {
			t.Fatal(err)
		}
		last = sc.World.State()
	}
	var text bytes.Buffer
	if err := r.Page(&text); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/read.mjs")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(node, script)
	c.Stdin = &text
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var read struct {
		Bodies []struct {
			ID          int64
			Position    []float64
			Speed, Spin float64
		}
		Capsules, Meshes, Walls, Contacts int
		Picked                            int64
		Outline, Arrows                   []float64
		Cells                             []int
	}
	if err := json.Unmarshal(out, &read); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	q := r.plan()
	if len(read.Bodies) != len(last.Bodies) || read.Meshes != 1 || read.Walls != 1 || read.Contacts != len(last.Contacts) {
		t.Fatalf("read %d bodies and %d contacts, want %d and %d", len(read.Bodies), read.Contacts, len(last.Bodies),
			len(last.Contacts))
	}
	for i, b := range read.Bodies {
		want := &last.Bodies[i]
		off := math.Abs(b.Speed-length(want.Velocity)) / q.Speed
		for k := range b.Position {
			off = max(off, math.Abs(b.Position[k]-want.Position[k])/q.Position)
		}
		if b.ID != int64(want.ID) || off > 0.51 {
			t.Errorf("body %d is off by %g quanta", want.ID, off)
		}
	}
	if pill := last.Bodies[len(last.Bodies)-1]; read.Picked != int64(pill.ID) {
		t.Errorf("a ray at body %d met %d", pill.ID, read.Picked)
	}
	data, err := r.Data()
	h, own := r.sliceHead(), r.numbers.Regions[0]
	if err != nil || len(read.Cells) != 120 || len(read.Arrows) != 3*len(h.Arrows) {
		t.Fatalf("%v: %d cells, %d numbers of arrows", err, len(read.Cells), len(read.Arrows))
	}
	bytes, some := data.Slices[len(data.Slices)-120-len(read.Arrows):], 0
	for i, x := range read.Cells {
		if some += x; x != int(bytes[i]) {
			t.Errorf("cell %d is %d, want %d", i, x, bytes[i])
		}
	}
	for i, x := range read.Arrows {
		if want := float64(int8(bytes[120+i])) * h.Speed / 127; !(math.Abs(x-want) <= 1e-6*h.Speed) {
			t.Errorf("number %d of the arrows is %g, want %g", i, x, want)
		}
	}
	at := vec.New(read.Outline[0], read.Outline[1], read.Outline[2])
	if off := at.Sub(own.Frame.Of(own.Region.Outline()[0][0])).Norm(); off > q.Position || some == 0 {
		t.Errorf("a corner of a region is %g m off; cells add up to %d", off, some)
	}
}
