package wide

import "unsafe"

// Kernel is the number of a kernel with arguments of one type, in the order of the texts in package
// kernel. A kernel with options has several variants; the number of a variant is the number of the first
// plus the options.
type Kernel[Arguments any] uint8

// The kernels.
const (
	LawKernel           Kernel[Law]     = 0 // Stiffens, Damped, Resists, and LawGeometry times a geometry
	SpringsKernel       Kernel[Law]     = 24
	RadiiKernel         Kernel[Law]     = 25 // is SpringsKernel for what central contacts have beside that
	SpheresKernel       Kernel[Touches] = 26 // WithoutPoints
	CapsulesKernel      Kernel[Touches] = 28 // AllEnds
	LineContactsKernel  Kernel[Touches] = 30
	SumsKernel          Kernel[Sums]    = 31 // Couples, and SumsGeometry times a geometry
	SumsRadiiKernel     Kernel[Sums]    = 39 // is RadiiKernel for sums
	MotionKernel        Kernel[Motion]  = 40 // DampedMotion, RoundMotion
	PlacingKernel       Kernel[Placing] = 44 // Apart
	SquaresKernel       Kernel[Squares] = 46
	AheadKernel         Kernel[Ahead]   = 47
	FetchShapesKernel   Kernel[Touches] = 48
	FetchWrenchesKernel Kernel[Sums]    = 49 // WithoutPositions
	LocalKernel         Kernel[Local]   = 51
	FacesKernel         Kernel[Faces]   = 52
	FetchTwistsKernel   Kernel[Law]     = 53 // WithoutPositions
	HeatKernel          Kernel[Law]     = 55 // HeatSoftened, HeatViscous, HeatRolling
	SphereWallsKernel   Kernel[Touches] = 63
	CapsuleWallsKernel  Kernel[Touches] = 64
	BoxesKernel         Kernel[Boxes]   = 65
	ContinuesKernel     Kernel[Law]     = 66 // finds which contacts go on
	Kernels                             = 67
)

// Options are a set of options of a kernel.
type Options uint8

// The options.
const (
	Stiffens Options = 1 << iota // springs stiffen
	Damped                       // contacts have dashpots, or tangential forces that begin when bodies touch
	Resists                      // some contacts oppose rolling or twisting
	LawGeometry

	Couples      Options = 1 // contacts have couples against rolling and twisting
	SumsGeometry Options = 2

	// Geometries of contacts, other than 0 for those that have a point:
	LineContacts Options = 1
	Central      Options = 2 // the normal passes through the centres of mass of both bodies
	OverlapsKept Options = 3 // ... and their forces do not tell the overlaps, which only sums need to know

	WithoutPoints    Options = 1 // the contacts are central
	WithoutPositions Options = 1 // ... so that nobody looks up where their bodies are

	AllEnds      Options = 1 // also where capsules lie beside each other; see Touches
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
