package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// Columns of sums of heat: those of ledger.LaneHeat.
const (
	frictionHeat = 2 * iota
	viscousHeat
	rollingHeat
)

// heat adds up what contacts lost, with ledger.Sum in lanes.
func heat(x *wide.Law, options wide.Options) {
	friction := ir.Get(&x.Lost).Masked(ir.Of(&x.Slides))
	present := ir.Of(&x.Present)
	if options&wide.HeatSoftened != 0 {
		friction = friction.Add(ir.Get(&x.Softened).Masked(ir.Of(&x.Acts).And(present)))
	}
	addHeat(x, frictionHeat, friction)
	if options&wide.HeatViscous != 0 {
		addHeat(x, viscousHeat, ir.Get(&x.Viscous).Masked(present))
	}
	if options&wide.HeatRolling != 0 {
		addHeat(x, rollingHeat, ir.Get(&x.RollingLost).Masked(present))
	}
}

// addHeat adds numbers to the sums in two columns.
func addHeat(x *wide.Law, column int, lost ir.Float) {
	high, low := ir.Get(x.Heat.Column(column)), ir.Get(x.Heat.Column(column+1))
	sum := high.Add(lost)
	part := sum.Sub(high)
	low = low.Add(high.Sub(sum.Sub(part)).Add(lost.Sub(part)))
	ir.Keep(x.Heat.Column(column), sum)
	ir.Keep(x.Heat.Column(column+1), low)
}
