package mesh

import "example.org/tumble/sim/vec"

// Moments are the integrals over the volume that a surface encloses, from which mass, centroid and inertia follow.
type Moments struct {
	Volume float64  // ∫ dV [m³]
	First  vec.Vec3 // ∫ x dV [m⁴]
	Second vec.Mat3 // ∫ x xᵀ dV [m⁵]
}

// Moments returns the integrals over the enclosed volume about a point, of a surface that is closed and consistently
// oriented (see Report); whether its triangles face out or in makes no difference.
//
// Each triangle makes a tetrahedron with the point, with the signed volume d/6 = a·(b×c)/6. Over a tetrahedron with
// a corner in the origin (Tonon, J. Math. Stat. 1 (2005) 8):
//
//	∫ x dV = d/24 s,  ∫ x xᵀ dV = d/120 (s sᵀ + a aᵀ + b bᵀ + c cᵀ),  s = a + b + c
func (m *Mesh) Moments(about vec.Vec3) (all Moments) {
	for i := range m.Triangles {
		a, b, c := m.Corners(int32(i))
		a, b, c = a.Sub(about), b.Sub(about), c.Sub(about)
		d, s := a.Dot(b.Cross(c)), a.Add(b).Add(c)
		all.Volume += d / 6
		all.First = all.First.AddScaled(d/24, s)
		squares := vec.Outer(s, s).Add(vec.Outer(a, a)).Add(vec.Outer(b, b)).Add(vec.Outer(c, c))
		all.Second = all.Second.Add(squares.Scale(d / 120))
	}
	if all.Volume < 0 {
		all.Volume, all.First, all.Second = -all.Volume, all.First.Neg(), all.Second.Scale(-1)
	}
	return all
}
