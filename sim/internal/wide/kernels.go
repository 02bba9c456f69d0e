package wide

import "unsafe"

// Kernel is the number of a kernel with arguments of one type, in the order of the texts in package
// kernel. A kernel with options has several variants; the number of a variant is the number of the first
// plus the options.
type Kernel[Arguments any] uint8

// The kernels.
const (
	FrictionKernel      Kernel[Law]     = 0 // LineContacts
	PrepareKernel       Kernel[Law]     = 2 // LineContacts, Stiffens, Damped
	SpringsKernel       Kernel[Law]     = 10
	SpheresKernel       Kernel[Touches] = 11
	CapsulesKernel      Kernel[Touches] = 12
	LineContactsKernel  Kernel[Touches] = 13
	SumsKernel          Kernel[Sums]    = 14 // LineContacts
	MotionKernel        Kernel[Motion]  = 16 // DampedMotion, RoundMotion
	PlacingKernel       Kernel[Placing] = 20 // Apart
	SquaresKernel       Kernel[Squares] = 22
	AheadKernel         Kernel[Ahead]   = 23
	FetchShapesKernel   Kernel[Touches] = 24
	FetchWrenchesKernel Kernel[Sums]    = 25
	CouplesKernel       Kernel[Law]     = 26 // LineContacts, Stiffens
	LocalKernel         Kernel[Local]   = 30
	FacesKernel         Kernel[Faces]   = 31
	FetchTwistsKernel   Kernel[Law]     = 32
	HeatKernel          Kernel[Law]     = 33 // HeatSoftened, HeatViscous, HeatRolling
	SphereWallsKernel   Kernel[Touches] = 41
	CapsuleWallsKernel  Kernel[Touches] = 42
	Kernels                             = 43
)

// Options are a set of options of a kernel.
type Options uint8

// The options.
const (
	LineContacts Options = 1 << iota // the contacts are line contacts
	Stiffens                         // springs stiffen
	Damped                           // contacts have dashpots

	DampedMotion Options = 1
	RoundMotion  Options = 2
	HeatSoftened Options = 1 // springs stiffen
	HeatViscous  Options = 2 // contacts have dashpots
	HeatRolling  Options = 4 // some oppose rolling
	Apart        Options = 1 // some shapes are not at the centres of their bodies
)

// Run runs a kernel.
func (k Kernel[Arguments]) Run(a *Arguments, options Options) {
	run(uintptr(k)+uintptr(options), unsafe.Pointer(a))
}
