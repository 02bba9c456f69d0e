package wide

import "unsafe"

// Kernel numbers the kernels. Those with options come in variants, whose number is that of the first
// plus the options.
type Kernel uint8

// The kernels, in the order of their text in package kernel.
const (
	FrictionKernel     Kernel = 0                  // + LineContacts
	PrepareKernel             = FrictionKernel + 2 // + LineContacts, Stiffens, Damped
	SpringsKernel             = PrepareKernel + 8
	SpheresKernel             = SpringsKernel + 1
	CapsulesKernel            = SpheresKernel + 1
	LineContactsKernel        = CapsulesKernel + 1
	SumsKernel                = LineContactsKernel + 1 // + LineContacts
	MotionKernel              = SumsKernel + 2         // + DampedMotion, RoundMotion
	PlacingKernel             = MotionKernel + 4       // + Apart
	SquaresKernel             = PlacingKernel + 2
	AboveKernel               = SquaresKernel + 1
	BoxesKernel               = AboveKernel + 1
	Kernels                   = BoxesKernel + 1
)

// Options of kernels.
const (
	LineContacts = 1 << iota // they are line contacts
	Stiffens                 // springs do
	Damped                   // there are dashpots

	DampedMotion = 1
	RoundMotion  = 2
	Apart        = 1
)

// Run does it for contacts with these options.
func (f *Friction) Run(options Kernel) { Run(FrictionKernel+options, unsafe.Pointer(f)) }

// Run does it for contacts with these options.
func (p *Prepare) Run(options Kernel) { Run(PrepareKernel+options, unsafe.Pointer(p)) }

// Run does it.
func (s *Springs) Run() { Run(SpringsKernel, unsafe.Pointer(s)) }

// RunSpheres, RunCapsules and RunLineContacts do it for pairs of spheres, of capsules, and of capsules that
// have line contacts.
func (t *Touches) RunSpheres()      { Run(SpheresKernel, unsafe.Pointer(t)) }
func (t *Touches) RunCapsules()     { Run(CapsulesKernel, unsafe.Pointer(t)) }
func (t *Touches) RunLineContacts() { Run(LineContactsKernel, unsafe.Pointer(t)) }

// Run does it for contacts with these options.
func (s *Sums) Run(options Kernel) { Run(SumsKernel+options, unsafe.Pointer(s)) }

// Run does it for bodies with these options.
func (m *Motion) Run(options Kernel) { Run(MotionKernel+options, unsafe.Pointer(m)) }

// Run does it.
func (p *Placing) Run() {
	if p.Apart != 0 {
		Run(PlacingKernel+Apart, unsafe.Pointer(p))
		return
	}
	Run(PlacingKernel, unsafe.Pointer(p))
}

// Run does it.
func (s *Squares) Run() { Run(SquaresKernel, unsafe.Pointer(s)) }

// Run does it.
func (a *Above) Run() { Run(AboveKernel, unsafe.Pointer(a)) }

// Run does it.
func (b *Boxes) Run() { Run(BoxesKernel, unsafe.Pointer(b)) }
