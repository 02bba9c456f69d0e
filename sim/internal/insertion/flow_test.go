package insertion

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// place is bodies that nothing moves, and the inlets and outlets that make and take them.
type place struct {
	bodies      body.Set
	shapes      body.Shapes
	flow        Flow
	log         notice.Log
	ledger      ledger.Ledger
	travelEpoch int64 // of Site.TravelEpoch
}

func newPlace(seed uint64) *place {
	p := &place{travelEpoch: -1}
	p.bind(seed)
	return p
}

func (p *place) bind(seed uint64) {
	p.flow.Bind(Site{
		Seed: seed, Bodies: &p.bodies, Shapes: &p.shapes, Log: &p.log, Times: schedule.Timetable{&p.flow},
		Materials: func() int { return 1 }, Density: func(int) float64 { return 1000 },
		Ledger: &p.ledger, Energy: func(int) float64 { return 2 },
		Added: func() {
			if p.travelEpoch >= 0 {
				p.travelEpoch++
			}
		},
		TravelEpoch: func() int64 { return p.travelEpoch },
		Place: func() {
			for _, kind := range shape.Solids {
				p.shapes.Place(kind, &p.bodies, 0, p.shapes.Count(kind))
			}
			p.shapes.PlaceFixed(&p.bodies)
		},
	})
}

// step lets outlets and inlets do a step, 0.1 s after the last one.
func (p *place) step(n int64) {
	now := schedule.Now{Step: n, Time: 0.1 * float64(n)}
	p.flow.Drain(now)
	p.flow.Feed(now)
}

// mixed is an inlet that draws all there is to draw: product, size, shaft, place and orientation.
var mixed = InletDef{
	Name: "mixed", Every: 2, Attempts: 100, PerBody: 10, MassRate: 4, MaxBodies: 40,
	Volume: Volume{Kind: VolumeBox, Half: vec.New(0.5, 0.5, 0.5)}, Velocity: vec.New(0, 0, -1),
	Products: []Product{
		{
			Shapes: []body.ShapeDef{{Kind: shape.KindCapsule, Radius: 0.03, Shaft: 0.05}}, Weight: 2,
			ShaftRatio: [2]float64{0.5, 2}, Sizes: &Sizes{Diameters: []float64{0.05, 0.1}, Passing: []float64{0, 1}},
		},
		{
			Shapes: []body.ShapeDef{
				{Kind: shape.KindSphere, Radius: 0.03}, {Kind: shape.KindSphere, Radius: 0.02, Position: vec.New(0.03, 0, 0)},
			}, Weight: 1, Sampling: 4,
		},
	},
}

// Contract: an archive in the middle of a run brings inlets and outlets back whole, with the state of the
// random streams: they make the same bodies as those that went on.
func TestFlowComesBack(t *testing.T) {
	p := newPlace(7)
	out := OutletDef{
		Name: "out", Every: 3, MaxMass: 2, When: schedule.When{After: "mixed", Delay: 0.2},
		Volume: Volume{Kind: VolumeHalfSpace, Axis: vec.AxisZ},
	}
	if err := p.flow.AddInlet(mixed); err != nil {
		t.Fatal(err)
	}
	if err := p.flow.AddOutlet(out); err != nil {
		t.Fatal(err)
	}
	for n := range int64(7) {
		p.step(n)
	}
	if n := p.bodies.Len(); n < 5 || n >= mixed.MaxBodies {
		t.Fatalf("%d bodies: the test sees nothing", n)
	}
	var library, again body.Library
	for tpl := range p.flow.templates {
		library.Add(*tpl)
	}
	w := archive.NewWriter(nil)
	library.Archive(w, 1)
	p.flow.Archive(w, &library)

	q := newPlace(99) // the seed is in the streams
	r := archive.NewReader(w.Bytes(), 0)
	again.Archive(r, 1)
	q.flow.Archive(r, &again)
	if r.Err() != nil || r.Left() != 0 {
		t.Fatalf("%v, %d bytes left", r.Err(), r.Left())
	}
	a, b := p.flow.Inlets[0], q.flow.Inlets[0]
	a.occupancy, a.trial, b.occupancy, b.trial = occupancy{}, trial{}, occupancy{}, trial{}
	for i := range a.products { // what bodies share of a template is made with the first of them
		a.products[i].template.Shared = nil
	}
	if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(p.flow.Outlets, q.flow.Outlets) {
		t.Errorf("come back as\n%+v\n%+v, want\n%+v\n%+v", b, q.flow.Outlets, a, p.flow.Outlets)
	}
	for i := range p.bodies.Len() {
		d := body.Def{Position: p.bodies.Pos[i], Orientation: p.bodies.Ori[i]}
		tpl := p.bodies.Template(i)
		q.bodies.Add(tpl, &d)
		q.bodies.Pos[i], q.bodies.Ori[i] = p.bodies.Pos[i], p.bodies.Ori[i]
		q.bodies.SetBorn(i, p.bodies.Born(i))
		q.shapes.Add(int32(i), tpl)
	}
	for n := int64(7); n < 80; n++ {
		p.step(n)
		q.step(n)
	}
	made := func(in *Inlet) any { return [...]any{in.Bodies, in.Mass, in.Rate(), in.Done, in.DoneAt, in.Makes()} }
	if !reflect.DeepEqual(p.bodies.Pos, q.bodies.Pos) || p.flow.Outlets[0].Bodies == 0 ||
		!reflect.DeepEqual(p.flow.Outlets, q.flow.Outlets) || made(&p.flow.Inlets[0]) != made(&q.flow.Inlets[0]) {
		t.Errorf("%d bodies go on as %d, outlet %+v as %+v", p.bodies.Len(), q.bodies.Len(), p.flow.Outlets[0],
			q.flow.Outlets[0])
	}
}

// Contract: what an inlet makes is inside its volume and overlaps nothing, and it depends on the seed and
// on the number of the inlet alone.
func TestFreshBodiesHaveRoom(t *testing.T) {
	made := map[string]bool{}
	for seed := range uint64(3) {
		p, same := newPlace(seed), newPlace(seed)
		for _, p := range []*place{p, same} {
			if err := p.flow.AddInlet(mixed); err != nil {
				t.Fatal(err)
			}
			for n := range int64(60) {
				p.step(n)
			}
		}
		if p.bodies.Len() != mixed.MaxBodies || !p.flow.Inlets[0].Done {
			t.Errorf("%d bodies, done %v", p.bodies.Len(), p.flow.Inlets[0].Done)
		}
		if !reflect.DeepEqual(p.bodies.Pos, same.bodies.Pos) || !reflect.DeepEqual(p.bodies.Ori, same.bodies.Ori) {
			t.Errorf("seed %d makes other bodies the second time", seed)
		}
		made[fmt.Sprint(p.bodies.Pos)] = true
		p.flow.site.Place()
		var hulls []shape.Capsule
		var of []int32
		for i := range int32(p.shapes.Solids()) {
			kind, k := p.shapes.Solid(i)
			c := p.shapes.Hull(kind, int(k))
			box, volume := c.Bounds(), mixed.Volume.Bounds()
			if volume.Union(box) != volume {
				t.Errorf("%v lies outside of %v", box, volume)
			}
			for j, o := range hulls {
				gap := narrow.CapsuleCapsule(&c, &o, new(narrow.Query))
				if body := p.shapes.BodyOfSolid(int(i)); gap <= 0 && of[j] != body {
					t.Errorf("bodies %d and %d overlap by %g m", of[j], body, -gap)
				}
			}
			hulls, of = append(hulls, c), append(of, p.shapes.BodyOfSolid(int(i)))
		}
	}
	if len(made) != 3 {
		t.Errorf("three seeds make %d sets of bodies", len(made))
	}
}

// Contract: of two outlets the first takes a body that is in both; each stops at its limit, counts what it
// took and the energy that went with it.
func TestOutletsTakeOnce(t *testing.T) {
	p := newPlace(1)
	ball := []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.1}}
	tpl, err := body.NewTemplate(ball, p.flow.site.Density, vec.Vec3{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		p.flow.site.insert(tpl, body.Def{Position: vec.New(0, 0, -float64(i))}, schedule.Now{})
	}
	below := Volume{Kind: VolumeHalfSpace, Origin: vec.New(0, 0, -0.5), Axis: vec.AxisZ}
	for _, d := range []OutletDef{
		{Name: "three", Every: 1, MaxBodies: 3, Volume: below}, {Name: "rest", Every: 1, Volume: below},
	} {
		if err := p.flow.AddOutlet(d); err != nil {
			t.Fatal(err)
		}
	}
	p.step(0)
	three, rest := &p.flow.Outlets[0], &p.flow.Outlets[1]
	if three.Bodies != 3 || !three.Done || rest.Bodies != 1 || rest.Done || p.bodies.Leaves(0) {
		t.Errorf("took %d (done %v) and %d (done %v)", three.Bodies, three.Done, rest.Bodies, rest.Done)
	}
	if math.Abs(three.Mass-3*tpl.Mass) > 1e-12 || three.Energy != 6 {
		t.Errorf("took %g kg and %g J, want %g and 6", three.Mass, three.Energy, 3*tpl.Mass)
	}
	if n := p.log.All(); len(n) != 1 || !strings.HasPrefix(n[0].Text, "outlet three is done: 3 bodies") {
		t.Errorf("told %+v", n)
	}
}

// An inlet makes bodies when its step comes; the same seed makes the same ones.
func ExampleFlow() {
	p := newPlace(1)
	err := p.flow.AddInlet(InletDef{
		Name: "feed", Every: 10, Attempts: 100, PerBody: 10, MaxBodies: 3,
		Volume:   Volume{Kind: VolumeCylinder, Axis: vec.AxisZ, Radius: 1, Height: 1},
		Products: []Product{{Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.1}}}},
	})
	p.flow.Feed(schedule.Now{})
	fmt.Println(err, p.bodies.Len(), p.log.All()[0].Text)
	// Output: <nil> 3 inlet feed is done: 3 bodies, 12.5664 kg
}
