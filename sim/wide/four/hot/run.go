//go:build goexperiment.simd && amd64

package hot

// Run does it.
func (f *Friction) Run() { f.apply() }

// RunSpheres and RunCapsules do it for pairs of these.
func (t *Touches) RunSpheres()  { t.spheres() }
func (t *Touches) RunCapsules() { t.capsules() }

// Run does it.
func (s *Sums) Run() { s.add() }

// Run does it, for bodies that are damped or not and all of them round or not.
func (m *Motion) Run(damped, round bool) { m.move(damped, round) }
