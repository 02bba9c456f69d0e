package insertion

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// A place that is covered has no room for a body, however it is turned: its boxes are
// tested. In a volume that is nearly full most places without room are covered.
func TestCoveredPlacesHaveNoRoom(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	volume := vec.Box{Lo: vec.New(-0.1, 0.2, -0.3), Hi: vec.New(0.9, 1.0, 0.1)}
	at := func() vec.Vec3 {
		side := volume.Size()
		return volume.Lo.Add(vec.New(r.Float64()*side.X, r.Float64()*side.Y, r.Float64()*side.Z))
	}
	clump := []body.ShapeDef{
		{Kind: shape.KindCapsule, Radius: 0.03, Shaft: 0.1, Orientation: vec.Identity},
		{Kind: shape.KindSphere, Radius: 0.05, Position: vec.New(0.06, 0, 0), Orientation: vec.Identity},
	}
	var bodies [2]*body.Template
	ball := []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.05}}
	for i, shapes := range [2][]body.ShapeDef{ball, clump} {
		var err error
		if bodies[i], err = body.NewTemplate(shapes, func(int) float64 { return 1000 }, vec.Vec3{}, 0); err != nil {
			t.Fatal(err)
		}
	}
	full, covered := 0, 0
	for round := range 20 {
		var v occupancy
		v.reset(volume, 0.2)
		for range 1 + 5*round {
			turn := vec.FromUniform(r.Float64(), r.Float64(), r.Float64())
			c := shape.Capsule{Center: at(), Axis: turn.Rotate(vec.AxisX), Half: 0.05 * r.Float64(), Radius: 0.05}
			v.add(c.Bounds(), c, shape.KindSphere, -1)
		}
		for range 2000 {
			tried := trial{
				template:    bodies[round%2].Scaled(1 + float64(round%2)*r.Float64()),
				orientation: vec.FromUniform(r.Float64(), r.Float64(), r.Float64()),
			}
			tried.setParts()
			p, taken := at(), false
			for i := range tried.parts {
				box, round := tried.parts[i].at(p)
				taken = taken || v.taken(nil, box, round, false)
			}
			if taken {
				full++
			}
			if v.covers(p, tried.core) {
				covered++
				if !taken {
					t.Fatalf("%v is covered, but a body has room there", p)
				}
			}
		}
	}
	if covered < full/3 {
		t.Errorf("%d places have no room, only %d of them are covered", full, covered)
	}
}

// Contract: a place that is worked out quickly is nearer to the exact one than marks of covered cells are smaller than
// they could be.
func TestQuickPlacesAreNear(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 54))
	for k := range 100_000 {
		turns := float64(k) / 99_999
		if k%2 > 0 {
			turns = r.Float64()
		}
		sin, cos := quickSincos(turns)
		s, c := math.Sincos(2 * math.Pi * turns)
		if off := math.Hypot(sin-s, cos-c); !(off < 1e-13) {
			t.Fatalf("sine and cosine of %g turns are off by %g", turns, off)
		}
	}
}
