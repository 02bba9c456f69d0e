package playback

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/vec"
)

// Contract: bodies put together from where their spheres are have the pose of the body to 1e-9, for any pose and any
// form: in space, in a plane, on a line, of one sphere. What the spheres do not tell, the turn about their line, goes
// on from the pose before.
func TestPosesAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	forms := map[string][]vec.Vec3{
		"space":   {vec.New(1, 0, 0), vec.New(0, 2, 0), vec.New(0, 0, 3), vec.New(-1, -1, 0.5)},
		"cube":    {vec.New(1, 1, 1), vec.New(-1, 1, 1), vec.New(1, -1, 1), vec.New(1, 1, -1), vec.New(-1, -1, -1)},
		"plane":   {vec.New(0, 0, 0), vec.New(1, 0, 0), vec.New(0, 1, 0)},
		"capsule": {vec.New(0, 0, -2), vec.New(0, 0, -1), vec.New(0, 0, 0), vec.New(0, 0, 1), vec.New(0, 0, 2)},
		"pair":    {vec.New(1, 1, 1), vec.New(2, 1, 1)},
		"one":     {vec.New(1, 2, 3)},
	}
	for name, own := range forms {
		for range 200 {
			q := vec.FromUniform(r.Float64(), r.Float64(), r.Float64())
			c := vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(10)
			var places []vec.Vec3
			for _, p := range own {
				places = append(places, c.Add(q.Rotate(p)))
			}
			near := vec.FromRotationVector(vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(0.1)).Mul(q)
			got := Fit(own, places, near)
			if got.Off > 1e-9 {
				t.Fatalf("%s: spheres are off by %g", name, got.Off)
			}
			if away := got.Orientation.Mul(q.Conj()).RotationVector().Norm(); name != "one" && len(own) > 2 &&
				name != "capsule" && (away > 1e-9 || got.Center.Sub(c).Norm() > 1e-9) {
				t.Fatalf("%s: turned by %g rad, moved by %g", name, away, got.Center.Sub(c).Norm())
			}
			// No turn of the best ones is nearer to the one before.
			own := func(angle float64) float64 {
				axis := places[len(places)-1].Sub(places[0])
				return math.Abs(vec.FromAxisAngle(axis, angle).Mul(got.Orientation).Dot(near))
			}
			if name == "capsule" || name == "pair" {
				if here := own(0); own(1e-3) > here+1e-12 || own(-1e-3) > here+1e-12 || here < 0.9 {
					t.Fatalf("%s: the turn about the line does not go on: %g, %g, %g", name, own(-1e-3), here, own(1e-3))
				}
			}
		}
	}
}
