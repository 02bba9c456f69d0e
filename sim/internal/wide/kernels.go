package wide

import "unsafe"

// Kernel is the number of a kernel with arguments of one type, in the order of the texts in package
// kernel. A kernel with options has several variants; the number of a variant is the number of the first
// plus the options.
type Kernel[Arguments any] uint8

// The kernels.
const (
	LawKernel            Kernel[Law]     = 0 // LineContacts, Stiffens, Damped
	LawWithCouplesKernel Kernel[Law]     = 8 // LineContacts, Stiffens
	SpringsKernel        Kernel[Law]     = 12
	SpheresKernel        Kernel[Touches] = 13
	CapsulesKernel       Kernel[Touches] = 14
	LineContactsKernel   Kernel[Touches] = 15
	SumsKernel           Kernel[Sums]    = 16 // LineContacts, Couples
	MotionKernel         Kernel[Motion]  = 20 // DampedMotion, RoundMotion
	PlacingKernel        Kernel[Placing] = 24 // Apart
	SquaresKernel        Kernel[Squares] = 26
	AheadKernel          Kernel[Ahead]   = 27
	FetchShapesKernel    Kernel[Touches] = 28
	FetchWrenchesKernel  Kernel[Sums]    = 29
	LocalKernel          Kernel[Local]   = 30
	FacesKernel          Kernel[Faces]   = 31
	FetchTwistsKernel    Kernel[Law]     = 32
	HeatKernel           Kernel[Law]     = 33 // HeatSoftened, HeatViscous, HeatRolling
	SphereWallsKernel    Kernel[Touches] = 41
	CapsuleWallsKernel   Kernel[Touches] = 42
	BoxesKernel          Kernel[Boxes]   = 43
	Kernels                              = 44
)

// Options are a set of options of a kernel.
type Options uint8

// The options.
const (
	LineContacts Options = 1 << iota // the contacts are line contacts
	Stiffens                         // springs stiffen
	Damped                           // contacts have dashpots, or tangential forces that begin when bodies touch

	Couples      Options = 2 // some contacts oppose rolling or twisting
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
