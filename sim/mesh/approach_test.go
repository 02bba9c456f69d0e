package mesh_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// Contract: however the meshes lie, the nearest pair of triangles is among those that are tried, and few others are.
func TestApproach(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	soup := func(n int) *mesh.Mesh {
		m := &mesh.Mesh{}
		for i := range int32(n) {
			at := vec.New(r.Float64(), r.Float64(), r.Float64())
			for range 3 {
				m.Vertices = append(m.Vertices, at.AddScaled(0.03, vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())))
			}
			m.Triangles = append(m.Triangles, [3]int32{3 * i, 3*i + 1, 3*i + 2})
		}
		return m
	}
	for n := range 20 {
		a, b := soup(60), soup(90)
		turn := vec.FromAxisAngle(vec.New(1, 2, 3).Unit(), r.Float64())
		place := func(p vec.Vec3) vec.Vec3 { return turn.Rotate(p).Add(vec.New(float64(n)/10, 0, 0)) }
		apart := func(i, j int32) float64 { // of corners: as good as any that is not below that of the boxes
			least := math.Inf(1)
			for _, v := range a.Triangles[i] {
				for _, w := range b.Triangles[j] {
					least = min(least, a.Vertices[v].Sub(place(b.Vertices[w])).Norm())
				}
			}
			return least
		}
		want := math.Inf(1)
		for i := range a.Triangles {
			for j := range b.Triangles {
				want = min(want, apart(int32(i), int32(j)))
			}
		}
		got, tried := math.Inf(1), 0
		mesh.NewTree(a).Approach(mesh.NewTree(b), place, func(i, j int32) float64 {
			tried++
			d := apart(i, j)
			got = min(got, d)
			return d
		})
		if got != want || tried > len(a.Triangles)*len(b.Triangles)/4 {
			t.Errorf("nearest %g, want %g; %d pairs tried", got, want, tried)
		}
	}
	mesh.NewTree(&mesh.Mesh{}).Approach(mesh.NewTree(soup(1)), func(p vec.Vec3) vec.Vec3 { return p }, nil)
}
