package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// plane is the plane of a one-sided wall in each lane: its normal, to the side to which it pushes, and how far along
// it the wall is.
type plane struct {
	normal ir.Vec3
	at     ir.Float
}

func planesOf(t *wide.Touches) (p plane) {
	p.normal.X, p.normal.Y, p.normal.Z, p.at = ir.Gathered(t.A, t.RowsA, 0)
	return p
}

// onto returns a point with its coordinate along the normal replaced by that of the wall.
func (p *plane) onto(x ir.Vec3) ir.Vec3 {
	onto := func(n, x ir.Float) ir.Float { return n.Mul(p.at).Merge(x, n.NotEqual(ir.Float{})) }
	return ir.Vec3{X: onto(p.normal.X, x.X), Y: onto(p.normal.Y, x.Y), Z: onto(p.normal.Z, x.Z)}
}

// size is math.Abs in lanes.
func size(x ir.Float) ir.Float { return x.Max(x.Neg()) }

// spheresOnWalls is narrow.WallSphere in lanes, for one-sided walls.
func spheresOnWalls(t *wide.Touches, _ wide.Options) {
	ir.Fetch(t.Next, pairLines)
	var center ir.Vec3
	var radius ir.Float
	p := planesOf(t)
	center.X, center.Y, center.Z, radius = ir.Gathered(t.B, t.RowsB, 0)
	height := p.normal.Dot(center).Sub(p.at)
	away := size(height).Sub(radius)
	gap := away.Merge(height.Sub(radius), away.Greater(ir.Float{}).Without(ir.Of(&t.Before)))
	touching := found(t, gap, ir.Float.LessEqual)
	ir.LeaveUnless(touching)
	pack(t, touching, p.onto(center), p.normal, gap.Mul(ir.Number(-1))) // -0 where the gap is 0, as the scalar code says
}

// capsulesOnWalls is narrow.WallCapsule in lanes, for one-sided walls.
func capsulesOnWalls(t *wide.Touches, _ wide.Options) {
	ir.Fetch(t.Next, pairLines)
	var zero ir.Float
	p, c := planesOf(t), capsulesOf(t.B, t.RowsB)
	height, up := p.normal.Dot(c.center).Sub(p.at), p.normal.Dot(c.axis)
	away := size(height).Sub(c.half.Mul(size(up))).Sub(c.radius)
	rise := c.half.Mul(up)
	a, b := c.radius.Sub(height.Sub(rise)), c.radius.Sub(height.Add(rise))
	offA, offB, sum := a.Less(zero), b.Less(zero), a.Add(b)
	both := sum.Greater(zero)
	along := c.half.Mul(b.Sub(a)).Div(sum).Masked(both)
	overlap := a.Mul(a).Add(b.Mul(b)).Div(sum).Masked(both)
	along, overlap = c.half.Merge(along, offA), b.Merge(overlap, offA)
	along, overlap = c.half.Neg().Merge(along, offB), a.Merge(overlap, offB)
	gap := b.Max(a).Merge(overlap, offA.And(offB)).Neg()
	gap = away.Merge(gap, away.Greater(zero).Without(ir.Of(&t.Before)))
	touching := found(t, gap, ir.Float.LessEqual)
	ir.LeaveUnless(touching)
	pack(t, touching, p.onto(c.center.AddScaled(along, c.axis)), p.normal, overlap)
}
