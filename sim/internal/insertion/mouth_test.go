package insertion

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// Contract: an inlet that keeps what was in the way in its last activation makes the same bodies, and its stream goes
// on the same way, as one that looks at all of it each time: in a mouth that is full, in one that has few places
// left, and when bodies have gone farther than the slack.
func TestFullMouthGoesOnTheSame(t *testing.T) {
	ball := []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.05}}
	rod := []body.ShapeDef{{Kind: shape.KindCapsule, Radius: 0.05, Shaft: 0.1}}
	short := []body.ShapeDef{{Kind: shape.KindCapsule, Radius: 0.05, Shaft: 0.03}}
	sizes := &Sizes{Diameters: []float64{0.1, 0.2}, Passing: []float64{0, 1}}
	several := []Product{{Shapes: ball, Weight: 1, Sizes: sizes},
		{Shapes: rod, Weight: 1, ShaftRatio: [2]float64{1, 2}}}
	box := Volume{Kind: VolumeBox, Half: vec.New(0.4, 0.4, 0.4)}
	cylinder := Volume{Kind: VolumeCylinder, Origin: vec.New(0, 0, -0.3), Axis: vec.AxisZ, Radius: 0.4, Height: 0.6}
	kept, few, closed, open, made := 0, 0, 0, 0, 0
	for _, c := range []struct {
		products []Product
		volume   Volume
		pitch    float64 // of the bodies in the way [m]
		gap      float64 // none is so near to the middle [m]
	}{
		{[]Product{{Shapes: ball}}, box, 0.1, 0}, {[]Product{{Shapes: ball}}, cylinder, 0.17, 0},
		{[]Product{{Shapes: ball}}, box, 0.198, 0}, {[]Product{{Shapes: rod}}, cylinder, 0.15, 0}, {several, box, 0.1, 0},
		{several, cylinder, 0.198, 0}, {[]Product{{Shapes: ball}}, box, 0.21, 0}, {[]Product{{Shapes: rod}}, box, 0.1, 0.08},
		{[]Product{{Shapes: short}}, box, 0.11, 0.09}, {[]Product{{Shapes: short}}, box, 0.12, 0.08},
	} {
		def := InletDef{Name: "in", Every: 1, Attempts: 900, PerBody: 200, Volume: c.volume, Products: c.products}
		anew, again := newPlace(5), newPlace(5)
		again.travelEpoch = 0
		for _, p := range []*place{anew, again} {
			p.fill(t, ball, c.pitch, c.gap)
			if err := p.flow.AddInlet(def); err != nil {
				t.Fatal(err)
			}
		}
		a, b := &anew.flow.Inlets[0], &again.flow.Inlets[0]
		r := rand.New(rand.NewPCG(1, 1))
		for n := range int64(60) {
			if b.occupancy.travelEpoch == again.travelEpoch && n > 0 {
				kept++
			}
			if b.occupancy.openings.few && n > 0 {
				few++
				switch {
				case !b.occupancy.closed(&b.trial):
					open++
				case len(b.occupancy.openings.ends) > 0:
					closed++
				}
			}
			anew.step(n)
			again.step(n)
			if *a.source != *b.source || !reflect.DeepEqual(anew.bodies.Pos, again.bodies.Pos) {
				t.Fatalf("%+v: in step %d it makes %d bodies, want %d", c, n, again.bodies.Len(), anew.bodies.Len())
			}
			for i := range anew.bodies.Pos {
				way := vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(0.0005)
				for _, p := range []*place{anew, again} {
					p.bodies.Pos[i] = p.bodies.Pos[i].Add(way)
					p.bodies.Travel[i] += way.Norm()
				}
			}
		}
		made += int(a.Bodies)
	}
	if kept < 100 || few < 50 || closed < 20 || open < 20 || made == 0 {
		t.Errorf("%d activations keep what is in the way, %d see few openings, which are closed in %d and open in %d, "+
			"%d bodies are made: the test sees nothing", kept, few, closed, open, made)
	}
}

// fill puts balls on a lattice, but none nearer than a gap to the middle.
func (p *place) fill(t *testing.T, ball []body.ShapeDef, pitch, gap float64) {
	tpl, err := body.NewTemplate(ball, p.flow.site.Density, vec.Vec3{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for z := -0.5; z <= 0.5; z += pitch {
		for y := -0.5; y <= 0.5; y += pitch {
			for x := -0.5; x <= 0.5; x += pitch {
				if at := vec.New(x, y, z); at.Norm() >= gap {
					p.bodies.Insert(&p.shapes, tpl, &body.Def{Position: at, Orientation: vec.Identity}, 0)
				}
			}
		}
	}
}
