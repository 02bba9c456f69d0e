package narrow

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// Contract: a watch skips only triangles without influence. Along any path the contacts equal, to the
// last bit, the contacts that MeshCapsule finds with all triangles, and the gap is not larger than the
// distance.
func TestWatchMissesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	s := band(10, 0.25, 0.08, 0.02, func(p vec.Vec3) float64 {
		height := 0.1 * math.Sin(3*p.X) * math.Cos(2*p.Y) * (1 + 0.3*r.Float64())
		if p.X > 0.3 { // a flat part
			return 0
		}
		return height
	})
	touching, pierced := 0, 0
	for run := range 120 {
		s.Seams = []Seams{SeamsMerged, SeamsMerged, SeamsSmoothed, SeamsRaw}[run%4]
		c := shape.Capsule{Center: random(r, 1), Axis: random(r, 1).Unit(), Radius: 0.2}
		c.Center.Z = 0.3 * r.Float64()
		if run%5 > 0 {
			c.Half = 0.5 * r.Float64()
		}
		var w Watch
		speed, turn := random(r, 0.01), random(r, 0.02)
		const margin = 0.1
		until := -1.
		for step := range 200 {
			if w.Travel() > until {
				w.Update(append(w.Room(), s.Near(c, margin, all(s))...))
				until = w.Travel() + margin
			}
			got, gap := w.points(s, &c, nil, nil)
			gap = math.Min(gap, until-w.Travel()+1e-12)
			want, _ := touchesOnMesh(s, all(s), c)
			if !slices.Equal(got, want) {
				t.Fatalf("run %d, step %d: %+v, want %+v", run, step, got, want)
			}
			if len(want) > 0 {
				touching++
			}
			least := math.Inf(1)
			for k := range s.facets {
				d, _, _, _ := s.facets[k].segment(c.Center, c.Axis, c.Half)
				least = math.Min(least, d-c.Radius-s.Half)
			}
			if least <= -c.Radius-s.Half {
				pierced++
			}
			if (len(want) > 0) != (gap <= 0) || gap > 0 && gap > least+2e-12 {
				t.Fatalf("run %d, step %d: gap %g with %d contacts, distance %g", run, step, gap, len(want), least)
			}
			was := c
			if step%50 < 40 { // otherwise it does not move
				c.Center = c.Center.AddScaled(r.Float64(), speed)
				c.Axis = vec.FromRotationVector(turn.Scale(r.Float64())).Rotate(c.Axis).Unit()
			}
			if r.IntN(20) == 0 {
				speed, turn = random(r, 0.01), random(r, 0.02)
			}
			w.Go(c.Center.Sub(was.Center).Norm() + c.Half*c.Axis.Sub(was.Axis).Norm())
		}
	}
	if touching < 2000 || pierced < 200 {
		t.Errorf("only %d steps touching, %d through the surface", touching, pierced)
	}
}
