package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// boxes is Box.Overlaps of package vec for one box and many.
func boxes(b *wide.Boxes, _ wide.Options) {
	low, high := ir.SameVec3(&b.Low), ir.SameVec3(&b.High)
	for k := range b.Overlap {
		from, to := ir.Columns(b.Others, 6*k), ir.Columns(b.Others, 6*k+3)
		begin := from.X.LessEqual(high.X).And(from.Y.LessEqual(high.Y)).And(from.Z.LessEqual(high.Z))
		end := low.X.LessEqual(to.X).And(low.Y.LessEqual(to.Y)).And(low.Z.LessEqual(to.Z))
		ir.SetTo(&b.Overlap[k], begin.And(end))
	}
}
