package bridge

// The first number of each pair is the limit from which a run needs attention, the second the limit from which its
// results cannot be trusted. These limits are customary in the field: contact laws are meant for overlaps
// of a few per cent, and an explicit integrator is unstable beyond the critical time step.
var (
	TrustStep    = [2]float64{0.9, 1}     // time step over the critical one [1]
	TrustOverlap = [2]float64{0.05, 0.2}  // overlap over the smaller radius [1]
	TrustClosure = [2]float64{1e-3, 1e-2} // closure error over the dissipated energy [1]
)
