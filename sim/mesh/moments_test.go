package mesh

import (
	"math"
	"testing"

	"example.org/tumble/sim/vec"
)

// boxMesh is a box of twelve triangles round the origin.
func boxMesh(a, b, c float64) Mesh {
	m := Mesh{Triangles: [][3]int32{
		{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
		{2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5},
	}}
	for k := range 8 {
		m.Vertices = append(m.Vertices, vec.New(a*(float64(k&1)-.5), b*(float64(k>>1&1)-.5), c*(float64(k>>2)-.5)))
	}
	return m
}

// Contract: the moments of a box are those of the books, wherever it stands, however it is turned, from whichever point
// they are taken, and whether its faces look out or in. Second moments shift by V d dᵀ.
func TestMomentsOfABox(t *testing.T) {
	const a, b, c = 0.3, 0.2, 0.5
	shift, q := vec.New(3, -2, 1), vec.FromAxisAngle(vec.New(1, 2, 3), 0.7)
	for name, about := range map[string]vec.Vec3{"its centre": q.Rotate(shift), "elsewhere": vec.New(1, 1, 1)} {
		for _, flipped := range []bool{false, true} {
			m := boxMesh(a, b, c)
			m.Transform(1, shift, q)
			if flipped {
				for i, x := range m.Triangles {
					m.Triangles[i] = [3]int32{x[0], x[2], x[1]}
				}
			}
			r := m.Inspect()
			if !r.Closed || r.FlippedEdges > 0 || (r.Volume < 0) != flipped {
				t.Fatalf("the box is not what the test needs: %+v", r)
			}
			got, v, d := m.Moments(about), a*b*c, q.Rotate(shift).Sub(about)
			turn := q.Mat()
			own := turn.Mul(vec.Diagonal(vec.New(a*a, b*b, c*c).Scale(v / 12))).Mul(turn.Transpose())
			want := Moments{v, d.Scale(v), own.Add(vec.Outer(d, d).Scale(v))}
			off := got.Second.Sub(want.Second)
			if math.Abs(got.Volume-v) > 1e-14 || got.First.Sub(want.First).Norm() > 1e-13 ||
				off.A.Norm()+off.B.Norm()+off.C.Norm() > 1e-12 {
				t.Errorf("about %s, flipped %t: got %+v, want %+v", name, flipped, got, want)
			}
		}
	}
}
