package setting

import (
	"cmp"
	"fmt"

	"example.org/tumble/sim/limit"
)

// InletFlow is how much an inlet makes, which can be changed as a world runs.
type InletFlow struct {
	Off       bool    // the inlet makes nothing until it is switched on
	MassRate  float64 // [kg/s]; 0: as many bodies as fit
	MaxMass   float64 // mass after which the inlet is done [kg]; 0: no limit
	MaxBodies int     // number of bodies after which the inlet is done; 0: no limit
}

// Check returns an error for the first number that is out of its range.
func (f InletFlow) Check() error {
	if !(f.MassRate >= 0) || !(f.MaxMass >= 0) || f.MaxBodies < 0 {
		return fmt.Errorf("massRate, maxMass and maxBodies must be ≥ 0, got %g, %g, %d", f.MassRate, f.MaxMass, f.MaxBodies)
	}
	return cmp.Or(limit.Flow.Check("massRate", f.MassRate), limit.Mass.Check("maxMass", f.MaxMass))
}
