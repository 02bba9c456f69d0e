package wide

import "unsafe"

// Kernel is the number of a kernel with arguments of one type, in the order of the texts in package
// kernel. A kernel with options has several variants; the number of a variant is the number of the first
// plus the options.
type Kernel[Arguments any] uint8

// The kernels.
const (
	LawKernel           Kernel[Law]     = 0 // LineContacts, Stiffens, Damped, Resists
	SpringsKernel       Kernel[Law]     = 16
	SpheresKernel       Kernel[Touches] = 17
	CapsulesKernel      Kernel[Touches] = 18
	LineContactsKernel  Kernel[Touches] = 19
	SumsKernel          Kernel[Sums]    = 20 // LineContacts, Couples
	MotionKernel        Kernel[Motion]  = 24 // DampedMotion, RoundMotion
	PlacingKernel       Kernel[Placing] = 28 // Apart
	SquaresKernel       Kernel[Squares] = 30
	AheadKernel         Kernel[Ahead]   = 31
	FetchShapesKernel   Kernel[Touches] = 32
	FetchWrenchesKernel Kernel[Sums]    = 33
	LocalKernel         Kernel[Local]   = 34
	FacesKernel         Kernel[Faces]   = 35
	FetchTwistsKernel   Kernel[Law]     = 36
	HeatKernel          Kernel[Law]     = 37 // HeatSoftened, HeatViscous, HeatRolling
	SphereWallsKernel   Kernel[Touches] = 45
	CapsuleWallsKernel  Kernel[Touches] = 46
	BoxesKernel         Kernel[Boxes]   = 47
	ContinuesKernel     Kernel[Law]     = 48 // finds which contacts go on
	Kernels                             = 49
)

// Options are a set of options of a kernel.
type Options uint8

// The options.
const (
	LineContacts Options = 1 << iota // the contacts are line contacts
	Stiffens                         // springs stiffen
	Damped                           // contacts have dashpots, or tangential forces that begin when bodies touch
	Resists                          // some contacts oppose rolling or twisting

	Couples      Options = 2 // contacts have couples against rolling and twisting
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
