package bridge

// From which numbers on a run asks for a look, and from which on it is not to be trusted. They are those of the field:
// contact laws are meant for overlaps of a few per cent, and an explicit step is unstable from the critical one on.
var (
	TrustStep    = [2]float64{0.9, 1}     // time step over the critical one [1]
	TrustOverlap = [2]float64{0.05, 0.2}  // overlap over the smaller radius [1]
	TrustClosure = [2]float64{1e-3, 1e-2} // closure error over what was dissipated [1]
)
