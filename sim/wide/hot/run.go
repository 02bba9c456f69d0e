//go:build goexperiment.simd && amd64

package hot

// Run does it.
func (f *Friction) Run() { friction(f) }

// RunSpheres and RunCapsules do it for pairs of these.
func (t *Touches) RunSpheres()  { touchSpheres(t) }
func (t *Touches) RunCapsules() { touchCapsules(t) }

// Run does it, for contacts that spread or not.
func (s *Sums) Run(spread bool) {
	if spread {
		sumsSpread(s)
		return
	}
	sums(s)
}

// Run does it, for bodies that are damped or not and all of them round or not.
func (m *Motion) Run(damped, round bool) {
	switch {
	case damped && round:
		moveDampedRound(m)
	case damped:
		moveDamped(m)
	case round:
		moveRound(m)
	default:
		move(m)
	}
}
