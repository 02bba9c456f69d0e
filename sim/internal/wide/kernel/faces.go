package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// local is PlacedMesh.ToLocal of package body in lanes, with the ways that view.moveTo of package contact books.
func local(m *wide.Local, _ wide.Options) {
	c, back := capsulesOf(m.Capsules, m.Rows), ir.SameQuat(&m.Back)
	center, axis := back.Rotate(c.center.Sub(ir.SameVec3(&m.Pos))), back.Rotate(c.axis)
	var from, along ir.Vec3
	from.X, from.Y, from.Z, along.X = ir.Gathered(m.Before, m.BeforeRows, 0)
	along.Y, along.Z, _, _ = ir.Gathered(m.Before, m.BeforeRows, 4)
	turned := c.half.Mul(axis.Sub(along).Norm2().Sqrt())
	ir.Keep(m.Ways, center.Sub(from).Norm2().Sqrt().Add(turned))
	ir.PutInLine(m.Locals, 64, 0, center.X, center.Y, center.Z, axis.X)
	ir.PutInLine(m.Locals, 64, 4, axis.Y, axis.Z, c.half, c.radius)
}

// faces is gather.triangle of package narrow in lanes, for an end of each capsule over the face of a triangle. A sphere
// is a capsule of length zero.
func faces(f *wide.Faces, _ wide.Options) {
	var zero ir.Float
	c := capsulesOf(f.Capsules, &f.Rows)
	var normal, a, b, third ir.Vec3
	normal.X, normal.Y, normal.Z, a.X = ir.Gathered(f.Facets, &f.FacetRows, 0)
	a.Y, a.Z, b.X, b.Y = ir.Gathered(f.Facets, &f.FacetRows, 4)
	b.Z, third.X, third.Y, third.Z = ir.Gathered(f.Facets, &f.FacetRows, 8)
	to := ir.Get(&f.Ends)
	end, far := c.center.AddScaled(to, c.axis), c.center.AddScaled(to.Mul(ir.Number(-1)), c.axis)
	over := end.Sub(a)
	height, other := over.Dot(normal), far.Sub(a).Dot(normal)
	above := zero.Less(height).And(zero.Less(other))
	below := height.Less(zero).And(other.Less(zero))

	// PointTriangle: the nearest point lies on the face if it lies at no corner and at no side.
	ab, ac := b.Sub(a), third.Sub(a)
	a1, a2 := ab.Dot(over), ac.Dot(over)
	overB, overC := end.Sub(b), end.Sub(third)
	b1, b2, c1, c2 := ab.Dot(overB), ac.Dot(overB), ab.Dot(overC), ac.Dot(overC)
	notFace := a1.LessEqual(zero).And(a2.LessEqual(zero))
	notFace = notFace.Or(zero.LessEqual(b1).And(b2.LessEqual(b1)))
	notFace = notFace.Or(zero.LessEqual(c2).And(c1.LessEqual(c2)))
	side := func(area, to, from ir.Float) {
		notFace = notFace.Or(area.LessEqual(zero).And(zero.LessEqual(to)).And(zero.LessEqual(from)))
	}
	side(a1.Mul(b2).Sub(b1.Mul(a2)), a1, b1.Neg())
	side(c1.Mul(a2).Sub(a1.Mul(c2)), a2, c2.Neg())
	side(b1.Mul(c2).Sub(c1.Mul(b2)), b2.Sub(b1), c1.Sub(c2))

	q := end.SubScaled(height, normal)
	v := end.Sub(q)
	reach, half := c.radius.Add(ir.Same(&f.Half)), ir.Same(&f.Half)
	square, inward := v.Norm2(), v.Dot(c.axis)
	d := square.Sqrt()
	away := to.LessEqual(zero).And(zero.LessEqual(inward)).Or(zero.LessEqual(to).And(inward.LessEqual(zero)))
	touching := square.LessEqual(reach.Mul(reach)).And(above.Or(below)).And(away).And(ir.Of(&f.Pairs))
	touching = touching.And(height.LessEqual(reach).And(height.Neg().LessEqual(reach)))
	touching = touching.And(ir.Same(&f.Coincident).Mul(reach).Less(d)).Without(notFace)
	ir.SetTo(&f.Touching, touching)

	n, ori := v.Scale(ir.Number(1).Div(d)), ir.SameQuat(&f.Ori)
	keepVectors(&f.Point, ir.SameVec3(&f.Pos).Add(ori.Rotate(q.AddScaled(half, n))))
	keepVectors(&f.Normal, ori.Rotate(n))
	ir.Keep(&f.Overlap, reach.Sub(d))
}

func keepVectors(to *wide.Vectors, v ir.Vec3) {
	ir.Keep(&to.X, v.X)
	ir.Keep(&to.Y, v.Y)
	ir.Keep(&to.Z, v.Z)
}
